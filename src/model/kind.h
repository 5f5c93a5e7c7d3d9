/*
 * How sure a predicted value is. Nothing is summed over an unknown in silence.
 */
#ifndef GM_MODEL_KIND_H
#define GM_MODEL_KIND_H

/*        enumerator       name       what it promises */
#define GM_KIND_LIST(X)                                                                            \
	X(GM_KIND_EXACT, "exact", "follows from the input alone")                                  \
	X(GM_KIND_BOUND, "bound", "a run cannot beat it")                                          \
	X(GM_KIND_SAMPLED, "sampled", "counted on blocks drawn from the grid; the spread is stated") \
	X(GM_KIND_TIMING, "timing", "counted in one of the orders in which warps and blocks may come; what decides is named") \
	X(GM_KIND_MODEL, "model", "an estimate")                                                   \
	X(GM_KIND_UNKNOWN, "unknown", "not known; the reason is given")

typedef enum gm_kind {
#define X(id, name, promise) id,
	GM_KIND_LIST(X)
#undef X
	        GM_KIND_COUNT
} gm_kind;

const char *gm_kind_name(gm_kind kind);

/* The weaker of two: what a result that uses both can promise. */
gm_kind gm_kind_weaker(gm_kind a, gm_kind b);

/* A number and how sure it is. `why` is static text: the reason of an unknown, or what a model or
   bound assumes; never NULL. */
typedef struct gm_value {
	double value; /* meaningless when unknown */
	gm_kind kind;
	const char *why;
} gm_value;

gm_value gm_value_unknown(const char *why);

#endif
