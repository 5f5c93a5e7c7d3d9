/*
 * Why one prediction is faster than another: two kernels on a device, or a kernel on two devices.
 *
 * Rows set the work, the resources and the rates side by side. The change of time is attributed to
 * the limits: each limit's time before is exchanged for the one after, and the time predicted
 * anew; a limit's share is the mean of what its exchange changes over all orders of exchanging
 * (Shapley's value), so that the shares add up to the whole change and do not depend on an order.
 * A limit that is hidden behind another before and after has a share of 0, however much its own
 * time changes. A limit that is unknown on one side is left out on both, for its time there would
 * count as 0 and the other side be blamed for it: times are then compared as far as they are known.
 *
 * The verdict names the limit with the largest share in the direction of the change, and of time =
 * work / rate that which changed more. All of it is computed from the two predictions.
 */
#ifndef GM_ANALYSIS_COMPARE_H
#define GM_ANALYSIS_COMPARE_H

#include "analysis/predict.h"

enum { GM_COMPARISON_ROWS_MAX = 64, GM_COMPARISON_LABEL = 128 };

/*        enumerator               name         heading */
#define GM_COMPARISON_LIST(X)                                                                      \
	X(GM_COMPARISON_RESULT, "result", "the prediction")                                        \
	X(GM_COMPARISON_WORK, "work", "what the kernels do")                                       \
	X(GM_COMPARISON_BYTES, "bytes", "bytes that move at each level")                           \
	X(GM_COMPARISON_RESIDENCE, "residence", "what an SM holds")                                \
	X(GM_COMPARISON_DEVICE, "device", "what the devices have")

typedef enum gm_comparison_group {
#define X(id, name, heading) id,
	GM_COMPARISON_LIST(X)
#undef X
	        GM_COMPARISON_GROUP_COUNT
} gm_comparison_group;

const char *gm_comparison_group_name(gm_comparison_group group);
const char *gm_comparison_group_heading(gm_comparison_group group);

typedef struct gm_comparison_row {
	gm_comparison_group group;
	const char *name; /* static */
	const char *unit; /* as in analysis/derivation.h */
	gm_value before, after;
	bool matters; /* of a device: it is the rate of a limit that holds before or after */
} gm_comparison_row;

typedef struct gm_comparison_term {
	int limit;
	gm_value before_s, after_s;
	double work_before, work_after; /* 0: the model does not tell */
	double rate_before, rate_after; /* per second; 0: the model does not tell */
	gm_value share_s;               /* of the change of the predicted time; negative: faster; unknown
					   when the time before or after is */
} gm_comparison_term;

typedef struct gm_comparison {
	const gm_prediction *before, *after; /* borrowed */
	bool same_kernel;  /* one file and one set of parameters: the devices differ */
	bool same_device;
	char before_label[GM_COMPARISON_LABEL], after_label[GM_COMPARISON_LABEL];
	int left_out[GM_LIMITS_COUNT]; /* limits with work that are unknown before or after */
	int left_out_count;
	gm_value before_s, after_s; /* the times without these */
	gm_value change_s; /* after - before, as the next of the times without what is left out */
	gm_value speedup;  /* before / after */
	gm_comparison_row rows[GM_COMPARISON_ROWS_MAX];
	int rows_count;
	gm_comparison_term terms[GM_LIMITS_COUNT]; /* the largest share first */
	int terms_count;
	char verdict[900];
} gm_comparison;

/* Cannot fail: what is unknown in one of them stays so. */
void gm_compare(const gm_prediction *before, const gm_prediction *after, gm_comparison *out);

/* ---- the steps, one file each ---- */

/* compare.c: the limits of one side without those that are left out. */
void gm_comparison_limits(const gm_comparison *comparison, const gm_prediction *side,
			  gm_limit_time out[GM_LIMITS_COUNT]);
void gm_comparison_fill_rows(gm_comparison *comparison);    /* compare_rows.c */
void gm_comparison_fill_terms(gm_comparison *comparison);   /* compare_terms.c */
void gm_comparison_fill_verdict(gm_comparison *comparison); /* compare_verdict.c */

#endif
