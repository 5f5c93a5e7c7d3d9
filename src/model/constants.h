/*
 * Constant memory: the lines of it that loads name, and the clocks for those that the nearest cache lacks.
 *
 * Two caches of 2 KiB are nearest, of 8 sets of 4 lines of 64 B. One is of each quarter of an SM, for loads whose
 * place is the same in all lanes and known so to the compiler (ULDC), and for what other instructions read of
 * constant memory; it fetches one line at a time, 126 clocks each, which is 31.5 for the SM. The offset that
 * stands in such an instruction chooses the set, whatever register is added to it: a loop that walks through a
 * table by a few offsets has 4 lines for each set of these, code whose places all stand in it has 32. One cache
 * of each SM is for all other loads (LDC), and fetches a line in 17 clocks. The next one holds all 64 KiB.
 *
 *     U          warps that share the cache, of G blocks
 *     F          lines that a block names, C lines of the cache that the loads choose from
 *     misses   = 0 where F <= C, else
 *         ULDC of a register   parted * pushed * requests + (1 - parted * pushed) * fresh * min(1, 1.5 / U) +
 *                              parted * often * apart * again
 *         ULDC of a place      min(1, (F - C) / 8) * requests / U
 *         LDC                  model/constant_lanes.h; beside ULDC
 *                              (1 - C/F)^3 * (fresh + pushed / 2 * (requests - fresh))
 *     fresh      requests of another line than the warp's last by that instruction
 *     pushed   = (U - C) / (U - C/2) where U > C, else 0: others have come between
 *     again      instructions of the same turn behind the second that names the line, or behind the first where
 *                something is waited for between: LDC, or what comes of the first
 *     apart    = (1 - w) x^3 / (x^3 + 4) + w x / (x + 0.5), x = U/C - 1 where U > C, else 0: so many warps are each at a
 *                line of its own
 *     often    = 1 - (0.5 - 0.4 w) / R, R rounds of blocks, at least 1: those of the first begin in step
 *     w        = a / (a + 8): they wait for other memory, no two alike
 *     parted   = y^2 / (y^2 + 1), y = (F - C) G^2 / (400 h): the warps of a block begin in step, and so they stay the
 *                longer the fewer blocks there are
 *     h        = 1 + (1.5 b a / v)^6 where a line is read in one turn, else 1: a clocks that loads and stores of other
 *                memory let pass from a warp to the next, v = 22 clocks for each instruction: where few warps
 *                read at a time none takes another's line
 *     b        = min(1, U a / 2000): as far as they queue there
 *
 * A line that a warp has just named by another instruction of the same turn is no request of its own, of loops that
 * are written out (fewer than half of their branches are issued) by any. Warps go through code in step, and one fetch
 * does for all that have room for what each is at. Where more of them are at different lines than there is room for,
 * those that wait seem to take the place of a line as soon as it has been read: what follows within 3 clocks still has
 * it, as the second of a turn does and the other half of 16 B that are loaded alone in their block, and whatever else comes
 * fetches it once more.
 *
 * Source: H200, clocks of an SM for each load (calibration, constant_walk): uniform walks of 4 B a step, 3.7 in
 * 256 B, 20 in 512 B; in 2 to 64 KiB with 24, 40, 56 and 64 warps 5.9, 21, 25, 25 as they start and 28, 25, 29, 29 far
 * out of step. By LDC, 64 warps, 256 B a step: 2.3 in
 * 2 KiB, 4.2, 5.8, 8.2, 11.6 and 16.4 in 4 to 64 KiB; 32 lanes on 32 lines: 64 in 1 KiB, 136 in 4 KiB, 634 in
 * 16 KiB, 869 in 64 KiB. A chain waits 53 clocks a turn with a hit, 126 with a miss. Sets (constants_straight, imc
 * stalls): one warp of a quarter that walks through 512 B by turns of 16, 36, 64, 128 and 256 B, all of whose words
 * it reads but of the last, misses with the first three, whose offsets lie in one line, not with the last two,
 * whose offsets lie in 2 and 4; in 2 KiB with all. Code that is written out misses nothing in up to 32 lines, in
 * turn or line by line, and in 48 and more all: 108 to 133 clocks of a quarter a line with 1 warp, 138
 * for 4 together and 162 for 16. Warps that are each at another line (constant_turns, requests and misses of this
 * cache, reports/measured/constant_turns.csv): up to 4 fetch a line once a turn, 126 clocks each; from 5 on 8 loads
 * with work between miss 6 to 8 times, 2 in a row once, at 124, 113, 103, 94 and 87 clocks with 5, 6, 8, 12 and 16. As
 * they start they stay in step up to 6 of them, most at 8, and not with 12 and 16 (8 loads a turn: 41, 305 and 370
 * clocks with 8, 12, 16; sums over tables 45 to 274, 78 to 641, 196 to 614), longest where loads come early in a turn.
 * LDC, lanes 1 to 64 elements of 1, 2, 4 and 8 B apart: 16 lines 512 B apart miss.
 *
 * Rounds: blocks of 4 warps that walk through 8 KiB of structures of 16 B (constant_structures,
 * reports/measured/constant_structures.csv), clocks of a quarter for each structure with 4, 6, 8, 12 and 16 warps, of one
 * round of blocks and of six:
 *
 *     ULDC ULDC, one structure a turn      26.6   22.5   76.4  185.7  219.7      21.7   62.9   92.0  244.3  255.9
 *     ULDC ULDC, four                      16.3   23.1   75.4  170.6  210.9      11.9   24.9   74.1  190.7  244.8
 *     ULDC LDC, four                       33.1   35.8   94.3  108.4  125.1      30.1   37.5  107.9  155.4  159.3
 *     LDC LDC, four                        35.8   30.6   29.1   27.4   26.3      28.2   25.3   24.6   24.1   23.9
 *
 * A load of which a part comes by LDC waits for both: its LDC ask the cache of the SM, each anew.
 *
 * Filters (constant_filters, reports/measured/constant_filters.csv): 16 warps on a quarter, clocks of an SM for each tap of a
 * warp, four rounds of blocks of 128, 256, 512 and 1024 threads, that is 16, 8, 4 and 2 blocks on a quarter:
 *
 *     taps, a turn each        64    96   128   200   512        sixteen a turn, samples two apart
 *     128 threads             3.0  24.9  27.1  27.7  28.3        2.4   2.3   4.8  13.9  14.2
 *     256                     3.0  11.7  19.1  21.6  24.4        2.5   2.3   2.2   3.4  11.2
 *     512                     2.9   2.8   2.7   2.9  21.2        2.3   2.1   2.1   2.0   1.9
 *     1024                    3.0   2.8   2.7   2.6   2.6        2.4   2.1   2.1   2.0   1.9
 *
 * With samples four apart, which L1 serves in as many passes, filters of sixteen taps a turn do not fall apart at all.
 * Half as many warps, 8 on a quarter, that read 512 taps: 4.2 clocks without samples, 8.9 and 10.1 with samples one and two
 * apart. 780 of these rows, of half a round, one and four, predicted from PTX: 21 % off in the mean (of logarithms), 11 of
 * them beyond twofold.
 */
