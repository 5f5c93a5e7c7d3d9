/*
 * How many lane-instructions per second the interpreter of PTX executes on arithmetic loops.
 *
 *     bench_ptx [seconds per line]
 *
 * Each loop runs 2000 turns of eight instructions and two of its own on one block of 256 threads, to
 * the end: nothing is cut short. The fastest of the runs that fit into the time counts.
 */
#include "launch/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EIGHT(one) one one one one one one one one
#define LOOP(one)                                                                                  \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n"              \
	".reg .f64 %d<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n"                                    \
	"mov.u32 %r1, %tid.x;\nmov.u32 %r0, 0;\nMORE:\n" EIGHT(one)                                \
	"add.u32 %r0, %r0, 1;\nsetp.lt.u32 %p, %r0, 2000;\n@%p bra MORE;\nret;\n}\n"

static const struct {
	const char *name, *text;
} loops[] = {
	{"fma.rn.f32", LOOP("fma.rn.f32 %f1, %f1, %f2, %f3;\n")},
	{"add.f32", LOOP("add.f32 %f1, %f1, %f2;\n")},
	{"fma.rn.f64", LOOP("fma.rn.f64 %d1, %d1, %d2, %d3;\n")},
	{"add.s32", LOOP("add.s32 %r2, %r2, %r1;\n")},
	{"mad.lo.s32", LOOP("mad.lo.s32 %r2, %r2, %r1, 7;\n")},
	{"xor.b32", LOOP("xor.b32 %r2, %r2, %r1;\n")},
};

static double
now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static gm_kernel *
kernel_of(const char *text)
{
	const char *argument = "u64=0";
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {256, 1, 1}, .arguments = &argument, .arguments_count = 1};
	gm_ptx_module *module;
	gm_kernel *kernel = NULL;
	if (gm_ptx_module_parse(text, strlen(text), "loop", &module, NULL) == GM_OK)
		gm_ptx_kernel_new(module, &launch, &kernel, NULL);
	gm_ptx_module_free(module);
	return kernel;
}

/* Lane-instructions per second of one run; 0 when it failed. */
static double
rate_of(const gm_kernel *kernel)
{
	gm_ptx_memory *memory;
	const double start_s = now_s();
	if (gm_ptx_kernel_run(kernel, &memory, NULL) != GM_OK)
		return 0;
	const double rate = (double)gm_ptx_memory_lane_instructions(memory) / (now_s() - start_s);
	gm_ptx_memory_free(memory);
	return rate;
}

int
main(int argc, char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : 0.3;
	double slowest = 0;
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		gm_kernel *kernel = kernel_of(loops[i].text);
		double best = 0;
		if (!kernel)
			return 1;
		for (const double end = now_s() + seconds; now_s() < end;) {
			const double rate = rate_of(kernel);
			best = rate > best ? rate : best;
		}
		gm_kernel_free(kernel);
		printf("%s\t%.0f\n", loops[i].name, best / 1e6);
		slowest = i == 0 || best < slowest ? best : slowest;
	}
	printf("slowest\t%.0f\n", slowest / 1e6);
	return 0;
}
