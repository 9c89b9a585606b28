"""Card sets, memory, limits: what every room stands on."""
