#include "base/bits.h"
#include "support/near.h"

/* Counted by hand. */
static const struct {
	uint64_t bits;
	int count;
} rows[] = {
	{0, 0}, {1, 1}, {0x8000000000000000, 1}, {0xffffffff, 32}, {UINT64_MAX, 64},
	{0x5555555555555555, 32}, {0x00000000f0f1ff07, 20},
};

START_TEST(bits_are_counted)
{
	ck_assert_int_eq(gm_bits_count(rows[_i].bits), rows[_i].count);
}
END_TEST

START_TEST(those_of_four_are_as_many_as_of_any)
{
	ck_assert_int_eq(gm_bits_of_four((unsigned)_i), gm_bits_count((uint64_t)_i));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bits");
	TCase *cases = tcase_create("bits");
	tcase_add_loop_test(cases, bits_are_counted, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(cases, those_of_four_are_as_many_as_of_any, 0, 16);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
