/*
 * A finding: one thing that the reader of a prediction should look at, with its place and its
 * price.
 *
 * Findings are told in the order of gm_finding_compare: errors, then warnings by the time they
 * cost, then notes. Each carries a name that never changes, for scripts.
 *
 *     cost_s   the excess work of the finding / the rate of the unit that does it: how long that
 *              unit is busy with what a better access would not ask of it. Costs of one unit add.
 *     gain_s   predicted time - predicted time without that excess: 0 when another limit binds
 *              ("the banks would be less busy, the kernel would not be faster").
 *
 * Both are unknown, with the reason, where no time can be tied to a finding. An error means that
 * the kernel cannot run or that its results are wrong: its prediction is that of the same kernel
 * without the fault, as far as that can be told.
 */
#ifndef GM_ANALYSIS_FINDING_H
#define GM_ANALYSIS_FINDING_H

#include "kernel/kernel.h"
#include "model/kind.h"

/*        enumerator           name       what it promises */
#define GM_SEVERITY_LIST(X)                                                                        \
	X(GM_SEVERITY_ERROR, "error", "the kernel cannot run, never ends or gives wrong results")  \
	X(GM_SEVERITY_WARNING, "warning", "it costs time, or works by luck")                       \
	X(GM_SEVERITY_NOTE, "note", "what to know of the prediction")

typedef enum gm_severity {
#define X(id, name, promise) id,
	GM_SEVERITY_LIST(X)
#undef X
		GM_SEVERITY_COUNT
} gm_severity;

