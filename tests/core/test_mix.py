"""The hash that all keys are made with: unlike words meet as seldom as chance has it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from math import gcd

import pytest

from cext.api.testing import MULTIPLIERS, hash_of, key_of

WORD = 64
N_WORDS = 3
SINGLE_BITS = [1 << place for place in range(WORD)]
LANES = [0xFFFF << lane for lane in range(0, WORD, 16)]
# What a card set can be that a factor must not: equal parts of 2**64 - 1, and what lies beside them.
FRACTIONS = [(2**64 - 1) // divisor * part for divisor in (3, 5, 15, 17, 257, 65537) for part in (1, 2)]

Words = tuple[int, ...]


def all_of_three(values: Iterable[int]) -> list[Words]:
    return list(product(values, repeat=N_WORDS))


def pairs_of_bits() -> list[Words]:
    """Two bits, wherever in three words."""
    pairs = [1 << one | 1 << other for one, other in combinations(range(N_WORDS * WORD), 2)]
    return [tuple(pair >> WORD * word & 2**64 - 1 for word in range(N_WORDS)) for pair in pairs]


def fractions_and_small_numbers() -> list[Words]:
    """A small number beside a fraction of 2**64 - 1, as it is or with one bit turned."""
    turned = [fraction ^ bit for fraction in FRACTIONS for bit in (0, *SINGLE_BITS)]
    words: list[Words] = [(small, fraction, 0) for small in range(60) for fraction in turned]
    return words + [(fraction, small, 1) for fraction, small, _ in words]


STRUCTURES: dict[str, list[Words]] = {
    "small numbers": all_of_three(range(45)),
    "small multiples of three": all_of_three(range(0, 105, 3)),
    "single bits": all_of_three([0, *SINGLE_BITS[::2]]),
    "pairs of bits": pairs_of_bits(),
    "runs of bits from below": all_of_three([(1 << length) - 1 for length in range(0, WORD, 2)]),
    "parts of lanes": all_of_three([lane & (lane >> cut) for lane in LANES for cut in range(10)]),
    "nibbles": all_of_three([nibble << place for place in range(0, WORD, 8) for nibble in (1, 2, 3, 15)]),
    "fractions": fractions_and_small_numbers(),
}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_words_of_little_variety_meet_by_chance_only(structure: str) -> None:
    """Among n keys of b bits n**2 / 2**(b + 1) pairs meet by chance: none of 48 bits, about one of 32."""
    words = set(STRUCTURES[structure])
    keys = [key_of(each) for each in words]
    assert 10_000 < len(words) < 100_000
    assert len(set(keys)) == len(words)
    assert len({check % 2**48 for check, _ in keys}) == len(words)
    assert len(words) - len({spot for _, spot in keys}) < 10
    hashes = [hash_of(each) for each in words]
    assert len(set(hashes)) == len(words)
    assert len(words) - len({hash >> 32 for hash in hashes}) < 10


@pytest.mark.parametrize("part", ["low", "high"])
@pytest.mark.parametrize("structure", ["small numbers", "single bits", "fractions"])
def test_places_are_filled_evenly(structure: str, part: str) -> None:
    """Counts of 256 places scatter as random ones do: chi-squared of 255 degrees, 255 give or take 23."""
    words = list(dict.fromkeys(STRUCTURES[structure]))
    for numbers, n_bits in (
        ([key_of(each)[1] for each in words], 32),
        ([hash_of(each) for each in words], 64),
    ):
        places = Counter(number % 256 if part == "low" else number >> (n_bits - 8) for number in numbers)
        expected = len(words) / 256
        chi_squared = sum((places[place] - expected) ** 2 / expected for place in range(256))
        assert 140 < chi_squared < 370


def test_each_bit_of_a_word_turns_each_bit_of_the_hash() -> None:
    """Half of the time: of 1,000 random sequences 500 times, give or take 16."""
    rng = random.Random(64)
    n_trials = 1000
    for place, word in product((0, 1, 31, 32, 62, 63), range(N_WORDS)):
        turned: Counter[int] = Counter()
        for _ in range(n_trials):
            words = [rng.getrandbits(rng.choice((4, 16, 64))) for _ in range(N_WORDS)]
            before = joined(words)
            words[word] ^= 1 << place
            difference = before ^ joined(words)
            turned.update(bit for bit in range(WORD + 80) if difference >> bit & 1)
        assert all(400 < turned[bit] < 600 for bit in range(WORD + 80))


def joined(words: list[int]) -> int:
    """The hash, and the eighty bits of the key above it."""
    check, spot = key_of(words)
    return hash_of(words) | (check % 2**48) << WORD | spot << (WORD + 48)


def test_the_order_of_words_counts() -> None:
    for one, other in combinations(range(300), 2):
        assert hash_of((one, other)) != hash_of((other, one))
        assert key_of((one, other)) != key_of((other, one))


def test_words_of_nothing_count() -> None:
    assert len({hash_of((0,) * length) for length in range(50)}) == 50
    assert len({key_of((0,) * length) for length in range(50)}) == 50


def test_no_constant_factor_maps_multiples_to_one_number() -> None:
    """A divisor in common with 2**64 - 1 would: the product's halves then sum to the same too often."""
    for factor in MULTIPLIERS:
        assert factor % 2 == 1
        assert gcd(factor, 2**64 - 1) == 1
        assert 24 <= factor.bit_count() <= 40
