/*
 * Copies of boxes by a tensor map: what arrives in shared memory, and what moves.
 */
#include "ptx/case.h"

#define HEAD                                                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 x, "        \
	".param .u32 y)\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n.reg .pred %q<4>;\n"             \
	".shared .align 1024 .b8 tile[4096];\n.shared .align 8 .b64 bar;\n"

/* Thread 0 fetches a box to `tile`, everybody waits, each thread of 32 writes the words
   tid, tid+32, ... of the first 1024 bytes. */
#define FETCH                                                                                      \
	"mov.u32 %r1, %tid.x;\nsetp.ne.u32 %q1, %r1, 0;\nmov.u32 %r2, bar;\nmov.u32 %r3, tile;\n"  \
	"mov.b64 %rd1, map;\ncvta.param.u64 %rd2, %rd1;\nld.param.u32 %r4, [x];\n"                 \
	"ld.param.u32 %r5, [y];\n@%q1 bra WAITS;\nmbarrier.init.shared.b64 [%r2], 1;\n"            \
	"mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;\n"                                   \
	"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "        \
	"[%r3], [%rd2, {%r4, %r5}], [%r2];\nWAITS:\nbar.sync 0;\nAGAIN:\n"                         \
	"mbarrier.try_wait.parity.shared::cta.b64 %q2, [%r2], 0;\n@!%q2 bra AGAIN;\n"

#define WRITE                                                                                      \
	"ld.param.u64 %rd3, [out];\nshl.b32 %r6, %r1, 2;\ncvt.u64.u32 %rd4, %r6;\n"                \
	"add.u64 %rd5, %rd3, %rd4;\nadd.u32 %r7, %r3, %r6;\nmov.u32 %r8, 0;\nMORE:\n"              \
	"ld.shared.u32 %r9, [%r7];\nst.global.u32 [%rd5], %r9;\nadd.u32 %r7, %r7, 128;\n"          \
	"add.u64 %rd5, %rd5, 128;\nadd.u32 %r8, %r8, 1;\nsetp.lt.u32 %q3, %r8, 8;\n"               \
	"@%q3 bra MORE;\nret;\n}\n"

static gm_status
make(const char *text, const char *const arguments[5], gm_kernel **out, gm_error *err)
{
	gm_ptx_module *module;
	gm_status status = gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, err);
	gm_ptx_launch launch = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments};
	case_ok(status, err);
	while (arguments[launch.arguments_count])
		launch.arguments_count++;
	status = gm_ptx_kernel_new(module, &launch, out, err);
	gm_ptx_module_free(module);
	return status;
}

typedef struct box_case {
	const char *map;
	int x, y, swizzle_mask;
	long long lanes; /* pieces of 16 bytes that move */
} box_case;

/*
 * Of an array of 64 x 40 words, element (x, y) holds 64 y + x. A box of 16 x 16 words is 1024 bytes:
 * 16 rows of 64 bytes, 4 pieces each. Off the right edge by half: 2 pieces in each of 16 rows; off
 * the bottom by 10: 6 rows of 4; one column left of the left edge: 15 elements from the first one,
 * 60 bytes, in 4 pieces.
 */
static const box_case boxes[] = {
	{"s32[64x40]/16x16:iota", 0, 0, 0, 64},      {"s32[64x40]/16x16:iota", 16, 24, 0, 64},
	{"s32[64x40]/16x16:iota", 56, 0, 0, 32},     {"s32[64x40]/16x16:iota", 0, 34, 0, 24},
	{"s32[64x40]/16x16:iota", -1, 0, 0, 64},     {"s32[64x40]/16x16:iota", 64, 0, 0, 0},
	{"s32[64x40]/16x16~64:iota", 16, 24, 3, 64}, {"s32[64x40]/16x16~32:iota", 16, 24, 1, 64},
	{"s32[64x40]/16x16~128:iota", 0, 0, 7, 64},
};

static int32_t
expected(const box_case *b, int word)
{
	/* The word that lies at this place: pieces of 16 bytes exchanged within 128-byte
	   lines. */
	const int at = word * 4, from = at ^ ((at >> 7 & b->swizzle_mask) << 4);
	const int x = b->x + from / 4 % 16, y = b->y + from / 64;
	return x >= 0 && x < 64 && y >= 0 && y < 40 ? 64 * y + x : 0;
}

static gm_kernel *
kernel_of(const box_case *b)
{
	char x[32], y[32];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	snprintf(x, sizeof x, "u32=%u", (unsigned)b->x);
	snprintf(y, sizeof y, "u32=%u", (unsigned)b->y);
	const char *const arguments[5] = {b->map, "s32[256]:random", x, y, NULL};
	case_ok(make(HEAD FETCH WRITE, arguments, &kernel, &err), &err);
	return kernel;
}

