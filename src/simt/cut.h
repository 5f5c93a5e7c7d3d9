/*
 * Loops: spinning ones let others run; repeating ones are cut short.
 *
 * At the first step of a loop (for a loop with barriers: when all warps of the block wait at the
 * same barrier of it) the registers that decide are compared with what they were some turns before.
 * If they have changed by constants, the next turns are followed with ptx_period, and when that
 * proves that they repeat, the remaining ones are skipped: the stream says so, the registers jump.
 * The number of turns of a period is 1 at first, more for loops that alternate (double buffers),
 * and then as many as bring every address to a multiple of GM_SHARED_ALIGNMENT_BYTES further.
 */
#ifndef GM_SIMT_CUT_H
#define GM_SIMT_CUT_H

#include "simt/change.h"
#include "simt/machine.h"

enum {
	PTX_ATTEMPTS_MAX = 8,
	/* A loop whose addresses follow data is never proven to repeat. When it has turned so often
	   and its path at least is proven, the last turns stand for the rest: a sample of its
	   addresses. */
	PTX_LOOSE_AFTER = 256,
	PTX_LOOSE_TURNS = 64,
	/* After so many rounds of that, branches that stay inside the loop may follow data too. */
	PTX_GUESS_ROUNDS = 3,
	/* A long block is walked in haste from some place on (machine.hasty_below): no rounds without a guess, and fewer turns
	   before it and for it, as many as bring addresses whole lines further: of bank rules, Kepler's alone needs
	   twice that. */
	PTX_HASTY_LOOSE_AFTER = 24,
	PTX_HASTY_LOOSE_TURNS = 16,
	PTX_HASTY_ALIGNMENT_BYTES = GM_GLOBAL_ALIGNMENT_BYTES,
};

typedef enum ptx_stage {
	STAGE_IDLE,
	STAGE_PATIENT, /* see ptx_patience */
	STAGE_WATCHING,
	STAGE_PROVING,
	STAGE_GIVEN_UP
} ptx_stage;

/* Following a turn costs several times what walking it does: where jumps save less than that, as in a loop
   of few turns that many blocks go through, the loop is left alone for its first turns, more of them each
   time that it still does not pay, and fewer when it does. */
typedef struct ptx_patience {
	int64_t gain; /* budget that jumps saved, less what following cost, since the last change */
	int turns;    /* that are walked before anything is tried */
} ptx_patience;

/* What a warp remembers of a loop while it turns. */
typedef struct ptx_loop_state {
	ptx_stage stage;
	bool loose;       /* see PTX_LOOSE_AFTER */
	bool guesses;     /* see PTX_GUESS_ROUNDS */
	int rounds;       /* of loose attempts since the loop was entered */
	int seen;         /* turns since nothing more was tried */
	int wait;         /* turns until the registers are compared */
	int trial;        /* row of the table of periods */
	uint64_t *values; /* 32 per tracked register */
	uint32_t mask;
	int paths_count;
	int64_t round, rest; /* turns of its round, and those of them to come, this one included; see turns.h */
	bool alone;          /* the turn stands alone behind the rounds, */
	bool alike, odd;     /* its lanes turn alike, an odd number of times since they do */
	int64_t turns, turn; /* of a loop that takes loads along: in all, and which it is; see turns.h */
} ptx_loop_state;

/* A period being followed. Attempts of a warp nest, from the outside in. */
typedef struct ptx_attempt {
	ptx_period period;
	int32_t loop;
	int turns, left;
	uint32_t mask;
	int paths_count;
	bool dead;           /* the warp has left the loop */
	int64_t budget;      /* of the machine when it began */
	int room;            /* tracked registers that what follows has room for */
	uint64_t *values;    /* of the tracked registers at the start, 32 each */
	ptx_change *start;   /* their assumed changes */
	ptx_change *outside; /* their changes in each enclosing attempt, at the start */
	int outside_count;
} ptx_attempt;

