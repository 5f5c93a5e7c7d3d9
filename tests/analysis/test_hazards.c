/*
 * What a prediction says of faulty kernels, and that it says nothing of their corrected versions.
 *
 * The sources lie in tests/ptx/hazards; each row names the lines of the source at which a reader
 * would point, found by reading it.
 */
#include "support/loading.h"

#include "analysis/predict.h"
#include "ptx/ptx.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 4 };

typedef struct hazard_row {
	const char *file, *entry, *device;
	gm_dim3 grid, block;
	const char *arguments[ARGUMENTS + 1];
	const char *finds; /* "severity name line, ..." of the hazards, in the order of findings */
	const char *says;  /* in the text of the first; "" when there is none */
	int64_t shared_bytes;
} hazard_row;

#define FLOATS "f32[4096]:random", "f32[4096]"
#define INTEGERS "s32[256]:random", "s32[256]"
#define LOCK "s32[1]", "s32[1]"

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
};

static char *
text_of(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	char *text = gm_allocate(1 << 20, 1);
	*length = fread(text, 1, 1 << 20, file);
	fclose(file);
	return text;
}

static gm_kernel *
row_kernel(const hazard_row *row)
{
	char path[512];
	size_t length;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	gm_ptx_launch launch = {.entry = row->entry,
				.grid = row->grid,
				.block = row->block,
				.arguments = row->arguments,
				.shared_dynamic_bytes = row->shared_bytes};
	while (row->arguments[launch.arguments_count])
		launch.arguments_count++;
	snprintf(path, sizeof path, "%s/tests/ptx/hazards/%s.sm_75.ptx", GM_TREE, row->file);
	char *text = text_of(path, &length);
	ck_assert_msg(gm_ptx_module_parse(text, length, path, &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s",
		      err.message);
	gm_ptx_module_free(module);
	free(text);
	return kernel;
}

static bool
is_hazard(gm_finding_id id)
{
	return id >= GM_FINDING_SPIN_LOCK && id <= GM_FINDING_WARP_RACE;
}

/* The hazards of a prediction as the rows write them; *first is the text of the first. */
static void
list_hazards(const gm_prediction *p, char *out, size_t out_bytes, const char **first)
{
	size_t used = 0;
	*first = "";
	out[0] = '\0';
	for (int i = 0; i < p->findings_count; i++) {
		const gm_finding *f = &p->findings[i];
		if (!is_hazard(f->id))
			continue;
		*first = used ? *first : f->text;
		used += (size_t)snprintf(out + used, out_bytes - used, "%s%s %s %d",
					 used ? ", " : "", gm_severity_name(f->severity),
					 gm_finding_name(f->id), f->line);
		ck_assert_int_gt(f->ptx_line, 0);
		ck_assert_msg(strstr(f->file, ".cu") != NULL, "file '%s'", f->file);
	}
}

START_TEST(a_prediction_names_the_hazards_of_a_kernel_and_their_lines)
{
	const hazard_row *row = &rows[_i];
	gm_kernel *kernel = row_kernel(row);
	gm_device *device = device_load(row->device);
	gm_prediction *p = gm_allocate(1, sizeof *p);
	gm_error err = GM_ERROR_NONE;
	char found[1024];
	const char *first;
	ck_assert_msg(gm_predict(kernel, device, NULL, p, &err) == GM_OK, "%s", err.message);
	list_hazards(p, found, sizeof found, &first);
	ck_assert_msg(strcmp(found, row->finds) == 0, "%s: found '%s', expected '%s'", row->entry,
		      found, row->finds);
	ck_assert_msg(strstr(first, row->says) != NULL, "%s: '%s' does not say '%s'", row->entry,
		      first, row->says);
	/* A deadlock has no time, a faulty kernel is called so. */
	const bool never = strstr(p->verdict, "never ends") != NULL;
	ck_assert_int_eq(never, p->time_s.kind == GM_KIND_UNKNOWN);
	ck_assert_int_eq(never || strstr(p->verdict, "faulty: ") != NULL,
			 strstr(row->finds, "error ") != NULL);
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
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
	ck_assert_msg(strstr(err.message, "source line 53") != NULL, "%s", err.message);
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
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
	tcase_add_test(tcase, a_place_outside_that_decides_an_address_ends_the_prediction);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
