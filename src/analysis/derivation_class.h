/*
 * Sites of a kernel that do the same, for the parts of a derivation that add them up.
 */
#ifndef GM_ANALYSIS_DERIVATION_CLASS_H
#define GM_ANALYSIS_DERIVATION_CLASS_H

#include "analysis/derivation.h"

enum { GM_CLASSES_MAX = 64 };

typedef struct gm_class {
	gm_operation operation;
	gm_type type;     /* of arithmetic; GM_NO_TYPE for memory */
	gm_space space;   /* of memory */
	int64_t mma_flop; /* of GM_MMA */
	double lanes, instructions;
} gm_class;

/* In the order of the kernel; what is never executed is left out. */
int gm_classes_gather(const gm_prediction *prediction, gm_class out[GM_CLASSES_MAX]);

/* "load_global", "fma_f32", "barrier" */
const char *gm_class_symbol(gm_derivation *d, const gm_class *of);

/* "memory load, global memory" */
const char *gm_class_name(gm_derivation *d, const gm_class *of);

/* "E_fma_f32": the lanes that execute it. */
gm_term gm_class_lanes(gm_derivation *d, const gm_class *of);

#endif
