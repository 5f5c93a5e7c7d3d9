#include "input/kernel_file.h"

#include "input/library.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A small kernel in pieces; a bad row replaces one of them. */
#define HEAD "<kernel name='k' schema='1'>\n"
#define SIZES "<parameter name='n' value='64'/>\n"
#define LAUNCH "<launch grid='n/32' block='32'/>\n"
#define ARRAY "<array name='A' space='global' type='f32' length='n'/>\n"
#define LET "<let name='i' value='blockIdx.x*32 + threadIdx.x'/>\n"
#define LOAD "<load array='A' index='i'/>\n"
#define TAIL "</kernel>\n"

static gm_status
load(const char *text, gm_kernel **out, gm_error *err)
{
	*err = GM_ERROR_NONE;
	return gm_kernel_load_text(text, "k.xml", NULL, 0, out, err);
}

START_TEST(a_small_kernel_is_read_as_written)
{
	gm_kernel *k = NULL;
	gm_error err;
	ck_assert_msg(load(HEAD SIZES LAUNCH ARRAY LET LOAD "<compute op='fma' type='f32' count='n/2'/>"
	                        "<store array='A' index='i'/>" TAIL,
	                   &k, &err) == GM_OK,
	              "%s", err.message);
	ck_assert_str_eq(k->name, "k");
	ck_assert_int_eq(k->grid.x, 2);
	ck_assert_int_eq(k->block.x, 32);
	ck_assert_int_eq(k->sites_count, 3);
	ck_assert_int_eq(k->sites[0].line, 6);
	ck_assert_str_eq(k->sites[0].text, "A[i]");
	ck_assert_int_eq(k->sites[1].count, 32);
	ck_assert_int_eq(gm_kernel_registers(k, 9, 0, NULL), -1);
	gm_kernel_free(k);
}
END_TEST

START_TEST(an_instruction_without_a_model_is_named)
{
	gm_kernel *k = NULL;
	gm_error err;
	ck_assert_msg(load(HEAD SIZES LAUNCH ARRAY LET
	                        "<compute op='other' type='s32' unmodelled='tex.2d' moves='yes'/>"
	                        "<compute op='other' type='s32' unmodelled='nanosleep'/>"
	                        "<compute op='other' type='s32'/>" TAIL,
	                   &k, &err) == GM_OK,
	              "%s", err.message);
	ck_assert_str_eq(k->sites[0].unmodelled, "tex.2d");
	ck_assert(k->sites[0].unmodelled_bytes);
	ck_assert_str_eq(k->sites[1].unmodelled, "nanosleep");
	ck_assert(!k->sites[1].unmodelled_bytes);
	ck_assert_ptr_null(k->sites[2].unmodelled);
	gm_kernel_free(k);
}
END_TEST

