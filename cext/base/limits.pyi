"""Why a search stopped, by its number."""

STOPS: tuple[str, ...]
