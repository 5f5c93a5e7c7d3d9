/*
 * How sure counts are (model/sureness.h), by both sides of each rule.
 */
#include "model/sureness.h"

#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

static gm_device *device; /* cc 9.0 */

static void
load_device(void)
{
	device = device_load("sm_90");
}

static void
free_device(void)
{
	gm_device_free(device);
}

/* %rd1 counter, %rd2 data, %rd3 out; %r1 block, %r2 thread, %r3 number in the grid; %r4 its number of data. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 counter, .param .u64 data, .param .u64 out)\n{\n"           \
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n.reg .f32 %f<3>;\n"                  \
	".shared .align 4 .b8 s[512];\n"                                                           \
	"ld.param.u64 %rd1, [counter];\nld.param.u64 %rd2, [data];\nld.param.u64 %rd3, [out];\n"   \
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r5, %ntid.x;\n"                    \
	"mad.lo.s32 %r3, %r1, %r5, %r2;\nmul.wide.s32 %rd4, %r3, 4;\nadd.s64 %rd5, %rd2, %rd4;\n"  \
	"add.s64 %rd7, %rd3, %rd4;\nld.global.u32 %r4, [%rd5];\n" body "ret;\n}\n"

/* Of every fifth number the place in the result is what an atomic says. */
#define FILTER                                                                                     \
	KERNEL("rem.u32 %r6, %r4, 5;\nsetp.ne.u32 %p, %r6, 0;\n@%p ret;\n"                         \
	       "atom.global.add.u32 %r5, [%rd1], 1;\nmul.wide.u32 %rd6, %r5, 4;\n"                 \
	       "add.s64 %rd6, %rd3, %rd6;\nst.global.u32 [%rd6], %r3;\n")
/* The same, and nothing follows from the place. */
#define COUNTED                                                                                    \
	KERNEL("rem.u32 %r6, %r4, 5;\nsetp.ne.u32 %p, %r6, 0;\n@%p ret;\n"                         \
	       "atom.global.add.u32 %r5, [%rd1], 1;\nst.global.u32 [%rd7], %r5;\n")
/* The first to come stores. */
#define FIRST                                                                                      \
	KERNEL("atom.global.add.u32 %r5, [%rd1], 1;\nsetp.ne.u32 %p, %r5, 0;\n@%p ret;\n"          \
	       "st.global.u32 [%rd7], %r5;\n")
/* Each thread adds to a word of shared memory: of its own, of its warp or one for all. */
#define ADD(type, word)                                                                            \
	KERNEL("mov.u32 %r6, s;\n" word "add.u32 %r6, %r6, %r5;\nmov.f32 %f1, 0f3F800000;\n"       \
	       "mov.b32 %r7, %f1;\nred.shared.add." type " [%r6], %r7;\nst.global.u32 [%rd7], %r7;\n")
#define ONE "mov.u32 %r5, 0;\n"
#define OF_WARP "shr.u32 %r5, %r2, 5;\nshl.b32 %r5, %r5, 2;\n"
/* A word of the block after, or of this one, says where; then it is overwritten. */
#define NEIGHBOUR(offset)                                                                          \
	KERNEL("ld.global.u32 %r5, [%rd5" offset "];\nst.global.u32 [%rd5], %r3;\nand.b32 %r5, %r5, 63;\n"   \
	       "mul.wide.u32 %rd6, %r5, 4;\nadd.s64 %rd6, %rd3, %rd6;\nst.global.u32 [%rd6], %r3;\n")
#define TURNS                                                                                      \
	KERNEL("mov.u32 %r5, 0;\nMORE:\nst.global.u32 [%rd7], %r5;\nadd.u32 %r5, %r5, 1;\n"        \
	       "setp.lt.u32 %p, %r5, %r4;\n@%p bra MORE;\n")
/* Loads from shared memory of the other block of a cluster; what is there says where to store, or is stored. */
#define CLUSTER(map, use)                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 counter, .param .u64 data, .param .u64 out)\n"              \
	".explicitcluster\n.reqnctapercluster 2, 1, 1\n{\n"                                        \
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.shared .align 4 .b8 s[512];\n"                      \
	"ld.param.u64 %rd3, [out];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n"              \
	"mov.u32 %r6, s;\nmad.lo.u32 %r6, %r2, 4, %r6;\nst.shared.u32 [%r6], %r2;\n"              \
	"barrier.cluster.arrive;\nbarrier.cluster.wait;\n" map use                                \
	"mul.wide.u32 %rd4, %r4, 4;\nadd.s64 %rd5, %rd3, %rd4;\nst.global.u32 [%rd5], %r3;\nret;\n}\n"
#define OTHERS "xor.b32 %r5, %r1, 1;\nand.b32 %r5, %r5, 1;\nmapa.shared::cluster.u32 %r6, %r6, %r5;\n" \
	       "ld.shared::cluster.u32 %r3, [%r6];\n"
#define BY_WORD "mov.u32 %r4, %r3;\n"
#define BY_THREAD "mad.lo.u32 %r4, %r1, 64, %r2;\n"

enum { FEW = 40, MANY = 40000, MORE = 400000 }; /* blocks: MANY and MORE are more than are walked unasked */

