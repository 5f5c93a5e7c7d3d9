/*
 * What to change: for each thing that could be better, the evidence, and what a prediction of the
 * kernel with that change says. Nothing is guessed: every effect is a prediction.
 *
 *     coalesce   the lanes of a site name neighbouring words: its requests move what they need
 *     passes     a global site's requests pass the banks of L1 as often as its bytes need
 *     conflicts  a shared array is laid out so that its accesses do not conflict (a longer row, a
 *                swizzle: analysis/access_advice.h, checked over a block)
 *     constant   lanes name one word of constant memory at a time
 *     aggregate  the lanes of a warp that meet on one word are combined before one goes to memory
 *     privatize  each block counts in shared memory and adds its counts to global memory once
 *     registers  as many fewer registers per thread as give one more block per SM
 *     shared     as much less shared memory per block
 *     resident   as if every warp that an SM holds were resident: the most that occupancy can give
 *     unroll     a block waits half as long for its operands, at most: twice as much under way
 *     widen      each thread takes neighbouring elements in one access of 16 bytes (float4), where it
 *                takes one now
 *     parameter  another value of a parameter that shapes the block
 *     ceiling    the limit that binds takes no time: the most that any work on it can give
 *
 * They are told by the time they save, not by the occupancy or the bytes they change; one that
 * saves nothing is told all the same where it is what readers try first ("occupancy would rise
 * from 50 % to 100 %, the time would not"). Gains do not add.
 */
#ifndef GM_ANALYSIS_REMEDY_H
#define GM_ANALYSIS_REMEDY_H

#include "analysis/predict.h"

/*        enumerator            name */
#define GM_REMEDY_LIST(X)                                                                          \
	X(GM_REMEDY_COALESCE, "coalesce")                                                          \
	X(GM_REMEDY_PASSES, "passes")                                                              \
	X(GM_REMEDY_CONFLICTS, "conflicts")                                                        \
	X(GM_REMEDY_CONSTANT, "constant")                                                          \
	X(GM_REMEDY_AGGREGATE, "aggregate")                                                        \
	X(GM_REMEDY_PRIVATIZE, "privatize")                                                        \
	X(GM_REMEDY_REGISTERS, "registers")                                                        \
	X(GM_REMEDY_SHARED, "shared")                                                              \
	X(GM_REMEDY_RESIDENT, "resident")                                                          \
	X(GM_REMEDY_UNROLL, "unroll")                                                              \
	X(GM_REMEDY_WIDEN, "widen")                                                                \
	X(GM_REMEDY_PARAMETER, "parameter")                                                        \
	X(GM_REMEDY_CEILING, "ceiling")

typedef enum gm_remedy_id {
#define X(id, name) id,
	GM_REMEDY_LIST(X)
#undef X
	        GM_REMEDY_ID_COUNT
} gm_remedy_id;

const char *gm_remedy_id_name(gm_remedy_id id); /* static */

enum { GM_REMEDYS_MAX = 48, GM_REMEDY_TEXT = 400 };

typedef struct gm_remedy {
	gm_remedy_id id;
	int site;                 /* -1 when it is not about one */
	int line;                 /* 0 when it is not about a line */
	char what[GM_REMEDY_TEXT];     /* "Coalesce load A[k*n + row]" */
	char evidence[GM_REMEDY_TEXT]; /* "16 transactions per request, 12 % of 512 bytes used" */
	char effect[GM_REMEDY_TEXT];   /* "the time falls from 45.4 ms to 10.4 ms (4.38x); ..." */
	gm_value time_s;          /* with the change */
	gm_value gain_s;          /* before - after; negative when it is slower */
	double occupancy_ratio;   /* with the change */
	int binding;              /* the limit that holds then; -1 */
} gm_remedy;

typedef struct gm_remedies {
	gm_remedy items[GM_REMEDYS_MAX]; /* the largest gain first */
	int count;
} gm_remedies;

/* Loads the kernel of a prediction with one parameter changed; *out is freed by the caller.
   Refusals are no failures: the value is then passed over. */
typedef gm_status gm_variant_loader(void *state, const gm_kernel *kernel, const char *parameter,
                                    int64_t value, gm_kernel **out, gm_error *err);

/* `load` may be NULL: then no parameter is tried. Cost: a prediction for each change. */
gm_status gm_remedies_find(const gm_prediction *prediction, gm_variant_loader *load,
                           void *load_state, gm_remedies *out, gm_error *err);

/* Predicted time if a limit took none; unknown as the time itself. */
gm_value gm_prediction_time_without(const gm_prediction *prediction, int limit);

#endif
