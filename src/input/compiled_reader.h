/*
 * Inside input/: what the readers of compiled kernels share while they read.
 */
#ifndef GM_INPUT_COMPILED_READER_H
#define GM_INPUT_COMPILED_READER_H

#include "base/error.h"
#include "kernel/compiled.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_ELF_MACHINE_CUDA = 190 };

/* What was found so far, and where to complain. */
typedef struct gm_compiled_reader {
	const char *file;
	gm_error *err;
	gm_arena *arena;
	gm_compiled_kernel *kernels;
	size_t kernels_count, kernels_capacity;
	gm_compiled_closed *closed;
	size_t closed_count, closed_capacity;
	int ptx_sm; /* of PTX that was passed over; 0: none */
} gm_compiled_reader;

void gm_compiled_reader_begin(gm_compiled_reader *reader, const char *file, gm_error *err);

/* A row with everything unknown. Valid until the next one is added. */
gm_compiled_kernel *gm_compiled_reader_add(gm_compiled_reader *reader, const char *name, int sm);

void gm_compiled_reader_close(gm_compiled_reader *reader, int sm, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* GM_BAD_SYNTAX: "... is cut short or damaged". */
gm_status gm_compiled_reader_truncated(gm_compiled_reader *reader, const char *what);

/* Hands over what was read, or drops it after a failure. Returns `status`. */
gm_status gm_compiled_reader_end(gm_compiled_reader *reader, gm_status status, gm_compiled **out);

/* ---- cubin_image.c and cubin_host.c, which see libelf ---- */

/* One cubin; bytes need no alignment. */
gm_status gm_cubin_image_read(gm_compiled_reader *reader, const unsigned char *bytes,
			      size_t length);

/* The fat binaries of a host object file, program or library, inside `bytes`; NULL without any. */
typedef struct gm_host_code {
	const unsigned char *bytes;
	size_t length;
	bool relocatable; /* there is code, but only for the device linker */
} gm_host_code;

gm_status gm_host_code_find(gm_compiled_reader *reader, const unsigned char *bytes, size_t length,
			    gm_host_code *out);

/* ---- little-endian numbers at any address ---- */

uint16_t gm_little_u16(const unsigned char *at);
uint32_t gm_little_u32(const unsigned char *at);
uint64_t gm_little_u64(const unsigned char *at);

#endif
