/*
 * cp.async (LDGSTS): what a copy from global to shared memory costs beyond a load and a store.
 *
 * Copies of 16 bytes with .cg pass by L1. Each is a set of chunks of 16 bytes, from address g to address
 * s; what arrives from L2 goes straight to its place. Counted are, over the chunks of a request,
 *
 *     sectors        different pairs of the line (128 B) of g and the sector (32 B) of s
 *     fetched        different triples of the sector of g, the sector of s, and whether the chunk changes
 *                    sides in its sector, (s - g)/16 modulo 2
 *     wavefronts     of the chunks from one line of g to one line of s that change sides alike, by sectors:
 *                    one wavefront takes any whose sectors (0 to 3 of their lines) are all moved between
 *                    the even and the odd ones, or all not; of two even ones, or two odd ones, both or
 *                    neither to the other one's place; and either both halves of each sector, or the same
 *
 * So a wavefront turns a line around, mirrors it, or exchanges its sectors as the swizzles of matrix
 * tiles do, and rows of 128 bytes swizzled by any number take 4 where a row to the next one's bank takes 10.
 * Thus rows of 64 bytes to rows 80 bytes apart cost 20 sectors, 24 fetched ones and 15 wavefronts, where
 * 16, 16 and 4 would do. Other copies go through L1 as loads do, whose data lie in the same banks (model/banks.h):
 * of a phase (the lanes that the banks serve together, of 4, 8 or 16 bytes) one lane is the busiest: it meets the
 * most lanes in the bank that it reads or in the one that it writes, itself counted, and a lane that it meets in both
 * once. As many wavefronts the phase takes; lanes that read one word meet in its bank like others. Lanes that are
 * off, and what zeros fill, are not read.
 *
 * Source: counters of an H200 for copies of runs of 4 to 512 bytes to all kinds of strides (ahead_* of
 * reports/runs/h200_calibration.xml), and for all orders of the four sectors of a line, whole and with
 * halves exchanged, and swizzled tiles (measure/calibrate/turned.cu, reports/measured/turned.csv: all 205
 * agree); for words of 4, 8 and 16 bytes through L1, in runs, by any lanes, and from any places to any
 * (measure/calibrate/copied.cu, reports/measured/copied.csv: all 410 agree).
 *
 * What Nsight Compute counts of a copy past L1 that is issued under P0 or its contrary: counts_guarded.c. Not followed
 * here is what it counts where a part is filled with zeros: a store of all lanes more, of a size of 16 or 0 only where
 * some lane does not read; there too P0 is not what it was (reports/measured/guarded.csv).
 */
#ifndef GM_MODEL_COPIES_H
#define GM_MODEL_COPIES_H

#include "model/counts.h"

/* Does it pass by L1? Of either side of a copy. */
bool gm_copies_bypass(const gm_site *site);

/* The global side of such a copy. */
bool gm_copies_reads_nothing(const gm_site *site);

/* Passes through the data banks of L1 and shared memory that sites of a space take. Copies past L1 read
   nothing there: only what they write to shared memory passes. */
double gm_copies_data_passes(const gm_kernel *kernel, const gm_counts *counts, gm_space space);

/* Of these, what copies past L1 write as it arrives from L2: that takes time (a copy of `copies.cu` that counts n wavefronts,
   of 4 to 32, takes n clocks of its SM where these are more than L2 needs; reports/measured/copies_past.csv), but is no
   wavefront of l1tex__data_pipe_lsu (ahead_cg, calibration: 2048 copies of 30720 such count as none do). */
double gm_copies_past_passes(const gm_kernel *kernel, const gm_counts *counts);

/* Of shared, global and local memory. */
double gm_copies_all_passes(const gm_kernel *kernel, const gm_counts *counts);

typedef struct gm_copy_counts {
	int sectors_count, fetched_count;
	int wavefronts_count;
} gm_copy_counts;

/* Of 16 bytes past L1: of each active lane from `from` to `to`, multiples of 16, `to` below 2^18. */
gm_copy_counts gm_copies_past(uint64_t active, const uint64_t *from, const uint64_t *to);

/* Of 4, 8 or 16 bytes through L1: wavefronts, of the lanes of a warp that write to `to`, of which some read at `from`,
   multiples of the bytes. */
int gm_copies_through(int access_bytes, uint64_t reading, uint64_t writing, const uint64_t *from, const uint64_t *to);

#endif