#ifndef GM_MODEL_CONSTANTS_H
#define GM_MODEL_CONSTANTS_H

#include "model/access.h"
#include "model/constant_lanes.h"
#include "model/counts.h"

enum {
	GM_CONSTANT_SET_LINES = 4,
	GM_CONSTANT_SITES = 64, /* of which a warp is remembered */
	GM_CONSTANT_FETCH_CYCLES = 126, /* of a line, by one quarter of an SM */
	GM_CONSTANT_SM_FETCH_CYCLES = 17,
};

/* What a block has named so far: zeros at first, to be disposed of. */
typedef struct gm_constant_places {
	gm_constant_map named[GM_CONSTANT_BY_COUNT];
	struct gm_constant_warp {
		uint32_t site, line; /* of its last load, plus 1 */
		int run;             /* instructions in a row, in a turn, that name the line */
		struct {
			uint32_t line, loads; /* the last line, plus 1; and how often */
		} at[GM_CONSTANT_SITES]; /* per site */
	} warps[GM_CONSTANT_WARPS];
	uint32_t latest[GM_CONSTANT_SITES]; /* line, plus 1, that the warp has named last that named one by the site */
	bool used, alone;
	gm_constant_lanes *lanes; /* by LDC; NULL: none yet */
} gm_constant_places;

/* A block begins, which one of its warps may tell alone. */
void gm_constant_places_begin(gm_constant_places *places, bool alone);
void gm_constant_places_dispose(gm_constant_places *places);

typedef struct gm_constant_lines {
	int64_t requests; /* lines that the warp has not named by the instruction before */
	int64_t fresh;    /* those of them that the site did not name the last time */
	int64_t again;    /* instructions behind the second in a row that names the line, in the same turn */
} gm_constant_lines;

/* How a load from constant memory is made. */
typedef struct gm_constant_way {
	gm_constant_by by;
	bool straight; /* in a loop that is written out: no turn of others comes between it and the load before */
	bool waited;   /* none of its instructions follows the one before at once */
	int loads;     /* instructions with others between them */
} gm_constant_way;

gm_constant_by gm_constant_by_of(const gm_issue *issue);

/* A row for each site. To be freed. */
gm_constant_way *gm_constant_ways(const gm_kernel *kernel, const gm_issue *issue);

/* Of a load from constant memory that names the set, one line at least. */
gm_constant_lines gm_constant_places_name(gm_constant_places *places, const gm_warp_instr *instr,
                                          const gm_constant_set *set, gm_constant_way way);

/* A span is repeated `times` more, in each of which the site's places lie `advance` bytes further: the lines
   between count as named. */
void gm_constant_places_repeat(gm_constant_places *places, uint32_t site, gm_constant_by by, int64_t times,
                               int64_t advance);

/* Lines that such loads have named. */
int gm_constant_places_count(const gm_constant_places *places, gm_constant_by by);

/* Counts such a load, and that a span with some is repeated; `ways` NULL: none is known. */
void gm_constant_count(gm_constant_places *places, const gm_warp_instr *instr, const gm_access *access,
                       gm_constant_way way, gm_site_counts *site);
void gm_constant_repeat(gm_constant_places *places, const gm_kernel *kernel, const gm_constant_way *ways,
                        int64_t times, const int64_t *advance);

/* What decides how many lines are fetched, of one of the caches. */
typedef struct gm_constant_use {
	double requests, fresh, again; /* summed over the grid */
	double lines;                  /* of a block */
	double room;                   /* lines of the cache that they choose from */
	double warps;                  /* that share a cache */
	double groups;                 /* blocks that those are of */
	double rounds;                 /* of blocks */
	double apart_cycles;           /* from a warp's line to another's, as other units let them */
} gm_constant_use;

/* Instructions by LDC of a load that takes ULDC for the rest; 0: of any other. */
int gm_constant_loads_beside(const gm_site *site, const gm_issue *issue);

double gm_constant_misses(gm_constant_by by, const gm_constant_use *use);

#endif
