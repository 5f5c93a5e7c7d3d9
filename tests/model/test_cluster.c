#include "model/cluster.h"

#include "launch/launch.h"

#include "support/near.h"

#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* Clocks of an SM for a request of a warp, on memory of the next block, 128 blocks of 16 warps, H200
   (calibration, remote_add): neighbouring words, which are 4 sectors of a line, and random ones in 8 KiB,
   30.2 sectors of 25.3 lines of 256 and 64 (256 - 256 * (255/256)^32, 64 - 64 * (63/64)^32). */
static const struct {
	gm_operation operation;
	uint8_t blocks;
	double sectors, lines, cycles;
} measured[] = {
	{GM_LOAD, 2, 4, 1, 9.25},     {GM_LOAD, 4, 4, 1, 17.7},     {GM_LOAD, 8, 4, 1, 16.0},
	{GM_LOAD, 2, 30.2, 25.3, 106}, {GM_LOAD, 4, 30.2, 25.3, 206}, {GM_LOAD, 8, 30.2, 25.3, 179},
	{GM_STORE, 2, 4, 1, 9.2},     {GM_STORE, 4, 4, 1, 16.4},    {GM_STORE, 8, 4, 1, 13.7},
	{GM_STORE, 2, 30.2, 25.3, 67}, {GM_STORE, 4, 30.2, 25.3, 126}, {GM_STORE, 8, 30.2, 25.3, 100},
	{GM_REDUCE, 2, 4, 1, 17.2},   {GM_REDUCE, 4, 4, 1, 37.2},   {GM_REDUCE, 8, 4, 1, 27.9},
	{GM_ATOMIC, 2, 30.2, 25.3, 120}, {GM_ATOMIC, 4, 30.2, 25.3, 241}, {GM_ATOMIC, 8, 30.2, 25.3, 207},
};

START_TEST(sectors_go_to_other_blocks_as_fast_as_measured)
{
	const gm_site site = {.operation = measured[_i].operation, .cluster = measured[_i].blocks};
	ck_near(gm_cluster_cycles(&site, measured[_i].sectors, measured[_i].lines, 1), measured[_i].cycles, 0.25);
}
END_TEST

/* Blocks of 1, 4 and 16 warps in clusters of 2 (calibration, cluster_syncs). */
START_TEST(waiting_for_a_cluster_takes_as_long_as_measured)
{
	ck_near(gm_cluster_wait_cycles(1), 342, 0.05);
	ck_near(gm_cluster_wait_cycles(4), 354, 0.05);
	ck_near(gm_cluster_wait_cycles(16), 450, 0.05);
}
END_TEST

#define KERNEL(address)                                                                            \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                           \
	".visible .entry k(.param .u64 a)\n.explicitcluster\n.reqnctapercluster 4, 1, 1\n{\n"       \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 16 .b8 tile[1024];\n"                      \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank;\n"               \
	"barrier.cluster.arrive; barrier.cluster.wait; mov.u64 %rd2, tile;\n"                         \
	"cvta.shared.u64 %rd3, %rd2; mapa.u64 %rd4, %rd3, %r2; mul.wide.u32 %rd5, %r1, 4;\n"          \
	"add.s64 %rd6, " address ", %rd5; atom.add.u32 %r3, [%rd6], 1;\n"                             \
	"st.global.u32 [%rd1], %r3; bar.sync 0; ret;\n}\n"

static const struct {
	const char *text;
	int blocks;
} kernels[] = {{KERNEL("%rd4"), 4}, {KERNEL("%rd3"), 0}};

START_TEST(an_address_from_mapa_leads_to_other_blocks)
{
	static const char *const arguments[] = {"u32[64]"};
	const char *text = kernels[_i].text;
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	int away = 0, barriers = 0;
	const gm_ptx_launch launch = {.entry = "k",
	                              .grid = {4, 1, 1},
	                              .block = {32, 1, 1},
	                              .arguments = arguments,
	                              .arguments_count = 1};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
	              err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->operation == GM_BARRIER && !site->goes_on)
			barriers += site->cluster > 0 ? 1 : 10;
		else if (site->space == GM_SHARED && site->operation == GM_ATOMIC)
			away += site->cluster;
	}
	ck_assert_int_eq(away, kernels[_i].blocks);
	ck_assert_int_eq(barriers, 11); /* barrier.cluster.wait and bar.sync, not barrier.cluster.arrive */
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

/* Lane l asks for the memory of rank l % 4; the block is the third of its cluster. */
static gm_status
look_at_ranks(void *state, const gm_warp_instr *instr)
{
	int *seen = state;
	for (int l = 0; instr->address && l < 32; l++)
		if (instr->address[l] < 4u << GM_AWAY_BITS && instr->site == (uint32_t)seen[1]) {
			ck_assert_uint_eq(instr->address[l] >> GM_AWAY_BITS, (unsigned)(l - 2) % 4);
			ck_assert_uint_eq(instr->address[l] % (1 << GM_AWAY_BITS), 4u * (unsigned)l);
			seen[0]++;
		}
	return GM_OK;
}

START_TEST(a_place_in_another_block_says_how_far_its_rank_is)
{
	static const char *const arguments[] = {"u32[64]"};
	static const char text[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a)\n.explicitcluster\n.reqnctapercluster 4, 1, 1\n{\n"
		".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 16 .b8 tile[1024];\n"
		"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3; mov.u64 %rd2, tile;\n"
		"cvta.shared.u64 %rd3, %rd2; mapa.u64 %rd4, %rd3, %r2; mul.wide.u32 %rd5, %r1, 4;\n"
		"add.s64 %rd6, %rd4, %rd5; ld.u32 %r3, [%rd6]; st.global.u32 [%rd1], %r3; ret;\n}\n";
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	int seen[2] = {0, -1};
	const gm_ptx_launch launch = {.entry = "k", .grid = {8, 1, 1}, .block = {32, 1, 1}, .arguments = arguments,
	                              .arguments_count = 1};
	ck_assert_int_eq(gm_ptx_module_parse(text, strlen(text), "text", &module, &err), GM_OK);
	ck_assert_int_eq(gm_ptx_kernel_new(module, &launch, &kernel, &err), GM_OK);
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_SHARED && kernel->sites[s].operation == GM_LOAD)
			seen[1] = s;
	const gm_sink sink = {.state = seen, .instruction = look_at_ranks};
	ck_assert_int_eq(gm_kernel_replay(kernel, (gm_dim3){6, 0, 0}, 32, &sink, &err), GM_OK);
	ck_assert_int_eq(seen[0], 32);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("cluster");
	TCase *tests = tcase_create("cluster");
	tcase_add_loop_test(tests, sectors_go_to_other_blocks_as_fast_as_measured, 0, ROWS(measured));
	tcase_add_test(tests, waiting_for_a_cluster_takes_as_long_as_measured);
	tcase_add_test(tests, a_place_in_another_block_says_how_far_its_rank_is);
	tcase_add_loop_test(tests, an_address_from_mapa_leads_to_other_blocks, 0, ROWS(kernels));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
