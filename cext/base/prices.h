/* What cards cost more and less in one position than in another, sixteen at once: why it bounds what
 * P pays is told in cext/relaxed/marks.pxd.
 *
 * The compiler makes vector instructions of it where every processor of the kind has them (SSE2
 * on x86-64), and ordinary ones elsewhere.
 */
#ifndef OPENHAND_PRICES_H
#define OPENHAND_PRICES_H

#include <stdint.h>
#include <string.h>
#if defined(__SSE2__) && !defined(OPENHAND_PORTABLE)
#include <emmintrin.h>
#endif

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));

static inline sixteen_bytes sixteen_at(const uint8_t *bytes)
{
    sixteen_bytes read;
    memcpy(&read, bytes, sizeof read);
    return read;
}

/* By how much each of `a` is more than that of `b`, or 0. */
static inline sixteen_bytes excess(sixteen_bytes a, sixteen_bytes b)
{
    return (a - b) & (sixteen_bytes)(a > b);
}

static inline int sum_of(sixteen_bytes bytes)
{
#if defined(__SSE2__) && !defined(OPENHAND_PORTABLE)
    __m128i halves = _mm_sad_epu8((__m128i)bytes, _mm_setzero_si128());
    return _mm_cvtsi128_si32(halves) + _mm_extract_epi16(halves, 4);
#else
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += bytes[i];
    return sum;
#endif
}

static inline int is_any(sixteen_bytes bytes)
{
    uint64_t words[2];
    memcpy(words, &bytes, sizeof words);
    return (words[0] | words[1]) != 0;
}

/* The greatest sum of what the cards with so much to spare or less cost more, less that; 0 at the least. */
static inline int rise(sixteen_bytes more, sixteen_bytes spare)
{
    uint8_t of_card[16], to_spare[16];
    int most = 0;
    memcpy(of_card, &more, sizeof of_card);
    memcpy(to_spare, &spare, sizeof to_spare);
    for (int i = 0; i < 16; i++)
        if (of_card[i]) {
            sixteen_bytes limit = (sixteen_bytes){0} + to_spare[i];
            int sum = sum_of(more & (sixteen_bytes)(spare <= limit)) - to_spare[i];
            most = sum > most ? sum : most;
        }
    return most;
}

/* Is the bound worse by less than `room` where its cards cost what is `here`, not `there`? Then `*worse` has
 * by how much, and `*lost` by how much less at the most its cards have to spare.
 *
 * A single card that costs more than it had to spare is a bound of the rise, and tells most of those off.
 */
static inline int changes_less(const uint8_t *here, const uint8_t *there, const uint8_t *to_spare,
                               const uint8_t *surely, int at_least, int room, int *worse, int *lost)
{
    sixteen_bytes up = excess(sixteen_at(here), sixteen_at(there));
    sixteen_bytes down = excess(sixteen_at(there), sixteen_at(here));
    sixteen_bytes exchanged = (up ^ down) & ((sixteen_bytes){0} + (uint8_t)-at_least);
    sixteen_bytes spare = sixteen_at(to_spare);
    sixteen_bytes more = (up ^ exchanged) & (sixteen_bytes)(spare != 255);
    int rises = 0, better = sum_of((down ^ exchanged) & sixteen_at(surely));
    room += better;
    *lost = 0;
    if (room <= 0)
        return 0;
    if (is_any(more)) {
        if (room <= 255 && is_any((sixteen_bytes)(excess(more, spare) >= (sixteen_bytes){0} + (uint8_t)room)))
            return 0;
        rises = rise(more, spare);
        *lost = sum_of(more) - rises;
    }
    *worse = rises - better;
    return rises < room;
}

#endif
