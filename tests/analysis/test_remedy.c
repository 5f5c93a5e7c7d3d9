#include "analysis/remedy.h"

#include "analysis/contention.h"
#include "input/device_file.h"
#include "input/kernel_file.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *kernel, *device;
} shaped[] = {{"tiled_mm", "v100"},
	      {"naive_mm", "h200"},
	      {"naive_mm_swapped", "v100"},
	      {"histogram_shared", "h200"}};

static const char *const wide_cards[] = {"h200", "h100", "geforce_rtx_2080_ti"};

static const char *const not_wide[] = {"array_copy_float4", "naive_mm", "stencil_2d", "convolve",
				       "reduce_shuffle", "transpose_shared"};

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* A prediction with what it borrows. */
typedef struct answer {
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction p;
	gm_remedies remedies;
} answer;

static gm_kernel *
load_kernel(const char *name, const gm_definition *definitions, int count)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	snprintf(path, sizeof path, name[0] == '/' ? "%s" : GM_TREE "/models/%s.xml", name);
	ck_assert_msg(gm_kernel_load(path, definitions, count, &kernel, &err) == GM_OK, "%s",
		      err.message);
	return kernel;
}

static gm_status
load_variant(void *state, const gm_kernel *kernel, const char *parameter, int64_t value,
	     gm_kernel **out, gm_error *err)
{
	(void)state;
	const gm_definition definition = {parameter, value};
	return gm_kernel_load(kernel->file, &definition, 1, out, err);
}

