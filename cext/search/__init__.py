"""Zero-window alpha-beta over whole tricks."""
