/*
 * A launch list: what the program in measure/ launches on a GPU -> gm_launches.
 *
 *     # one fact on a line; `launch` begins the next launch
 *     launch saxpy-1
 *     kernel saxpy
 *     code saxpy.cubin
 *     ptx ptx/saxpy.ptx
 *     compiled 9.0 registers 16 shared 0 local 0 barriers 0
 *     region -1 42 0n 7s4@0<-1 40l4@0>0
 *     entry saxpy
 *     grid 65536 1 1
 *     block 256 1 1
 *     shared 0
 *     cooperative
 *     argument s32=16777216
 *     argument f32[16777216]:random
 *     constant filter f32[9]:random
 *     parameter n 16777216
 *     note index random
 *     group copy and stream
 *     set validation
 *     where models/cuda/saxpy.cu
 *
 * measure/list.h says what each line means, input/spill_lines.h what a region is: one line for each, for kernels
 * that spill registers. A launch needs code, entry, grid and block; arguments and
 * constants are read when the kernel is made. Lines that only the measuring program needs (result,
 * dump) are passed over.
 */
#ifndef GM_INPUT_LAUNCH_LIST_H
#define GM_INPUT_LAUNCH_LIST_H

#include "base/error.h"
#include "kernel/launch.h"

/* Errors carry file and line: GM_BAD_FILE, GM_BAD_SYNTAX, GM_BAD_VALUE, GM_UNKNOWN_NAME,
   GM_TOO_LARGE. */
gm_status gm_launches_load(const char *path, gm_launches **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_launches_load_text(const char *text, const char *name, gm_launches **out, gm_error *err);

/* The launch as a kernel that replays: its PTX, named as the run's kernel, with the registers, shared
   memory and barriers that the compiler gave it. PTX lies where the list says, or in `folder` under
   its bare name when that is not NULL. */
gm_status gm_launch_kernel_load(const gm_launches *launches, const gm_launch *launch,
                                const char *folder, gm_kernel **out, gm_error *err);

#endif
