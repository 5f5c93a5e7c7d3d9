#include "input/cuda_source.h"
#include "input/kernel_file.h"
#include "input/launch_list.h"
#include "input/launch_of.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the source ---- */

START_TEST(a_source_tells_parameters_and_macros)
{
	static const char text[] = "/* tile(x) is mentioned here */\n"
	                           "#ifndef TILE\n#define TILE 16\n#endif\n"
	                           "#ifndef NAME\n#define NAME other\n#endif\n"
	                           "static __device__ float tile_of(int i) { return i; }\n"
	                           "extern \"C\" __global__ void __launch_bounds__(256)\n"
	                           "tile(const float *__restrict__ A, unsigned short * const B,\n"
	                           "     unsigned long n, float4*C)\n{ }\n";
	gm_cuda_source *source;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_cuda_source_load_text(text, "x.cu", "tile", &source, &err) == GM_OK, "%s",
	              err.message);
	static const gm_cuda_parameter expected[] = {
	        {"float", "A", true}, {"unsigned short", "B", true}, {"unsigned long", "n", false},
	        {"float4", "C", true}};
	ck_assert_int_eq(source->parameters_count, 4);
	for (int i = 0; i < 4; i++) {
		ck_assert_str_eq(source->parameters[i].type, expected[i].type);
		ck_assert_str_eq(source->parameters[i].name, expected[i].name);
		ck_assert_int_eq(source->parameters[i].pointer, expected[i].pointer);
	}
	ck_assert_int_eq(source->macros_count, 1);
	ck_assert_str_eq(source->macros[0].name, "TILE");
	ck_assert_int_eq(source->macros[0].value, 16);
	gm_cuda_source_free(source);
}
END_TEST

static const struct {
	const char *text, *expected;
} bad_sources[] = {
        {"", "no __global__ function 'tile'"},
        {"void tile(int n);", "no __global__ function 'tile'"},
        {"__global__ void tiles(int n) {}", "no __global__ function 'tile'"},
        {"__global__ void tile(void (*f)(int)) {}", "are not understood"},
        {"__global__ void tile(int) {}", "are not understood"},
};

START_TEST(what_is_not_understood_is_said)
{
	gm_cuda_source *source;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_cuda_source_load_text(bad_sources[_i].text, "x.cu", "tile", &source, &err),
	                 GM_OK);
	ck_assert_msg(strstr(err.message, bad_sources[_i].expected) != NULL, "%s", err.message);
	ck_assert_str_eq(err.file, "x.cu");
}
END_TEST

/* ---- launches ---- */

/* The same type; of scalars the same value, unless it is a real one, which nothing depends on; of
   buffers not more elements (one sum was given a larger result than it writes). */
static void
check_argument(const gm_launch *made, const gm_launch *listed, int i)
{
	const char *a = made->arguments[i], *b = listed->arguments[i];
	const bool buffer = strchr(b, '[') != NULL;
	const size_t length = buffer      ? strcspn(b, "[") + 1
	                      : *b == 'f' ? strcspn(b, "=") + 1
	                                  : strlen(b) + 1;
	bool same = strncmp(a, b, length) == 0;
	if (buffer)
		same = same && strtoll(a + length, NULL, 10) > 0 &&
		       strtoll(a + length, NULL, 10) <= strtoll(b + length, NULL, 10);
	ck_assert_msg(same, "%s: argument %d is %s, the list has %s", listed->name, i, a, b);
}

/* lectures.py says by hand what was launched on the H200 for each model; the model with the run's
   parameters must come to the same launch. */
START_TEST(models_are_launched_as_they_were_measured)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	int checked = 0;
	ck_assert_int_eq(gm_launches_load(GM_TREE "/reports/runs/h200.list", &launches, &err), GM_OK);
	for (int i = 0; i < launches->count; i++) {
		const gm_launch *listed = &launches->items[i];
		char path[300];
		gm_definition definitions[16];
		gm_kernel *kernel = NULL;
		gm_launch made;
		gm_launch_files files;
		snprintf(path, sizeof path, GM_TREE "/models/%s.xml", listed->kernel);
		if (access(path, R_OK) != 0)
			continue;
		for (int p = 0; p < listed->parameters_count; p++)
			definitions[p] = (gm_definition){listed->parameters[p].name,
			                                 listed->parameters[p].value};
		ck_assert_msg(gm_kernel_load(path, definitions, listed->parameters_count, &kernel, &err) ==
		                      GM_OK,
		              "%s: %s", listed->name, err.message);
		gm_arena *arena = gm_arena_new();
		ck_assert_msg(gm_launch_of(kernel, "x", 9, 0, arena, &made, &files, &err) == GM_OK, "%s: %s",
		              listed->name, err.message);
		gm_kernel_free(kernel);
		ck_assert_str_eq(made.entry, listed->entry);
		ck_assert(made.grid.x == listed->grid.x && made.grid.y == listed->grid.y);
		ck_assert(made.block.x == listed->block.x && made.block.y == listed->block.y);
		ck_assert_int_eq(made.shared_dynamic_bytes, listed->shared_dynamic_bytes);
		ck_assert_int_eq(made.arguments_count, listed->arguments_count);
		for (int a = 0; a < listed->arguments_count; a++)
			check_argument(&made, listed, a);
		ck_assert_int_eq(made.constants_count, listed->constants_count);
		/* Code of its own exactly where the list has one for other macros. */
		ck_assert_int_eq(*files.code == '\0', *files.compile != '\0');
		gm_arena_free(arena);
		checked++;
	}
	ck_assert_int_eq(checked, 81);
	gm_launches_free(launches);
}
END_TEST

