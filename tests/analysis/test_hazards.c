/* Races in shared memory, barriers, and what descriptors can show of both. */
#include "hazards.h"

static const hazard_row rows[] = {
	/* A tree without its barrier: whole warps first, then lanes of the last one. */
	{"shared",
	 "reduce_without_barrier",
	 "geforce_rtx_2080_ti",
	 {4, 1, 1},
	 {256, 1, 1},
	 {FLOATS},
	 "error shared_race 11, warning warp_race 11",
	 "in line 11: write after read (WAR)",
	 0},
	{"shared",
	 "reduce_with_barrier",
	 "geforce_rtx_2080_ti",
	 {4, 1, 1},
	 {256, 1, 1},
	 {FLOATS},
	 "",
	 "",
	 0},
	{"shared",
	 "tiles_without_second_barrier",
	 "geforce_rtx_2080_ti",
	 {4, 1, 1},
	 {128, 1, 1},
	 {FLOATS, "s32=1024"},
	 "error shared_race 37, error shared_race 40, warning warp_race 37",
	 "write after read (WAR): thread (0,0,0) reads byte 128 of shared memory, thread (32,0,0) "
	 "writes it, and no barrier lies between; block",
	 0},
	{"shared",
	 "tiles_with_both_barriers",
	 "geforce_rtx_2080_ti",
	 {4, 1, 1},
	 {128, 1, 1},
	 {FLOATS, "s32=1024"},
	 "",
	 "",
	 0},
	{"shared",
	 "count_plainly",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {256, 1, 1},
	 {INTEGERS},
	 "error shared_race 66, error shared_race 66, warning warp_race 66, warning warp_race 66",
	 "read after write (RAW)",
	 0},
	{"shared",
	 "count_with_atomics",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {256, 1, 1},
	 {INTEGERS},
	 "",
	 "",
	 0},
	/* Line 89 stores s[t], 90 s[t + 32]; 91 and 92 read a neighbour's and store their own. In
	   step, before Volta, these are ordered. */
	{"shared",
	 "warp_in_step",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS},
	 "warning warp_race 91, warning warp_race 91, warning warp_race 91, warning warp_race 92, "
	 "warning warp_race 92, warning warp_race 92",
	 "no __syncwarp lies between",
	 0},
	{"shared", "warp_in_step", "tesla_k40c", {1, 1, 1}, {32, 1, 1}, {FLOATS}, "", "", 0},
	{"shared",
	 "warp_with_syncwarp",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS},
	 "",
	 "",
	 0},
	{"shared",
	 "same_flag",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {256, 1, 1},
	 {INTEGERS},
	 "",
	 "",
	 0},
	{"shared",
	 "handed_over",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {128, 1, 1},
	 {FLOATS},
	 "",
	 "",
	 0},
	{"shared",
	 "handed_over_too_early",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {128, 1, 1},
	 {FLOATS},
	 "error shared_race 147",
	 "in line 144: read after write (RAW)",
	 0},
	{"shuffles",
	 "one_side",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS},
	 "warning shuffle_divergent 8",
	 "its mask names lanes of warp 0 that are elsewhere: 16 of 32 come; the first that does not is block (0,0,0), "
	 "thread (0,0,0)",
	 0},
	{"shuffles",
	 "its_own_side",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS},
	 "",
	 "",
	 0},
	{"shuffles",
	 "those_that_are_left",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS, "s32=50"},
	 "",
	 "",
	 0},
	{"shuffles",
	 "own_turns",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS},
	 "warning shuffle_divergent 36",
	 "its mask names lanes of warp 0 that are elsewhere",
	 0},
	{"shuffles",
	 "eliminated",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS},
	 "warning shuffle_divergent 44",
	 "31 of 32 come; the first that does not is block (0,0,0), thread (3,0,0)",
	 0},
	{"barriers",
	 "half_a_warp",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {32, 1, 1},
	 {FLOATS},
	 "error barrier_divergent 8",
	 "16 of the 32 live lanes of warp 0 reach it; the first that does not is block (0,0,0), "
	 "thread (16,0,0)",
	 0},
	/* 1000 = 7 * 128 + 104: in the last turn the warps 0 to 2 and 8 lanes of warp 3. */
	{"barriers",
	 "stride_with_barrier",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {128, 1, 1},
	 {FLOATS, "s32=1000"},
	 "error barrier_divergent 18, error barrier_divergent 20, warning barrier_mismatch 18, "
	 "warning barrier_mismatch 20",
	 "live lanes of warp 3 reach it",
	 0},
	{"barriers",
	 "stride_with_barrier",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {128, 1, 1},
	 {FLOATS, "s32=1024"},
	 "",
	 "",
	 0},
	{"barriers",
	 "leave_early",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {128, 1, 1},
	 {FLOATS, "s32=100"},
	 "",
	 "",
	 0},
	{"barriers",
	 "two_barriers",
	 "geforce_rtx_2080_ti",
	 {1, 1, 1},
	 {64, 1, 1},
	 {FLOATS},
	 "warning barrier_mismatch 45",
	 "bar.sync 0 in line 41",
	 0},
};

