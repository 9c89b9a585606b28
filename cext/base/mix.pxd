# Hashes: the one way that words become a key.
#
# Words are taken in one after the other. A step joins the next word to what the hash is
# so far, multiplies by a constant and folds the product's 128 bits to 64. Why no input
# can make a step degenerate:
#
# - One factor of every product is a constant of mix.h, so the other may be any number,
#   also a small one. A factor made of cards could become one that maps a third of all
#   inputs to one number, as 0xAAAA... does: nothing of a position is ever a factor here.
# - The product is high * 2**64 + low, so high + low is the product modulo 2**64 - 1, and
#   folding is this sum without its carries. The constants have no divisor in common with
#   2**64 - 1: the sum tells all numbers apart but 0 and 2**64 - 1, and the multiples of
#   no number meet. (0xAAAA... is two thirds of 2**64 - 1.)
# - A bit at the top of the word moves the high half, one at the bottom the low half. No
#   difference stays in one or two bits, where the next word could take it back.
# - A hash that is 0 is so by chance only, and the next word leads away from it.
#
# The step of the last word moves bits everywhere, but by a pattern; the finish makes each
# bit of the result depend on each bit of the word, so that any part of a hash can be the
# place in a table. tests/core/test_mix.py counts collisions of structured words, and how
# often each bit turns.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "mix.h" nogil:
    const uint64_t MIX_START
    const uint64_t MIX_ONE
    const uint64_t MIX_OTHER
    const uint64_t MIX_LAST
    uint64_t fold(uint64_t word, uint64_t constant) noexcept

cdef struct Key:
    # What a table knows a position by: eighty bits at least, from two hashes.
    uint64_t check
    uint32_t spot           # gives the place too

cdef struct Mixer:
    # Two hashes of the same words, with different constants and differently joined.
    uint64_t one
    uint64_t other

cdef inline uint64_t mix(uint64_t hash, uint64_t word) noexcept nogil:
    """A hash with one more word; the first word goes to MIX_START."""
    return fold(hash ^ word, MIX_ONE)

cdef inline uint64_t finish(uint64_t hash) noexcept nogil:
    """The hash, when all its words are in it."""
    return fold(hash ^ MIX_START, MIX_LAST)

cdef inline void key_begin(Mixer *mixer, uint64_t hash) noexcept nogil:
    """Begin a key, from MIX_START or from the finished hash of other words."""
    mixer.one = hash
    mixer.other = hash

cdef inline void key_mix(Mixer *mixer, uint64_t word) noexcept nogil:
    mixer.one = mix(mixer.one, word)
    mixer.other = fold(mixer.other + word, MIX_OTHER)

cdef inline void key_finish(const Mixer *mixer, Key *key) noexcept nogil:
    key.check = finish(mixer.one)
    key.spot = <uint32_t>(finish(mixer.other) >> 32)
