#include "input/launch_list.h"
#include "base/text.h"
#include "support/near.h"

#include <string.h>

static const char saxpy[] = "# a comment\n"
                            "\n"
                            "launch saxpy-1\n"
                            "code saxpy.cubin\n"
                            "ptx ptx/saxpy.ptx\n"
                            "compiled 9.0 registers 10 shared 1088 local 8 barriers 1\n"
                            "region -1 42 0n 7s4@0<-1\n"
                            "region 0 9 0n 1l4@0>2 5b\n"
                            "entry saxpy\n"
                            "grid 64 2 1\n"
                            "block 256 1 1\n"
                            "shared 1024\n"
                            "cooperative\n"
                            "argument s32=16384\n"
                            "argument f32[16384]:random\n"
                            "constant filter f32[9]:zero\n"
                            "parameter n 16384\n"
                            "parameter m -3\n"
                            "set calibration\n"
                            "group copy and stream\n"
                            "where models/cuda/saxpy.cu\n"
                            "note index random\r\n"
                            "result latency 1 4096 cycle\n"
                            "dump 1\n"
                            "launch second\n"
                            "kernel other\n"
                            "code b.ptx\n"
                            "entry e\n"
                            "grid 1 1 1\n"
                            "block 32 1 1";

START_TEST(a_list_is_read_whole)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_launches_load_text(saxpy, "x.list", &launches, &err) == GM_OK, "%s",
	              err.message);
	ck_assert_int_eq(launches->count, 2);
	const gm_launch *first = gm_launches_find(launches, "saxpy-1");
	ck_assert_str_eq(first->kernel, "saxpy");
	ck_assert_str_eq(first->ptx, "ptx/saxpy.ptx");
	ck_assert_int_eq(first->compiled.cc_major, 9);
	ck_assert_int_eq(first->compiled.registers_count, 10);
	ck_assert_int_eq(first->compiled.shared_bytes, 1088);
	ck_assert_int_eq(first->compiled.local_bytes, 8);
	ck_assert_int_eq(first->compiled.barriers_count, 1);
	ck_assert_int_eq(first->compiled.spilling.regions_count, 2);
	ck_assert_int_eq(first->compiled.spilling.regions[0].parent, -1);
	ck_assert_int_eq(first->compiled.spilling.regions[1].items_count, 3);
	ck_assert_int_eq(first->compiled.spilling.regions[1].items[1].use, 2);
	ck_assert_int_eq(gm_launches_find(launches, "second")->compiled.spilling.regions_count, 0);
	ck_assert_int_eq(first->grid.y, 2);
	ck_assert_int_eq(first->shared_dynamic_bytes, 1024);
	ck_assert(first->cooperative);
	ck_assert_int_eq(first->arguments_count, 2);
	ck_assert_str_eq(first->arguments[1], "f32[16384]:random");
	ck_assert_str_eq(first->constants[0].symbol, "filter");
	ck_assert_str_eq(first->constants[0].contents, "f32[9]:zero");
	ck_assert_int_eq(first->parameters_count, 2);
	ck_assert_int_eq(first->parameters[1].value, -3);
	ck_assert_int_eq(first->set, GM_RUN_CALIBRATION);
	ck_assert_str_eq(first->note, "index random");
	ck_assert_str_eq(first->group, "copy and stream");
	ck_assert_int_eq(first->line, 3);
	const gm_launch *second = gm_launches_find(launches, "second");
	ck_assert_str_eq(second->kernel, "other");
	ck_assert_int_eq(second->set, GM_RUN_VALIDATION);
	ck_assert_int_eq(second->compiled.cc_major, 0);
	ck_assert(!second->cooperative);
	ck_assert_int_eq(second->arguments_count, 0);
	ck_assert_ptr_null(gm_launches_find(launches, "third"));
	gm_launches_free(launches);
}
END_TEST

#define START "launch a\ncode c.cubin\nentry e\ngrid 1 1 1\nblock 1 1 1\n"

static const struct {
	const char *text;
	int line;
	const char *expected; /* in the message */
} malformed[] = {
        {"", 1, "holds no launch"},
        {"grid 1 1 1\n", 1, "'grid' stands before the first 'launch'"},
        {"launch\n", 1, "expected a name after 'launch'"},
        {"launch a\ngrid 1 1\n", 2, "three whole numbers from 1 on, found '1 1'"},
        {"launch a\ngrid 1 1 1 1\n", 2, "three whole numbers"},
        {"launch a\ngrid 1 0 1\n", 2, "three whole numbers"},
        {"launch a\nblock 1 1 1e3\n", 2, "three whole numbers"},
        {"launch a\nshared -4\n", 2, "a number of bytes, found '-4'"},
        {"launch a\ncooperative no\n", 2, "nothing behind the word, found 'no'"},
        {"launch a\nset other\n", 2, "validation or calibration, found 'other'"},
        {"launch a\nblok 1 1 1\n", 2, "did you mean 'block'"},
        {"launch a\nentry\n", 2, "expected a text"},
        {"launch a\nconstant filter\n", 2, "a symbol and what it holds"},
        {"launch a\nparameter n many\n", 2, "a name and an integer"},
        {"launch a\ncompiled 9.0 registers 16\n", 2, "registers N shared N local N barriers N"},
        {"launch a\ncompiled sm_90 registers 1 shared 0 local 0 barriers 0\n", 2, "'9.0 registers"},
        {"launch a\ncompiled 9.0 registers 1 shared 0 local 0 barriers 0 more 1\n", 2, "'9.0"},
        {"launch a\nregion -1\n", 2, "the parent of a region, its length and its items, found '-1'"},
        {"launch a\nregion -1 4 0q\n", 2, "found '-1 4 0q'"},
        {START "region 0 4\n", 1, "launch a: a region lies in one that is not there"},
        {START "region -1 4\nregion 2 4\n", 1, "a region lies in one that is not there"},
        {START "region -1 4\nregion 1 4\n", 1, "a region lies in one that is not there"},
        {"\nlaunch a\ncode x\nentry e\ngrid 1 1 1\n", 2, "launch a: expected code, entry, grid and block"},
        {START START, 6, "launch a stands on line 1 already"},
};

