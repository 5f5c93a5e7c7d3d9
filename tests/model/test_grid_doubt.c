#include "model/grid_doubt.h"

#include "input/kernel_file.h"
#include "input/ptx_file.h"
#include "support/loading.h"
#include "support/near.h"

static gm_grid_trace *
trace_of(const char *file, const gm_ptx_launch *launch, gm_kernel **kernel)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_grid_trace *trace = NULL;
	snprintf(path, sizeof path, GM_TREE "/reports/runs/ptx/%s.ptx", file);
	ck_assert_msg(gm_ptx_kernel_load(path, launch, kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_grid_trace_gather(*kernel, 32, 8, 132, &trace, &err) == GM_OK, "%s", err.message);
	return trace;
}

/* Whether the sites of this array that load have no step. */
static bool
is_irregular(const gm_grid_trace *trace, int array)
{
	bool irregular = true;
	for (int s = 0; s < trace->kernel->sites_count; s++) {
		const gm_site *site = &trace->kernel->sites[s];
		if (site->operation == GM_LOAD && site->space == GM_GLOBAL && site->array == array)
			irregular = irregular && trace->irregular[s];
	}
	return irregular;
}

/* Each block adds a row of 768 floats that its token names to the row that its place in 512 has: the first is
   anywhere, the second has its step, and begins anew with each 512. */
START_TEST(a_row_that_data_name_has_no_step)
{
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = trace_of("operators",
	                                &(gm_ptx_launch){.entry = "op_embedding",
	                                                 .grid = {2048, 1, 1},
	                                                 .block = {256, 1, 1},
	                                                 .arguments = (const char *[]){"s32[2048]:random=5000", "f32[3840000]",
	                                                                               "f32[393216]", "f32[1572864]", "s32=768",
	                                                                               "s32=512"},
	                                                 .arguments_count = 6},
	                                &kernel);
	ck_assert(is_irregular(trace, 1));
	ck_assert(!is_irregular(trace, 2));
	ck_assert_int_eq(trace->grid.x, 512);
	ck_assert_int_eq(trace->grid.y, 4);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* Block i copies from the array of its number modulo 3, whose address is in a table. */
START_TEST(blocks_that_take_turns_with_three_arrays_are_rows_of_three)
{
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = trace_of("lorries",
	                                &(gm_ptx_launch){.entry = "copy_from_one_of_three",
	                                                 .grid = {900, 1, 1},
	                                                 .block = {256, 1, 1},
	                                                 .arguments = (const char *[]){"struct=f32[1500000],f32[1500000],f32[1500000]",
	                                                                               "f32[4500000]", "s32=5000"},
	                                                 .arguments_count = 3},
	                                &kernel);
	ck_assert_int_eq(trace->grid.x, 3);
	ck_assert_int_eq(trace->grid.y, 300);
	ck_assert(trace->regular);
	int loads = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->operation != GM_LOAD || site->space != GM_GLOBAL || !trace->step[s][1])
			continue;
		ck_assert_int_eq(trace->step[s][0], (int64_t)(kernel->arrays[1].base_bytes - kernel->arrays[0].base_bytes));
		ck_assert_int_eq(trace->step[s][1], 5000 * 4);
		loads++;
	}
	ck_assert_int_eq(loads, 1);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 32 heads, `group` of which share their keys (array 1) and values (array 2), in pages that a table names. */
static const struct {
	const char *group;
	int64_t alike;
} decoders[] = {{"s32=4", 4}, {"s32=1", 0}, {"s32=8", 8}};

START_TEST(heads_that_share_their_keys_go_to_the_same_places)
{
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = trace_of(
	        "decoder",
	        &(gm_ptx_launch){.entry = "llm_paged_decode",
	                         .grid = {32, 8, 1},
	                         .block = {128, 1, 1},
	                         .shared_dynamic_bytes = 512,
	                         .arguments = (const char *[]){"u16[32768]:random=16256", "u16[16777216]:random=16256",
	                                                       "u16[16777216]:random=16256", "u16[32768]", "s32[64]:random=256",
	                                                       "s32[8]:random=100", "s32=8", decoders[_i].group, "f32=0.0884"},
	                         .arguments_count = 9},
	        &kernel);
	int loads = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->operation != GM_LOAD || (site->array != 1 && site->array != 2) || !trace->irregular[s])
			continue;
		ck_assert_int_eq(trace->alike[s], decoders[_i].alike);
		loads++;
	}
	ck_assert_int_gt(loads, 0);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* A query's warp walks along the keys before it: each block of a head ends elsewhere, and all begin alike. Rows of 64 floats. */
