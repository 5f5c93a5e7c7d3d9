#include "model/cached.h"

#include "model/cached_case.h"
#include "support/near.h"

/* The last blocks' share stays: half of the room of 43 MiB, less than the 28.2 MiB that may be dirty; what others left
   dirty (2.4 MB) goes out too. Measured on copies of 512 MiB: 492.7 to 494.2 MiB written
   (reports/runs/h200_calibration.xml, stream_copy). */
START_TEST(a_large_copy_leaves_its_last_lines_in_l2)
{
	const gm_cached c = evaluate(copy, 512 * MIB_BLOCKS, 512 * 262144, GM_CACHE_COLD);
	ck_near(c.dram_read_bytes, 512 * mib + 2560, 1e-6);
	ck_near(c.dram_write_bytes, (512 - 21.5) * mib + 2.4e6, 0.002);
	const gm_cached warm = evaluate(copy, 512 * MIB_BLOCKS, 512 * 262144, GM_CACHE_WARM);
	ck_near(warm.dram_read_bytes, 512 * mib, 1e-6);
	ck_near(warm.dram_write_bytes, 512 * mib, 1e-6);
}
END_TEST

/* A word in every sector of 64 MiB is stored: all but the last few MiB of lines are completed from DRAM,
   57.1 of 64 MiB on the card (calibration, touch_write of single words 32 bytes apart). */
START_TEST(sectors_stored_in_part_are_completed)
{
	const gm_cached c = evaluate("<store array='y' index='8*t'/>", 8 * MIB_BLOCKS,
	                             (int64_t)64 * 262144, GM_CACHE_COLD);
	ck_near(c.dram_read_bytes, 57.1 * mib, 0.13);
	ck_near(c.dram_completed_bytes, c.dram_read_bytes - 2560, 1e-9);
	const gm_cached whole = evaluate("<store array='y' index='t'/>", 256 * MIB_BLOCKS,
	                                 (int64_t)256 * 262144, GM_CACHE_COLD);
	ck_assert_double_eq(whole.dram_read_bytes, 2560);
}
END_TEST

/* A thread stores two neighbouring words, one after the other: each request touches the same 8 sectors,
   and they leave L1 as one. */
START_TEST(a_store_joins_the_one_before)
{
	const gm_cached c =
	        evaluate("<store array='y' index='2*t'/><store array='y' index='2*t + 1'/>",
	                 1056, 1056 * 512, GM_CACHE_COLD);
	ck_near(c.l1_sectors, 1056.0 * 8 * 16, 1e-9);
	ck_near(c.l2_write_sectors, 1056.0 * 8 * 8, 1e-9);
}
END_TEST

/* Threads 32 bytes apart: a store is 8 lines, and of the sectors that the second one shares 55 % leave
   as one (joins with stride 8 words, 2 stores of 4 bytes: 1 518 464 of 2 097 152; 97.9 % by one warp a
   block). */
START_TEST(stores_of_many_lines_join_in_part)
{
	const gm_cached c =
	        evaluate("<store array='y' index='8*t'/><store array='y' index='8*t + 1'/>",
	                 1056, 1056 * 256 * 8, GM_CACHE_COLD);
	ck_near(c.l2_write_sectors / c.l1_sectors, 1518464.0 / 2097152.0, 0.01);
}
END_TEST

/* A thread's 16 bytes, one after the other: 4 lines a store, of which none joins (calibration, spread, run: 200000
   threads, 1582000 sectors of 1600000; of three lines 0.64 to 0.74 join, model/l1_joins.c). */
START_TEST(single_bytes_of_four_lines_do_not_join)
{
	char body[2048];
	int length = 0;
	for (int k = 0; k < 16; k++)
		length += snprintf(body + length, sizeof body - (size_t)length, "<store array='y' index='16*t + %d'/>", k);
	const gm_cached c = evaluate_of("u8", body, 781, 781 * 256 * 16, GM_CACHE_COLD, false);
	ck_near(c.l1_sectors, 781.0 * 8 * 16 * 16, 1e-9);
	ck_near(c.l2_write_sectors / c.l1_sectors, 1582.0 / 1600.0, 0.02);
}
END_TEST

/* The same store in the next turn of a loop lies elsewhere: 8 turns of 8 warps with 4 sectors each. */
START_TEST(a_store_does_not_join_itself_a_turn_before)
{
	const gm_cached c = evaluate("<loop variable='i' from='t' to='2162688' step='270336'>"
	                             "<store array='y' index='i'/></loop>",
	                             1056, 2162688, GM_CACHE_COLD);
	ck_near(c.l2_write_sectors, 1056.0 * 8 * 4 * 8, 1e-9);
}
END_TEST

/* Each thread stores the word behind its own: a warp's 128 bytes lie on 5 sectors, of which its neighbours have
   one each. shifted_store, n=16777216 offset=1, on an H200: L2 takes 2237727 sectors of 65536 blocks. */
