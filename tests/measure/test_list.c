#include "measure/list.h"
#include "measure/timing.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char path[] = "measure-test.list";

static bool
read_text(gm_launch_list *list, const char *text, char *message, size_t message_bytes)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
	const bool read = gm_launch_list_read(list, path, message, message_bytes);
	unlink(path);
	return read;
}

static const char saxpy[] = "# a comment\n"
                            "\n"
                            "launch saxpy-1\n"
                            "code saxpy.cubin\n"
                            "ptx ptx/saxpy.ptx\n"
                            "compiled 9.0 registers 16 shared 1088 local 8 barriers 1\n"
                            "entry saxpy\n"
                            "grid 64 2 1\n"
                            "block 256 1 1\n"
                            "shared 1024\n"
                            "cooperative\n"
                            "argument s32=16384\n"
                            "argument f32[16384]:random\n"
                            "constant filter f32[9]:zero\n"
                            "parameter n 16384\n"
                            "set calibration\n"
                            "where models/cuda/saxpy.cu\n"
                            "note index random\n"
                            "group copy and stream\n"
                            "result latency 1 4096 cycle\n"
                            "dump 1\n"
                            "launch second\n"
                            "kernel other\n"
                            "code b.ptx\n"
                            "entry e\n"
                            "grid 1 1 1\n"
                            "block 32 1 1\n";

START_TEST(a_list_is_read_whole)
{
	gm_launch_list list;
	char message[256] = "";

	ck_assert_msg(read_text(&list, saxpy, message, sizeof message), "%s", message);
	ck_assert_uint_eq(list.count, 2);
	const gm_launch *first = &list.launches[0];
	ck_assert_str_eq(first->name, "saxpy-1");
	ck_assert_str_eq(first->kernel, "saxpy");
	ck_assert_str_eq(first->ptx, "ptx/saxpy.ptx");
	ck_assert_uint_eq(first->compiled.cc_major, 9);
	ck_assert_uint_eq(first->compiled.registers, 16);
	ck_assert_uint_eq(first->compiled.shared_bytes, 1088);
	ck_assert_uint_eq(first->compiled.local_bytes, 8);
	ck_assert_uint_eq(first->compiled.barriers, 1);
	ck_assert_uint_eq(first->grid[1], 2);
	ck_assert_uint_eq(first->shared_bytes, 1024);
	ck_assert(first->cooperative);
	ck_assert(!list.launches[1].cooperative);
	ck_assert_int_eq(first->arguments_count, 2);
	ck_assert(!first->arguments[0].is_array);
	ck_assert_uint_eq(first->arguments[0].scalar, 16384);
	ck_assert_uint_eq(first->arguments[1].contents.count, 16384);
	ck_assert_str_eq(first->constants[0].symbol, "filter");
	ck_assert_str_eq(first->parameters[0].value, "16384");
	ck_assert_str_eq(first->set, "calibration");
	ck_assert_str_eq(first->note, "index random");
	ck_assert_str_eq(first->group, "copy and stream");
	ck_near(first->results[0].divisor, 4096.0, 0.0);
	ck_assert_int_eq(first->dump, 1);
	ck_assert_str_eq(list.launches[1].kernel, "other");
	ck_assert_str_eq(list.launches[1].set, "validation");
	ck_assert_int_eq(list.launches[1].dump, -1);
	gm_launch_list_dispose(&list);
}
END_TEST

static const struct {
	const char *text;
	const char *expected; /* in the message */
} malformed[] = {
        {"grid 1 1 1\n", ":1: cannot read 'grid 1 1 1'"},
        {"launch a\ncooperative no\n", ":2: cannot read 'cooperative no'"},
        {"launch\n", ":1: cannot read 'launch'"},
        {"launch a\ngrid 1 1\n", ":2: cannot read 'grid 1 1'"},
        {"launch a\ngrid 1 1 1 1\n", ":2: cannot read 'grid 1 1 1 1'"},
        {"launch a\nset other\n", ":2: cannot read 'set other'"},
        {"launch a\nargument f32[4]:nought\n", ":2: cannot read 'argument f32[4]:nought'"},
        {"launch a\nargument struct=\n", ":2: cannot read 'argument struct='"},
        {"launch a\nargument struct=s32=1,q=2\n", ":2: cannot read 'argument struct=s32=1,q=2'"},
        {"launch a\nresult latency 99 1 cycle\n", ":2: cannot read"},
        {"launch a\nblok 1 1 1\n", ":2: cannot read 'blok 1 1 1'"},
        {"launch a\ncode x\nentry e\ngrid 1 1 1\n", "launch a: expected code, entry, grid and block"},
};

