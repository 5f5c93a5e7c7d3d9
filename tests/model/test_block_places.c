#include "model/block_places.h"

#include "support/near.h"

#include <stdbool.h>

static gm_block_places
h200(int64_t blocks, int64_t resident)
{
	return (gm_block_places){.blocks = blocks, .sms = 132, .early = 8, .resident = resident};
}

/* 1056 blocks, 8 on an SM: the early group has 8 of every hundred, the others each of the rest once. */
START_TEST(early_sms_take_eight_of_a_hundred)
{
	const gm_block_places places = h200(1056, 8);
	bool taken[1056] = {false};
	ck_assert_int_eq(gm_block_places_others(&places), 124);
	for (int64_t sm = 0; sm < 124; sm++)
		for (int64_t turn = 0; turn < 8; turn++) {
			const int64_t block = gm_block_places_at(&places, sm, turn);
			ck_assert(block >= 0 && block < 1056 && !taken[block]);
			taken[block] = true;
			ck_assert_int_eq(gm_block_places_sm(&places, block), sm);
		}
	for (int64_t block = 0; block < 1056; block++)
		ck_assert(taken[block] == (block >= 800 || block % 100 >= 8));
}
END_TEST

/* 64 blocks on 132 SMs: each on its own. */
START_TEST(few_blocks_have_an_sm_each)
{
	const gm_block_places places = h200(64, 4);
	for (int64_t block = 0; block < 64; block++) {
		ck_assert_int_eq(gm_block_places_at(&places, block, 0), block);
		ck_assert_int_eq(gm_block_places_sm(&places, block), block);
	}
}
END_TEST

/* 2000 blocks, 8 on an SM: the ninth is one of 1056 to 1187, not the same for all in a column; there are 944 left over
   for rounds 8 to 15, the last of 20. */
START_TEST(later_blocks_come_anywhere)
{
	const gm_block_places places = h200(2000, 8);
	int columns = 0;
	for (int64_t sm = 0; sm < 124; sm++) {
		const int64_t ninth = gm_block_places_at(&places, sm, 8), last = gm_block_places_at(&places, sm, 15);
		ck_assert(ninth >= 1056 && ninth < 1188);
		ck_assert(last >= 1980 && last < 2000);
		ck_assert_int_eq(gm_block_places_at(&places, sm, 16), 2000);
		columns += ninth % 4 == sm % 4;
	}
	ck_assert(columns > 10 && columns < 60);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("block_places");
	TCase *cases = tcase_create("block_places");
	tcase_add_test(cases, early_sms_take_eight_of_a_hundred);
	tcase_add_test(cases, few_blocks_have_an_sm_each);
	tcase_add_test(cases, later_blocks_come_anywhere);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
