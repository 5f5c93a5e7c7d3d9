/*
 * The five lectures: every number of theirs that a prediction gives, quoted above the test. Where a
 * lecture slips, the comment says what it prints and why that is not what comes out.
 *
 * The lectures count the loads of the inner loop only. The tool counts the final store of C as
 * well, so its intensity of an n x n product is theirs times 2n/(2n + TILE): a large n or the loads
 * alone give the printed figure.
 */
#include "analysis/predict.h"

#include "input/device_file.h"
#include "input/kernel_file.h"
#include "model/latency.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* A prediction with what it borrows. */
typedef struct answer {
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction p;
} answer;

static gm_device *
load_device(const char *name, const char *what_if)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_device *device = NULL;
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", name);
	ck_assert_msg(gm_device_load(path, &device, &err) == GM_OK, "%s", err.message);
	if (what_if)
		ck_assert_msg(gm_device_override(device, what_if, &err) == GM_OK, "%s",
			      err.message);
	return device;
}

/* `parameters` is "n=1024 TILE=16", what_if "dram_bandwidth=3TB/s" or NULL. */
static answer
predict(const char *kernel, const char *parameters, const char *device, const char *what_if)
{
	char path[512], words[128];
	gm_definition definitions[8];
	int count = 0;
	gm_error err = GM_ERROR_NONE;
	answer a = {.device = load_device(device, what_if)};
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", kernel);
	snprintf(words, sizeof words, "%s", parameters);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		definitions[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	ck_assert_msg(gm_kernel_load(path, definitions, count, &a.kernel, &err) == GM_OK, "%s: %s",
		      kernel, err.message);
	ck_assert_msg(gm_predict(a.kernel, a.device, NULL, &a.p, &err) == GM_OK, "%s: %s", kernel,
		      err.message);
	return a;
}

static void
dispose(answer *a)
{
	gm_prediction_dispose(&a->p);
	gm_kernel_free(a->kernel);
	gm_device_free(a->device);
}

static double
total(const answer *a, gm_counter counter, gm_operation operation, gm_space space)
{
	return (double)gm_counts_sum(a->p.kernel, &a->p.counts, counter, operation, space);
}

static double
metric(const answer *a, const char *name)
{
	const gm_metric *m = gm_prediction_metric(&a->p, name);
	ck_assert_msg(m && m->value.kind != GM_KIND_UNKNOWN, "%s", name);
	return m->value.value;
}

static const gm_ladder_step *
step(const answer *a, gm_level level)
{
	return &a->p.ladder[level];
}

/* ---- 001: tiling notes, H100 SXM5 ---- */

/* "a computational intensity of 0.25 FLOP/B" (2 flop for 8 B), and "4 FLOP/B" with a 16 x 16 tile.
   With the store: 2n^3 / 4(2n^3/T + n^2) = (T/4) 2n/(2n + T). n = 1024: 0.25 * 2048/2049 = 0.24988
   and 4 * 2048/2064 = 3.96899; n = 65536: 0.2499981 and 3.999512. */
static const struct {
	const char *kernel, *parameters;
	double lecture, with_store;
} intensities[] = {
	{"naive_mm", "n=1024", 0.25, 0.249878},
	{"naive_mm", "n=65536", 0.25, 0.2499981},
	{"tiled_mm", "n=1024 TILE=16", 4, 3.968992},
	{"tiled_mm", "n=65536 TILE=16", 4, 3.999512},
};

START_TEST(naive_has_a_quarter_flop_per_byte_and_a_tile_of_16_has_4)
{
	answer a = predict(intensities[_i].kernel, intensities[_i].parameters, "h100", NULL);
	const double loads = total(&a, GM_COUNT_REQUESTED_BYTES, GM_LOAD, GM_GLOBAL);
	const gm_value intensity = step(&a, GM_LEVEL_REQUESTED)->intensity_flop_per_byte;
	ck_assert_int_eq(intensity.kind, GM_KIND_EXACT);
	ck_near(intensity.value, intensities[_i].with_store, 1e-6);
	ck_near(a.p.flop / loads, intensities[_i].lecture, 1e-12);
	dispose(&a);
}
END_TEST

/* "This global memory bandwidth limits the kernel to 3000 * 0.25 = 750 GFLOP/s", "3000 * 4 = 12000
   GFLOP/s"; n = 65536 leaves the store below 0.02 %. */
START_TEST(three_terabytes_per_second_allow_750_and_12000_gflop_per_s)
{
	answer naive = predict("naive_mm", "n=65536", "h100", "dram_bandwidth=3TB/s");
	answer tiled = predict("tiled_mm", "n=65536 TILE=16", "h100", "dram_bandwidth=3TB/s");
	ck_near(step(&naive, GM_LEVEL_REQUESTED)->roof_flop_per_s.value, 750e9, 1e-5);
	ck_near(step(&tiled, GM_LEVEL_REQUESTED)->roof_flop_per_s.value, 12000e9, 1.3e-4);
	dispose(&naive);
	dispose(&tiled);
}
END_TEST

/* "The peak performance of the H100 is 66.9 TFLOPS. If the specialized Tensor cores are utilized,
   the peak performance is 494.7 TFLOPS. That means that are kernel is only using 0.15% of the peak
   performance". The 0.15 % is of the tensor peak, which a product of plain FP32 cannot use: of the
   FP32 peak, 750 GFLOP/s is 1.1 %. NVIDIA's two peaks are at two clocks, FP32 at 1.98 GHz and
   tensor cores at 1.83 GHz: at the device's 1.98 GHz the tensor cores would reach 535.3 TFLOP/s,
   and 0.14 % it would be. */
START_TEST(the_naive_product_uses_0_15_percent_of_the_tensor_peak_and_1_1_of_fp32)
{
	gm_device *h100 = load_device("h100", NULL);
	gm_device *slower = load_device("h100", "sm_clock=1830MHz");
	double fp32, tensor, faster;
	ck_assert(gm_device_peak_per_s(h100, GM_RATE_F32, &fp32));
	ck_assert(gm_device_peak_per_s(h100, GM_RATE_TENSOR_TF32, &faster));
	ck_assert(gm_device_peak_per_s(slower, GM_RATE_TENSOR_TF32, &tensor));
	ck_near(2 * faster, 535.3e12, 1e-3);
	ck_near(2 * fp32, 66.9e12, 1e-3);
	ck_near(2 * tensor, 494.7e12, 1e-3);
	ck_near(100 * 750e9 / (2 * tensor), 0.15, 0.02);
	ck_near(100 * 750e9 / (2 * fp32), 1.1, 0.02);
	gm_device_free(slower);
	gm_device_free(h100);
}
END_TEST

/* "Verify that the reduction is by a factor of N if the tiles are N x N." Loads of the whole
   product, by threads, against those of the naive kernel: 2 n^3 floats. */
static const int tiles[] = {4, 8, 16, 32};

START_TEST(tiles_of_n_by_n_divide_the_loads_by_n)
{
	char parameters[64];
	snprintf(parameters, sizeof parameters, "n=1024 TILE=%d", tiles[_i]);
	answer naive = predict("naive_mm", "n=1024", "h100", NULL);
	answer tiled = predict("tiled_mm", parameters, "h100", NULL);
	const double loads = total(&naive, GM_COUNT_REQUESTED_BYTES, GM_LOAD, GM_GLOBAL);
	ck_assert_double_eq(loads, 2.0 * 1024 * 1024 * 1024 * 4);
	ck_assert_double_eq(total(&tiled, GM_COUNT_REQUESTED_BYTES, GM_LOAD, GM_GLOBAL),
			    loads / tiles[_i]);
	dispose(&naive);
	dispose(&tiled);
}
END_TEST

/* "The H100 can have up to 228 KB per SM. If we are maximizing the 2048 threads available per SM,
   each block cannot exceed 228 KB / 2048 threads = 112 B/thread": 228 * 1024 / 2048 is 114. "Each
   block uses TILE_WIDTH^2 threads, resulting in 8 B/thread." */
START_TEST(a_thread_of_the_h100_has_114_bytes_of_shared_memory_and_a_tile_takes_8)
{
	for (int i = 0; i < ROWS(tiles); i++) {
		char parameters[64];
		snprintf(parameters, sizeof parameters, "n=1024 TILE=%d", tiles[i]);
		answer a = predict("tiled_mm", parameters, "h100", NULL);
		ck_assert_double_eq(gm_device_value(a.device, GM_SHARED_PER_SM) /
					    gm_device_value(a.device, GM_THREADS_PER_SM),
				    114);
		ck_assert_double_eq(metric(&a, "launch__shared_mem_per_block_static") /
					    metric(&a, "launch__block_size"),
				    8);
		dispose(&a);
	}
}
END_TEST

/* ---- 002: the G80 lecture ---- */

/* "peak 346.5 GFLOPS": 16 SMs x 8 x 1.35 GHz x 2 is 345.6, the slide swaps two digits. "4 clock
   cycles needed to dispatch the same instruction for all threads in a Warp in G80". */
START_TEST(the_g80_peaks_at_345_6_gflop_per_s_and_issues_every_fourth_clock)
{
	gm_device *g80 = load_device("geforce_8800_gtx", NULL);
	double results;
	ck_assert(gm_device_peak_per_s(g80, GM_RATE_F32, &results));
	ck_near(2 * results, 345.6e9, 1e-12);
	ck_near(1 / gm_device_value(g80, GM_ISSUE_RATE), 4, 1e-12);
	ck_near(gm_device_value(g80, GM_WARP_LANES) / gm_device_value(g80, GM_RATE_F32), 4, 1e-12);
	gm_device_free(g80);
}
END_TEST

/* "4*346.5 = 1386 GB/s required to achieve peak FLOP rating": with the true peak 4 * 345.6 =
   1382.4. "86.4 GB/s limits the code at 21.6 GFLOPS". "The 86.4B/s bandwidth can now support
   (86.4/4)*16 = 347.6 GFLOPS!": 21.6 * 16 is 345.6, which happens to be the peak. */
START_TEST(the_g80_is_limited_to_21_6_gflop_per_s_without_tiles_and_345_6_with_tiles_of_16)
{
	answer naive = predict("naive_mm", "n=16384", "geforce_8800_gtx", NULL);
	answer tiled = predict("tiled_mm", "n=16384 TILE=16", "geforce_8800_gtx", NULL);
	const double peak = naive.p.compute_roof_flop_per_s.value;
	const double intensity = step(&naive, GM_LEVEL_REQUESTED)->intensity_flop_per_byte.value;
	ck_near(peak / intensity, 1382.4e9, 1e-4);
	ck_near(step(&naive, GM_LEVEL_REQUESTED)->roof_flop_per_s.value, 21.6e9, 1e-4);
	ck_near(step(&tiled, GM_LEVEL_REQUESTED)->roof_flop_per_s.value, 345.6e9, 1e-3);
	dispose(&naive);
	dispose(&tiled);
}
END_TEST

/* "For 8X8, we have 64 threads per Block. ... there are 12 Blocks. However, each SM can only take
   up to 8 Blocks, only 512 threads will go into each SM! For 16X16, ... it can take up to 3 Blocks
   and achieve full capacity unless other resource considerations overrule. For 32X32, we have 1024
   threads per Block. Not even one can fit into an SM!" (768 threads; and a block has at most 512.)
   "There are 8 * 3 = 24 Warps". Registers on compute capability 1.0 are not known and taken not to
   limit. */
static const struct {
	const char *parameters;
	int64_t blocks, warps, by_threads;
} g80_blocks[] = {
	{"n=1024 BLOCK_X=8 BLOCK_Y=8", 8, 16, 12},
	{"n=1024 BLOCK_X=16 BLOCK_Y=16", 3, 24, 3},
	{"n=1024 BLOCK_X=32 BLOCK_Y=32", 0, 0, 0},
};

START_TEST(blocks_of_8_16_and_32_on_the_g80)
{
	answer a = predict("naive_mm", g80_blocks[_i].parameters, "geforce_8800_gtx", NULL);
	const gm_occupancy *o = &a.p.occupancy;
	ck_assert_int_eq(a.p.registers_per_thread, -1);
	ck_assert_int_eq(o->launchable, g80_blocks[_i].blocks > 0);
	ck_assert_int_eq(o->blocks_per_sm, g80_blocks[_i].blocks);
	ck_assert_int_eq(o->warps_per_sm, g80_blocks[_i].warps);
	ck_assert_int_eq(o->limit_blocks[GM_LIMIT_WARPS], g80_blocks[_i].by_threads);
	if (!o->launchable)
		ck_assert_ptr_nonnull(strstr(o->why_not, "512"));
	dispose(&a);
}
END_TEST

/* "If one global memory access is needed for every 4 instructions, a minimal of 13 Warps are needed
   to fully tolerate 200-cycle memory latency": 200 / (4 * 4) = 12.5. */
START_TEST(thirteen_warps_hide_200_cycles)
{
	ck_assert_int_eq(gm_latency_warps(200, 4, 4), 13);
}
END_TEST

/* "A 1024*1024 Pd gives 64*64 = 4096 Thread Blocks. Each thread block performs 2*256 = 512 float
   loads from global memory for 256 * (2*16) = 8,192 mul/add operations": per phase, of which there
   are 64. "Can potentially have up to 8 Thread Blocks actively executing. This allows up to 8*512 =
   4,096 pending loads": by shared memory, 16 KB / 2 KB; but the 768 threads of an SM hold 3 blocks,
   so 1536. "2KB of shared memory". */
START_TEST(a_phase_of_a_16_tile_has_512_loads_for_8192_operations)
{
	answer a = predict("tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL);
	const double block_phases = 4096.0 * 64;
	const double loads = total(&a, GM_COUNT_REQUESTED_BYTES, GM_LOAD, GM_GLOBAL) / 4;
	ck_assert_double_eq(metric(&a, "launch__grid_size"), 4096);
	ck_assert_double_eq(metric(&a, "launch__shared_mem_per_block_static"), 2048);
	ck_assert_double_eq(loads / block_phases, 512);
	ck_assert_double_eq(a.p.flop / block_phases, 8192);
	ck_assert_int_eq(a.p.occupancy.limit_blocks[GM_LIMIT_SHARED], 8);
	ck_assert_int_eq(a.p.occupancy.blocks_per_sm, 3);
	ck_assert_double_eq((double)a.p.occupancy.blocks_per_sm * loads / block_phases, 1536);
	dispose(&a);
}
END_TEST

/* "The next TILE_WIDTH 32 would lead to 2*32*32*4B= 8KB shared memory usage per thread block,
   allowing only up to two thread blocks active at the same time": two by shared memory, none by
   threads. */
START_TEST(two_tiles_of_32_fit_the_shared_memory_of_the_g80_but_not_its_threads)
{
	answer a = predict("tiled_mm", "n=1024 TILE=32", "geforce_8800_gtx", NULL);
	ck_assert_double_eq(metric(&a, "launch__shared_mem_per_block_static"), 8192);
	ck_assert_int_eq(a.p.occupancy.limit_blocks[GM_LIMIT_SHARED], 2);
	ck_assert_int_eq(a.p.occupancy.limit_blocks[GM_LIMIT_WARPS], 0);
	ck_assert(!a.p.occupancy.launchable);
	ck_assert_int_eq(a.p.time_s.kind, GM_KIND_UNKNOWN);
	dispose(&a);
}
END_TEST

/* ---- 000: Masaryk University, GTX 280 ---- */

/* "available 622GFLOPS", "memory bandwidth is 142GB/s", "35.5 billion floats per second", "if one
   warp transfers one float from one matrix and 16 floats from the other matrix, we can
   achieve 66.8GFLOPS" (35.5 * 32/17). The rule of cc 1.3 moves those 1 + 16 floats as segments of
   32 and 64 bytes, which is sharper: 142 * 32/96 = 47.3. And "16 * 25.5 = 568": 16 * 35.5 is meant.
   n = 65536 leaves the store out but for 2e-4. */
START_TEST(the_roofs_of_the_gtx_280)
{
	static const char *const bandwidth = "dram_bandwidth=142GB/s";
	answer naive = predict("naive_mm", "n=65536", "geforce_gtx_280", bandwidth);
	answer tiled = predict("tiled_mm", "n=65536 TILE=16", "geforce_gtx_280", bandwidth);
	ck_near(naive.p.compute_roof_flop_per_s.value, 622e9, 1e-3);
	ck_near(step(&naive, GM_LEVEL_REQUESTED)->bandwidth_byte_per_s.value / 4, 35.5e9, 1e-12);
	ck_near(step(&naive, GM_LEVEL_DISTINCT)->roof_flop_per_s.value, 66.8e9, 5e-4);
	ck_near(step(&naive, GM_LEVEL_TRANSACTIONS)->roof_flop_per_s.value, 47.333e9, 1e-4);
	ck_near(step(&tiled, GM_LEVEL_REQUESTED)->roof_flop_per_s.value, 568e9, 2e-4);
	dispose(&naive);
	dispose(&tiled);
}
END_TEST

/* "one block will have reasonable 256 threads, one block needs 2 KB of shared memory". */
START_TEST(a_16_tile_on_the_gtx_280)
{
	answer a = predict("tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", NULL);
	ck_assert_double_eq(metric(&a, "launch__block_size"), 256);
	ck_assert_double_eq(metric(&a, "launch__shared_mem_per_block_static"), 2048);
	dispose(&a);
}
END_TEST

/* ---- 003: Stanford, Turing ---- */

/* "If each thread reads a float, that's 4 x 32-bytes." The four transposes: "Read: good, Write:
   bad" (a row of 32 ints, 128 bytes: 4 sectors; a column: 32). A block of 8 x 32, "warp reads 32
   (8x4) coalesced bytes" (4 rows of 8 ints: 4 sectors), "warp writes 16 (4x4) coalesced bytes" (8
   columns of 4 ints, half a sector each: 8). Through shared memory "writes are also coalesced": 4
   and 4. There, "Stride is 1" when storing, and when loading "Stride is 32!" (one bank, 32 ways),
   with the padding 33: none. */
static const struct {
	const char *kernel;
	double load_sectors, store_sectors;
	int64_t shared_store_ways, shared_load_ways; /* 0: no shared memory */
} copies[] = {
	{"array_copy", 4, 4, 0, 0},       {"transpose_simple", 4, 32, 0, 0},
	{"transpose_2d", 4, 8, 0, 0},     {"transpose_shared", 4, 4, 1, 32},
	{"transpose_padded", 4, 4, 1, 1},
};

START_TEST(sectors_and_banks_of_the_copy_and_the_transposes)
{
	answer a = predict(copies[_i].kernel, "", "geforce_rtx_2080_ti", NULL);
	ck_near(metric(&a, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"),
		copies[_i].load_sectors, 1e-12);
	ck_near(metric(&a, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"),
		copies[_i].store_sectors, 1e-12);
	int shared_sites = 0;
	for (int s = 0; s < a.p.kernel->sites_count; s++) {
		const gm_site *site = &a.p.kernel->sites[s];
		if (site->space != GM_SHARED || !gm_operation_is_memory(site->operation))
			continue;
		shared_sites++;
		ck_assert_int_eq(a.p.counts.sites[s].worst_degree,
				 site->operation == GM_STORE ? copies[_i].shared_store_ways
							     : copies[_i].shared_load_ways);
	}
	ck_assert_int_eq(shared_sites, copies[_i].shared_load_ways ? 2 : 0);
	dispose(&a);
}
END_TEST

/* "Bandwidth goes down if memory access is unaligned, memory access has a stride". A warp of floats
   takes 4 sectors when it starts on a multiple of 8 floats, else 5; at stride s its 32 floats lie
   in min(4s, 32) sectors: the curve 1/stride, flat from 8 on. */
static const struct {
	const char *kernel, *parameters;
	double sectors;
} shifted[] = {
	{"offset_copy", "offset=0", 4},   {"offset_copy", "offset=1", 5},
	{"offset_copy", "offset=7", 5},   {"offset_copy", "offset=8", 4},
	{"offset_copy", "offset=32", 4},  {"strided_copy", "stride=1", 4},
	{"strided_copy", "stride=2", 8},  {"strided_copy", "stride=4", 16},
	{"strided_copy", "stride=8", 32}, {"strided_copy", "stride=32", 32},
};

START_TEST(sectors_by_offset_and_stride)
{
	answer a = predict(shifted[_i].kernel, shifted[_i].parameters, "geforce_rtx_2080_ti", NULL);
	/* Warps that wrap around at n have their own sectors: 1e-5 of all. */
	ck_near(metric(&a, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"),
		shifted[_i].sectors, 1e-5);
	dispose(&a);
}
END_TEST

/* "Number of MB to transpose: 4096": the lecture's effective bandwidth is twice 4 GiB over the
   time. Its times and rates of the two benchmark runs. */
static const struct {
	const char *kernel, *parameters;
	double time_s, byte_per_s;
} bandwidths[] = {
	{"array_copy", "n=1073741824", 17.6967e-3, 485.398e9},
	{"array_copy", "n=1073741824", 18.1248e-3, 473.932e9},
	{"transpose_simple", "", 286.038e-3, 30.0308e9},
	{"transpose_2d", "", 27.6503e-3, 310.664e9},
	{"transpose_shared", "", 24.942e-3, 344.396e9},
	{"transpose_padded", "", 24.539e-3, 350.052e9},
};

START_TEST(effective_bandwidth_counts_the_bytes_that_the_lecture_counts)
{
	answer a = predict(bandwidths[_i].kernel, bandwidths[_i].parameters, "geforce_rtx_2080_ti",
			   NULL);
	const double bytes = metric(&a, "gpumodel__effective_bandwidth") * a.p.time_s.value;
	ck_near(bytes, 2.0 * 4096 * 1024 * 1024, 1e-12);
	ck_near(bytes / bandwidths[_i].time_s, bandwidths[_i].byte_per_s, 2e-5);
	dispose(&a);
}
END_TEST

/* ---- 004: University of Jyvaskyla ---- */

/* "Time: 0.025615 s, Flops: 1.6957 GFlops" and so on for the four sums: an addition for each of the
   43435342 elements. The trees in shared memory add up to 255 more for each of 1326 and 1024
   blocks, below 1 %. */
static const struct {
	const char *kernel;
	double time_s, flop_per_s, tolerance_ratio;
} sums[] = {
	{"sum_chunk", 0.025615, 1.6957e9, 1e-4},
	{"sum_grid_stride", 0.00473809, 9.16726e9, 1e-6},
	{"sum_shared_tree", 0.00255108, 17.0263e9, 0.01},
	{"sum_two_kernel_first", 0.00261402, 16.6163e9, 0.01},
};

START_TEST(a_sum_adds_each_element_once)
{
	answer a = predict(sums[_i].kernel, "n=43435342", "geforce_gtx_580", NULL);
	ck_near(a.p.flop / sums[_i].time_s, sums[_i].flop_per_s, sums[_i].tolerance_ratio);
	ck_assert_double_ge(a.p.flop, 43435342.0);
	dispose(&a);
}
END_TEST

static Suite *
seeds_suite(void)
{
	Suite *suite = suite_create("seeds");
	TCase *cases = tcase_create("seeds");
	tcase_add_loop_test(cases, naive_has_a_quarter_flop_per_byte_and_a_tile_of_16_has_4, 0,
			    ROWS(intensities));
	tcase_add_test(cases, three_terabytes_per_second_allow_750_and_12000_gflop_per_s);
	tcase_add_test(cases,
		       the_naive_product_uses_0_15_percent_of_the_tensor_peak_and_1_1_of_fp32);
	tcase_add_loop_test(cases, tiles_of_n_by_n_divide_the_loads_by_n, 0, ROWS(tiles));
	tcase_add_test(cases,
		       a_thread_of_the_h100_has_114_bytes_of_shared_memory_and_a_tile_takes_8);
	tcase_add_test(cases, the_g80_peaks_at_345_6_gflop_per_s_and_issues_every_fourth_clock);
	tcase_add_test(
		cases,
		the_g80_is_limited_to_21_6_gflop_per_s_without_tiles_and_345_6_with_tiles_of_16);
	tcase_add_loop_test(cases, blocks_of_8_16_and_32_on_the_g80, 0, ROWS(g80_blocks));
	tcase_add_test(cases, thirteen_warps_hide_200_cycles);
	tcase_add_test(cases, a_phase_of_a_16_tile_has_512_loads_for_8192_operations);
	tcase_add_test(cases, two_tiles_of_32_fit_the_shared_memory_of_the_g80_but_not_its_threads);
	tcase_add_test(cases, the_roofs_of_the_gtx_280);
	tcase_add_test(cases, a_16_tile_on_the_gtx_280);
	tcase_add_loop_test(cases, sectors_and_banks_of_the_copy_and_the_transposes, 0,
			    ROWS(copies));
	tcase_add_loop_test(cases, sectors_by_offset_and_stride, 0, ROWS(shifted));
	tcase_add_loop_test(cases, effective_bandwidth_counts_the_bytes_that_the_lecture_counts, 0,
			    ROWS(bandwidths));
	tcase_add_loop_test(cases, a_sum_adds_each_element_once, 0, ROWS(sums));
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(seeds_suite());
}
