"""Many positions from files to a file, in units that are finished one by one, here or on a cluster."""