START_TEST(a_prediction_names_the_hazards_of_a_kernel_and_their_lines)
{
	check_hazards(&rows[_i]);
}
END_TEST

/* ---- descriptors ---- */

#define TILES(after)                                                                               \
	"<kernel name=\"k\" schema=\"1\"><launch grid=\"1\" block=\"64\"/>\n"                       \
	"<array name=\"A\" space=\"global\" type=\"f32\" length=\"256\"/>\n"                        \
	"<array name=\"s\" space=\"shared\" type=\"f32\" length=\"64\"/>\n"                         \
	"<loop variable=\"t\" count=\"4\">\n"                                                      \
	"<load array=\"A\" index=\"t*64 + threadIdx.x\"/>\n"                                       \
	"<store array=\"s\" index=\"threadIdx.x\"/>\n"                                             \
	"<barrier/>\n"                                                                             \
	"<load array=\"s\" index=\"63 - threadIdx.x\"/>\n" after "</loop>\n</kernel>\n"

typedef struct descriptor_row {
	const char *text, *name;
	int line;
	const char *says;
} descriptor_row;

static const descriptor_row descriptors[] = {
	{TILES("<barrier/>\n"), "", 0, ""},
	/* Thread 32 of the next turn stores where thread 31 of warp 0 may still read. */
	{TILES(""), "shared_race", 6, "in line 8: write after read (WAR)"},
	{TILES("<if test=\"threadIdx.x &lt; 16\"><barrier/></if>\n"), "barrier_divergent", 9,
	 "16 of the 64 threads reach it; the first that does not is block (0,0,0), thread (16,0,0)"},
};

START_TEST(a_descriptor_has_the_hazards_that_it_can_show)
{
	const descriptor_row *row = &descriptors[_i];
	gm_kernel *kernel = text_load(row->text, NULL, 0);
	gm_device *device = device_load("h100");
	gm_prediction *p = gm_allocate(1, sizeof *p);
	gm_error err = GM_ERROR_NONE;
	int found = 0;
	ck_assert_msg(gm_predict(kernel, device, NULL, p, &err) == GM_OK, "%s", err.message);
	for (int i = 0; i < p->findings_count; i++) {
		const gm_finding *f = &p->findings[i];
		if (!is_hazard(f->id))
			continue;
		found++;
		ck_assert_str_eq(gm_finding_name(f->id), row->name);
		ck_assert_int_eq(f->line, row->line);
		ck_assert_msg(strstr(f->text, row->says) != NULL, "%s", f->text);
	}
	ck_assert_int_eq(found, *row->name != '\0');
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hazards");
	TCase *tcase = tcase_create("hazards");
	tcase_add_loop_test(tcase, a_prediction_names_the_hazards_of_a_kernel_and_their_lines, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_loop_test(tcase, a_descriptor_has_the_hazards_that_it_can_show, 0,
			    sizeof descriptors / sizeof *descriptors);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
