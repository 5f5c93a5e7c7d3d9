/*
 * Accesses outside of memory, misaligned, or through no pointer; and lanes and blocks that wait for
 * each other.
 */
#include "hazards.h"

static const hazard_row rows[] = {
	{"places",
	 "stencil_without_guard",
	 "geforce_rtx_2080_ti",
	 {16, 1, 1},
	 {256, 1, 1},
	 {FLOATS},
	 "error out_of_bounds 6, error out_of_bounds 6",
	 "4 bytes before the start of param_0, which has 16384 bytes; first in block (0,0,0), "
	 "thread "
	 "(0,0,0)",
	 0},
	{"places",
	 "stencil_with_guard",
	 "geforce_rtx_2080_ti",
	 {16, 1, 1},
	 {256, 1, 1},
	 {FLOATS, "s32=4096"},
	 "",
	 "",
	 0},
	{"places",
	 "sum_to_the_end",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS, "s32=4096"},
	 "error out_of_bounds 21",
	 "4 bytes past the end of param_0",
	 0},
	{"places",
	 "sum_to_the_end",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS, "s32=4095"},
	 "",
	 "",
	 0},
	/* 17 blocks of 256 are 152 more than 4200: thread 104 of block 16 is the first. */
	{"places",
	 "store_without_guard",
	 "geforce_rtx_2080_ti",
	 {17, 1, 1},
	 {256, 1, 1},
	 {"f32[4200]"},
	 "error out_of_bounds 28",
	 "first in block (16,0,0), thread (104,0,0)",
	 0},
	{"places",
	 "store_without_guard",
	 "geforce_rtx_2080_ti",
	 {17, 1, 1},
	 {256, 1, 1},
	 {"f32[4352]"},
	 "",
	 "",
	 0},
	{"places",
	 "shared_past_its_end",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS},
	 "error out_of_bounds 34",
	 "4 bytes past the end of shared memory, which has 128 bytes; first in block (0,0,0), "
	 "thread "
	 "(31,0,0)",
	 128},
	{"places",
	 "shared_past_its_end",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS},
	 "",
	 "",
	 132},
	{"places",
	 "odd_pairs",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS, "s32=1"},
	 "error misaligned 42",
	 "8 bytes of global memory, address 0x200000004",
	 0},
	{"places",
	 "odd_pairs",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS, "s32=2"},
	 "",
	 "",
	 0},
	{"places",
	 "through_null",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {"u64=0", "f32[32]"},
	 "error null_pointer 47",
	 "address 0x0 of a null pointer",
	 0},
	{"spins",
	 "spin_lock",
	 "tesla_k40c",
	 {4, 1, 1},
	 {64, 1, 1},
	 {LOCK},
	 "error spin_lock 8",
	 "on cc 3.5 they wait for each other until the end of time: deadlock",
	 0},
	{"spins",
	 "spin_lock",
	 "v100",
	 {4, 1, 1},
	 {64, 1, 1},
	 {LOCK},
	 "note spin_lock 8",
	 "independently since cc 7.0",
	 0},
	{"spins", "patient_lock", "tesla_k40c", {4, 1, 1}, {64, 1, 1}, {LOCK}, "", "", 0},
	{"spins", "shared_lock", "tesla_k40c", {1, 1, 1}, {128, 1, 1}, {"s32[128]"}, "", "", 0},
	{"spins", "shared_lock", "v100", {1, 1, 1}, {128, 1, 1}, {"s32[128]"}, "", "", 0},
	/* 16 blocks of 128 threads fit on 15 SMs of 2048 threads, 1600 do not: 15 * 16 = 240. */
	{"spins",
	 "grid_barrier",
	 "tesla_k40c",
	 {16, 1, 1},
	 {128, 1, 1},
	 {"f32[2048]", FLOATS},
	 "warning waits_for_blocks 58",
	 "240 blocks can be resident at once, the grid has 16: it ends",
	 0},
	{"spins",
	 "grid_barrier",
	 "tesla_k40c",
	 {1600, 1, 1},
	 {128, 1, 1},
	 {"f32[204800]", "f32[204800]", "f32[204800]"},
	 "error waits_for_blocks 58",
	 "240 blocks can be resident at once, the grid has 1600: deadlock",
	 0},
	/* The flag is set by blocks after the first: one waits for ever, two do not. */
	{"spins",
	 "flag_of_others",
	 "v100",
	 {1, 1, 1},
	 {32, 1, 1},
	 {"s32[1]"},
	 "error waits_for_blocks 69",
	 "the grid has no other block: it never ends",
	 0},
	{"spins",
	 "flag_of_others",
	 "v100",
	 {2, 1, 1},
	 {32, 1, 1},
	 {"s32[1]"},
	 "warning waits_for_blocks 69",
	 "2560 blocks can be resident at once, the grid has 2: it ends",
	 0},
	/* Nobody sets it, however many blocks there are. */
	{"spins",
	 "flag_of_nobody",
	 "v100",
	 {4, 1, 1},
	 {32, 1, 1},
	 {"s32[1]", "s32[128]"},
	 "error waits_for_blocks 78",
	 "this kernel never does: it never ends",
	 0},
};

START_TEST(a_prediction_names_the_hazards_of_a_kernel_and_their_lines)
{
	check_hazards(&rows[_i]);
}
END_TEST

/* What an access outside gives decides where the next one goes. */
START_TEST(a_place_outside_that_decides_an_address_ends_the_prediction)
{
	const hazard_row row = {.file = "places",
				.entry = "index_past_the_end",
				.grid = {1, 1, 1},
				.block = {32, 1, 1},
				.arguments = {"s32[32]", FLOATS}};
	gm_kernel *kernel = row_kernel(&row);
	gm_device *device = device_load("geforce_rtx_2080_ti");
	gm_prediction *p = gm_allocate(1, sizeof *p);
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_predict(kernel, device, NULL, p, &err), GM_OUT_OF_BOUNDS);
	ck_assert_msg(strstr(err.message, "4 bytes past the end of param_0") != NULL, "%s",
		      err.message);
	ck_assert_msg(strstr(err.message, "places.cu:53 ") != NULL, "%s", err.message);
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hazards places");
	TCase *tcase = tcase_create("hazards places");
	tcase_add_loop_test(tcase, a_prediction_names_the_hazards_of_a_kernel_and_their_lines, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_test(tcase, a_place_outside_that_decides_an_address_ends_the_prediction);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
