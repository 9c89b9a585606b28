/* Bit counting and bit gathering on 64-bit card sets.
 *
 * `pext` (gather the bits of a set that lie under a mask) is one instruction on
 * processors with BMI2 and a short loop elsewhere; which of them runs is decided
 * once, when the module is loaded, so that one wheel serves every x86-64 machine.
 */
#ifndef OPENHAND_BITS_H
#define OPENHAND_BITS_H

#include <stdint.h>
#include <time.h>

#define count_cards(set) ((int)__builtin_popcountll(set))
#define lowest_card(set) ((int)__builtin_ctzll(set))
#define highest_card(set) (63 - (int)__builtin_clzll(set))

static inline uint64_t gather_slowly(uint64_t set, uint64_t mask)
{
    uint64_t gathered = 0, place = 1;
    while (mask) {
        if (set & mask & -mask)
            gathered |= place;
        mask &= mask - 1;
        place <<= 1;
    }
    return gathered;
}

static inline uint64_t scatter_slowly(uint64_t gathered, uint64_t mask)
{
    uint64_t set = 0;
    while (mask) {
        if (gathered & 1)
            set |= mask & -mask;
        mask &= mask - 1;
        gathered >>= 1;
    }
    return set;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(OPENHAND_PORTABLE)
static inline int has_fast_gather(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2");
}

static inline uint64_t gather(uint64_t set, uint64_t mask, int fast)
{
    if (__builtin_expect(fast, 1)) {
        uint64_t gathered;
        __asm__("pextq %2, %1, %0" : "=r"(gathered) : "r"(set), "r"(mask));
        return gathered;
    }
    return gather_slowly(set, mask);
}

static inline uint64_t scatter(uint64_t gathered, uint64_t mask, int fast)
{
    if (__builtin_expect(fast, 1)) {
        uint64_t set;
        __asm__("pdepq %2, %1, %0" : "=r"(set) : "r"(gathered), "r"(mask));
        return set;
    }
    return scatter_slowly(gathered, mask);
}
#else
static inline int has_fast_gather(void) { return 0; }

static inline uint64_t scatter(uint64_t gathered, uint64_t mask, int fast)
{
    (void)fast;
    return scatter_slowly(gathered, mask);
}

static inline uint64_t gather(uint64_t set, uint64_t mask, int fast)
{
    (void)fast;
    return gather_slowly(set, mask);
}
#endif

/* The counter's number, which it gives to one thread only. */
static inline int take_next(int *counter)
{
    return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
