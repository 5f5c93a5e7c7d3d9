/*
 * The L1 cache's time for one global load that hits: cycles of the SM's L1 until it can take the next.
 *
 *     cycles = max(transfer, tag, data)
 *
 *     transfer   32 lanes x access bytes / (4 bytes x lanes of the load-store units per cycle)
 *     tag        the tags are held in four banks; a request's distinct 128 B lines are looked up one
 *                per bank and cycle, so this is the largest number of lines in one bank. The bank of
 *                line L (= address / 128) is the exclusive or of all base-4 digits of L
 *     data       passes through the 32 data banks: gm_banks_evaluate with GM_BANKS_32
 *
 * The data part is exact on every row of reports/measured/l1_load_throughput.csv (A100, H200). The tag
 * banks are inferred from the tag wavefronts measured there: of the 2^18 pairs of bit masks over the
 * line number that were tried as hash, those that explain either device best are this one and close
 * variants of it, and this one is the plainest (mean error of the tag wavefronts 2.3 % on A100, 4.2 %
 * and 3.5 % on H200 for 4 and 8 bytes; the earlier rule (lines + 3) / 4 has 6.8 and 12.6 %, 5.8 and
 * 9.3 %). What it misses are requests of two to four neighbouring lines, measured up to 0.25 wavefronts
 * above it, which the other terms mostly hide. How well the cycles agree is asserted in
 * tests/model/test_l1_throughput.c.
 *
 * Measured on cc 8.0 and 9.0; taken to hold for 7.0, 7.5, 8.6 and 8.9 with their load-store width.
 * Misses cost more: each line that has to be filled adds 0.15 to 0.5 data wavefronts (H200, counters).
 */
#ifndef GM_MODEL_L1_THROUGHPUT_H
#define GM_MODEL_L1_THROUGHPUT_H

#include "model/access.h"
#include "model/request.h"

typedef struct gm_l1_throughput {
	int data_wavefronts_count; /* l1tex__data_pipe_lsu_wavefronts.sum of the load */
	int tag_wavefronts_count;  /* l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum */
	int transfer_cycles;       /* bytes handed to the registers */
	int cycles;                /* the largest of the three; 0 without active lanes */
} gm_l1_throughput;

/* `lsu_lanes`: 32 on cc 7.0, 8.0, 9.0; 16 on 7.5, 8.6 and 8.9. The transfer counts whole warps, as
   registers are written for all lanes. */
gm_l1_throughput gm_l1_throughput_evaluate(const gm_access *access, int lsu_lanes);

#endif