START_TEST(a_box_arrives_with_zeros_outside_the_tensor)
{
	gm_kernel *kernel = kernel_of(&boxes[_i]);
	gm_ptx_memory *memory;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	for (int i = 0; i < 256; i++)
		ck_assert_int_eq(s32_at(memory, 1, i), expected(&boxes[_i], i));
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

typedef struct seen {
	const gm_kernel *kernel;
	long long lanes;
} seen;

static gm_status
count_pieces(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	if (site->operation != GM_ASYNC_COPY)
		return GM_OK;
	ck_assert_int_eq(site->access_bytes, 16);
	ck_assert_int_eq(site->space, GM_GLOBAL);
	ck_assert_int_eq(site->count, 0);
	ck_assert_str_eq(s->kernel->arrays[site->array < 0 ? 0 : site->array].name, "map");
	for (int l = 0; l < 32; l++)
		if (instr->active >> l & 1)
			ck_assert_uint_eq(instr->address[l] % 16, 0);
	s->lanes += __builtin_popcountll(instr->active);
	return GM_OK;
}

START_TEST(only_what_lies_inside_moves)
{
	gm_kernel *kernel = kernel_of(&boxes[_i]);
	seen s = {kernel, 0};
	const gm_sink sink = {.state = &s, .instruction = count_pieces};
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	ck_assert_int_eq(s.lanes, boxes[_i].lanes);
	gm_kernel_free(kernel);
}
END_TEST

/* Back from shared memory: thread t writes 4 t to word t, the box of 8 x 4 words goes to (8, 2). */
START_TEST(a_box_goes_back_to_global_memory)
{
	const char *text = HEAD
		"mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, tile;\n"
		"add.u32 %r4, %r3, %r2;\nst.shared.u32 [%r4], %r2;\nbar.sync 0;\n"
		"setp.ne.u32 %q1, %r1, 0;\n@%q1 ret;\nmov.b64 %rd1, map;\n"
		"cvta.param.u64 %rd2, %rd1;\nmov.u32 %r5, 8;\nmov.u32 %r6, 2;\n"
		"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd2, {%r5, %r6}], [%r3];\n"
		"cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nret;\n}\n";
	const char *const arguments[5] = {"s32[32x8]/8x4", "s32[4]", "u32=0", "u32=0", NULL};
	gm_kernel *kernel;
	gm_ptx_memory *memory;
	gm_error err = GM_ERROR_NONE;
	case_ok(make(text, arguments, &kernel, &err), &err);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 32; x++) {
			const bool inside = x >= 8 && x < 16 && y >= 2 && y < 6;
			ck_assert_int_eq(s32_at(memory, 0, 32 * y + x),
					 inside ? 4 * (8 * (y - 2) + x - 8) : 0);
		}
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

static const struct {
	const char *argument, *says;
} bad_maps[] = {
	{"s32[64x40]/16", "a box with as many extents"},
	{"s32[64x40]/16x512", "each from 1 to 256"},
	{"s32[0x40]/16x16", "up to 5 extents"},
	{"s32[64x40x2x2x2x2]/16x16", "up to 5 extents"},
	{"s32[64x40]/16x16~48", "a swizzle of 0, 32, 64 or 128"},
	{"s32[64x40]/3x16", "multiples of 16 bytes"},
	{"s32[4294967296x4294967296x4294967296]/16x1x1", "below 2^44"},
	{"s32[64x40]/16x16:wobble", "'wobble' is no contents"},
	{"s32[64x40x3]/16x16x1", "a copy of 2 dimensions by a tensor map of 3"},
	{"s32=3", "4 bytes, but parameter map"},
};

START_TEST(a_bad_map_is_refused)
{
	const char *const arguments[5] = {bad_maps[_i].argument, "s32[256]", "u32=0", "u32=0", NULL};
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	gm_status status = make(HEAD FETCH WRITE, arguments, &kernel, &err);
	const gm_sink sink = {0};
	if (status == GM_OK)
		status = gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err);
	ck_assert_int_ne(status, GM_OK);
	ck_assert_msg(strstr(err.message, bad_maps[_i].says) != NULL, "%s", err.message);
	gm_kernel_free(kernel);
}
END_TEST

/* The bytes are then unknown, and nobody waits for them. */
START_TEST(without_a_map_the_copy_has_no_model)
{
	char zeros[6 + 256 + 1];
	snprintf(zeros, sizeof zeros, "bytes=%0256d", 0);
	const char *const arguments[5] = {zeros, "s32[256]", "u32=0", "u32=0", NULL};
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	case_ok(make(HEAD FETCH WRITE, arguments, &kernel, &err), &err);
	const gm_sink sink = {0};
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	int unmodelled = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].unmodelled) {
			unmodelled++;
			ck_assert(kernel->sites[s].unmodelled_bytes);
			ck_assert_ptr_nonnull(strstr(kernel->sites[s].unmodelled, "of PTX line 22"));
		}
	ck_assert_int_eq(unmodelled, 1);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("tensor");
	TCase *cases = tcase_create("tensor");
	const int count = sizeof boxes / sizeof *boxes;
	tcase_add_loop_test(cases, a_box_arrives_with_zeros_outside_the_tensor, 0, count);
	tcase_add_loop_test(cases, only_what_lies_inside_moves, 0, count);
	tcase_add_test(cases, a_box_goes_back_to_global_memory);
	tcase_add_loop_test(cases, a_bad_map_is_refused, 0, sizeof bad_maps / sizeof *bad_maps);
	tcase_add_test(cases, without_a_map_the_copy_has_no_model);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
