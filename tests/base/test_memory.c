#include "base/memory.h"
#include "support/near.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Doubled from 8 on, until there is room for what is needed: powers of two. Past 2^17 numbers of 8 bytes the array moves. */
START_TEST(what_an_array_grows_by_is_zero_and_what_it_had_stays)
{
	int64_t *numbers = NULL;
	size_t room = 0;
	for (size_t count = 1; count <= 1 << 19; count *= 2) {
		numbers = gm_grow(numbers, &room, count, sizeof *numbers);
		ck_assert_uint_eq(room, count < 8 ? 8 : count);
		for (size_t i = 0; i < count / 2; i++)
			ck_assert_int_eq(numbers[i], -1);
		for (size_t i = count / 2; i < count; i++) {
			ck_assert_int_eq(numbers[i], 0);
			numbers[i] = -1;
		}
	}
	free(numbers);
}
END_TEST

START_TEST(an_array_with_room_stays_where_it_is)
{
	size_t room = 0;
	int64_t *numbers = gm_grow(NULL, &room, 5, sizeof *numbers);
	ck_assert_ptr_eq(gm_grow(numbers, &room, 8, sizeof *numbers), numbers);
	ck_assert_uint_eq(room, 8);
	free(numbers);
}
END_TEST

START_TEST(lines_begin_where_cache_lines_do_and_are_zero)
{
	for (size_t bytes = 0; bytes <= 300; bytes++) {
		unsigned char *lines = gm_allocate_lines(bytes, 1);
		ck_assert_uint_eq((uintptr_t)lines % 64, 0);
		for (size_t i = 0; i < bytes; i++)
			ck_assert_int_eq(lines[i], 0);
		memset(lines, 0xff, bytes);
		free(lines);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("memory");
	TCase *cases = tcase_create("memory");
	tcase_add_test(cases, lines_begin_where_cache_lines_do_and_are_zero);
	tcase_add_test(cases, what_an_array_grows_by_is_zero_and_what_it_had_stays);
	tcase_add_test(cases, an_array_with_room_stays_where_it_is);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