/* The loop with barriers that the whole block turns in. */
typedef struct ptx_block_state {
	ptx_stage stage;
	int32_t loop;            /* -1 none */
	const ptx_step *barrier; /* where its turns are counted */
	int wait, left, trial, turns, seen;
	bool loose;
	int64_t *advance; /* per site, of all warps together */
	bool *touched;
} ptx_block_state;

/* What to do after a period: the next trial, a wider period, or the jump. */
typedef enum ptx_verdict { VERDICT_NEXT, VERDICT_WIDEN, VERDICT_JUMP, VERDICT_GIVE_UP } ptx_verdict;
ptx_verdict gm_ptx_verdict(bool proven, int64_t limit, int64_t aligned, int turns);
void gm_ptx_stop_endless(ptx_warp *warp, int32_t loop);

void gm_ptx_cut_init(ptx_warp *warp, const ptx_program *program);
void gm_ptx_cut_dispose(ptx_warp *warp);
void gm_ptx_cut_start(ptx_warp *warp);
bool gm_ptx_may_guess(const ptx_machine *machine);
bool gm_ptx_is_hasty(const ptx_machine *machine);
/* PTX_LOOSE_AFTER, or what stands for it in haste. */
int gm_ptx_loose_after(const ptx_machine *machine);
/* A block begins. A loop of which the blocks before have cut no turn is tried less often. */
void gm_ptx_cut_restart(ptx_machine *machine);

/* The warp is at the first step of a loop. True when something changed and the step must be looked
   up again. */
bool gm_ptx_cut_arrive(ptx_warp *warp, const ptx_step *step);
/* The same of a turn that only counts, without an attempt in progress; false, and nothing done, of another. */
bool gm_ptx_cut_passes(ptx_warp *warp, const ptx_step *step);

/* The step is about to run. */
void gm_ptx_cut_follow(ptx_warp *warp, const ptx_step *step, uint32_t path, uint32_t active);
/* The same of a row that begins with the step (straight.h): false where one of its changes would be followed. */
bool gm_ptx_cut_lets_go(ptx_warp *warp, const ptx_step *step);

/* cut_block.c: every warp of the block has run as far as it can, before barriers open. */
void gm_ptx_cut_block(ptx_machine *machine);
void gm_ptx_cut_block_start(ptx_machine *machine);

/* attempt.c */
/* Room for attempt number `index`; loop -1 for one that spans the whole kernel. */
ptx_attempt *gm_ptx_attempt_room(ptx_warp *warp, int index, int32_t loop);
/* How many periods bring an advance to a multiple of the alignment, a power of two. */
int64_t gm_ptx_periods_to_align(int64_t advance, int64_t alignment_bytes);
void gm_ptx_period_reset(ptx_period *period);
void gm_ptx_watch(ptx_warp *warp, int32_t loop, int turns);
/* True when the lanes are those that were watched. */
bool gm_ptx_watched_lanes(const ptx_warp *warp, int32_t loop);
/* Begins a period of as many turns as were watched; or of `factor` periods just proven. */
bool gm_ptx_attempt_begin(ptx_warp *warp, int32_t loop, int turns, bool loose);
void gm_ptx_attempt_widen(ptx_warp *warp, int factor);
/* Whether the innermost attempt proves that `limit` further periods run the same way, and how many
   of them bring every address to a multiple of the alignment. */
bool gm_ptx_attempt_judge(ptx_warp *warp, int64_t *limit, int64_t *aligned);
/* The registers jump over `periods`. */
void gm_ptx_attempt_apply(ptx_warp *warp, int64_t periods);
void gm_ptx_attempt_drop(ptx_warp *warp);
/* Turns were left out for the attempt: what they may do otherwise than those walked. */
void gm_ptx_attempt_admit(ptx_machine *machine, const ptx_attempt *attempt, int64_t periods);
/* Turns of the trial, 0 after the last. */
int gm_ptx_trial_turns(int trial);

#endif
