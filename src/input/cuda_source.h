/*
 * What a kernel's CUDA source says of its launch: the parameters of the function, and the macros that a
 * compiler command may set.
 *
 *     #ifndef TILE
 *     #define TILE 16
 *     #endif
 *     extern "C" __global__ void
 *     tiled_mm(const float *A, const float *B, float *C, int n)
 *
 * Not a C++ parser: it finds `name(` behind __global__ and splits what stands between the parentheses at
 * commas. Templates and pointers to functions are not understood.
 */
#ifndef GM_INPUT_CUDA_SOURCE_H
#define GM_INPUT_CUDA_SOURCE_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_cuda_parameter {
	const char *type; /* without const and *: "unsigned short" */
	const char *name;
	bool pointer;
} gm_cuda_parameter;

typedef struct gm_cuda_macro {
	const char *name;
	int64_t value; /* unless the command says otherwise */
} gm_cuda_macro;

typedef struct gm_cuda_source {
	gm_arena *arena; /* holds everything, this struct included */
	const gm_cuda_parameter *parameters;
	int parameters_count;
	const gm_cuda_macro *macros;
	int macros_count;
} gm_cuda_source;

/* GM_BAD_FILE, GM_UNKNOWN_NAME (no such kernel), GM_NOT_MODELLED (parameters that are not understood). */
gm_status gm_cuda_source_load(const char *path, const char *kernel, gm_cuda_source **out,
                              gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_cuda_source_load_text(const char *text, const char *name, const char *kernel,
                                   gm_cuda_source **out, gm_error *err);

void gm_cuda_source_free(gm_cuda_source *source); /* NULL accepted */

#endif