/* Each with the line where it goes wrong (0: none) and words of the message. */
static const struct {
	const char *text;
	gm_status status;
	int line;
	const char *says;
} bad[] = {
        {"", GM_BAD_FILE, 0, "empty"},
        {"<kernel", GM_BAD_SYNTAX, 1, ""},
        {HEAD LAUNCH, GM_BAD_SYNTAX, 3, ""},
        {"<device/>", GM_BAD_SYNTAX, 1, "kernel"},
        {"<!DOCTYPE kernel [<!ENTITY a 'aaaa'>]>" HEAD TAIL, GM_BAD_SYNTAX, 0, "DOCTYPE"},
        {"<!DOCTYPE kernel SYSTEM 'http://example.org/k.dtd'>" HEAD TAIL, GM_BAD_SYNTAX, 0, "DOCTYPE"},
        {"<kernel schema='1'></kernel>", GM_BAD_SYNTAX, 1, "name"},
        {"<kernel name='k' schema='2'></kernel>", GM_BAD_VALUE, 1, "schema"},
        {"<kernel name='k' schema='1' nmae='x'></kernel>", GM_UNKNOWN_NAME, 1, "nmae"},
        {HEAD SIZES ARRAY TAIL, GM_BAD_SYNTAX, 1, "<launch>"},
        {HEAD SIZES LAUNCH TAIL, GM_BAD_SYNTAX, 1, "nothing"},
        {HEAD SIZES LAUNCH LAUNCH LOAD TAIL, GM_BAD_SYNTAX, 4, "second <launch>"},
        {HEAD SIZES LAUNCH ARRAY LET "<laod array='A' index='i'/>" TAIL, GM_UNKNOWN_NAME, 6, "load"},
        {HEAD "<paramter name='n' value='1'/>" TAIL, GM_UNKNOWN_NAME, 2, "parameter"},
        {HEAD SIZES LAUNCH ARRAY LET LOAD SIZES TAIL, GM_BAD_SYNTAX, 7, "before the statements"},
        {HEAD SIZES SIZES LAUNCH TAIL, GM_BAD_VALUE, 3, "already"},
        {HEAD "<parameter name='2n' value='1'/>" LAUNCH TAIL, GM_BAD_SYNTAX, 2, "'2n'"},
        {HEAD "<parameter name='n' value='1/0'/>" TAIL, GM_DIVISION_BY_ZERO, 2, "1/0"},
        {HEAD "<parameter name='n' value='9223372036854775807 + 1'/>" TAIL, GM_OVERFLOW, 2, "64 bits"},
        {HEAD "<parameter name='n' value='1 +'/>" TAIL, GM_BAD_SYNTAX, 2, "column 4"},
        {HEAD "<parameter name='n' value='m'/>" TAIL, GM_UNKNOWN_NAME, 2, "'m'"},
        {HEAD "<parameter name='n' value='threadIdx.x'/>" TAIL, GM_BAD_VALUE, 2, "before the threads"},
        {HEAD "<launch grid='0' block='32'/>" TAIL, GM_BAD_VALUE, 2, "at least 1"},
        {HEAD "<launch grid='1' block='32, 0'/>" TAIL, GM_BAD_VALUE, 2, "at least 1"},
        {HEAD "<launch grid='-5' block='32'/>" TAIL, GM_BAD_VALUE, 2, "at least 1"},
        {HEAD "<launch grid='1,1,1,1' block='32'/>" TAIL, GM_BAD_SYNTAX, 2, "three sides"},
        {HEAD "<launch grid='1,' block='32'/>" TAIL, GM_BAD_SYNTAX, 2, "the end"},
        {HEAD "<launch grid='1' block='64, 65'/>" TAIL, GM_TOO_LARGE, 2, "4096"},
        {HEAD "<launch grid='2147483647, 2147483647, 2147483647' block='1'/>" TAIL, GM_TOO_LARGE, 2,
         "2^50"},
        {HEAD "<launch grid='1' block='1' dynamic_shared='-1'/>" TAIL, GM_BAD_VALUE, 2, "-1"},
        {HEAD "<require test='1 > 2' message='never'/>" LAUNCH TAIL, GM_BAD_VALUE, 2, "never"},
        {HEAD SIZES LAUNCH "<array name='A' space='globl' type='f32' length='1'/>" TAIL,
         GM_UNKNOWN_NAME, 4, "global"},
        {HEAD SIZES LAUNCH "<array name='A' space='global' type='float' length='1'/>" TAIL,
         GM_UNKNOWN_NAME, 4, "float"},
        {HEAD SIZES LAUNCH "<array name='A' space='global' type='f32' length='0'/>" TAIL, GM_BAD_VALUE,
         4, "0 elements"},
        {HEAD SIZES LAUNCH "<array name='A' space='global' type='f64' length='n*n*n*n*n*n*n*n*n'/>" TAIL,
         GM_BAD_VALUE, 4, "2^50"},
        {HEAD SIZES LAUNCH ARRAY ARRAY LET LOAD TAIL, GM_BAD_VALUE, 5, "second array"},
        {HEAD SIZES LAUNCH "<array name='A' space='global' type='f32' length='1' dynamic='yes'/>" TAIL,
         GM_BAD_VALUE, 4, "shared"},
        {HEAD SIZES LAUNCH "<registers count='0'/>" TAIL, GM_BAD_VALUE, 4, "0 registers"},
        {HEAD SIZES LAUNCH "<registers count='256'/>" TAIL, GM_BAD_VALUE, 4, "256"},
        {HEAD SIZES LAUNCH "<registers count='3' compute_capability='9'/>" TAIL, GM_BAD_SYNTAX, 4, "9.0"},
        {HEAD SIZES LAUNCH ARRAY LET "<load array='B' index='i'/>" TAIL, GM_UNKNOWN_NAME, 6, "'B'"},
        {HEAD SIZES LAUNCH ARRAY LET "<load array='A'/>" TAIL, GM_BAD_SYNTAX, 6, "index"},
        {HEAD SIZES LAUNCH ARRAY LET "<load array='A' index='i' type='u8'/>" TAIL, GM_BAD_VALUE, 6,
         "no whole number"},
        {HEAD SIZES LAUNCH ARRAY LET "<load array='A' index='i'><barrier/></load>" TAIL, GM_BAD_SYNTAX, 6,
         "holds no elements"},
        {HEAD SIZES LAUNCH "<ptx source='a.ptx'><argument type='s32' value='1'/></ptx>" TAIL, GM_BAD_SYNTAX, 4,
         "<ptx> holds no elements, found <argument>"},
        {HEAD SIZES LAUNCH "<array name='A' space='global' type='f32' length='1'><load/></array>" TAIL,
         GM_BAD_SYNTAX, 4, "<array> holds no elements, found <load>"},
        {HEAD SIZES LAUNCH "<argument type='s32' value='1'><member type='s32' value='1'/></argument>" TAIL,
         GM_BAD_SYNTAX, 4, "<argument> holds no elements, found <member>"},
        {HEAD SIZES LAUNCH ARRAY LET "<else><barrier/></else>" TAIL, GM_BAD_SYNTAX, 6, "<if>"},
        {HEAD SIZES LAUNCH ARRAY LET "<let name='threadIdx' value='1'/><let name='n' value='1'/>" TAIL,
         GM_BAD_VALUE, 6, "'n'"},
        {HEAD SIZES LAUNCH ARRAY LET "<loop variable='k'><barrier/></loop>" TAIL, GM_BAD_SYNTAX, 6,
         "count"},
        {HEAD SIZES LAUNCH ARRAY LET "<loop variable='k' count='2' to='3'><barrier/></loop>" TAIL,
         GM_BAD_SYNTAX, 6, "count"},
        {HEAD SIZES LAUNCH ARRAY LET "<loop variable='k' count='2'><barrier/></loop>"
         "<load array='A' index='k'/>" TAIL,
         GM_UNKNOWN_NAME, 6, "'k'"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='fmaa' type='f32'/>" TAIL, GM_UNKNOWN_NAME, 6, "fma"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='fma' type='f32' count='-1'/>" TAIL, GM_BAD_VALUE, 6,
         "-1"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='fma' type='f32' m='16'/>" TAIL, GM_BAD_SYNTAX, 6, "mma"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='mma' type='f16' m='17' n='8' k='16'/>" TAIL, GM_BAD_VALUE,
         6, "mma of 17 x 8 x 16: expected m 8, 16, 32 or 64"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='mma' type='f16' m='16' n='8' k='12'/>" TAIL, GM_BAD_VALUE,
         6, "a power of two"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='other' type='s32' moves='yes'/>" TAIL, GM_BAD_SYNTAX, 6,
         "'moves' is for what is 'unmodelled'"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='other' type='s32' unmodelled=''/>" TAIL, GM_BAD_VALUE, 6,
         "unmodelled is empty"},
        {HEAD SIZES LAUNCH ARRAY LET "<loop variable='z' count='-5'><barrier/></loop>" TAIL, GM_BAD_VALUE, 6,
         "count is -5, expected 0 or more"},
        {HEAD SIZES LAUNCH ARRAY LET "<compute op='mma' type='f16' m='16' n='8'/>" TAIL, GM_BAD_SYNTAX, 6,
         "k"},
        {HEAD SIZES LAUNCH "<array name='A' space='constant' type='f32' length='n'/>"
         "<store array='A' index='0'/>" TAIL,
         GM_BAD_VALUE, 4, "constant"},
};