START_TEST(rows_of_a_triangle_begin_at_the_same_place)
{
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = trace_of("heights",
	                                &(gm_ptx_launch){.entry = "head_online_warp",
	                                                 .grid = {128, 8, 1},
	                                                 .block = {32, 4, 1},
	                                                 .arguments = (const char *[]){"f32[262144]", "f32[262144]", "f32[262144]",
	                                                                               "f32[262144]", "s32=512", "f32=0.125"},
	                                                 .arguments_count = 6},
	                                &kernel);
	int loads = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->operation != GM_LOAD || site->array != 1 || !site->looping)
			continue;
		ck_assert(!trace->irregular[s]);
		ck_assert_int_eq(trace->step[s][0], 0);
		ck_assert_int_eq(trace->step[s][1], 512 * 64 * 4);
		loads++;
	}
	ck_assert_int_gt(loads, 0);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 64 blocks of 256 words each store to the place that the bits of their number name in reverse: a block goes on half of the
   array from an even one, and elsewhere from an odd one. What is stored at the number modulo 16 has its step. */
START_TEST(bits_in_reverse_have_no_step)
{
	static const char text[] =
	        "<kernel name='bits' schema='1' doc='blocks at reversed places'><launch grid='64' block='256'/>"
	        "<array name='A' space='global' type='f32' length='64*256'/>"
	        "<array name='B' space='global' type='f32' length='64*256'/>"
	        "<array name='C' space='global' type='f32' length='16*256'/>"
	        "<load array='A' index='blockIdx.x*256 + threadIdx.x'/>"
	        "<store array='B' index='(blockIdx.x%2*32 + blockIdx.x/2%2*16 + blockIdx.x/4%2*8 + blockIdx.x/8%2*4 +"
	        " blockIdx.x/16%2*2 + blockIdx.x/32%2)*256 + threadIdx.x'/>"
	        "<store array='C' index='blockIdx.x%16*256 + threadIdx.x'/></kernel>";
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	ck_assert_msg(gm_kernel_load_text(text, "bits.xml", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(kernel->sites_count, 3);
	for (int s = 0; s < 3; s++)
		ck_assert_int_eq(trace->irregular[s], kernel->sites[s].array == 1);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* Of five blocks one copies its row of 4096 bytes, and its neighbours load something else, or nothing: two on they do
   not, either, and the first that copies is five on. */
START_TEST(a_site_that_neighbours_leave_out_has_the_step_of_blocks_further_on)
{
	static const char text[] =
		"<kernel name='fifth' schema='1' doc='rows by kind'><launch grid='640' block='256'/>"
		"<array name='A' space='global' type='f32' length='640*1024'/>"
		"<array name='B' space='global' type='f32' length='640*1024'/>"
		"<if test='blockIdx.x % 5 == 2'><load array='A' index='blockIdx.x*1024 + threadIdx.x'/></if>"
		"<if test='blockIdx.x % 5 == 3'><load array='B' index='threadIdx.x'/></if></kernel>";
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	gm_issue issue[2];
	ck_assert_msg(gm_kernel_load_text(text, "fifth.xml", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(kernel->sites_count, 2);
	gm_kernel_issue(kernel, 9, 0, issue);
	ck_assert(gm_grid_trace_around(kernel, issue, (gm_dim3){322, 0, 0}, NULL, 32, 0, 1, &trace, &err) == GM_OK);
	for (int s = 0; s < kernel->sites_count; s++) {
		if (kernel->sites[s].array != 0)
			continue;
		ck_assert(!trace->irregular[s]);
		ck_assert_int_eq(trace->step[s][0], 4096);
	}
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("grid_doubt");
	TCase *cases = tcase_create("grid_doubt");
	tcase_add_test(cases, a_row_that_data_name_has_no_step);
	tcase_add_test(cases, blocks_that_take_turns_with_three_arrays_are_rows_of_three);
	tcase_add_loop_test(cases, heads_that_share_their_keys_go_to_the_same_places, 0,
	                    sizeof decoders / sizeof *decoders);
	tcase_add_test(cases, rows_of_a_triangle_begin_at_the_same_place);
	tcase_add_test(cases, bits_in_reverse_have_no_step);
	tcase_add_test(cases, a_site_that_neighbours_leave_out_has_the_step_of_blocks_further_on);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