START_TEST(a_malformed_list_is_refused_with_its_line)
{
	gm_launch_list list;
	char message[256] = "";

	ck_assert(!read_text(&list, malformed[_i].text, message, sizeof message));
	ck_assert_msg(strstr(message, malformed[_i].expected) != NULL, "%s", message);
	gm_launch_list_dispose(&list);
}
END_TEST

START_TEST(a_missing_list_is_named)
{
	gm_launch_list list;
	char message[256] = "";

	ck_assert(!gm_launch_list_read(&list, "no-such.list", message, sizeof message));
	ck_assert_ptr_nonnull(strstr(message, "no-such.list"));
	gm_launch_list_dispose(&list);
}
END_TEST

/* struct { char c; double d; int i; float *a; } between two scalars: members at multiples of their own
   sizes, 0, 8, 16 and 24. */
START_TEST(a_structure_is_one_parameter_of_several_arguments)
{
	gm_launch_list list;
	char message[256] = "";

	ck_assert_msg(read_text(&list,
	                        "launch a\ncode x\nentry e\ngrid 1 1 1\nblock 32 1 1\n"
	                        "argument s32=5\n"
	                        "argument struct=u8=7,f64=0.5,s32=-1,f32[16]:fill=2\n"
	                        "argument u16=9\n",
	                        message, sizeof message),
	              "%s", message);
	const gm_launch *launch = list.launches;
	static const struct {
		int place;
		unsigned offset, bytes;
	} rows[] = {{0, 0, 4}, {1, 0, 1}, {1, 8, 8}, {1, 16, 4}, {1, 24, 8}, {2, 0, 2}};
	ck_assert_int_eq(launch->places_count, 3);
	ck_assert_int_eq(launch->arguments_count, 6);
	for (int i = 0; i < 6; i++) {
		ck_assert_int_eq(launch->arguments[i].place, rows[i].place);
		ck_assert_uint_eq(launch->arguments[i].offset, rows[i].offset);
		ck_assert_uint_eq(launch->arguments[i].bytes, rows[i].bytes);
	}
	ck_assert_uint_eq(launch->arguments[1].scalar, 7);
	ck_assert(launch->arguments[4].is_array);
	ck_assert_uint_eq(launch->arguments[4].contents.count, 16);
	gm_launch_list_dispose(&list);
}
END_TEST

/* 1 ... 5: the median is 3, the quartiles (positions 1 and 3 of 0 ... 4) are 2 and 4. */
START_TEST(the_median_and_the_quartiles_are_taken_of_sorted_values)
{
	double odd[] = {5.0, 1.0, 4.0, 2.0, 3.0};
	double even[] = {4.0, 1.0, 3.0, 2.0};
	double one[] = {7.0};

	ck_near(gm_timing_of_values(odd, 5).median_s, 3.0, 1e-15);
	ck_near(gm_timing_of_values(odd, 5).spread_ratio, 2.0 / 3.0, 1e-15);
	ck_near(gm_timing_of_values(even, 4).median_s, 2.5, 1e-15);
	ck_near(gm_timing_of_values(one, 1).median_s, 7.0, 1e-15);
	ck_assert(gm_timing_of_values(one, 1).spread_ratio == 0.0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("list");
	TCase *cases = tcase_create("list");
	const int malformed_count = (int)(sizeof malformed / sizeof malformed[0]);
	tcase_add_test(cases, a_list_is_read_whole);
	tcase_add_loop_test(cases, a_malformed_list_is_refused_with_its_line, 0, malformed_count);
	tcase_add_test(cases, a_structure_is_one_parameter_of_several_arguments);
	tcase_add_test(cases, a_missing_list_is_named);
	tcase_add_test(cases, the_median_and_the_quartiles_are_taken_of_sorted_values);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
