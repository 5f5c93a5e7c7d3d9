#include "model/grid_fold.h"

#include "model/traced.h"
#include "support/near.h"

/* transpose_simple on one axis: 512 columns are 2 blocks of 256, then the next row of the matrix. */
START_TEST(an_axis_that_stands_for_two_is_folded)
{
	static const gm_definition sizes[] = {{"n_rows", 128}, {"n_cols", 512}};
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_kernel_load(GM_TREE "/models/transpose_simple.xml", sizes, 2, &kernel, &err) == GM_OK, "%s",
		      err.message);
	traced t = traced_of(kernel, 0);
	ck_assert_int_eq(t.trace->grid.x, 2);
	ck_assert_int_eq(t.trace->grid.y, 128);
	traced_dispose(&t);
}
END_TEST

/* Block i copies from the array of its number modulo 3, whose address is in a table. */
START_TEST(blocks_that_take_turns_with_three_arrays_are_rows_of_three)
{
	traced t = traced_ptx("lorries",
	                      &(gm_ptx_launch){.entry = "copy_from_one_of_three",
	                                       .grid = {900, 1, 1},
	                                       .block = {256, 1, 1},
	                                       .arguments = (const char *[]){"struct=f32[1500000],f32[1500000],f32[1500000]",
	                                                                     "f32[4500000]", "s32=5000"},
	                                       .arguments_count = 3});
	ck_assert_int_eq(t.trace->grid.x, 3);
	ck_assert_int_eq(t.trace->grid.y, 300);
	ck_assert(t.trace->regular);
	int loads = 0;
	for (int s = 0; s < t.kernel->sites_count; s++) {
		const gm_site *site = &t.kernel->sites[s];
		if (site->operation != GM_LOAD || site->space != GM_GLOBAL || !t.trace->step[s][1])
			continue;
		ck_assert_int_eq(t.trace->step[s][0], (int64_t)(t.kernel->arrays[1].base_bytes - t.kernel->arrays[0].base_bytes));
		ck_assert_int_eq(t.trace->step[s][1], 5000 * 4);
		loads++;
	}
	ck_assert_int_eq(loads, 1);
	traced_dispose(&t);
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
	traced t = traced_of(text_load(text, NULL, 0), 8);
	ck_assert_int_eq(t.kernel->sites_count, 3);
	for (int s = 0; s < 3; s++)
		ck_assert_int_eq(t.trace->irregular[s], t.kernel->sites[s].array == 1);
	traced_dispose(&t);
}
END_TEST

/* Neighbours are so many elements apart, modulo 2^26 of them, which a grid of 2^18 blocks goes around that often: where the
   steps to the next block lead, but once in a lap of more than 4000 blocks; and modulo 4 million, where laps are of 12.6
   blocks, and one step in them leads elsewhere. */
static const struct {
	int64_t elements, stride;
} apart[] = {{1 << 26, 3},  {1 << 26, 23}, {1 << 26, 24}, {1 << 26, 25},   {1 << 26, 40},
	     {1 << 26, 48}, {1 << 26, 56}, {1 << 26, 63}, {4000000, 1237}};

START_TEST(laps_of_any_length_have_a_step)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	const gm_definition of[] = {{"stride", apart[_i].stride}, {"n", apart[_i].elements}};
	ck_assert_int_eq(gm_kernel_load(GM_TREE "/models/strided_copy.xml", of, 2, &kernel, &err), GM_OK);
	traced t = traced_of(kernel, 8);
	ck_assert(t.trace->regular);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("grid_fold");
	TCase *cases = tcase_create("grid_fold");
	tcase_add_loop_test(cases, laps_of_any_length_have_a_step, 0, sizeof apart / sizeof *apart);
	tcase_add_test(cases, an_axis_that_stands_for_two_is_folded);
	tcase_add_test(cases, blocks_that_take_turns_with_three_arrays_are_rows_of_three);
	tcase_add_test(cases, bits_in_reverse_have_no_step);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