START_TEST(a_bad_descriptor_is_refused_with_its_line_and_story)
{
	gm_kernel *k = NULL;
	gm_error err;
	const gm_status status = load(bad[_i].text, &k, &err);
	ck_assert_msg(status == bad[_i].status, "%s\n%s: %s", bad[_i].text, gm_status_meaning(status),
	              err.message);
	ck_assert_msg(strstr(err.message, bad[_i].says), "%s\nsays: %s", bad[_i].text, err.message);
	ck_assert_msg(bad[_i].line == 0 || err.line == bad[_i].line, "%s\nline %d: %s", bad[_i].text,
	              err.line, err.message);
	ck_assert_str_eq(err.file, "k.xml");
}
END_TEST

#define PTX "<ptx source='" GM_TREE "/models/ptx/sm_90/saxpy.ptx'/>\n"
#define SAXPY "<argument type='s32' value='n'/><argument type='f32' value='0.5'/>" \
	"<argument name='x' type='f32' count='n'/><argument name='y' type='f32' count='n'/>"

START_TEST(a_compiled_kernel_has_its_launch_and_arguments_from_the_descriptor)
{
	gm_kernel *k = NULL;
	gm_error err;
	ck_assert_msg(load(HEAD SIZES LAUNCH "<registers count='12'/>" PTX SAXPY TAIL, &k, &err) == GM_OK,
	              "%s", err.message);
	ck_assert_str_eq(k->name, "k");
	ck_assert_int_eq(k->origin, GM_FROM_PTX);
	ck_assert_int_eq(k->grid.x, 2);
	ck_assert_int_eq(k->block.x, 32);
	ck_assert_int_eq(gm_kernel_registers(k, 9, 0, NULL), 12);
	ck_assert_int_eq(k->arrays_count, 2);
	ck_assert_str_eq(k->arrays[0].name, "x");
	ck_assert_str_eq(k->arrays[1].name, "y");
	ck_assert_int_eq(k->arrays[1].length, 64);
	gm_kernel_free(k);
}
END_TEST

