/*
 * The machine that PTX is lowered to, and the state it runs on.
 *
 * A step (program.h) is one instruction with its operands as places in the register file of a warp. The file is
 * cut into units of 128 bytes: 32 lanes of 32 bits. A 64-bit register takes two units, a 128-bit
 * one four (low halves, then high halves); 8- and 16-bit values stand zero-extended in a 32-bit
 * lane; a predicate is the first 32-bit word of its unit, one bit per lane. Constants and special
 * registers have units too, filled when a warp starts, so that every operand is read in the same
 * way and loops over lanes vectorise.
 */
#ifndef GM_SIMT_MACHINE_H
#define GM_SIMT_MACHINE_H

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "kernel/kernel.h"
#include "kernel/races.h"
#include "ptx/module.h"
#include "simt/memory.h"
#include "simt/program.h"

#include <stdbool.h>
#include <stdint.h>

/* A path of a warp: its lanes, where they are, and where they wait for the others. */
typedef struct ptx_path {
	int32_t pc, reconverge;
	uint32_t mask;
	bool parked; /* at a barrier, until the others of the warp have come or gone */
	bool left;   /* a loop, for the end of the kernel, and waits for those that turn on; see apart.h */
	bool held;   /* at the head of a loop, until others have made their turns; see turns.h */
	int64_t turns; /* of that loop that its lanes make together */
} ptx_path;

typedef enum ptx_state { WARP_READY, WARP_AT_BARRIER, WARP_WAITING, WARP_DONE } ptx_state;

struct ptx_warp {
	unsigned char *registers;
	unsigned char *initial; /* as a block finds those that must be fresh, but for what its place
				   makes; NULL until the first block */
	ptx_machine *machine;
	const ptx_program *program;
	ptx_path *paths; /* the last one runs */
	int paths_count;
	size_t paths_room;
	int id;
	uint32_t lanes; /* that exist in the block */
	uint32_t alive; /* that have not exited */
	ptx_state state;
	int barrier, barrier_threads; /* while WARP_AT_BARRIER */
	const ptx_step *barrier_step;
	uint32_t barrier_mask, barrier_votes;
	ptx_space went_to; /* by the memory step just run */
	bool asks_to_wait;
	bool telling;  /* it stands before a step that tells others something; see await.h */
	bool waited;       /* for a turn of the others, before its own */
	int32_t spin_loop; /* that it turned in last; -1 */
	int32_t muted; /* a spin whose turns change nothing, and are not told; -1 */
	int32_t last_pc;
	uint64_t streamed;    /* instructions of this warp so far */
	uint64_t *producer;   /* per unit: 1 + number of the instruction that made it, 0 none */
	unsigned char *local; /* local_bytes per lane, lane after lane */
	uint64_t address[PTX_LANES]; /* of the memory step just run */
	uint32_t address_mask;
	uint8_t bytes;  /* of each lane of the access that is streamed, where its turn says; 0 */
	uint8_t values; /* of the match just run: that its lanes have; 0: it was not run */
	struct ptx_attempt *attempts; /* loop cuts in progress, from the outside in; see cut.h */
	int attempts_count;
	int axes_count; /* the first attempts compare blocks along axes of the grid; see proof.h */
	struct ptx_loop_state *loop_states; /* per loop */
	int32_t program_loops;              /* how many */
	uint64_t spins;
	uint64_t seen_changes; /* of the machine, at the last turn of a spin */
	int stuck_turns;       /* of a spin, since anything changed */
	int32_t forced_loop;   /* a spin that is left although what it waits for has not come; -1 */
};

/* What a step takes; see await.h. */
typedef struct ptx_cost {
	float clocks;
	float answer; /* of memory: until it is there */
} ptx_cost;

enum { PTX_VIEW_AXES = 4 }; /* numbers that a grid is read as; see proof.h */

