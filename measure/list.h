/*
 * A launch list: which kernels to launch, how, and with what in memory. A text file:
 *
 *     # one fact on a line; `launch` begins the next launch
 *     launch saxpy-1
 *     kernel saxpy                          name of the run; without it the entry's
 *     code saxpy.cubin                      cubin or PTX, beside the list
 *     ptx ptx/saxpy.ptx                     PTX of the same source, for predictions
 *     compiled 9.0 registers 16 shared 0 local 0 barriers 0
 *                                           what the compiler gave the kernel: per thread, per
 *                                           block, per thread, per block
 *     region -1 42 0n 7s4@0<-1              where it spills registers, for predictions
 *     entry saxpy
 *     grid 65536 1 1
 *     block 256 1 1
 *     shared 0                              dynamic shared memory, bytes
 *     cooperative                           all blocks at once, which may then wait for the whole grid
 *     argument s32=16777216                 a scalar, in the order of the kernel's parameters
 *     argument f32=2.5
 *     argument f32[16777216]:random         an array, its address is passed
 *     argument f32[16777216]:zero
 *     argument struct=f32=2.5,s32=7,f32[16]:zero
 *                                           a structure by value: its members, each where C puts it
 *     constant filter f32[9]:random         a __constant__ or __device__ array of the module
 *     parameter n 16777216                  what the run is remembered by
 *     note index random                     words that the run file repeats
 *     group copy and stream                 kind of kernel
 *     set validation                        or calibration
 *     where models/cuda/saxpy.cu            what the run file says about the origin
 *     result latency 1 4096 cycle           also report: median of argument 1 (from 0), over 4096
 *     dump 1                                also keep argument 1 as text
 *
 * `result` and `dump` count every member of a structure as an argument.
 *
 * Types: u8 u16 s32 u32 s64 u64 f16 f32 f64. What an array holds is contents.h.
 */
#ifndef GM_MEASURE_LIST_H
#define GM_MEASURE_LIST_H

#include "contents.h"

#include <stdbool.h>
#include <stdio.h>

enum {
	GM_NAME_BYTES = 64,
	GM_PATH_BYTES = 512,
	GM_ARGUMENTS_MAX = 32,
	GM_STRUCTURE_BYTES = 256,
	GM_CONSTANTS_MAX = 4,
	GM_PARAMETERS_MAX = 16,
	GM_RESULTS_MAX = 4
};

typedef struct gm_argument {
	char symbol[GM_NAME_BYTES]; /* of a constant; empty for an argument */
	bool is_array;
	gm_contents contents; /* of an array */
	uint64_t scalar;      /* the bytes of a scalar, low first */
	unsigned bytes;       /* of what is passed: a scalar, or an address */
	int place;            /* the kernel's parameter that it is, or is a member of, from 0; */
	unsigned offset;      /* and where in that */
} gm_argument;

typedef struct gm_parameter {
	char name[GM_NAME_BYTES];
	char value[GM_NAME_BYTES];
} gm_parameter;

typedef struct gm_result {
	char metric[GM_NAME_BYTES];
	char unit[GM_NAME_BYTES];
	int argument;
	double divisor;
} gm_result;

/* Not needed to launch: for those who predict what the launch did. */
typedef struct gm_compiled {
	unsigned cc_major, cc_minor;
	unsigned registers, shared_bytes, local_bytes, barriers;
} gm_compiled;

typedef struct gm_launch {
	char name[GM_NAME_BYTES];
	char kernel[GM_NAME_BYTES];
	char code[GM_PATH_BYTES];
	char ptx[GM_PATH_BYTES];
	gm_compiled compiled;
	char entry[GM_NAME_BYTES];
	char set[GM_NAME_BYTES];
	char where[GM_PATH_BYTES];
	char note[GM_PATH_BYTES];
	char group[GM_NAME_BYTES];
	unsigned grid[3];
	unsigned block[3];
	unsigned shared_bytes;
	bool cooperative;
	int dump; /* argument to keep, -1: none */
	int places_count; /* parameters of the kernel; a structure is one of several arguments */
	int arguments_count, constants_count, parameters_count, results_count;
	gm_argument arguments[GM_ARGUMENTS_MAX];
	gm_argument constants[GM_CONSTANTS_MAX];
	gm_parameter parameters[GM_PARAMETERS_MAX];
	gm_result results[GM_RESULTS_MAX];
} gm_launch;

typedef struct gm_launch_list {
	gm_launch *launches;
	size_t count;
} gm_launch_list;

/* Reads a whole list. False: a message with file and line is in `message`. */
bool gm_launch_list_read(gm_launch_list *list, const char *path, char *message,
                         size_t message_bytes);
void gm_launch_list_dispose(gm_launch_list *list);

#endif