START_TEST(warps_join_where_their_stores_meet)
{
	const gm_cached c = evaluate("<store array='y' index='t + 1'/>", 65536, 65536 * 256 + 1,
	                             GM_CACHE_COLD);
	ck_near(c.l1_sectors, 2621440, 1e-9);
	ck_near(c.l2_write_sectors, 2237727, 0.03);
}
END_TEST

/* Stores of 8 bytes, neighbours 11 elements apart, round after round until all is full: alone, and of what is copied
   (calibration, spread, on an H200: put and put_copy, cold). Of 32 MB there is room for less than a round that is
   dirty, of 48 MB for half a round. */
static const struct {
	const char *body;
	int64_t millions;
	double read, written;
} rounds[] = {
        {"<store array='y' index='t*11 % 3000000'/>", 3, 22.5e6, 22.0e6},
        {"<load array='x' index='t'/><store array='y' index='t*11 % 3000000'/>", 3, 46.4e6, 22.7e6},
        {"<store array='y' index='t*11 % 4000000'/>", 4, 31.1e6, 68.7e6},
        {"<load array='x' index='t'/><store array='y' index='t*11 % 4000000'/>", 4, 62.7e6, 55.5e6},
        {"<store array='y' index='t*11 % 6000000'/>", 6, 48.0e6, 181.0e6},
};

START_TEST(rounds_of_stores_complete_a_sector_once_and_write_it_again)
{
	const int64_t length = rounds[_i].millions * 1000000;
	const gm_cached c = evaluate_of("f64", rounds[_i].body, length / 256, length, GM_CACHE_COLD, false);
	ck_near(c.dram_read_bytes, rounds[_i].read, 0.05);
	ck_near(c.dram_write_bytes, rounds[_i].written, 0.25);
	if (length > 3000000)
		return;
	/* an equal launch finds all complete */
	const gm_cached warm = evaluate_of("f64", rounds[_i].body, length / 256, length, GM_CACHE_WARM, false);
	ck_assert_double_lt(warm.dram_completed_bytes, 1e6);
}
END_TEST

/* A word of each sector, once (reports/measured/fills.csv, word_of_sector): MB of sectors, read and written. By as many in
   no order 1.6, 6.6, 12.1 and 23.0 MB would be read. */
static const struct {
	double mb, read, written;
} word_of_sector[] = {{4, 0, 0}, {7, 0.09, 0.09}, {12, 2.9, 2.9}, {16, 7.8, 4.3}, {24, 18.7, 8.9}};

START_TEST(single_passes_complete_fewer_sectors)
{
	const int64_t blocks = (int64_t)(word_of_sector[_i].mb * 1e6 / 32 / 256);
	const gm_cached c = evaluate("<store array='y' index='8*t'/>", blocks, blocks * 2048, GM_CACHE_COLD);
	ck_assert_double_eq_tol(c.dram_completed_bytes / 1e6, word_of_sector[_i].read, 1.5);
	ck_assert_double_eq_tol(c.dram_write_bytes / 1e6, word_of_sector[_i].written, 3);
}
END_TEST

/* What a thread has stored, it finds in L2. */
START_TEST(what_a_block_stored_it_does_not_fetch)
{
	const gm_cached c = evaluate("<store array='y' index='t'/><barrier/><load array='y' index='t'/>",
	                             MIB_BLOCKS, 262144, GM_CACHE_COLD);
	ck_assert_double_lt(c.dram_read_bytes, 4096);
}
END_TEST

/* A word of local memory, stored and loaded 64 times: 4 sectors of each store go to L2, and nothing is fetched
   (measured: 33792 sectors stored by 132 warps of an H200 are 33792 sectors at L2, and all loads hit). */
START_TEST(stores_to_local_memory_go_through)
{
	const gm_cached c =
	        evaluate("<loop variable='i' count='64'><store array='l' index='i % 4'/>"
	                 "<load array='l' index='i % 4'/></loop>", 132, 1, GM_CACHE_COLD);
	ck_near(c.l2_write_sectors, 132.0 * 8 * 64 * 4, 1e-9);
	ck_assert_double_eq(c.l2_read_sectors, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("cached_stores");
	TCase *tests = tcase_create("cached_stores");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, warps_join_where_their_stores_meet);
	tcase_add_loop_test(tests, single_passes_complete_fewer_sectors, 0,
	                    (int)(sizeof word_of_sector / sizeof *word_of_sector));
	tcase_add_loop_test(tests, rounds_of_stores_complete_a_sector_once_and_write_it_again, 0,
	                    (int)(sizeof rounds / sizeof *rounds));
	tcase_add_test(tests, what_a_block_stored_it_does_not_fetch);
	tcase_add_test(tests, stores_to_local_memory_go_through);
	tcase_add_test(tests, a_large_copy_leaves_its_last_lines_in_l2);
	tcase_add_test(tests, sectors_stored_in_part_are_completed);
	tcase_add_test(tests, a_store_joins_the_one_before);
	tcase_add_test(tests, stores_of_many_lines_join_in_part);
	tcase_add_test(tests, single_bytes_of_four_lines_do_not_join);
	tcase_add_test(tests, a_store_does_not_join_itself_a_turn_before);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
