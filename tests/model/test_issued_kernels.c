/*
 * Machine instructions counted from PTX, held against code of ptxas 13.0 as nvdisasm shows it: kernels of all
 * kinds (tests/ptx/lowering), and accesses that are joined. None of these kernels is in a set that was measured.
 */
#include "model/counts.h"

#include "issued.h"

/* ---- kernels ---- */

typedef struct line {
	char entry[64];
	double instructions;
	gm_ptx_launch launch;
	const char *arguments[ARGUMENTS];
	char text[LONGEST];
} line;

static void
read_dimensions(const char *word, gm_dim3 *out)
{
	long long x = 1, y = 1, z = 1;
	ck_assert_int_ge(sscanf(word, "%lld,%lld,%lld", &x, &y, &z), 1);
	*out = (gm_dim3){x, y, z};
}

static bool
read_line(FILE *file, line *out)
{
	do {
		if (!fgets(out->text, sizeof out->text, file))
			return false;
	} while (out->text[0] == '#');
	out->launch = (gm_ptx_launch){.entry = out->entry, .arguments = out->arguments};
	snprintf(out->entry, sizeof out->entry, "%s", strtok(out->text, " \n"));
	read_dimensions(strtok(NULL, " \n"), &out->launch.grid);
	read_dimensions(strtok(NULL, " \n"), &out->launch.block);
	out->instructions = atof(strtok(NULL, " \n"));
	for (char *word; (word = strtok(NULL, " \n"));)
		out->arguments[out->launch.arguments_count++] = word;
	return true;
}

START_TEST(kernels_of_all_kinds_issue_what_their_machine_code_has)
{
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/kernels.sm_90.ptx");
	FILE *file = fopen(GM_TREE "/tests/ptx/lowering/counts.txt", "r");
	ck_assert_ptr_nonnull(file);
	double sum = 0;
	int kernels = 0;
	for (line row; read_line(file, &row); kernels++) {
		const counted found = count(module, &row.launch, devices[0]);
		const double error = found.issued / row.instructions - 1;
		ck_assert_msg(fabs(error) < 0.12, "%s: %g, the machine code has %g", row.entry,
			      found.issued, row.instructions);
		ck_assert(found.lanes <= 32 * found.issued);
		sum += fabs(error);
	}
	fclose(file);
	ck_assert_int_ge(kernels, 50);
	ck_assert_msg(sum / kernels < 0.03, "mean error %g", sum / kernels);
	gm_ptx_module_free(module);
}
END_TEST

/* ---- joined accesses ---- */

/* LDS and STS, whatever their width, of a block of one warp. */
static const struct {
	const char *entry;
	int loads, stores;
} joins[] = {
	{"f64_pair", 2, 1},      {"f32_three", 1, 1},        {"f32_mid", 2, 1},
	{"f32_unaligned", 4, 1}, {"f32_even", 2, 1},         {"u8_four", 4, 1},
	{"dynamic_four", 1, 1},  {"dynamic_four16", 1, 1},   {"two_arrays", 5, 2},
	{"two_even", 2, 2},      {"two_v2", 1, 1},           {"store_global_between", 1, 1},
	{"direct_symbol", 2, 1}, {"direct_all", 2, 1},       {"store_four", 1, 1},
	{"store_between", 5, 4}, {"store_two", 1, 1},        {"store_two_loads", 1, 1},
	{"store_v2_pair", 1, 1}, {"store_four_loads", 1, 1},
	{"halves_to_floats", 1, 1}, {"halves_multiplied", 1, 1}, {"halves_eight", 2, 1},
	{"halves_three", 1, 1}, {"halves_two", 1, 1}, {"halves_odd", 2, 1},
	{"shorts_to_floats", 1, 1}, {"shorts_added", 4, 1}, {"shorts_moved", 1, 1},
	{"shorts_compared", 4, 1}, {"bfloats_to_floats", 4, 1}, {"store_halves", 1, 1},
	{"store_three_halves", 1, 2},
};

