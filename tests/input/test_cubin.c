#include "input/cubin.h"
#include "input/ptxas_log.h"
#include "support/near.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER GM_TREE "/tests/data/cubins/"

/* What nvcc 13.0 and ptxas 12.4 said on stderr when they made the files (the .log beside each). */
static const struct {
	const char *file;
	int sm;
	struct {
		const char *name;
		int64_t registers, shared, barriers, threads_max, stack;
		gm_spills spills;
	} kernels[5];
} files[] = {
	{"sm_75",
	 75,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 32, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 14, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 8, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_80",
	 80,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 14, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 8, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_86",
	 86,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 14, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 8, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_89",
	 89,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 14, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 8, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_90",
	 90,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 12, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 10, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_100",
	 100,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 12, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 10, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"sm_120",
	 120,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_NONE},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_SOME},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 12, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 10, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	/* CUDA 12.4 does not mark spills: with a stack frame they cannot be told from an array. */
	{"before_13_sm_50",
	 50,
	 {{"array", 9, 0, 0, 0, 128, GM_SPILLS_UNKNOWN},
	  {"spilling", 24, 0, 0, 0, 32, GM_SPILLS_UNKNOWN},
	  {"named", 6, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 10, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 6, 0, 0, 0, 0, GM_SPILLS_NONE}}},
	{"before_13_sm_90",
	 90,
	 {{"array", 10, 0, 0, 0, 128, GM_SPILLS_UNKNOWN},
	  {"spilling", 24, 0, 0, 0, 40, GM_SPILLS_UNKNOWN},
	  {"named", 10, 256, 4, 0, 0, GM_SPILLS_NONE},
	  {"tiled", 12, 1088, 1, 256, 0, GM_SPILLS_NONE},
	  {"plain", 10, 0, 0, 0, 0, GM_SPILLS_NONE}}},
};

enum { FILES_COUNT = sizeof files / sizeof *files };

static gm_compiled *
load(const char *file, const char *suffix)
{
	char path[512];
	gm_compiled *compiled = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, FOLDER "%s%s", file, suffix);
	const gm_status status = strcmp(suffix, ".log") == 0
					 ? gm_ptxas_log_load(path, &compiled, &err)
					 : gm_cubin_load(path, &compiled, &err);
	ck_assert_msg(status == GM_OK, "%s: %s", path, err.message);
	return compiled;
}

START_TEST(a_cubin_says_what_ptxas_said_of_it)
{
	gm_compiled *compiled = load(files[_i].file, ".cubin");
	ck_assert_int_eq(compiled->kernels_count, 5);
	for (int k = 0; k < 5; k++) {
		const char *name = files[_i].kernels[k].name;
		const gm_compiled_kernel *found =
			gm_compiled_find(compiled, name, files[_i].sm / 10, files[_i].sm % 10);
		ck_assert_msg(found != NULL, "%s: %s", files[_i].file, name);
		ck_assert_int_eq(found->registers_count, files[_i].kernels[k].registers);
		ck_assert_int_eq(found->shared_static_bytes, files[_i].kernels[k].shared);
		ck_assert_int_eq(found->barriers_count, files[_i].kernels[k].barriers);
		ck_assert_int_eq(found->threads_max, files[_i].kernels[k].threads_max);
		ck_assert_int_eq(found->stack_bytes, files[_i].kernels[k].stack);
		ck_assert_msg(gm_compiled_spills(found) == files[_i].kernels[k].spills,
			      "%s: %s: spills", files[_i].file, name);
	}
	gm_compiled_free(compiled);
}
END_TEST

/* The same by the other reader, so that neither the table above nor one reader alone is believed.
 */
START_TEST(a_cubin_and_the_log_of_its_compilation_agree)
{
	gm_compiled *cubin = load(files[_i].file, ".cubin"), *log = load(files[_i].file, ".log");
	ck_assert_int_eq(cubin->kernels_count, log->kernels_count);
	for (int k = 0; k < log->kernels_count; k++) {
		const gm_compiled_kernel *said = &log->kernels[k];
		const gm_compiled_kernel *found =
			gm_compiled_find(cubin, said->name, said->cc_major, said->cc_minor);
		ck_assert_ptr_nonnull(found);
		ck_assert_int_eq(found->registers_count, said->registers_count);
		ck_assert_int_eq(found->shared_static_bytes, said->shared_static_bytes);
		ck_assert_int_eq(found->stack_bytes, said->stack_bytes);
		if (gm_compiled_spills(found) != GM_SPILLS_UNKNOWN)
			ck_assert_int_eq(gm_compiled_spills(found), gm_compiled_spills(said));
	}
	gm_compiled_free(cubin);
	gm_compiled_free(log);
}
END_TEST