static const struct row {
	const char *name, *text, *data;
	int64_t blocks;
	int threads;
	gm_counter counter;
	gm_operation operation;
	gm_space space;
	gm_kind kind;
} rows[] = {
	{"places that an atomic gives", FILTER, "iota", FEW, 64, GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL, GM_KIND_TIMING},
	{"how often they are stored to", FILTER, "iota", FEW, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL, GM_KIND_EXACT},
	{"the atomic itself", FILTER, "iota", FEW, 64, GM_COUNT_REQUESTS, GM_ATOMIC, GM_GLOBAL, GM_KIND_EXACT},
	{"its passes, of all that the kernel does", FILTER, "iota", FEW, 64, GM_COUNT_ATOMIC_PASSES, GM_OPERATION_COUNT,
	 GM_GLOBAL, GM_KIND_EXACT},
	{"what was read before it", FILTER, "iota", FEW, 64, GM_COUNT_SECTORS, GM_LOAD, GM_GLOBAL, GM_KIND_EXACT},
	{"an atomic from whose result nothing follows", COUNTED, "iota", FEW, 64, GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL,
	 GM_KIND_EXACT},
	{"of blocks that are drawn", FILTER, "random=7", MORE, 64, GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL, GM_KIND_TIMING},
	{"of these, how often", FILTER, "random=7", MORE, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL, GM_KIND_SAMPLED},
	{"whether it is stored at all", FIRST, "iota", FEW, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL, GM_KIND_TIMING},
	{"data that decide are no matter of order", TURNS, "random=40", FEW, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL,
	 GM_KIND_EXACT},
	{"of drawn blocks that data decide", TURNS, "random=40", MANY, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL,
	 GM_KIND_SAMPLED},
	{"floats of two warps in a word", ADD("f32", ONE), "iota", FEW, 64, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT,
	 GM_SHARED, GM_KIND_TIMING},
	{"what else such a kernel does", ADD("f32", ONE), "iota", FEW, 64, GM_COUNT_REQUESTS, GM_OPERATION_COUNT,
	 GM_GLOBAL, GM_KIND_EXACT},
	{"floats of one warp in a word", ADD("f32", ONE), "iota", FEW, 32, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT,
	 GM_SHARED, GM_KIND_EXACT},
	{"floats of two warps in a word each", ADD("f32", OF_WARP), "iota", FEW, 64, GM_COUNT_WAVEFRONTS,
	 GM_OPERATION_COUNT, GM_SHARED, GM_KIND_EXACT},
	{"integers of two warps in a word", ADD("u32", ONE), "iota", FEW, 64, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT,
	 GM_SHARED, GM_KIND_EXACT},
	{"words that the block after overwrites", NEIGHBOUR("+256"), "random=64", FEW, 64, GM_COUNT_SECTORS, GM_STORE,
	 GM_GLOBAL, GM_KIND_TIMING},
	{"how often, whatever they hold", NEIGHBOUR("+256"), "random=64", FEW, 64, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL,
	 GM_KIND_EXACT},
	{"words of another block of the cluster say where", CLUSTER(OTHERS, BY_WORD), "iota", FEW, 64, GM_COUNT_SECTORS,
	 GM_STORE, GM_GLOBAL, GM_KIND_MODEL},
	{"words of another block of the cluster are stored", CLUSTER(OTHERS, BY_THREAD), "iota", FEW, 64,
	 GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL, GM_KIND_EXACT},
	{"words that the block itself overwrites", NEIGHBOUR(""), "random=64", FEW, 64, GM_COUNT_SECTORS, GM_STORE,
	 GM_GLOBAL, GM_KIND_EXACT},
};

static gm_kernel *
load(const struct row *row)
{
	char words[2][64];
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	const long long count = (long long)(row->blocks * row->threads);
	snprintf(words[0], sizeof words[0], "u32[%lld]:%s", count + 64, row->data);
	snprintf(words[1], sizeof words[1], "u32[%lld]", count);
	const gm_ptx_launch launch = {.grid = {row->blocks, 1, 1},
	                              .block = {row->threads, 1, 1},
	                              .arguments = (const char *[]){"u32[1]:zero", words[0], words[1]},
	                              .arguments_count = 3};
	ck_assert_msg(gm_ptx_module_parse(row->text, strlen(row->text), NULL, &module, &err) == GM_OK, "%s",
	              err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	return kernel;
}

START_TEST(a_count_is_as_sure_as_what_decides_it)
{
	const struct row *row = &rows[_i];
	gm_error err = GM_ERROR_NONE;
	gm_counts counts;
	gm_kernel *kernel = load(row);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s", err.message);
	const gm_sureness sure =
		gm_sureness_of_sum(kernel, &counts, row->counter, row->operation, row->space);
	ck_assert_msg(sure.kind == row->kind, "%s: %s, %s", row->name, gm_kind_name(sure.kind), sure.why);
	ck_assert_msg(sure.kind != GM_KIND_TIMING || sure.site >= 0, "%s", row->name);
	ck_assert_msg(sure.kind != GM_KIND_EXACT || sure.site < 0, "%s", row->name);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sureness");
	TCase *cases = tcase_create("sureness");
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_loop_test(cases, a_count_is_as_sure_as_what_decides_it, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
