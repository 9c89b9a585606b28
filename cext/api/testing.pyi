from collections.abc import Iterable

LAYOUT: int
MULTIPLIERS: tuple[int, ...]

def hash_of(words: Iterable[int]) -> int: ...
def key_of(words: Iterable[int]) -> tuple[int, int]: ...