/* In which file it goes wrong: the descriptor with a line, or the PTX that it names. */
static const struct {
	const char *body;
	gm_status status;
	const char *file;
	int line;
	const char *says;
} bad_ptx[] = {
        {"<ptx/>", GM_BAD_SYNTAX, "k.xml", 4, "source"},
        {"<ptx source='none.ptx' file='x'/>", GM_UNKNOWN_NAME, "k.xml", 4, "'file'"},
        {PTX PTX, GM_BAD_SYNTAX, "k.xml", 5, "second <ptx>"},
        {"<ptx source='none.ptx'/>", GM_BAD_FILE, "none.ptx", 0, "No such file"},
        {"<ptx source='" GM_TREE "/models'/>", GM_BAD_FILE, "/models", 0, "no plain file"},
        {"<ptx source='" GM_TREE "/models/saxpy.xml'/>", GM_BAD_SYNTAX, "/models/saxpy.xml", 1, ""},
        {"<ptx source='" GM_TREE "/models/ptx/sm_90/saxpy.ptx' entry='saxpi'/>", GM_UNKNOWN_NAME,
         "/saxpy.ptx", 0, "did you mean 'saxpy'"},
        {PTX, GM_BAD_VALUE, "/saxpy.ptx", 0, "4 parameters (.u32 .f32 .u64 .u64), 0 arguments"},
        {PTX SAXPY "<argument type='s32' value='1'/>", GM_BAD_VALUE, "/saxpy.ptx", 0,
         "4 parameters (.u32 .f32 .u64 .u64), 5 arguments"},
        {PTX "<argument type='s32' value='1' count='2'/>", GM_BAD_SYNTAX, "k.xml", 5,
         "either a value, or a count"},
        {PTX "<argument type='s32'/>", GM_BAD_SYNTAX, "k.xml", 5, "either a value, or a count"},
        {PTX "<argument type='s32' value='1' contents='iota'/>", GM_BAD_SYNTAX, "k.xml", 5, "contents"},
        {PTX "<argument value='1'/>", GM_BAD_SYNTAX, "k.xml", 5, "type"},
        {PTX "<argument type='s32' value='m'/>", GM_UNKNOWN_NAME, "k.xml", 5, "'m'"},
        {PTX "<argument type='s33' value='n'/>" SAXPY, GM_BAD_VALUE, "/saxpy.ptx", 0, "5 arguments"},
        {PTX "<argument type='s23' value='n'/><argument type='f32' value='1'/>"
         "<argument type='f32' count='1'/><argument type='f32' count='1'/>",
         GM_UNKNOWN_NAME, "/saxpy.ptx", 0, "'s32'"},
        {PTX "<argument type='s64' value='n'/><argument type='f32' value='1'/>"
         "<argument type='f32' count='1'/><argument type='f32' count='1'/>",
         GM_BAD_VALUE, "/saxpy.ptx", 0, "argument 1"},
        {PTX "<argument type='s32' value='n'/><argument type='f32' value='1'/>"
         "<argument type='f32' count='1' contents='rnadom'/><argument type='f32' count='1'/>",
         GM_UNKNOWN_NAME, "/saxpy.ptx", 0, "random"},
        {PTX "<argument type='s32' value='n'/><argument type='f32' value='1'/>"
         "<argument type='f32' count='0'/><argument type='f32' count='1'/>",
         GM_BAD_VALUE, "/saxpy.ptx", 0, "[0]"},
        {ARRAY LET LOAD "<argument type='s32' value='1'/>", GM_BAD_SYNTAX, "k.xml", 7, "before"},
        {"<argument type='s32' value='1'/>" ARRAY LET LOAD, GM_BAD_SYNTAX, "k.xml", 1, "<ptx>"},
        {PTX SAXPY "<barrier/>", GM_BAD_SYNTAX, "k.xml", 1, "not both"},
        {PTX SAXPY ARRAY, GM_BAD_SYNTAX, "k.xml", 1, "not both"},
};

