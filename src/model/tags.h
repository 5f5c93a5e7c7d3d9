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
 * bytes, in sums over 288 loads of 4, 8 and 16, and in each of 329 strides and 124 launches of loads of 4, 8 and 16
 * (l1_strides.csv, l1_pending.csv). Other chips may spread the bits otherwise, as the A100 does
 * (model/l1_throughput.h).
 *
 * The data banks take one word of 4 B each in a pass. What one pass of the tags lets through takes as many of theirs as
 * there are lines that give one bank a word:
 *
 *     data passes = sum over passes of the tags of max over the words of a line of the lines whose word is named
 *
 * So reductions pass, and atomics whose results come back twice: as they go and as they come. So do loads of which some
 * sector is not in L1 or on its way (model/line_passes.h), those of 8 and 16 bytes each half or quarter of a warp; one that finds all there takes what its banks alone would take, also where the tags take longer
 * (reports/measured/l1_load_throughput.csv). A store takes the longer of tags and banks. Passes of a request of 32
 * words at random, in 2^bits words or in runs of so many, H200 (calibration: random_atomic, _load, _store) and here:
 *
 *     bits                 0     3     5     8    10    12    16    24     words   16     8     4     1
 *     added, measured   32.0  7.05  3.54  5.49  8.83  11.7  13.1  13.3    loaded  1.64  2.74  4.78  17.3
 *     here              32.0  7.09  3.54  5.46  8.70  11.1  12.1  12.1            1.62  2.74  4.39  12.2
 *                                                                         stored  1.55  2.40  3.70  12.0
 *                                                                                 1.62  2.38  3.65  11.0
 *
 * Four loads of one warp of 32 lines each, all missing at once, are looked up again (16.6 passes of the tags for 11.0),
 * why and when is not known; one by one they are not.
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
	int data_passes_count; /* of the data banks: its part of l1tex__data_pipe_lsu_wavefronts.sum */
} gm_tag_passes;

/* Of a request of atomics of `bytes` at `count` addresses, at most 64, multiples of their width. Lines are counted
   from `start`; `swaps`: it compares and swaps. */
gm_tag_passes gm_tag_passes_of_atomics(const uint64_t *address, int count, int bytes, uint64_t start, bool swaps);

/* Its data_passes_count alone, sooner where all lanes name one line (or half): as many as name one word. */
int gm_tag_data_passes_of_atomics(const uint64_t *address, int count, int bytes, uint64_t start, bool swaps);

/* Of a load or a store: each line is looked up once. The sectors are not counted. `apart`: it is known that no two of
   them lie in one line. */
gm_tag_passes gm_tag_passes_of_lines(const uint64_t *address, int count, int bytes, uint64_t start, bool apart);

#endif
