/*
 * Divergence of a kernel: warp instructions issued against lanes used, site by site, whole grid.
 *
 * A lane of an issued instruction is used, or switched off by a condition or a loop that ended for it,
 * or missing because the block's last warp is not whole. Two sites that a warp executes one directly
 * after the other with no lane in common are the paths of one condition, serialised.
 *
 * Counts are exact where the kernel proved the blocks that stand for its grid (`exact`).
 */
#ifndef GM_ANALYSIS_DIVERGENCE_H
#define GM_ANALYSIS_DIVERGENCE_H

#include "device/device.h"
#include "kernel/kernel.h"

/*        enumerator                   what is counted, per site */
#define GM_DIVERGENCE_LIST(X)                                                                      \
	X(GM_DIVERGENCE_INSTRUCTIONS, "warp instructions executed")                                \
	X(GM_DIVERGENCE_LANES, "lanes active in them")                                             \
	X(GM_DIVERGENCE_OFF, "lanes switched off in them")                                         \
	X(GM_DIVERGENCE_MISSING, "lanes that the block's last warp lacks")                         \
	X(GM_DIVERGENCE_PARTIAL, "warp instructions with a lane switched off")                     \
	X(GM_DIVERGENCE_ALTERNATIONS, "times it followed a site of other lanes of the warp")

typedef enum gm_divergence_counter {
#define X(id, what) id,
	GM_DIVERGENCE_LIST(X)
#undef X
	        GM_DIVERGENCE_COUNT
} gm_divergence_counter;

typedef struct gm_site_divergence {
	int64_t of[GM_DIVERGENCE_COUNT];
	int other; /* the first site that this one followed for other lanes; -1: none */
} gm_site_divergence;

typedef struct gm_divergence {
	const gm_kernel *kernel; /* borrowed */
	const gm_device *device; /* borrowed */
	gm_site_divergence *sites; /* one per site of the kernel */
	int64_t total[GM_DIVERGENCE_COUNT];
	int warp_lanes;
	bool exact;
	char why[256]; /* when not exact */
} gm_divergence;

/* Disposed by the caller also after a failure. */
gm_status gm_divergence_gather(const gm_kernel *kernel, const gm_device *device, gm_divergence *out,
                               gm_error *err);
void gm_divergence_dispose(gm_divergence *divergence);

#endif