/* registers 0: as the file says. */
static answer *
look_for(const char *kernel, const char *device, int64_t registers, gm_variant_loader *load)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	answer *a = gm_allocate(1, sizeof *a);
	a->kernel = load_kernel(kernel, NULL, 0);
	if (registers) {
		a->kernel->resources.registers_by_capability_count = 0;
		a->kernel->resources.registers_count = registers;
	}
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", device);
	ck_assert_msg(gm_device_load(path, &a->device, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(gm_predict(a->kernel, a->device, NULL, &a->p, &err), GM_OK);
	ck_assert_int_eq(gm_remedies_find(&a->p, load, NULL, &a->remedies, &err), GM_OK);
	return a;
}

static void
dispose(answer *a)
{
	gm_prediction_dispose(&a->p);
	gm_kernel_free(a->kernel);
	gm_device_free(a->device);
	free(a);
}

static const gm_remedy *
remedy_of(const answer *a, gm_remedy_id id)
{
	for (int i = 0; i < a->remedies.count; i++)
		if (a->remedies.items[i].id == id)
			return &a->remedies.items[i];
	ck_abort_msg("no remedy '%s'", gm_remedy_id_name(id));
	return NULL;
}

static double
time_of(const char *kernel, const answer *a, const gm_definition *definitions, int count,
	int64_t registers)
{
	gm_error err = GM_ERROR_NONE;
	gm_prediction p;
	gm_kernel *other = load_kernel(kernel, definitions, count);
	if (registers) {
		other->resources.registers_by_capability_count = 0;
		other->resources.registers_count = registers;
	}
	ck_assert_int_eq(gm_predict(other, a->device, NULL, &p, &err), GM_OK);
	const double time = p.time_s.value;
	gm_prediction_dispose(&p);
	gm_kernel_free(other);
	return time;
}

/* transpose_padded is transpose_shared with rows of 33 elements: 32 rows, 4 bytes more each. */
START_TEST(padding_shared_memory_is_worth_what_the_padded_kernel_gains)
{
	answer *a = look_for("transpose_shared", "v100", 0, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_CONFLICTS);
	/* What a block waits for, which conflicts lengthen by 1.5 %, is not changed with them. */
	ck_near(remedy->time_s.value, time_of("transpose_padded", a, NULL, 0, 0), 0.02);
	ck_near(remedy->gain_s.value, a->p.time_s.value - remedy->time_s.value, 1e-12);
	ck_assert_ptr_nonnull(strstr(remedy->what, "from 32 to 33 elements (128 B more)"));
	ck_assert_ptr_nonnull(strstr(remedy->evidence, "32-way: 32 passes per request for 1"));
	ck_assert_int_eq(a->p.kernel->sites[remedy->site].line, remedy->line);
	dispose(a);
}
END_TEST

/* A store of 32 ints into a column takes 32 sectors, coalesced 4: the kernel then moves what a copy
   does. Its instructions differ a little from the copy's. */
START_TEST(coalescing_a_transpose_makes_it_a_copy)
{
	answer *a = look_for("transpose_simple", "geforce_rtx_2080_ti", 0, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_COALESCE);
	const double copy =
		time_of("array_copy", a, &(gm_definition){"n", INT64_C(32768) * 32768}, 1, 0);
	ck_assert_str_eq(remedy->what, "Coalesce store array_out[col*n_rows + row]");
	ck_assert_ptr_nonnull(
		strstr(remedy->evidence, "32 transactions per request, 12.5 % of 1024 bytes"));
	ck_near(remedy->time_s.value, copy, 0.05);
	ck_assert(remedy == &a->remedies.items[0]);
	dispose(a);
}
END_TEST

/* 0.5 % of the time is the least that is called a change. */
START_TEST(a_time_that_hardly_changes_is_said_to_stay)
{
	answer *a = look_for("tiled_mm", "h100", 0, load_variant);
	int falls = 0, stays = 0;
	for (int i = 0; i < a->remedies.count; i++) {
		const gm_remedy *remedy = &a->remedies.items[i];
		if (remedy->gain_s.kind == GM_KIND_UNKNOWN)
			continue;
		const double gain = remedy->gain_s.value / a->p.time_s.value;
		const char *said = fabs(gain) <= 0.005 ? "the time stays" : gain > 0 ? "the time falls"
										     : "the time rises";
		ck_assert_msg(strstr(remedy->effect, said) != NULL, "%.4g: %s", gain, remedy->effect);
		falls += gain > 0.005;
		stays += fabs(gain) <= 0.005;
	}
	ck_assert_int_gt(falls, 0);
	ck_assert_int_gt(stays, 0);
	dispose(a);
}
END_TEST

START_TEST(fewer_registers_are_worth_what_the_kernel_gains_with_them)
{
	/* 80 registers: 80 * 32 = 2560 of a warp, 6 warps of 16384 registers of a quarter, 24 of an
	   SM, 3 blocks of 8. For 4 blocks 8 warps in a quarter, 2048 registers each: 64 of a
	   thread. */
	answer *a = look_for("tiled_mm", "h100", 80, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_REGISTERS);
	ck_assert_ptr_nonnull(strstr(remedy->what, "64 per thread instead of 80"));
	ck_near(remedy->time_s.value, time_of("tiled_mm", a, NULL, 0, 64), 1e-12);
	ck_near(remedy->occupancy_ratio, 0.5, 1e-12);
	dispose(a);
}
END_TEST

START_TEST(another_tile_is_worth_what_the_kernel_gains_with_it)
{
	answer *a = look_for("tiled_mm", "h100", 0, load_variant);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_PARAMETER);
	ck_assert_ptr_nonnull(strstr(remedy->what, "Let TILE be 32 instead of 16"));
	ck_near(remedy->time_s.value, time_of("tiled_mm", a, &(gm_definition){"TILE", 32}, 1, 0),
		1e-12);
	for (int i = 0; i < a->remedies.count; i++) /* n is another problem */
		ck_assert_ptr_null(strstr(a->remedies.items[i].what, "Let n be"));
	dispose(a);
}
END_TEST

/* Whatever value is told, the kernel loaded with it takes the time that is told. */
START_TEST(what_a_parameter_is_said_to_save_it_saves)
{
	answer *a = look_for(shaped[_i].kernel, shaped[_i].device, 0, load_variant);
	int told = 0;
	for (int i = 0; i < a->remedies.count; i++) {
		const gm_remedy *remedy = &a->remedies.items[i];
		char name[64];
		long long value;
		if (sscanf(remedy->what, "Let %63s be %lld", name, &value) != 2)
			continue;
		ck_near(remedy->time_s.value,
			time_of(shaped[_i].kernel, a, &(gm_definition){name, value}, 1, 0), 1e-12);
		told++;
	}
	ck_assert_int_gt(told, 0);
	dispose(a);
}
END_TEST

/* array_copy_float4 is array_copy with four elements for each thread in one access: both are models of
   the same lecture's copies. Its index is not the same instruction for instruction. */
START_TEST(wider_accesses_are_worth_what_the_wider_copy_gains)
{
	answer *a = look_for("array_copy", wide_cards[_i], 0, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_WIDEN);
	ck_assert_str_eq(remedy->what,
			 "Give each thread 4 neighbouring elements, in accesses of 16 B");
	ck_near(remedy->time_s.value, time_of("array_copy_float4", a, NULL, 0, 0), 0.02);
	dispose(a);
}
END_TEST