START_TEST(a_malformed_list_is_refused_with_its_line)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_launches_load_text(malformed[_i].text, "x.list", &launches, &err), GM_OK);
	ck_assert_ptr_null(launches);
	ck_assert_msg(strstr(err.message, malformed[_i].expected) != NULL, "%s", err.message);
	ck_assert_int_eq(err.line, malformed[_i].line);
	ck_assert_str_eq(err.file, "x.list");
}
END_TEST

START_TEST(a_list_that_is_not_there_is_named)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_launches_load("none.list", &launches, &err), GM_BAD_FILE);
	ck_assert_str_eq(err.file, "none.list");
	err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_launches_load(".", &launches, &err), GM_BAD_FILE);
}
END_TEST

/* 265 launches of 95 kernels (reports/runs/README.md); the compiler's counts reach the kernel. */
START_TEST(every_launch_of_the_shipped_list_becomes_a_kernel)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_launches_load(GM_TREE "/reports/runs/h200.list", &launches, &err) == GM_OK,
	              "%s", err.message);
	ck_assert_int_eq(launches->count, 265);
	for (int i = 0; i < launches->count; i++) {
		const gm_launch *launch = &launches->items[i];
		gm_kernel *kernel = NULL;
		ck_assert_msg(gm_launch_kernel_load(launches, launch, NULL, &kernel, &err) == GM_OK,
		              "%s: %s:%d: %s", launch->name, err.file, err.line, err.message);
		ck_assert_str_eq(kernel->name, launch->kernel);
		ck_assert_int_eq(gm_kernel_registers(kernel, 9, 0, NULL),
		                 launch->compiled.registers_count);
		ck_assert_int_eq(kernel->resources.shared_static_bytes, launch->compiled.shared_bytes);
		ck_assert_int_eq(kernel->parameters_count, launch->parameters_count);
		gm_kernel_free(kernel);
	}
	gm_launches_free(launches);
}
END_TEST

static const struct {
	const char *folder, *constant, *expected;
} unloadable[] = {
        {"nowhere", "constant filter f32[9]:random\n", "nowhere/convolve-60716a.ptx"},
        {NULL, "constant filtre f32[9]:random\n", "no __constant__ or __device__ variable 'filtre'; nearest: 'filter'"},
        {NULL, "constant filter f32[4096]:random\n", "at most"},
        {NULL, "constant filter f32[9]:rnadom\n", "did you mean 'random'"},
};

START_TEST(what_hinders_a_launch_is_told)
{
	gm_launches *launches;
	gm_text text = {0};
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	gm_text_print(&text,
	              "launch a\ncode convolve-60716a.cubin\nptx ptx/convolve-60716a.ptx\n"
	              "entry convolve\ngrid 8 1 1\nblock 256 1 1\nargument f32[4096]\n"
	              "argument f32[4096]\nargument s32=2048\n%s",
	              unloadable[_i].constant);
	ck_assert_int_eq(gm_launches_load_text(text.bytes, GM_TREE "/reports/runs/x.list", &launches,
	                                       &err),
	                 GM_OK);
	ck_assert_int_ne(gm_launch_kernel_load(launches, &launches->items[0], unloadable[_i].folder,
	                                       &kernel, &err),
	                 GM_OK);
	ck_assert_msg(strstr(err.message, unloadable[_i].expected) ||
	                      strstr(err.file, unloadable[_i].expected),
	              "%s: %s", err.file, err.message);
	gm_launches_free(launches);
	gm_text_dispose(&text);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

int
main(void)
{
	Suite *suite = suite_create("launch_list");
	TCase *cases = tcase_create("launch_list");
	tcase_add_test(cases, a_list_is_read_whole);
	tcase_add_loop_test(cases, a_malformed_list_is_refused_with_its_line, 0, ROWS(malformed));
	tcase_add_test(cases, a_list_that_is_not_there_is_named);
	tcase_add_test(cases, every_launch_of_the_shipped_list_becomes_a_kernel);
	tcase_add_loop_test(cases, what_hinders_a_launch_is_told, 0, ROWS(unloadable));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
