/*
 * A module of PTX, the text that nvcc and clang write: its entries, their parameters, and what is
 * written in it that nobody has a model of. launch/launch.h reads one and makes kernels of its entries.
 */
#ifndef GM_PTX_PTX_H
#define GM_PTX_PTX_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct gm_ptx_module gm_ptx_module;

/* An instruction or a function without a model, where it first stands, and how often it is written.
 */
typedef struct gm_ptx_unknown {
	const char *name;
	int line; /* of the PTX text */
	int64_t count;
} gm_ptx_unknown;

typedef struct gm_ptx_parameter {
	const char *name;
	const char *type; /* "u64", "f32", "b8" */
	int64_t bytes;
} gm_ptx_parameter;

void gm_ptx_module_free(gm_ptx_module *module); /* NULL accepted */

size_t gm_ptx_module_entries(const gm_ptx_module *module);
const char *gm_ptx_module_entry(const gm_ptx_module *module, size_t index);

/* Parameters of an entry; `out` has room for `room`. Returns how many there are, 0 for no such
 * entry. */
size_t gm_ptx_module_parameters(const gm_ptx_module *module, const char *entry,
				gm_ptx_parameter *out, size_t room);

/* The table of unknown instructions, by first appearance. */
size_t gm_ptx_module_unknowns(const gm_ptx_module *module, const gm_ptx_unknown **out);

#endif