/* Already wide; lanes that name one word; neighbours that are not aligned; threads that share. */
START_TEST(accesses_that_cannot_be_wider_are_left)
{
	answer *a = look_for(not_wide[_i], "h200", 0, NULL);
	for (int i = 0; i < a->remedies.count; i++)
		ck_assert_int_ne(a->remedies.items[i].id, GM_REMEDY_WIDEN);
	dispose(a);
}
END_TEST

/* sum_grid_stride adds the same numbers as sum_chunk: it jumps by the grid where the other walks, which
   costs some instructions. The gain promised is more than a factor of two. */
START_TEST(coalescing_a_sum_makes_it_the_grid_stride_one)
{
	answer *a = look_for("sum_chunk", "h200", 0, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_COALESCE);
	ck_near(remedy->time_s.value, time_of("sum_grid_stride", a, NULL, 0, 0), 0.15);
	dispose(a);
}
END_TEST

/* histogram_shared does what histogram_global does, with counters of each block. 16777216 values; 512
   blocks add 256 words, 8 to a sector: 512 * 256 / 8 = 16384 passes. */
START_TEST(counting_in_blocks_is_worth_what_the_kernel_that_does_gains)
{
	answer *a = look_for(GM_TREE "/tests/data/histogram_global.xml", "h200", 0, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_PRIVATIZE);
	ck_assert_ptr_nonnull(strstr(remedy->what, "(1024 B)"));
	ck_assert_ptr_nonnull(strstr(remedy->evidence,
				     "16777216 updates by threads change 256 words"));
	ck_assert_ptr_nonnull(strstr(remedy->evidence, "; then 16384"));
	ck_near(remedy->time_s.value, time_of("histogram_shared", a, NULL, 0, 0), 0.1);
	ck_assert(remedy == &a->remedies.items[0]);
	for (int i = 0; i < a->remedies.count; i++) /* lanes name different places */
		ck_assert_int_ne(a->remedies.items[i].id, GM_REMEDY_AGGREGATE);
	dispose(a);
}
END_TEST

/* 2^22 additions to one word; a warp's 32 first: 2^17, at 0.688 a clock of 1.98 GHz 96.2 us, with
   the launch below 105. Blocks of 256: 2^14. */
START_TEST(combining_the_lanes_of_a_warp_leaves_one_of_32_additions)
{
	answer *a = look_for(GM_TREE "/tests/data/sum_one_word.xml", "h200", 0, NULL);
	const gm_remedy *warp = remedy_of(a, GM_REMEDY_AGGREGATE);
	ck_assert_ptr_nonnull(strstr(warp->evidence, "in 4194304 passes at L2; then 131072"));
	ck_assert_double_gt(warp->time_s.value, 96.2e-6);
	ck_assert_double_lt(warp->time_s.value, 105e-6);
	ck_assert_ptr_nonnull(strstr(remedy_of(a, GM_REMEDY_PRIVATIZE)->evidence, "; then 16384"));
	dispose(a);
}
END_TEST

/* Two lanes and two banks: together in half of the cases. Three lanes: all in one in 2 of 8. Of 32 in
   32 the mean is 3.534 (1000000 draws by another program). */
START_TEST(the_most_lanes_in_a_bank_are_those_of_balls_in_urns)
{
	ck_near(gm_contention_most_in_a_bank(1, 32), 1, 1e-12);
	ck_near(gm_contention_most_in_a_bank(32, 1), 32, 1e-12);
	ck_near(gm_contention_most_in_a_bank(2, 2), 1.5, 1e-12);
	ck_near(gm_contention_most_in_a_bank(3, 2), 2.25, 1e-12);
	ck_near(gm_contention_most_in_a_bank(2, 32), 1 + 1 / 32.0, 1e-12);
	ck_near(gm_contention_most_in_a_bank(32, 32), 3.534, 1e-3);
}
END_TEST

/* One word for each thread; counters that no shared memory holds. */
START_TEST(atomics_without_contention_are_left)
{
	answer *a = look_for("histogram_shared", "h200", 0, NULL);
	for (int i = 0; i < a->remedies.count; i++) {
		ck_assert_int_ne(a->remedies.items[i].id, GM_REMEDY_AGGREGATE);
		ck_assert_int_ne(a->remedies.items[i].id, GM_REMEDY_PRIVATIZE);
	}
	dispose(a);
}
END_TEST

