/*
 * What `atomics` is made of, and what it shares of the way to L2: see limits.h.
 */
#ifndef GM_MODEL_LIMITS_ATOMICS_H
#define GM_MODEL_LIMITS_ATOMICS_H

#include "model/limits.h"

/* limits_atomics.c says where they are from. */
enum { GM_ATOMIC_SLICE_BYTES = 512 }; /* of each KiB, in one slice of L2 */
/* A lane alone in its sector takes as long as so many of full lines: atomic_global scattered and of
   neighbours, H200 (309 lanes a clock of neighbours, 50.9 sectors scattered). */
#define GM_ATOMIC_LONE_LANES 6.07
/* Of a pass of several lanes, in packets of a lone one: its data, and the line's part of it. Of full lines 8 of
   6.07 lanes, of a sector of each line 1.97 of them (8 neighbours at random: 27 passes a clock; 4 to 16 lanes on
   each word of a sector: 24 to 26; H200). */
#define GM_ATOMIC_DATA 0.1
#define GM_ATOMIC_HEADER 0.87
/* Where what was there is returned, that goes the way too: a pass of full lines 233 lanes a clock instead of 309, of lanes
   alone 38 sectors instead of 50.9 (atomic_global_returning 15 and 16 over atomic_global, 1 and 4 MiB, 128 rounds, H200: 1.34
   and 1.31 between events). At one word it takes as long either way (returning 1 to 4). */
#define GM_ATOMIC_RETURNED 1.33
#define GM_ATOMIC_SLICES_NORM 1.25 /* the way beside the slices that serve them: limits_atomics.c */
#define GM_ATOMIC_FLOATING 2.4    /* times as long as an integer addition to one address */
#define GM_ATOMIC_WORD_BYTES 4    /* at least, that wait for each other */

/* Global atomics on their way. A pass, in which each lane of a sector is on a word of its own, is a packet; one of
   several lanes has data besides, and the sectors of a line that a request touches share what says where. The
   slices of L2 that work at once hold what the resident blocks update at once: what lies between a block's
   first and last byte, at most 512 bytes for each line of a request of each of its warps. Lanes of 4 bytes on so
   many of a word, 8448 warps in order over 4 MiB, H200, without 3.5 us of a launch, in us for 67584 requests:

       lanes on a word       1     2     4     8    16    32
       measured, u32       4.4   6.1   6.4  13.4  30.2  39.9
       measured, f32       4.2   4.4   6.5  12.7  30.5  41.5
       here                3.6   4.3   5.7  12.1  27.2  45.6

   and with each warp at random 4.6, 5.6, 6.8, 10.2, 19.7, 25.4, here 3.6, 4.1, 5.3, 10.6, 21.3, 21.7. */
typedef struct gm_atomic_way {
	double packets;       /* of a pass, in those of a lane alone; 0: no atomics */
	double returned;      /* times that a packet takes as long for what comes back */
	double full_ratio;    /* what the same bytes would take in full lines, over what they take */
	double at_once_bytes;
	double fullest_bytes; /* of these, in the slice that has most */
} gm_atomic_way;

gm_atomic_way gm_limit_atomic_way(const gm_limits_input *in);

/* Of so many bytes, those in the slice of L2 that holds most of them and so holds up the rest, where every word
   is updated as often: of each KiB two slices have pieces of 256 bytes by turns, other KiB are in others. `from`: bytes
   from a multiple of 1 KiB to the first. Additions at random, over those to one word (few_lines, H200; here all bytes over
   those of the fullest):

       from             0     0     0     0     0     0     0     0     0   512   512   512   512   128   128
       bytes          128   256   320   400   512   768  1024  1536  4096   640   768  1024  1536   192   768
       measured      1.04  1.03  1.29  1.63  2.05  1.56  2.05  3.05  8.06  2.48  3.05  4.13  3.01  1.53  2.07
       here             1     1  1.25  1.56     2   1.5     2     3     8   2.5     3     4     3   1.5     2

   1024 bytes from each of the first 80 multiples of 512 take 302 us and 150 by turns. */
double gm_limit_atomic_fullest(double from, double bytes);

/* Lanes that come to words, each of which gets as many: of all atomics, or of those of the one array whose words get
   more, as a counter of what others put into a table does. Words of 8 bytes take as long as those of 4 (word_types, one
   word, H200: 0.75 ns a warp of u32 and u64, 1.78 a lane of f32 and f64). */
typedef struct gm_atomic_crowd {
	double lanes, floating; /* of integers, and of floating-point numbers */
	double word_bytes;      /* mean over the lanes, at least 4 */
	double bytes;           /* that they update */
} gm_atomic_crowd;

gm_atomic_crowd gm_limit_atomic_crowd(const gm_limits_input *in);

#endif
