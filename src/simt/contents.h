/*
 * What the elements of a buffer hold before the kernel: functions of the index alone.
 *
 * They are those of launch lists (measure/contents.h), so that a list means the same memory to the
 * interpreter and to the program that measures. A cycle is made there by shuffling the whole array: so it is
 * here, up to as many stops as L1 and shared memory have words, where it decides who meets in a bank; of more
 * stops it is another random order, which is a function of the index as all else is.
 */
#ifndef GM_SIMT_CONTENTS_H
#define GM_SIMT_CONTENTS_H

#include "base/memory.h"
#include "simt/memory.h"

enum { PTX_SHUFFLED_MOST = 1 << 16 };

/* Of a cycle of so many stops at most: for each the next one (Sattolo's shuffle), for ptx_buffer.data. */
const unsigned char *gm_ptx_shuffled_stops(gm_arena *arena, uint64_t stops);

/* Element i of the buffer as it was given, as the bits of its type. */
uint64_t gm_ptx_buffer_element(const ptx_buffer *buffer, uint64_t i);

/* The same for 32 lanes; 0 where the mask has no bit. */
void gm_ptx_buffer_elements(const ptx_buffer *buffer, const uint64_t i[32], uint32_t mask,
			    uint64_t out[32]);

#endif