/* 20 registers of 256 threads on cc 1.3: 5120 of a block, a multiple of 512; 16384 / 5120 = 3 of
   the 4 blocks that the threads allow. The memory is busy all the same. */
START_TEST(occupancy_that_saves_no_time_is_told_so)
{
	answer *a = look_for("naive_mm", "geforce_gtx_280", 20, NULL);
	const gm_remedy *remedy = remedy_of(a, GM_REMEDY_RESIDENT);
	ck_assert_msg(strstr(remedy->effect,
			     "occupancy rises from 75 % to 100 %, but the time stays at ") != NULL,
		      "%s", remedy->effect);
	ck_assert_ptr_nonnull(strstr(remedy->effect, "still dram holds"));
	ck_assert_ptr_nonnull(
		strstr(remedy->evidence, "registers allow 3 blocks per SM, 24 of 32 warps"));
	dispose(a);
}
END_TEST

static const char *const kernels[] = {"tiled_mm",    "naive_mm",   "transpose_simple",
				      "sum_chunk",   "stencil_2d", "histogram_shared",
				      "tiled_mm_ptx"};

START_TEST(gains_are_told_from_the_largest_to_the_smallest_and_the_ceiling_last)
{
	answer *a = look_for(kernels[_i], "h200", 0, load_variant);
	ck_assert_int_gt(a->remedies.count, 0);
	for (int i = 0; i < a->remedies.count; i++) {
		const gm_remedy *remedy = &a->remedies.items[i];
		ck_assert(remedy->what[0] && remedy->evidence[0] && remedy->effect[0]);
		const bool last = i + 1 == a->remedies.count;
		ck_assert_int_eq(remedy->id == GM_REMEDY_CEILING, last);
		if (i + 2 < a->remedies.count)
			ck_assert_double_ge(remedy->gain_s.value,
					    a->remedies.items[i + 1].gain_s.value);
	}
	dispose(a);
}
END_TEST

START_TEST(a_kernel_that_cannot_be_launched_has_no_time_to_save)
{
	answer *a = look_for("tiled_mm", "h100", 0, NULL);
	gm_remedies none;
	gm_error err = GM_ERROR_NONE;
	gm_prediction p;
	ck_assert_int_eq(gm_device_override(a->device, "threads_per_block=128", &err), GM_OK);
	ck_assert_int_eq(gm_predict(a->kernel, a->device, NULL, &p, &err), GM_OK);
	ck_assert(!p.occupancy.launchable);
	ck_assert_int_eq(gm_remedies_find(&p, load_variant, NULL, &none, &err), GM_OK);
	ck_assert_int_eq(none.count, 0);
	gm_prediction_dispose(&p);
	dispose(a);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("remedy");
	TCase *tcase = tcase_create("remedy");
	tcase_add_test(tcase, padding_shared_memory_is_worth_what_the_padded_kernel_gains);
	tcase_add_test(tcase, coalescing_a_transpose_makes_it_a_copy);
	tcase_add_test(tcase, a_time_that_hardly_changes_is_said_to_stay);
	tcase_add_test(tcase, fewer_registers_are_worth_what_the_kernel_gains_with_them);
	tcase_add_test(tcase, another_tile_is_worth_what_the_kernel_gains_with_it);
	tcase_add_loop_test(tcase, what_a_parameter_is_said_to_save_it_saves, 0, ROWS(shaped));
	tcase_add_loop_test(tcase, wider_accesses_are_worth_what_the_wider_copy_gains, 0,
			    ROWS(wide_cards));
	tcase_add_loop_test(tcase, accesses_that_cannot_be_wider_are_left, 0, ROWS(not_wide));
	tcase_add_test(tcase, coalescing_a_sum_makes_it_the_grid_stride_one);
	tcase_add_test(tcase, counting_in_blocks_is_worth_what_the_kernel_that_does_gains);
	tcase_add_test(tcase, combining_the_lanes_of_a_warp_leaves_one_of_32_additions);
	tcase_add_test(tcase, the_most_lanes_in_a_bank_are_those_of_balls_in_urns);
	tcase_add_test(tcase, atomics_without_contention_are_left);
	tcase_add_test(tcase, occupancy_that_saves_no_time_is_told_so);
	tcase_add_loop_test(tcase,
			    gains_are_told_from_the_largest_to_the_smallest_and_the_ceiling_last, 0,
			    sizeof kernels / sizeof *kernels);
	tcase_add_test(tcase, a_kernel_that_cannot_be_launched_has_no_time_to_save);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
