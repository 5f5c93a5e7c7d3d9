#include "model/transactions.h"

#include "model/coalescing.h"
#include "model/reference_patterns.h"
#include "support/near.h"

/* By the words of the guides, one transaction a row: the lanes of a half-warp or warp each name the
   word `stride` words after the last, from byte `base` on.

   cc 1.0: in sequence from a multiple of 64: one of 64 B for each half-warp; shifted by a word: 32
   B for each lane. cc 1.3: shifted by a word, lanes 0 to 15 lie in bytes 4 to 67: one segment of
   128 B whose two halves are both used, and lanes 16 to 31 in bytes 68 to 131: the upper 64 B of
   the first segment and, of the second, 32 B. cc 2.0: doubles in two half-warps of 128 B. cc 3.0:
   four sectors; shifted, five. GCN: lines of 64 B. */
static const struct {
	gm_coalescing_rule rule;
	int bytes, lanes_count;
	uint64_t base;
	int count;
	gm_transaction first, last; /* but for the lanes and bytes named */
	uint64_t first_lanes, last_lanes;
	int last_named;
} rows[] = {
	{GM_HALF_WARP_STRICT,
	 4,
	 32,
	 0,
	 2,
	 {0, 0, 64, 0, {0}},
	 {1, 64, 64, 0, {0}},
	 0xffff,
	 0xffff0000,
	 64},
	{GM_HALF_WARP_STRICT,
	 4,
	 32,
	 4,
	 32,
	 {0, 0, 32, 0, {0}},
	 {1, 128, 32, 0, {0}},
	 0x1,
	 0x80000000,
	 4},
	{GM_HALF_WARP_STRICT,
	 16,
	 32,
	 0,
	 4,
	 {0, 0, 128, 0, {0}},
	 {1, 384, 128, 0, {0}},
	 0xff,
	 0xff000000,
	 128},
	{GM_HALF_WARP_SEGMENTS,
	 4,
	 32,
	 4,
	 3,
	 {0, 0, 128, 0, {0}},
	 {1, 128, 32, 0, {0}},
	 0xffff,
	 0x80000000,
	 4},
	{GM_LINES_128,
	 8,
	 32,
	 0,
	 2,
	 {0, 0, 128, 0, {0}},
	 {1, 128, 128, 0, {0}},
	 0xffff,
	 0xffff0000,
	 128},
	{GM_SECTORS_32, 4, 32, 0, 4, {0, 0, 32, 0, {0}}, {0, 96, 32, 0, {0}}, 0xff, 0xff000000, 32},
	{GM_SECTORS_32, 4, 32, 4, 5, {0, 0, 32, 0, {0}}, {0, 128, 32, 0, {0}}, 0x7f, 0x80000000, 4},
	{GM_GCN_LINES_64,
	 4,
	 64,
	 0,
	 4,
	 {0, 0, 64, 0, {0}},
	 {3, 192, 64, 0, {0}},
	 0xffff,
	 UINT64_C(0xffff) << 48,
	 64},
};

START_TEST(neighbouring_words_by_every_rule)
{
	uint64_t address[64];
	for (uint64_t lane = 0; lane < 64; lane++)
		address[lane] = rows[_i].base + lane * (uint64_t)rows[_i].bytes;
	const gm_access access = {rows[_i].lanes_count, rows[_i].bytes, UINT64_MAX, address};
	gm_transaction got[GM_TRANSACTIONS_MAX];
	const int count = gm_transactions_list(rows[_i].rule, &access, got);
	ck_assert_int_eq(count, rows[_i].count);
	ck_assert_int_eq(got[0].group, rows[_i].first.group);
	ck_assert_uint_eq(got[0].first_byte, rows[_i].first.first_byte);
	ck_assert_int_eq(got[0].bytes, rows[_i].first.bytes);
	ck_assert_uint_eq(got[0].lanes, rows[_i].first_lanes);
	const gm_transaction *last = &got[count - 1];
	ck_assert_int_eq(last->group, rows[_i].last.group);
	ck_assert_uint_eq(last->first_byte, rows[_i].last.first_byte);
	ck_assert_int_eq(last->bytes, rows[_i].last.bytes);
	ck_assert_uint_eq(last->lanes, rows[_i].last_lanes);
	ck_assert_int_eq(gm_transaction_named_bytes(last), rows[_i].last_named);
}
END_TEST

/* Counts and bytes as gm_coalescing_evaluate has them, which its own tests hold against a
   reference; every active lane is served, and every byte it names lies in transactions of its
   group. */
static void
check_whole(gm_coalescing_rule rule, const gm_access *access)
{
	char story[4096];
	gm_transaction got[GM_TRANSACTIONS_MAX];
	const int count = gm_transactions_list(rule, access, got);
	const gm_transactions expected = gm_coalescing_evaluate(rule, access);
	int64_t moved = 0, named = 0, groups = 0;
	uint64_t lanes = 0;
	for (int i = 0; i < count; i++) {
		moved += got[i].bytes;
		named += gm_transaction_named_bytes(&got[i]);
		lanes |= got[i].lanes;
		groups += i == 0 || got[i].group != got[i - 1].group;
		ck_assert_uint_eq(got[i].first_byte % 32, 0);
	}
	reference_pattern_print(access, story, sizeof story);
	ck_assert_msg(count == expected.transactions_count && moved == expected.moved_bytes &&
			      groups == expected.groups_count && lanes == gm_access_lanes(access),
		      "%s: %d transactions of %lld bytes, counted %d of %lld: %s",
		      gm_coalescing_name(rule), count, (long long)moved,
		      expected.transactions_count, (long long)expected.moved_bytes, story);
	/* Lane by lane, bytes that two lanes name are moved twice. */
	ck_assert_msg(rule == GM_HALF_WARP_STRICT ? named >= expected.distinct_bytes
						  : named == expected.distinct_bytes,
		      "%s: %lld bytes named: %s", gm_coalescing_name(rule), (long long)named,
		      story);
}

START_TEST(what_is_drawn_is_what_is_counted)
{
	const uint64_t count = reference_count(2000, 200000);
	const gm_coalescing_rule rule = (gm_coalescing_rule)_i;
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		reference_pattern_fill(&pattern, seed, rule == GM_GCN_LINES_64 ? 64 : 32,
				       1 << seed % 5);
		check_whole(rule, &pattern.access);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transactions");
	TCase *tcase = tcase_create("drawn");
	tcase_add_loop_test(tcase, neighbouring_words_by_every_rule, 0, sizeof rows / sizeof *rows);
	tcase_add_loop_test(tcase, what_is_drawn_is_what_is_counted, 0, GM_COALESCING_COUNT);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
