/*
 * What launches before have stored lies over what a buffer was given, and under what is stored now.
 */
#include "simt/memory.h"

#include "support/near.h"

static ptx_buffer buffers[2];
static ptx_memory memory;

/* Word i holds i; of the first buffer the lower half of word 5 is stored and left. */
static void
set_up(void)
{
	for (int i = 0; i < 2; i++)
		buffers[i] = (ptx_buffer){.base = (uint64_t)(i + 1) << 20, .bytes = 8192, .type = PTX_U32,
					  .elements = 2048, .contents = CONTENTS_STEP, .number = 1};
	gm_ptx_memory_init(&memory, buffers, 2);
	gm_ptx_memory_store(&memory, 0, 20, 2, 0xbeef);
	gm_ptx_memory_leave(&memory, buffers);
}

static void
tear_down(void)
{
	gm_ptx_memory_dispose(&memory);
	gm_ptx_buffer_forget(&buffers[0]);
	gm_ptx_buffer_forget(&buffers[1]);
}

START_TEST(what_was_left_lies_over_what_was_given)
{
	ck_assert_int_eq(memory.pages, 0);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 20, 4), 0xbeef);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 22, 2), 0);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 24, 4), 6);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 4096 + 20, 4), 1029);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 1, 20, 4), 5);
}
END_TEST

START_TEST(what_is_stored_lies_over_what_was_left_until_it_is_forgotten)
{
	gm_ptx_memory_store(&memory, 0, 21, 1, 0x11);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 20, 4), 0x11ef);
	gm_ptx_memory_reset(&memory);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 20, 4), 0xbeef);
	ck_assert(!gm_ptx_memory_is_written(&memory, 0, 20));
	gm_ptx_buffer_forget(&buffers[0]);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 20, 4), 5);
}
END_TEST

/* A proof that goes by what a buffer was given must not. */
START_TEST(a_buffer_is_touched_where_something_was_left)
{
	ck_assert(!gm_ptx_memory_is_untouched(&memory, 0));
	ck_assert(gm_ptx_memory_is_untouched(&memory, 1));
}
END_TEST

START_TEST(lanes_find_it_too)
{
	uint64_t offset[32], value[32];
	for (int l = 0; l < 32; l++)
		offset[l] = 4 * (uint64_t)l;
	gm_ptx_memory_load_lanes(&memory, 0, offset, 0xffffffff, 4, value);
	for (uint64_t l = 0; l < 32; l++)
		ck_assert_uint_eq(value[l], l == 5 ? 0xbeef : l);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("left");
	TCase *tests = tcase_create("left");
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, what_was_left_lies_over_what_was_given);
	tcase_add_test(tests, what_is_stored_lies_over_what_was_left_until_it_is_forgotten);
	tcase_add_test(tests, a_buffer_is_touched_where_something_was_left);
	tcase_add_test(tests, lanes_find_it_too);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
