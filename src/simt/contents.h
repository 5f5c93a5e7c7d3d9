/*
 * What the elements of a buffer hold before the kernel: functions of the index alone.
 *
 * They are those of launch lists (measure/contents.h), so that a list means the same memory to the
 * interpreter and to the program that measures; but a cycle is another random order here, as the one
 * there is made by shuffling the whole array.
 */
#ifndef GM_SIMT_CONTENTS_H
#define GM_SIMT_CONTENTS_H

#include "simt/memory.h"

/* Element i of the buffer as it was given, as the bits of its type. */
uint64_t gm_ptx_buffer_element(const ptx_buffer *buffer, uint64_t i);

/* The same for 32 lanes; 0 where the mask has no bit. */
void gm_ptx_buffer_elements(const ptx_buffer *buffer, const uint64_t i[32], uint32_t mask,
			    uint64_t out[32]);

#endif
