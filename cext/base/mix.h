/* Folded multiplication, and the constants that hashes are made with (mix.pxd says why these). */
#ifndef OPENHAND_MIX_H
#define OPENHAND_MIX_H

#include <stdint.h>

#define MIX_START UINT64_C(0x8EBC6AF09C88C6E3)
#define MIX_ONE UINT64_C(0xA0761D6478BD642F)
#define MIX_OTHER UINT64_C(0xE7037ED1A0B428DB)
#define MIX_LAST UINT64_C(0x8BB84B93962EACC9)

/* The halves of the product, folded together. */
static inline uint64_t fold(uint64_t word, uint64_t constant)
{
    unsigned __int128 product = (unsigned __int128)word * constant;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#endif
