/*
 * The tags of L1: four banks, each of which looks up one line of 128 B in a pass.
 *
 * The bank of line L (= address / 128) is given by two parities of bits of L.
 *
 * A request of atomics is served in passes. Its lanes wait, in their order, in 4 x 32 queues: one for each
 * bank and each word of 4 B of a line. In a pass each bank looks up the line of the first lane that waits
 * for it, and from each of its queues the first lane goes if it is on that line. So lanes on one word go one
 * by one, and a lane waits behind one of another line where both lines share a bank and both lanes name the
 * same word of their line. Each pass counts the sectors of 32 B that it touches:
 *
 *     sectors = sum over passes of the distinct sectors of the lanes that go
 *
 * Where no bank has two of the lines, that is the sum over sectors of the most lanes on one word. A wider
 * access waits at its first word; a warp is not split into halves. A compare-and-swap, which brings two
 * words of each lane, looks up half lines: the halves of a line go in different passes.
 *
 * Measured on an H200, and there exact: the bank for each of 355 pairs of lines within 128 GiB
 * (reports/measured/tag_pairs.csv), from which its bits were found, of L the first 30; passes, lookups and
 * sectors of each of 2530 requests, reductions of integers and floats and atomics of 4 to 16 bytes
 * (atomic_requests.csv), of which some thirty showed the rule and the last 739 were measured when it stood;
 * and the sums of all 37376 requests of `meets` (reports/runs/h200_calibration.xml). Loads and stores take the
 * same banks: a request takes as many passes as the fullest bank has lines, in each of 192 stores of 4 and 8
 * bytes and in sums over 288 loads of 4, 8 and 16. Other chips may spread the bits otherwise, as the A100
 * does (model/l1_throughput.h).
 */
#ifndef GM_MODEL_TAGS_H
#define GM_MODEL_TAGS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_TAG_BANKS = 4 };

/* 0 to 3. */
unsigned gm_tag_bank(uint64_t line);

typedef struct gm_tag_passes {
	int passes_count;  /* l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_red.sum of the request */
	int lookups_count; /* of lines: l1tex__t_set_accesses... */
	int sectors_count; /* l1tex__t_sectors... */
} gm_tag_passes;

/* Of a request of atomics at `count` addresses, at most 64, multiples of their width. Lines are counted from
   `start`; `swaps`: it compares and swaps. */
gm_tag_passes gm_tag_passes_of_atomics(const uint64_t *address, int count, uint64_t start, bool swaps);

#endif