/* nvcc 13.0 -Xptxas -v of one.cu: 8 registers for sm_75, 10 for sm_90; __launch_bounds__(192). */
START_TEST(a_fat_binary_and_an_object_file_hold_a_kernel_for_each_architecture)
{
	static const char *const names[] = {"two.fatbin", "host.o"};
	gm_compiled *compiled = load(names[_i], "");
	ck_assert_int_eq(compiled->kernels_count, 2);
	const gm_compiled_kernel *turing = gm_compiled_find(compiled, "one", 7, 5);
	const gm_compiled_kernel *hopper = gm_compiled_find(compiled, "one", 9, 0);
	ck_assert_ptr_nonnull(turing);
	ck_assert_ptr_nonnull(hopper);
	ck_assert_int_eq(turing->registers_count, 8);
	ck_assert_int_eq(hopper->registers_count, 10);
	ck_assert_int_eq(hopper->threads_max, 192);
	ck_assert_ptr_null(gm_compiled_find(compiled, "one", 8, 6));
	gm_compiled_free(compiled);
}
END_TEST

/* ---- what is refused ---- */

static unsigned char *
read_all(const char *file, size_t *length)
{
	char path[512];
	snprintf(path, sizeof path, FOLDER "%s", file);
	FILE *in = fopen(path, "rb");
	ck_assert_ptr_nonnull(in);
	unsigned char *bytes = malloc(1 << 16);
	*length = fread(bytes, 1, 1 << 16, in);
	fclose(in);
	return bytes;
}

/* The status of a changed copy in memory of its own size, so that a read past its end is seen. */
static gm_status
try_bytes(const unsigned char *bytes, size_t length, gm_error *err)
{
	gm_compiled *compiled = NULL;
	unsigned char *exact = malloc(length + !length);
	memcpy(exact, bytes, length);
	*err = GM_ERROR_NONE;
	const gm_status status = gm_cubin_load_bytes(exact, length, "changed", &compiled, err);
	ck_assert_int_eq(status == GM_OK, compiled != NULL);
	ck_assert_int_eq(status == GM_OK, err->message[0] == '\0');
	gm_compiled_free(compiled);
	free(exact);
	return status;
}

static const struct {
	const char *file;
	gm_status status;
	const char *says;
} refused[] = {
	{"compressed.fatbin", GM_NOT_MODELLED, "sm_75 is compressed (Zstandard)"},
	{"compressed.fatbin", GM_NOT_MODELLED, "--no-compress"},
	{"ptx.fatbin", GM_NOT_MODELLED, "only PTX for compute_90"},
	{"relocatable.cubin", GM_NOT_MODELLED, "-rdc=true"},
	{"kernels.cu", GM_BAD_SYNTAX, "neither ELF nor a fat binary"},
};

START_TEST(what_cannot_be_read_is_refused_with_the_reason)
{
	size_t length;
	gm_error err;
	unsigned char *bytes = read_all(refused[_i].file, &length);
	ck_assert_int_eq(try_bytes(bytes, length, &err), refused[_i].status);
	ck_assert_msg(strstr(err.message, refused[_i].says) != NULL, "%s", err.message);
	ck_assert_str_eq(err.file, "changed");
	free(bytes);
}
END_TEST

/* One byte of sm_90.cubin replaced: EI_CLASS, EI_OSABI, EI_ABIVERSION, e_machine. */
static const struct {
	size_t at;
	unsigned char value;
	const char *says;
} foreign[] = {
	{4, 1, ""},
	{7, 0x33, "OS ABI 0x33, version 8"},
	{8, 9, "OS ABI 0x41, version 9"},
	{18, 62, "no section .nv_fatbin"},
};

START_TEST(a_layout_that_is_not_known_is_not_guessed_at)
{
	size_t length;
	gm_error err;
	unsigned char *bytes = read_all("sm_90.cubin", &length);
	bytes[foreign[_i].at] = foreign[_i].value;
	ck_assert_int_ne(try_bytes(bytes, length, &err), GM_OK);
	ck_assert_msg(strstr(err.message, foreign[_i].says) != NULL, "%s", err.message);
	free(bytes);
}
END_TEST

START_TEST(an_archive_and_an_empty_file_are_named)
{
	gm_error err;
	ck_assert_int_eq(try_bytes((const unsigned char *)"!<arch>\nx", 9, &err), GM_NOT_MODELLED);
	ck_assert_ptr_nonnull(strstr(err.message, "ar x"));
	ck_assert_int_eq(try_bytes((const unsigned char *)"", 0, &err), GM_BAD_SYNTAX);
}
END_TEST