START_TEST(a_bad_compiled_kernel_is_refused_with_its_story)
{
	gm_kernel *k = NULL;
	gm_error err;
	char text[4096];
	snprintf(text, sizeof text, HEAD SIZES LAUNCH "%s" TAIL, bad_ptx[_i].body);
	const gm_status status = load(text, &k, &err);
	ck_assert_msg(status == bad_ptx[_i].status && strstr(err.message, bad_ptx[_i].says) &&
	                      strstr(err.file, bad_ptx[_i].file) && err.line == bad_ptx[_i].line,
	              "%s\n%s: %s:%d: %s", bad_ptx[_i].body, gm_status_meaning(status), err.file,
	              err.line, err.message);
}
END_TEST

/* Found only when the threads run. */
static const struct {
	const char *body;
	gm_status status;
	const char *says;
} bad_runs[] = {
        {"<load array='A' index='i + 1'/>", GM_OUT_OF_BOUNDS, "index 64"},
        {"<load array='A' index='i - 1'/>", GM_OUT_OF_BOUNDS, "index -1"},
        {"<loop variable='k' count='1000'><load array='A' index='k'/></loop>", GM_OUT_OF_BOUNDS, "index"},
        {"<loop variable='k' count='64'><load array='A' index='63 - k'/></loop>"
         "<load array='A' index='i/(threadIdx.x - 5)'/>",
         GM_DIVISION_BY_ZERO, "divides by zero"},
        {"<load array='A' index='i*9223372036854775807'/>", GM_OVERFLOW, "64 bits"},
        {"<load array='A' index='i' type='f32x4'/>", GM_BAD_VALUE, "misaligned"},
        {"<loop variable='k' to='10' step='threadIdx.x'><barrier/></loop>", GM_BAD_VALUE, "step of 0"},
        {"<loop variable='k' count='1 &lt;&lt; 40'>"
         "<load array='A' index='(k*k + k/7) % n'/></loop>",
         GM_TOO_LARGE, "cannot be shortened"},
};