/*        enumerator                    name                 usual severity       what it means */
#define GM_FINDING_LIST(X)                                                                         \
	X(GM_FINDING_CANNOT_LAUNCH, "cannot_launch", GM_SEVERITY_ERROR,                            \
	  "the device cannot launch a block or grid of this shape")                                \
	X(GM_FINDING_NO_UNIT, "no_unit", GM_SEVERITY_ERROR,                                        \
	  "the device lacks what an instruction needs: tensor cores, shuffles, atomics")           \
	X(GM_FINDING_SPIN_LOCK, "spin_lock", GM_SEVERITY_ERROR,                                    \
	  "lanes spin for a lock that lanes of the same warp hold: a deadlock before Volta")       \
	X(GM_FINDING_WAITS_FOR_BLOCKS, "waits_for_blocks", GM_SEVERITY_WARNING,                    \
	  "a block spins until another has run: a deadlock unless both are resident")              \
	X(GM_FINDING_OUT_OF_BOUNDS, "out_of_bounds", GM_SEVERITY_ERROR,                            \
	  "an access outside of every argument and variable")                                      \
	X(GM_FINDING_NULL_POINTER, "null_pointer", GM_SEVERITY_ERROR,                              \
	  "an access through a null pointer")                                                      \
	X(GM_FINDING_MISALIGNED, "misaligned", GM_SEVERITY_ERROR,                                  \
	  "an address that is not a multiple of the access's size")                                \
	X(GM_FINDING_BARRIER_DIVERGENT, "barrier_divergent", GM_SEVERITY_ERROR,                    \
	  "a barrier that part of the live threads of a warp do not reach")                        \
	X(GM_FINDING_SHUFFLE_DIVERGENT, "shuffle_divergent", GM_SEVERITY_WARNING,                  \
	  "a shuffle whose mask names live lanes that do not come to it: undefined, and slow")      \
	X(GM_FINDING_BARRIER_MISMATCH, "barrier_mismatch", GM_SEVERITY_WARNING,                    \
	  "warps of a block that wait for each other at different barriers of the source")         \
	X(GM_FINDING_SHARED_RACE, "shared_race", GM_SEVERITY_ERROR,                                \
	  "two threads touch a byte of shared memory, one writes, and no barrier lies between")    \
	X(GM_FINDING_COPY_UNDER_WAY, "copy_under_way", GM_SEVERITY_ERROR,                          \
	  "shared memory is touched while cp.async still fills it: no wait for its group")         \
	X(GM_FINDING_WARP_RACE, "warp_race", GM_SEVERITY_WARNING,                                  \
	  "the same between lanes of one warp without __syncwarp: right only while the warp "      \
	  "runs in step")                                                                          \
	X(GM_FINDING_UNCOALESCED, "uncoalesced", GM_SEVERITY_WARNING,                              \
	  "global memory moves more bytes than the lanes ask for")                                 \
	X(GM_FINDING_BANK_CONFLICT, "bank_conflict", GM_SEVERITY_WARNING,                          \
	  "shared memory takes more passes than it needs")                                         \
	X(GM_FINDING_CONSTANT_SERIALISED, "constant_serialised", GM_SEVERITY_WARNING,              \
	  "lanes name different places of constant memory: a pass each")                            \
	X(GM_FINDING_CONTENDED_ATOMIC, "contended_atomic", GM_SEVERITY_WARNING,                    \
	  "many threads change few words of global memory: L2 takes them one after the other")     \
	X(GM_FINDING_DIVERGENCE, "divergence", GM_SEVERITY_WARNING,                                \
	  "lanes idle while others take another path")                                             \
	X(GM_FINDING_PARTIAL_WARP, "partial_warp", GM_SEVERITY_WARNING,                            \
	  "the last warp of a block is not full")                                                  \
	X(GM_FINDING_LOW_OCCUPANCY, "low_occupancy", GM_SEVERITY_WARNING,                          \
	  "few warps are resident")                                                                \
	X(GM_FINDING_SMALL_GRID, "small_grid", GM_SEVERITY_WARNING,                                \
	  "the grid does not fill the device once")                                                \
	X(GM_FINDING_BLOCKS_IN_TURN, "blocks_in_turn", GM_SEVERITY_WARNING,                        \
	  "blocks wait for each other through global memory")                                      \
	X(GM_FINDING_COOPERATIVE, "cooperative", GM_SEVERITY_NOTE,                                 \
	  "the kernel needs a cooperative launch, for barriers of the whole grid")                 \
	X(GM_FINDING_TAIL, "tail", GM_SEVERITY_WARNING, "the last wave of blocks is nearly empty") \
	X(GM_FINDING_SAMPLED, "sampled", GM_SEVERITY_NOTE, "counts are estimates from samples")    \
	X(GM_FINDING_TIMING, "timing", GM_SEVERITY_NOTE,                                           \
	  "counts depend on the order in which warps and blocks come")                               \
	X(GM_FINDING_ALL_BLOCKS, "all_blocks", GM_SEVERITY_NOTE,                                   \
	  "every block was walked, as asked: counts are exact")                                    \
	X(GM_FINDING_REGISTERS_UNKNOWN, "registers_unknown", GM_SEVERITY_NOTE,                     \
	  "registers are taken not to limit the occupancy")                                        \
	X(GM_FINDING_SPILLS, "spills", GM_SEVERITY_WARNING,                                        \
	  "the compiler keeps registers in local memory, as there are too few") \
	X(GM_FINDING_DEBUG, "debug", GM_SEVERITY_WARNING,                                          \
	  "PTX for a debugger: what is not optimized runs longer than what is predicted")          \
	X(GM_FINDING_NO_MODEL, "no_model", GM_SEVERITY_NOTE,                                       \
	  "instructions without a model are executed: what depends on them is unknown")            \
	X(GM_FINDING_ZEROS_DECIDE, "zeros_decide", GM_SEVERITY_WARNING,                            \
	  "an array of which nobody said what it holds decides paths or addresses, as zeros")      \
	X(GM_FINDING_WARM_AS_COLD, "warm_as_cold", GM_SEVERITY_NOTE,                               \
	  "warm caches are predicted as cold ones")                                                \
	X(GM_FINDING_LATER_LAUNCH, "later_launch", GM_SEVERITY_NOTE,                               \
	  "what the launch before has left in memory decides what a later one does")               \
	X(GM_FINDING_LIMIT_UNKNOWN, "limit_unknown", GM_SEVERITY_NOTE,                             \
	  "a limit of the device is left out")

typedef enum gm_finding_id {
#define X(id, name, severity, what) id,
	GM_FINDING_LIST(X)
#undef X
		GM_FINDING_COUNT
} gm_finding_id;

enum { GM_FINDING_TEXT = 480 };

typedef struct gm_finding {
	gm_finding_id id;
	gm_severity severity;
	const char *file; /* of `line`; "" when it is not about a line */
	int line;         /* in the kernel's source; 0 when it is not about a line */
	int ptx_line;     /* in the PTX text; 0 without one */
	int site;         /* -1 when it is not about one */
	int other_site;   /* the other side of a race; -1 */
	gm_value cost_s;
	gm_value gain_s;
	char text[GM_FINDING_TEXT];
} gm_finding;

/* Static texts. */
const char *gm_severity_name(gm_severity severity);
const char *gm_finding_name(gm_finding_id id);
const char *gm_finding_what(gm_finding_id id);
gm_severity gm_finding_severity(gm_finding_id id); /* the usual one */

/* Fills file, line and ptx_line from the site. */
void gm_finding_place(gm_finding *finding, const gm_kernel *kernel);

/* For qsort: errors first; then the larger gain, the larger cost, the order of GM_FINDING_LIST and
   of the sites. */
int gm_finding_compare(const void *a, const void *b);

#endif