static const struct {
	const char *kernel, *parameter;
	int64_t value;
	int cc_major;
	const char *code, *compile;
} codes[] = {
        {"tiled_mm", "TILE", 16, 9, "ptx/sm_90/tiled_mm.ptx", ""},
        {"tiled_mm", "TILE", 16, 8, "ptx/sm_75/tiled_mm.ptx", ""},
        {"tiled_mm", "TILE", 16, 7, "", "-arch=sm_70 -lineinfo -cubin -o tiled_mm.cubin"},
        {"tiled_mm", "TILE", 32, 9, "", "-cubin -DTILE=32 -o tiled_mm-TILE32.cubin"},
};

START_TEST(code_fits_the_device_and_the_macros)
{
	char path[300];
	gm_kernel *kernel;
	gm_launch launch;
	gm_launch_files files;
	gm_error err = GM_ERROR_NONE;
	gm_arena *arena = gm_arena_new();
	const gm_definition definition = {codes[_i].parameter, codes[_i].value};
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", codes[_i].kernel);
	ck_assert_int_eq(gm_kernel_load(path, &definition, 1, &kernel, &err), GM_OK);
	ck_assert_int_eq(gm_launch_of(kernel, "x", codes[_i].cc_major, 0, arena, &launch, &files, &err),
	                 GM_OK);
	ck_assert_ptr_nonnull(strstr(files.code, codes[_i].code));
	ck_assert_ptr_nonnull(strstr(files.compile, codes[_i].compile));
	ck_assert_int_eq(*files.code != '\0', *codes[_i].code != '\0');
	ck_assert_ptr_nonnull(strstr(launch.code, *codes[_i].code ? ".ptx" : ".cubin"));
	gm_kernel_free(kernel);
	gm_arena_free(arena);
}
END_TEST

START_TEST(contents_are_stated_or_safe)
{
	gm_kernel *kernel;
	gm_launch launch;
	gm_launch_files files;
	gm_error err = GM_ERROR_NONE;
	gm_arena *arena = gm_arena_new();
	const gm_definition definition = {"values", 16};
	ck_assert_int_eq(gm_kernel_load(GM_TREE "/models/histogram_shared.xml", &definition, 1, &kernel,
	                                &err),
	                 GM_OK);
	ck_assert_int_eq(gm_launch_of(kernel, "x", 9, 0, arena, &launch, &files, &err), GM_OK);
	ck_assert_str_eq(launch.arguments[0], "u32[256]:zero");
	ck_assert_str_eq(launch.arguments[1], "u32[16777216]:random=16");
	gm_kernel_free(kernel);
	ck_assert_int_eq(gm_kernel_load(GM_TREE "/models/tiled_mm_ptx.xml", NULL, 0, &kernel, &err),
	                 GM_OK);
	ck_assert_int_eq(gm_launch_of(kernel, "x", 9, 0, arena, &launch, &files, &err), GM_OK);
	ck_assert_str_eq(launch.entry, "tiled_mm");
	ck_assert_str_eq(launch.code, "tiled_mm.ptx");
	ck_assert_str_eq(launch.arguments[0], "f32[1048576]:zero");
	gm_kernel_free(kernel);
	gm_arena_free(arena);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

int
main(void)
{
	Suite *suite = suite_create("launch_of");
	TCase *cases = tcase_create("launch_of");
	tcase_add_test(cases, a_source_tells_parameters_and_macros);
	tcase_add_loop_test(cases, what_is_not_understood_is_said, 0, ROWS(bad_sources));
	tcase_add_test(cases, models_are_launched_as_they_were_measured);
	tcase_add_loop_test(cases, code_fits_the_device_and_the_macros, 0, ROWS(codes));
	tcase_add_test(cases, contents_are_stated_or_safe);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
