/*
 * A kernel as a launch, for the program that measures: what a launch list says of it.
 *
 *     PTX          its own arguments, on the PTX it was read from
 *     descriptor   the parameters of its CUDA source by name: a pointer is the array of that name, a
 *                  scalar the parameter of that name (1 when the descriptor does not know it), and a
 *                  constant array is filled by its name
 *
 * Arrays that are loaded hold random numbers when they are real and zeros when they are integers, as an
 * integer may be an address, unless the descriptor states contents; arrays that are only stored hold
 * zeros. A macro of the source that is a parameter of the descriptor is set by the compiler: where a
 * value differs from the source's own, the shipped PTX does not fit and machine code must be compiled.
 */
#ifndef GM_INPUT_LAUNCH_OF_H
#define GM_INPUT_LAUNCH_OF_H

#include "base/error.h"
#include "kernel/launch.h"

typedef struct gm_launch_files {
	const char *code;    /* PTX that lies there already; "" when it must be compiled */
	const char *compile; /* the command that writes launch->code; "" when there is PTX */
} gm_launch_files;

/* `name` is the launch's; texts live in the arena. `cc_major`, `cc_minor` are the device's: code is
   chosen or compiled for it. GM_NOT_MODELLED for a descriptor without a CUDA source, and for what its
   source does not tell. */
gm_status gm_launch_of(const gm_kernel *kernel, const char *name, int cc_major, int cc_minor,
                       gm_arena *arena, gm_launch *out, gm_launch_files *files, gm_error *err);

#endif
