/* Comparing the nibbles of many words at once.
 *
 * The compiler makes vector instructions of it where every processor of the kind has them (SSE2
 * on x86-64), and ordinary ones elsewhere.
 */
#ifndef OPENHAND_NIBBLES_H
#define OPENHAND_NIBBLES_H

#include <stdint.h>

typedef uint8_t nibble_pairs __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t two_words __attribute__((vector_size(16)));

/* Is no nibble of so many pairs of words of `a` more than the same nibble of `b`, and nothing else amiss?
 *
 * All is one test, so that there is one branch to be foreseen.
 */
static inline int are_within(const uint64_t *a, const uint64_t *b, int pairs, int amiss)
{
    const nibble_pairs *of_a = (const nibble_pairs *)a, *of_b = (const nibble_pairs *)b;
    nibble_pairs low = (nibble_pairs){0} + 15, within = ~(nibble_pairs){0};
    for (int i = 0; i < pairs; i++) {
        within &= (nibble_pairs)((of_a[i] & low) <= (of_b[i] & low));
        within &= (nibble_pairs)((of_a[i] & ~low) <= of_b[i]);
    }
    two_words words = (two_words)within;
    return ((words[0] & words[1]) ^ amiss) == ~(uint64_t)0;
}

#endif
