#include "model/grid_doubt.h"

#include "model/traced.h"
#include "support/near.h"

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
	traced t = traced_ptx("operators",
	                      &(gm_ptx_launch){.entry = "op_embedding",
	                                       .grid = {2048, 1, 1},
	                                       .block = {256, 1, 1},
	                                       .arguments = (const char *[]){"s32[2048]:random=5000", "f32[3840000]",
	                                                                     "f32[393216]", "f32[1572864]", "s32=768",
	                                                                     "s32=512"},
	                                       .arguments_count = 6});
	ck_assert(is_irregular(t.trace, 1));
	ck_assert(!is_irregular(t.trace, 2));
	ck_assert_int_eq(t.trace->grid.x, 512);
	ck_assert_int_eq(t.trace->grid.y, 4);
	traced_dispose(&t);
}
END_TEST

/* 32 heads, `group` of which share their keys (array 1) and values (array 2), in pages that a table names. */
static const struct {
	const char *group;
	int64_t alike;
} decoders[] = {{"s32=4", 4}, {"s32=1", 0}, {"s32=8", 8}};

START_TEST(heads_that_share_their_keys_go_to_the_same_places)
{
	traced t = traced_ptx(
	        "decoder",
	        &(gm_ptx_launch){.entry = "llm_paged_decode",
	                         .grid = {32, 8, 1},
	                         .block = {128, 1, 1},
	                         .shared_dynamic_bytes = 512,
	                         .arguments = (const char *[]){"u16[32768]:random=16256", "u16[16777216]:random=16256",
	                                                       "u16[16777216]:random=16256", "u16[32768]", "s32[64]:random=256",
	                                                       "s32[8]:random=100", "s32=8", decoders[_i].group, "f32=0.0884"},
	                         .arguments_count = 9});
	int loads = 0;
	for (int s = 0; s < t.kernel->sites_count; s++) {
		const gm_site *site = &t.kernel->sites[s];
		if (site->operation != GM_LOAD || (site->array != 1 && site->array != 2) || !t.trace->irregular[s])
			continue;
		ck_assert_int_eq(t.trace->alike[s], decoders[_i].alike);
		loads++;
	}
	ck_assert_int_gt(loads, 0);
	traced_dispose(&t);
}
END_TEST

/* A query's warp walks along the keys before it: each block of a head ends elsewhere, and all begin alike. Rows of 64 floats. */
START_TEST(rows_of_a_triangle_begin_at_the_same_place)
{
	traced t = traced_ptx("heights",
	                      &(gm_ptx_launch){.entry = "head_online_warp",
	                                       .grid = {128, 8, 1},
	                                       .block = {32, 4, 1},
	                                       .arguments = (const char *[]){"f32[262144]", "f32[262144]", "f32[262144]",
	                                                                     "f32[262144]", "s32=512", "f32=0.125"},
	                                       .arguments_count = 6});
	int loads = 0;
	for (int s = 0; s < t.kernel->sites_count; s++) {
		const gm_site *site = &t.kernel->sites[s];
		if (site->operation != GM_LOAD || site->array != 1 || !site->looping)
			continue;
		ck_assert(!t.trace->irregular[s]);
		ck_assert_int_eq(t.trace->step[s][0], 0);
		ck_assert_int_eq(t.trace->step[s][1], 512 * 64 * 4);
		loads++;
	}
	ck_assert_int_gt(loads, 0);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("grid_doubt");
	TCase *cases = tcase_create("grid_doubt");
	tcase_add_test(cases, a_row_that_data_name_has_no_step);
	tcase_add_loop_test(cases, heads_that_share_their_keys_go_to_the_same_places, 0,
	                    sizeof decoders / sizeof *decoders);
	tcase_add_test(cases, rows_of_a_triangle_begin_at_the_same_place);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