static const char *const whole[] = {"sm_75.cubin", "sm_90.cubin", "before_13_sm_50.cubin",
				    "two.fatbin"};

START_TEST(a_file_cut_anywhere_is_refused)
{
	size_t length;
	gm_error err;
	unsigned char *bytes = read_all(whole[_i], &length);
	for (size_t cut = 0; cut < length; cut++)
		ck_assert_msg(try_bytes(bytes, cut, &err) != GM_OK, "%s of %zu bytes", whole[_i],
			      cut);
	ck_assert_int_eq(try_bytes(bytes, length, &err), GM_OK);
	free(bytes);
}
END_TEST

/* The section header table of a program stands last; cut before it, the file has no sections. */
START_TEST(an_object_file_cut_anywhere_does_no_harm)
{
	size_t length;
	gm_error err;
	unsigned char *bytes = read_all("host.o", &length);
	for (size_t cut = 0; cut < length; cut += 3)
		ck_assert_int_ne(try_bytes(bytes, cut, &err), GM_OK);
	free(bytes);
}
END_TEST

/* A generator with a fixed start, so that a failure repeats: Knuth's MMIX constants. */
static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

START_TEST(a_file_with_wrong_bytes_does_no_harm)
{
	static const char *const names[] = {"sm_75.cubin", "sm_90.cubin", "two.fatbin", "host.o"};
	enum { ROUNDS = 4000, CHANGES = 4 };
	size_t length;
	gm_error err;
	uint64_t random = 1;
	unsigned char *bytes = read_all(names[_i], &length);
	for (int round = 0; round < ROUNDS; round++) {
		size_t at[CHANGES];
		unsigned char before[CHANGES];
		for (int c = 0; c < CHANGES; c++) {
			/* Half of them where a file says how long its parts are. */
			const bool head = next_random(&random) & 1;
			at[c] = next_random(&random) % (head ? 128 : length);
			before[c] = bytes[at[c]];
			bytes[at[c]] = (unsigned char)next_random(&random);
		}
		try_bytes(bytes, length, &err);
		for (int c = CHANGES - 1; c >= 0; c--)
			bytes[at[c]] = before[c];
	}
	free(bytes);
}
END_TEST

/* Every byte of the section table of a cubin, which its header names at byte 40, set to 0 and to
 * 255. */
START_TEST(a_wrong_section_table_does_no_harm)
{
	size_t length;
	gm_error err;
	unsigned char *bytes = read_all("sm_90.cubin", &length);
	const size_t table = (size_t)(bytes[40] | bytes[41] << 8);
	for (size_t at = table; at < length; at++) {
		const unsigned char before = bytes[at];
		bytes[at] = 0;
		try_bytes(bytes, length, &err);
		bytes[at] = 255;
		try_bytes(bytes, length, &err);
		bytes[at] = before;
	}
	free(bytes);
}
END_TEST

START_TEST(a_binary_is_told_from_a_text)
{
	ck_assert(gm_cubin_is_binary(FOLDER "sm_90.cubin"));
	ck_assert(gm_cubin_is_binary(FOLDER "two.fatbin"));
	ck_assert(gm_cubin_is_binary(FOLDER "host.o"));
	ck_assert(!gm_cubin_is_binary(FOLDER "sm_90.log"));
	ck_assert(!gm_cubin_is_binary(FOLDER "there_is_none"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("cubin");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, a_cubin_says_what_ptxas_said_of_it, 0, FILES_COUNT);
	tcase_add_loop_test(tests, a_cubin_and_the_log_of_its_compilation_agree, 0, FILES_COUNT);
	tcase_add_loop_test(
		tests, a_fat_binary_and_an_object_file_hold_a_kernel_for_each_architecture, 0, 2);
	tcase_add_loop_test(tests, what_cannot_be_read_is_refused_with_the_reason, 0,
			    sizeof refused / sizeof *refused);
	tcase_add_loop_test(tests, a_layout_that_is_not_known_is_not_guessed_at, 0,
			    sizeof foreign / sizeof *foreign);
	tcase_add_test(tests, an_archive_and_an_empty_file_are_named);
	tcase_add_loop_test(tests, a_file_cut_anywhere_is_refused, 0, 4);
	tcase_add_test(tests, an_object_file_cut_anywhere_does_no_harm);
	tcase_add_loop_test(tests, a_file_with_wrong_bytes_does_no_harm, 0, 4);
	tcase_add_test(tests, a_wrong_section_table_does_no_harm);
	tcase_add_test(tests, a_binary_is_told_from_a_text);
	Suite *suite = suite_create("cubin");
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