struct ptx_machine {
	const ptx_program *program;
	ptx_memory *memory;
	const gm_sink *sink; /* NULL: nothing is streamed */
	gm_error *err;
	gm_status status;
	gm_dim3 grid, block, block_index;
	int warps_count;
	int only_warp; /* the only one that is run; -1: all are */
	ptx_warp *warps;
	unsigned char *shared;
	int64_t shared_bytes;
	int64_t budget; /* warp instructions left */
	int64_t lane_instructions;
	bool may_cut;
	const struct ptx_machine *like; /* NULL, or one of the same kernel that knows how a block begins: lasts longer */
	bool single; /* it runs one block, and needs not know how to begin another */
	int64_t guess_below; /* with less budget left than this, turns of loops may stand for others
				without a proof; see PTX_LOOSE_AFTER */
	int64_t hasty_below; /* with less than this, sooner; see PTX_HASTY_LOOSE_AFTER */
	bool idle;               /* steps that decide nothing are streamed without being computed */
	bool admits;             /* accesses that move from block to block in unknown ways */
	int axes[PTX_VIEW_AXES], axes_count; /* of the view, to compare blocks along; see proof.h */
	int view_axis[PTX_VIEW_AXES];        /* of the grid, for each axis of the view */
	int64_t view_step[PTX_VIEW_AXES];    /* and by how much the block index moves along it */
	unsigned axes_failed;    /* bit i: blocks along axes[i] are not followed any more */
	int32_t *spans;          /* loops marked and not yet repeated, each around the next */
	int spans_count;
	int64_t *nowhere;                    /* per site: no advance */
	int *failures; /* per loop: attempts to cut it that came to nothing, since the last block of
			  which a turn was cut */
	bool *has_cut; /* per loop: one did not, in this block */
	struct ptx_patience *patience; /* per loop; see cut.h */
	bool may_wait; /* before loops are cut: nobody asks in which order turns come */
	struct ptx_block_state *block_state; /* of the loop with barriers being cut; see cut.h */
	int barrier_arrived[PTX_BARRIERS];
	uint64_t clock;
	const gm_site *sites;
	struct ptx_contest *contest; /* NULL: nobody else changes what this block reads; see contest.h */
	bool yields;      /* its blocks run side by side with others: a warp waits after each step that yields */
	bool alone;         /* blocks draw as those that are replayed do, though nobody is told; see queue.h */
	struct ptx_drawing *drawing; /* NULL: nobody asks what they leave of the counter */
	uint64_t drawn;     /* numbers that the block has drawn; see queue.h */
	bool draws_each;    /* each thread its own */
	uint64_t *drawn_by; /* then per thread; NULL: none was */
	const struct ptx_cost *costs; /* per step; NULL: it is alone, and nobody asks how long it takes */
	double spent;    /* clocks */
	double answer;   /* of them, the longest that what was loaded is waited for */
	double *marked;  /* per loop: `spent` where the turns begin that stand for others */
	bool tolerates;   /* goes on after hazards that decide nothing; see hazards.h */
	gm_races *races;  /* NULL: nobody listens, or nothing is shared */
	int64_t races_looked; /* accesses so far */
	gm_races_moment *races_marked; /* per loop: where the turns begin that stand for others */
	struct ptx_told *told;
	size_t told_count, told_room;
	int32_t freed_loop;     /* lanes waiting behind it were let go while all spun; -1 */
	uint64_t freed_changes; /* `changes` until then */
	gm_offers offers; /* of the step just run, where it offers */
	uint64_t changes; /* steps that have changed what another thread may wait for */
	uint64_t opened;  /* of these, barriers */
	bool parted;      /* lanes that had left a loop waited for those that turned on, and were not joined again */
	bool guessed;     /* turns of a loop stood for others whose paths are not proven to be theirs */
	int64_t left_out; /* budget that turns would have cost for which others stood without proof */
	bool *scattered;  /* per site: turns stood for others whose addresses are not known */
	struct ptx_strokes *strokes; /* what rows of steps have come to, where it is told late; NULL:
					at once. See straight.h */
	const struct rare_watch *watch; /* who looks at the operands of divisions; see rare_observe.c */
	uint32_t counted_mask; /* ptx_lanes_counted: the mask counted last, and its lanes */
	int counted_lanes;
	int idle_rounds;  /* in which every warp waited and nothing changed */
};

/* Most masks are full. */
static inline int
ptx_lanes_of(uint32_t mask)
{
	return mask == PTX_ALL_LANES ? PTX_LANES : gm_bits_count(mask);
}

/* The same, of a mask that is mostly the one asked for last. */
static inline int
ptx_lanes_counted(ptx_machine *machine, uint32_t mask)
{
	if (mask != machine->counted_mask) {
		machine->counted_mask = mask;
		machine->counted_lanes = ptx_lanes_of(mask);
	}
	return machine->counted_lanes;
}

static inline uint32_t *
ptx_u32(ptx_warp *warp, uint32_t unit)
{
	return (uint32_t *)(void *)(warp->registers + (size_t)unit * PTX_UNIT_BYTES);
}

/* Of these lanes, those that execute the step. */
static inline uint32_t
ptx_guarded(ptx_warp *warp, const ptx_step *step, uint32_t lanes)
{
	if (step->guard == PTX_NO_UNIT)
		return lanes;
	const uint32_t p = *ptx_u32(warp, step->guard);
	return lanes & (step->guard_negated ? ~p : p);
}

static inline uint64_t *
ptx_u64(ptx_warp *warp, uint32_t unit)
{
	return (uint64_t *)(void *)(warp->registers + (size_t)unit * PTX_UNIT_BYTES);
}

static inline float *
ptx_f32(ptx_warp *warp, uint32_t unit)
{
	return (float *)(void *)(warp->registers + (size_t)unit * PTX_UNIT_BYTES);
}

static inline double *
ptx_f64(ptx_warp *warp, uint32_t unit)
{
	return (double *)(void *)(warp->registers + (size_t)unit * PTX_UNIT_BYTES);
}

static inline void
gm_ptx_spend(ptx_warp *warp, const ptx_step *step)
{
	ptx_machine *m = warp->machine;
	const ptx_cost *cost = &m->costs[step - warp->program->steps];
	m->spent += (double)cost->clocks;
	m->answer = (double)cost->answer > m->answer ? (double)cost->answer : m->answer;
}

/* Of a wait for other blocks one turn is told. */
static inline bool
ptx_is_muted(const ptx_warp *warp, const ptx_step *step)
{
	return warp->muted >= 0 &&
	       gm_ptx_loop_has_step(warp->program, &warp->program->loops[warp->muted],
				    (int32_t)(step - warp->program->steps));
}

/* Stops the machine with a message that names the source line of the step; returns the status. */
gm_status gm_ptx_stop(ptx_machine *machine, const ptx_step *step, gm_status status,
		      const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