START_TEST(a_bad_access_is_found_with_its_line)
{
	char text[1024];
	snprintf(text, sizeof text, HEAD SIZES LAUNCH ARRAY LET "%s" TAIL, bad_runs[_i].body);
	gm_kernel *k = NULL;
	gm_error err;
	ck_assert_msg(load(text, &k, &err) == GM_OK, "%s", err.message);
	gm_status status = GM_OK;
	gm_block_samples samples;
	ck_assert_int_eq(gm_kernel_blocks(k, &samples, &err), GM_OK);
	for (size_t i = 0; i < samples.count && status == GM_OK; i++)
		status = gm_kernel_replay(k, samples.samples[i].block, 32, &(gm_sink){0}, &err);
	ck_assert_msg(status == bad_runs[_i].status, "%s: %s", gm_status_meaning(status), err.message);
	ck_assert_msg(strstr(err.message, bad_runs[_i].says), "says: %s", err.message);
	ck_assert_int_eq(err.line, 6);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(k);
}
END_TEST

START_TEST(definitions_replace_parameters_and_must_name_one)
{
	const gm_definition n = {"n", 128}, wrong = {"m", 1};
	gm_kernel *k = NULL;
	gm_error err = GM_ERROR_NONE;
	const char *text = HEAD SIZES LAUNCH ARRAY LET LOAD TAIL;
	ck_assert_int_eq(gm_kernel_load_text(text, "k.xml", &n, 1, &k, &err), GM_OK);
	ck_assert_int_eq(k->grid.x, 4);
	ck_assert(k->parameters[0].overridden);
	gm_kernel_free(k);
	ck_assert_int_eq(gm_kernel_load_text(text, "k.xml", &wrong, 1, &k, &err), GM_UNKNOWN_NAME);
	ck_assert_msg(strstr(err.message, "the kernel has: n"), "%s", err.message);
}
END_TEST

/* Truncated anywhere and with any byte spoiled: refused or read, never a crash. */
START_TEST(mutilated_descriptors_do_no_harm)
{
	char path[] = GM_TREE "/models/tiled_mm_padded.xml";
	FILE *file = fopen(path, "r");
	char text[16384];
	const size_t bytes = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	uint32_t state = 12345;
	int refused = 0;
	for (size_t i = 0; i < 2 * bytes; i++) {
		char copy[16384];
		gm_kernel *k = NULL;
		gm_error err;
		memcpy(copy, text, bytes);
		copy[i < bytes ? i : bytes] = '\0';
		if (i >= bytes) {
			state = state * 1664525u + 1013904223u;
			copy[i - bytes] = "<>'\"&=/0 9*z("[state % 13];
		}
		if (load(copy, &k, &err) == GM_OK)
			gm_kernel_free(k);
		else
			refused += err.message[0] != '\0' && err.status != GM_OK;
	}
	ck_assert_int_gt(refused, (int)bytes);
}
END_TEST

START_TEST(every_shipped_model_loads)
{
	gm_library *library = gm_library_new(&(gm_places){.shipped = GM_TREE});
	gm_library_list list;
	gm_library_list_models(library, &list);
	ck_assert_int_ge(list.count, 20);
	for (int i = 0; i < list.count; i++) {
		gm_kernel *k = NULL;
		gm_error err = GM_ERROR_NONE;
		ck_assert_msg(gm_kernel_load(list.entries[i].path, NULL, 0, &k, &err) == GM_OK, "%s:%d: %s",
		              err.file, err.line, err.message);
		ck_assert_str_eq(k->name, list.entries[i].name);
		gm_kernel_free(k);
	}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("kernel_file");
	TCase *cases = tcase_create("kernel_file");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, a_small_kernel_is_read_as_written);
	tcase_add_test(cases, an_instruction_without_a_model_is_named);
	tcase_add_loop_test(cases, a_bad_descriptor_is_refused_with_its_line_and_story, 0,
	                    sizeof bad / sizeof *bad);
	tcase_add_test(cases, a_compiled_kernel_has_its_launch_and_arguments_from_the_descriptor);
	tcase_add_loop_test(cases, a_bad_compiled_kernel_is_refused_with_its_story, 0,
	                    sizeof bad_ptx / sizeof *bad_ptx);
	tcase_add_loop_test(cases, a_bad_access_is_found_with_its_line, 0,
	                    sizeof bad_runs / sizeof *bad_runs);
	tcase_add_test(cases, definitions_replace_parameters_and_must_name_one);
	tcase_add_test(cases, mutilated_descriptors_do_no_harm);
	tcase_add_test(cases, every_shipped_model_loads);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
