/*
 * A kernel made from PTX, as its own files see it.
 */
#ifndef GM_SIMT_PTX_KERNEL_H
#define GM_SIMT_PTX_KERNEL_H

#include "kernel/kernel.h"
#include "simt/machine.h"

typedef struct ptx_kernel {
	gm_kernel base;
	ptx_program program;
	ptx_buffer *buffers;
	int buffers_count;
	int given_count; /* those of arguments, which come first */
	int *argument_buffers; /* per argument: its buffer, -1 for a scalar */
	const int64_t *parameter_offsets; /* per argument: its place among the parameters */
	int arguments_count;
	int64_t shared_bytes; /* static and dynamic */
	const char *entry;  /* as the module calls it */
	const char *source; /* name of the file that source lines are of, "" when unknown */
	int cc;             /* 10 * major + minor of .target sm_90, 0 when unknown */
	int64_t budget;
	gm_site *sites;
	struct ptx_rare_asked *rare_asked; /* NULL: no step can have rare operands; see rare.h */
} ptx_kernel;

static inline const ptx_kernel *
ptx_kernel_of(const gm_kernel *kernel)
{
	return (const ptx_kernel *)(const void *)kernel;
}

/* replay.c: the class of kernels made from PTX, without `free`. */
gm_status gm_ptx_replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count,
			int warp_lanes, gm_walk walk, const gm_sink *sink, gm_error *err);

/* What a replay left open. */
typedef struct ptx_notes {
	bool guessed;     /* turns of a loop stood for others whose paths are not proven to be theirs */
	int64_t left_out; /* warp instructions of all such turns, and of those whose addresses alone are
			     not known */
} ptx_notes;

/* Adds to the notes. */
gm_status gm_ptx_replay_noting(const ptx_kernel *kernel, const gm_block_sample *samples,
			       size_t count, gm_walk walk, const gm_sink *sink, ptx_notes *notes,
			       gm_error *err);
gm_status gm_ptx_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err);

#endif
