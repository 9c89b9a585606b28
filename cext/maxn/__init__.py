"""Every seat for itself."""
