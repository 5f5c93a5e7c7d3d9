/*
 * Phases of a block: what it does between two barriers.
 *
 * Within a phase a block waits and works at the same time, but what it waits for in one phase is not
 * covered by its work in the next: no warp passes a barrier before the last has come. The blocks of an SM
 * start together and stay nearly in step, so they cover little of it for each other. For so many
 * resident blocks
 *
 *     together = sum over the phases of norm_2(wait, blocks * busy)
 *
 * where `wait` is how long the phase takes a block that waits for its operands alone (model/chain.h) and
 * `busy` what one block takes of the schedulers, the passes of the data banks or matches of lanes, the longest. With one
 * phase this is the norm of a kernel without barriers (model/limits.h).
 */
#ifndef GM_MODEL_PHASES_H
#define GM_MODEL_PHASES_H

enum {
	GM_PHASES_LEVELS = 3,   /* loads served by L1, L2, DRAM */
	GM_PHASES_RESIDENT = 6, /* for 1, 2, 4, ... 32 blocks */
};

/* All in clocks. */
typedef struct gm_phase_sums {
	double together[GM_PHASES_RESIDENT][GM_PHASES_LEVELS];
	double busy; /* of one block */
} gm_phase_sums;

typedef struct gm_phases {
	double issue, passes, matches; /* since the last barrier */
	double began[GM_PHASES_LEVELS];
	gm_phase_sums sums;
} gm_phases;

/* The last warp has come to a barrier, or to the end, and all go on at `now`. */
void gm_phases_close(gm_phases *phases, const double now[GM_PHASES_LEVELS]);

/* What was closed since `before` happens `times` more; each time takes the clocks on by `more`. */
void gm_phases_repeat(gm_phases *phases, const gm_phases *before, double times,
                      const double more[GM_PHASES_LEVELS]);

/* to += by * from. */
void gm_phase_sums_add(gm_phase_sums *to, const gm_phase_sums *from, double by);

/* `together` for any number of resident blocks, between those that it is known for. */
double gm_phase_sums_at(const gm_phase_sums *sums, double resident, int level);

#endif
