/*
 * What lanes find in memory of which some words were stored, some in part, and some are as given: word i of the buffer
 * holds i. Expected values follow by hand from what was stored.
 */
#include "simt/arguments.h"
#include "simt/memory.h"
#include "support/near.h"

#include <string.h>

enum { LANES = 32, WORDS = 1 << 16 };

static gm_arena *arena;
static ptx_argument argument;
static ptx_memory memory;

static void
begin(void)
{
	gm_error err = GM_ERROR_NONE;
	arena = gm_arena_new();
	ck_assert(gm_ptx_argument_parse("u32[65536]:iota", arena, &argument, &err) == GM_OK);
	argument.buffer.bytes = 4 * WORDS;
	gm_ptx_memory_init(&memory, &argument.buffer, 1);
}

static void
end(void)
{
	gm_ptx_memory_dispose(&memory);
	gm_arena_free(arena);
}

/* Many lanes, few, and one. */
static const uint32_t masks[] = {UINT32_MAX, 0x00ffff00, 0x80000421, 0x00000020};

/* Of a lane: a few lie in each page. */
static uint64_t
word_of(int lane)
{
	return 37 * (uint64_t)lane;
}

START_TEST(lanes_find_what_was_stored_in_what_was_given)
{
	uint64_t offset[LANES], value[LANES], made[LANES];
	for (int l = 0; l < LANES; l++) {
		offset[l] = 4 * word_of(l);
		made[l] = 0x1000000 + (uint64_t)l;
	}
	gm_ptx_memory_store_lanes(&memory, 0, offset, 0x0000f0f0, 4, made);
	gm_ptx_memory_store(&memory, 0, offset[8] + 2, 2, 0xbeef);
	gm_ptx_memory_load_lanes(&memory, 0, offset, masks[_i], 4, value);
	for (int l = 0; l < LANES; l++) {
		const uint64_t found = 0x0000f0f0 >> l & 1 ? made[l]
				       : l == 8            ? 0xbeef0000 + word_of(l)
							   : word_of(l);
		ck_assert_uint_eq(value[l], masks[_i] >> l & 1 ? found : 0);
	}
}
END_TEST

/* Of two lanes on one word the last stores; lanes without a bit store nothing. */
START_TEST(lanes_store_one_after_the_other)
{
	uint64_t offset[LANES], made[LANES];
	for (int l = 0; l < LANES; l++) {
		offset[l] = 4 * (uint64_t)(l / 2);
		made[l] = 100 + (uint64_t)l;
	}
	gm_ptx_memory_store_lanes(&memory, 0, offset, 0x7fffffff, 4, made);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 0, 4), 101);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 4 * 15, 4), 130);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 4 * 16, 4), 16);
	ck_assert_uint_eq(gm_ptx_memory_load(&memory, 0, 4 * 15 + 1, 1), 0);
}
END_TEST

/* Pages that were used before hold nothing. */
START_TEST(what_was_forgotten_is_as_given)
{
	uint64_t offset[LANES], made[LANES], value[LANES];
	for (int l = 0; l < LANES; l++) {
		offset[l] = 4 * (uint64_t)l;
		made[l] = 7;
	}
	gm_ptx_memory_store_lanes(&memory, 0, offset, UINT32_MAX, 4, made);
	gm_ptx_memory_reset(&memory);
	gm_ptx_memory_store(&memory, 0, 4 * 100, 4, 7);
	gm_ptx_memory_load_lanes(&memory, 0, offset, UINT32_MAX, 4, value);
	for (int l = 0; l < LANES; l++)
		ck_assert_uint_eq(value[l], (uint64_t)l);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("memory");
	TCase *cases = tcase_create("memory");
	tcase_add_checked_fixture(cases, begin, end);
	tcase_add_loop_test(cases, lanes_find_what_was_stored_in_what_was_given, 0, sizeof masks / sizeof *masks);
	tcase_add_test(cases, lanes_store_one_after_the_other);
	tcase_add_test(cases, what_was_forgotten_is_as_given);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
