/*
 * The roofline: what predictions and measured runs are as points under the roofs of their devices.
 *
 *     a roof of a memory      rate = intensity * bandwidth        FLOP/s = FLOP/B * B/s
 *     a roof of arithmetic    rate = peak
 *     a kernel at a level     (flop / bytes at that level, flop / time)
 *
 * Every number is one of the prediction's own: bytes and intensity of its ladder, floating-point
 * operations, predicted time. A kernel has one point per level, all at the same height, since it
 * has one time. Two kinds of levels:
 *
 *     transactions, l2, dram    bytes that hardware moves: the point stands at the predicted rate
 *     requested, distinct       bytes as the lectures count them, as if nothing were cached: no
 *                               hardware moves them, so the point stands on the roof itself, where
 *                               the lecture puts the kernel
 *
 * A measured run becomes a point at its measured time. Its work and its bytes are counters of the
 * run where it has them, else the prediction's: `counted` says which.
 *
 * Kernels without floating-point work have no place in this diagram. They, and what the device
 * cannot launch, are left out and named in the notes.
 *
 * Source: Williams, Waterman, Patterson, CACM 52(4), 2009; one point per memory level: Yang,
 * Kurth, Williams, Hierarchical Roofline Analysis for GPUs, CCPE 2020.
 */
#ifndef GM_ANALYSIS_ROOFLINE_H
#define GM_ANALYSIS_ROOFLINE_H

#include "analysis/predict.h"
#include "base/text.h"
#include "kernel/runs.h"

/*        enumerator                 name         what the point is */
#define GM_ROOFLINE_POINT_LIST(X)                                                                  \
	X(GM_POINT_PREDICTED, "predicted", "at the predicted time")                                \
	X(GM_POINT_MEASURED, "measured", "at the time a run took")                                 \
	X(GM_POINT_READING, "roof", "on the roof, as if nothing were cached")

typedef enum gm_point_kind {
#define X(id, name, what) id,
	GM_ROOFLINE_POINT_LIST(X)
#undef X
		GM_POINT_KIND_COUNT
} gm_point_kind;

const char *gm_point_kind_name(gm_point_kind kind);

/* A roof of one device. Those that coincide are one, their names joined: "FP32, FP16". */
typedef struct gm_roof {
	int device;
	bool memory;      /* rate is byte/s; else flop/s */
	double rate;
	const char *name; /* "DRAM", "L1, shared memory", "FP32 without FMA" */
} gm_roof;

typedef struct gm_roofline_device {
	const gm_device *device; /* borrowed */
	const char *name;        /* as the reader knows it: h100 */
} gm_roofline_device;

typedef struct gm_roofline_parameter {
	const char *name;
	int64_t value;
	bool overridden;
} gm_roofline_parameter;

/* One kernel with its parameters on one device. */
typedef struct gm_roofline_series {
	int device;
	const char *kernel;
	const gm_roofline_parameter *parameters;
	int parameters_count;
	const char *label; /* what tells it from the others: "tiled_mm TILE=8 h100" */
	const char *limit; /* what holds it; "" when that is not known */
	double flop;
	gm_value time_s, compute_roof_flop_per_s;
	gm_ladder_step ladder[GM_LEVEL_COUNT];
	int path; /* series of one path are one kernel over variants or devices; -1: alone */
} gm_roofline_series;

typedef struct gm_roofline_point {
	int series;
	gm_level level;
	gm_point_kind kind;
	double intensity_flop_per_byte, flop_per_s;
	double attainable_flop_per_s; /* the roof above it, or it stands on; 0 when not known */
	double spread_ratio;          /* of a measured rate; 0 when not said */
	bool counted;                 /* measured: bytes and work are counters of the run */
	bool warm;                    /* measured with warm caches */
} gm_roofline_point;

typedef struct gm_roofline {
	gm_arena *arena;
	bool wanted[GM_LEVEL_COUNT];
	bool levels_chosen; /* by the caller; else by the number of devices */
	gm_roofline_device *devices;
	int devices_count;
	gm_roof *roofs; /* by device, memories first, slowest first */
	int roofs_count;
	gm_roofline_series *series;
	int series_count;
	gm_roofline_point *points; /* by series, then kind, then level */
	int points_count;
	const char **notes; /* what is left out, and why */
	int notes_count;
	int paths_count;
	bool arithmetic[GM_PIPE_COUNT]; /* pipes that some kernel's flops use */
	size_t devices_capacity, roofs_capacity, series_capacity, points_capacity, notes_capacity;
} gm_roofline;

/* `levels`: bit per gm_level; 0: transactions, l2 and dram for one device, dram for several. */
enum { GM_ROOFLINE_LEVELS_AUTO = 0 };

void gm_roofline_init(gm_roofline *roofline, unsigned levels);
void gm_roofline_dispose(gm_roofline *roofline);

/* Every device before the predictions on it; it must outlive the roofline. */
void gm_roofline_add_device(gm_roofline *roofline, const gm_device *device, const char *name);

/* Nothing of the prediction is kept but its device. */
void gm_roofline_add(gm_roofline *roofline, const gm_prediction *prediction);

/* Every run of one of these kernels with the same parameters on the same device; a run with warm
   caches only where there is none with cold ones. Call after the last prediction. Returns how many
   runs have a point. */
int gm_roofline_add_runs(gm_roofline *roofline, const gm_runs *runs);

/* Did this run measure this kernel alone, with these parameters, on this device? What a run leaves out
   has its default. */
bool gm_run_is_of(const gm_run *run, const char *kernel, const gm_roofline_parameter *parameters,
		  int parameters_count, const gm_device *device);

/* Labels, paths, points and roofs: after the last add. */
void gm_roofline_finish(gm_roofline *roofline);

/* The memory that serves a level of a device: "DRAM", "L2", "L1". */
const char *gm_roofline_memory(const gm_device *device, gm_level level);

/* Its rate: the prediction's own, or for an L2 whose peak nobody published the rate that was measured. */
gm_value gm_roofline_bandwidth(const gm_device *device, gm_level level, bool *measured);

/* The rate over what is attainable there; 0 when that is not known. */
double gm_roofline_ratio(const gm_roofline_point *point);

/* ---- shared by roofline.c, roofline_runs.c, roofline_roofs.c and roofline_label.c ---- */

void gm_roofline_choose_levels(gm_roofline *roofline);
void gm_roofline_add_point(gm_roofline *roofline, const gm_roofline_point *point);
/* The roof over an intensity: of the memory that serves the level, and of the kernel's own mix; 0 when
   not known. */
double gm_roofline_attainable(const gm_roofline *roofline, const gm_roofline_series *series,
			      gm_level level, double intensity_flop_per_byte);
void gm_roofline_note(gm_roofline *roofline, const char *text); /* in its arena */
void gm_roofline_fill_roofs(gm_roofline *roofline);
void gm_roofline_fill_labels(gm_roofline *roofline);

#endif