START_TEST(neighbouring_words_of_shared_memory_are_joined_as_the_assembler_does)
{
	static const char *const arguments[] = {"f32[8192]:random"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/joins.sm_90.ptx");
	const gm_ptx_launch launch = {.entry = joins[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 1,
				      .shared_dynamic_bytes = 4096};
	const counted found = count(module, &launch, devices[0]);
	ck_assert_msg(found.loads == joins[_i].loads && found.stores == joins[_i].stores,
		      "%s: %g loads and %g stores, the machine code has %d and %d", joins[_i].entry,
		      found.loads, found.stores, joins[_i].loads, joins[_i].stores);
	gm_ptx_module_free(module);
}
END_TEST

/* LDS that a warp executes, in loops of three turns, where each condition is false: loads hoisted to one
   before theirs. */
static const struct {
	const char *entry;
	int loads;
} ways[] = {
	{"one_way", 1},         {"one_way_long", 1},  {"two_exits", 1},
	{"over_an_if", 1},      {"over_a_store", 2},  {"over_a_store_elsewhere", 1},
	{"from_both_sides", 1}, {"from_one_side", 2}, {"over_a_loop", 2},
	{"in_a_loop", 3},       {"before_a_way_out", 3}, {"two_ifs_deep", 1},
	{"to_both_sides", 1},   {"within_a_side", 1}, {"fixed", 1},
	{"over_a_barrier", 2},  {"wider", 1},
};

START_TEST(loads_join_one_that_nobody_gets_to_them_without_passing)
{
	static const char *const arguments[] = {"f32[256]", "f32[256]", "f32[256]", "f32=1", "s32=3"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/ways.ptx");
	const gm_ptx_launch launch = {.entry = ways[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 5};
	const counted found = count(module, &launch, devices[0]);
	ck_assert_msg(found.loads == ways[_i].loads, "%s: %g loads, the machine code has %d",
		      ways[_i].entry, found.loads, ways[_i].loads);
	gm_ptx_module_free(module);
}
END_TEST

/* LDG and STG of a block of one warp. */
static const struct {
	const char *entry;
	int reads, writes;
} shown[] = {
	{"alone", 0, 2},         {"wide_after", 0, 2},     {"wide_before", 0, 2},
	{"odd_pair", 0, 3},      {"four_by_four", 0, 2},   {"four_by_two", 0, 3},
	{"pairs_by_four", 0, 2}, {"wide_dominates", 0, 2}, {"wide_behind_a_branch", 0, 3},
	{"loads_wide", 2, 1},    {"loads_half_used", 2, 1}, {"other_store_between", 0, 4},
	{"loads_alone", 2, 1},   {"variable_alone", 2, 1}, {"loads_three", 2, 1},
};

START_TEST(neighbouring_words_of_global_memory_are_joined_where_a_wider_access_shows_how)
{
	static const char *const arguments[] = {"f32[8192]:random", "f32[8192]:random"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/shown.ptx");
	const gm_ptx_launch launch = {.entry = shown[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 2};
	const counted found = count(module, &launch, devices[0]);
	ck_assert_msg(found.reads == shown[_i].reads && found.writes == shown[_i].writes,
		      "%s: %g loads and %g stores, the machine code has %d and %d", shown[_i].entry,
		      found.reads, found.writes, shown[_i].reads, shown[_i].writes);
	gm_ptx_module_free(module);
}
END_TEST

/* clang leaves the addresses of fragments generic. The machine code has four LD for each of two fragments,
   which go to shared memory, and eight turns of two LDG and two STS. */
START_TEST(fragments_at_generic_addresses_come_from_where_these_lead)
{
	static const char *const arguments[] = {"f16[512]:random", "f32[256]"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/fragments.clang.ptx");
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments, .arguments_count = 2};
	const counted found = count(module, &launch, devices[0]);
	ck_near(found.loads, 8, 1e-9);
	ck_near(found.reads, 16, 1e-9);
	ck_near(found.stores, 16, 1e-9);
	gm_ptx_module_free(module);
}
END_TEST
int
main(void)
{
	Suite *suite = suite_create("issued kernels");
	TCase *tests = tcase_create("against machine code");
	tcase_add_unchecked_fixture(tests, load_devices, free_devices);
	tcase_add_test(tests, kernels_of_all_kinds_issue_what_their_machine_code_has);
	tcase_add_test(tests, fragments_at_generic_addresses_come_from_where_these_lead);
	tcase_add_loop_test(tests,
			    neighbouring_words_of_shared_memory_are_joined_as_the_assembler_does, 0,
			    sizeof joins / sizeof *joins);
	tcase_add_loop_test(tests, loads_join_one_that_nobody_gets_to_them_without_passing, 0,
			    sizeof ways / sizeof *ways);
	tcase_add_loop_test(
		tests,
		neighbouring_words_of_global_memory_are_joined_where_a_wider_access_shows_how, 0,
		sizeof shown / sizeof *shown);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
