/*
 * Where the arguments of a launch and the variables of a module lie in memory.
 */
#ifndef GM_LAUNCH_PLACE_H
#define GM_LAUNCH_PLACE_H

#include "simt/arguments.h"
#include "launch/launch.h"
#include "simt/ptx_kernel.h"

/* Everything that exists only while a kernel is made. */
typedef struct ptx_maker {
	const gm_ptx_module *module;
	const ptx_function *entry;
	ptx_kernel *kernel;
	gm_error *err;
	uint64_t next; /* address of the next buffer */
	size_t buffers_room;
	uint64_t *addresses; /* of module variables */
	int64_t *parameter_offsets;
	ptx_argument *argument; /* room for one: it is large */
	const char *const *names; /* of the launch */
} ptx_maker;

/* Offsets of the entry's parameters, and room for their bytes and for the tensor maps among them. */
void gm_ptx_place_parameters(ptx_maker *mk, const gm_ptx_launch *launch);

/* Argument i, from 0: its bytes, or the address of the buffer it makes; of a structure whose members
   are given, those of each. */
gm_status gm_ptx_take_argument(ptx_maker *mk, const char *text, size_t i);

/* Global and constant variables become buffers, with the pointers in their initial values. */
void gm_ptx_place_variables(ptx_maker *mk);

/* What a cooperative launch gives, where the kernel asks for it: at `next`. */
void gm_ptx_place_workspace(ptx_maker *mk);

/* What a constant holds, as a buffer: "s32=11" is one element. In `arena`. */
const char *gm_ptx_constant_contents(gm_arena *arena, const char *contents);
/* The launch fills an array of the module before the kernel runs. */
gm_status gm_ptx_fill_constant(ptx_maker *mk, const gm_launch_constant *constant);

#endif
