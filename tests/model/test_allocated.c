#include "model/allocated.h"

#include "support/near.h"

enum { MOST = 5 };

/* Bytes that cuMemAlloc was asked for in turn, and where in its page of 2 MiB each came to lie: the addresses on an
   H200 (measure/calibrate/allocated.cu; one that has pages of its own starts with one). */
static const struct {
	int count;
	int64_t bytes[MOST];
	uint64_t at[MOST];
} sequences[] = {
	{2, {2000000, 1024}, {0, 0x1e8600}},
	{3, {2000000, 1024, 1024}, {0, 0x1e8600, 0x1e8a00}},
	{2, {1500000, 1024}, {0, 0x16e400}},
	{3, {1600000, 1600000, 1200}, {0, 0, 0x186a00}},
	{2, {2097152, 1024}, {0, 0}},
	{2, {4194304, 1024}, {0, 0}},
	{2, {10000000, 2000}, {0, 0}},
	{3, {4000000, 4000000, 400}, {0, 0, 0}},
	{2, {1024, 2000000}, {0, 0x400}},
	{2, {1048576, 1024}, {0, 0x100000}},
	{5, {12, 100, 1024, 5000, 70000}, {0, 0x200, 0x400, 0x800, 0x1c00}},
	{5, {600000, 600000, 600000, 600000, 1024}, {0, 0x92800, 0x125000, 0, 0x1b7800}},
	{4, {1100000, 512, 1100000, 1024}, {0, 0x10ca00, 0, 0x10cc00}},
	{4, {300, 3000000, 1024, 2000}, {0, 0, 0x200, 0x600}},
	{3, {900000, 1300000, 1024}, {0, 0, 0x13d800}},
	{4, {3000000, 700000, 600000, 300}, {0, 0, 0xab000, 0x13d800}},
	{5, {1200000, 1300000, 512, 900000, 600000}, {0, 0, 0x13d800, 0, 0x13da00}},
	{3, {2097664, 512, 512}, {0, 0, 0x200}},
	{4, {1536, 2097152, 1536, 512}, {0, 0, 0x600, 0xc00}},
};

START_TEST(arrays_lie_where_the_driver_puts_them)
{
	gm_array arrays[MOST];
	const gm_kernel kernel = {.arrays = arrays, .arrays_count = sequences[_i].count};
	for (int a = 0; a < sequences[_i].count; a++)
		arrays[a] = (gm_array){.space = GM_GLOBAL, .type = GM_U8, .length = sequences[_i].bytes[a]};
	for (int a = 0; a < sequences[_i].count; a++)
		ck_assert_uint_eq(gm_allocated_at(&kernel, a), sequences[_i].at[a]);
}
END_TEST

/* Shared memory, constants and variables of the module take none of its pages. */
START_TEST(only_what_a_launch_allocates_takes_room)
{
	const gm_array arrays[] = {{.space = GM_SHARED, .type = GM_F32, .length = 1000},
				   {.space = GM_GLOBAL, .type = GM_F32, .length = 1000, .of_module = true},
				   {.space = GM_GLOBAL, .type = GM_F64, .length = 100},
				   {.space = GM_CONSTANT, .type = GM_F32, .length = 1000},
				   {.space = GM_GLOBAL, .type = GM_F32, .length = 1}};
	const gm_kernel kernel = {.arrays = arrays, .arrays_count = 5};
	ck_assert_uint_eq(gm_allocated_at(&kernel, 4), 1024);
	ck_assert_uint_eq(gm_allocated_at(&kernel, 2), 0);
	ck_assert_uint_eq(gm_allocated_at(&kernel, 1), 0);
	ck_assert_uint_eq(gm_allocated_at(&kernel, -1), 0);
	ck_assert_uint_eq(gm_allocated_at(&kernel, 5), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("allocated");
	TCase *tests = tcase_create("allocated");
	tcase_add_loop_test(tests, arrays_lie_where_the_driver_puts_them, 0,
			    (int)(sizeof sequences / sizeof *sequences));
	tcase_add_test(tests, only_what_a_launch_allocates_takes_room);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
