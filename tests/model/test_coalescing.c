#include "model/coalescing.h"

#include "model/reference_coalescing.h"
#include "model/reference_patterns.h"
#include "support/near.h"

static bool
same(gm_transactions a, gm_transactions b)
{
	return a.groups_count == b.groups_count && a.transactions_count == b.transactions_count &&
	       a.moved_bytes == b.moved_bytes && a.lines_count == b.lines_count &&
	       a.sectors_count == b.sectors_count && a.requested_bytes == b.requested_bytes &&
	       a.distinct_bytes == b.distinct_bytes && a.coalesced == b.coalesced;
}

static void
ck_same(int of, const gm_access *access, uint64_t seed)
{
	const gm_coalescing_rule rule = (gm_coalescing_rule)of;
	const gm_transactions got = gm_coalescing_evaluate(rule, access);
	const gm_transactions expected = reference_coalescing(rule, access);
	char text[2048];
	ck_assert_msg(same(got, expected),
	              "%s, seed %llu: groups %d/%d transactions %d/%d moved %lld/%lld lines %d/%d "
	              "sectors "
	              "%d/%d requested %lld/%lld distinct %lld/%lld coalesced %d/%d (got/expected) "
	              "for %s",
	              gm_coalescing_name(rule), (unsigned long long)seed, got.groups_count,
	              expected.groups_count, got.transactions_count, expected.transactions_count,
	              (long long)got.moved_bytes, (long long)expected.moved_bytes, got.lines_count,
	              expected.lines_count, got.sectors_count, expected.sectors_count,
	              (long long)got.requested_bytes, (long long)expected.requested_bytes,
	              (long long)got.distinct_bytes, (long long)expected.distinct_bytes,
	              got.coalesced, expected.coalesced,
	              reference_pattern_print(access, text, sizeof text));
}

/* Every family with every width: row = family x width. */
START_TEST(every_family_agrees_with_the_brute_force_reference)
{
	reference_every_pattern(_i, reference_count(3000, 800000), ck_same);
}
END_TEST

START_TEST(every_progression_agrees_with_the_brute_force_reference)
{
	reference_every_progression(_i, ck_same);
}
END_TEST

/* Programming guide 4.2, figure F-1 ("Examples of global memory accesses by a warp, 4-byte word per
   thread, and associated memory transactions based on compute capability"): the bytes from 128 on,
   aligned in sequence; aligned in no sequence; from 129 (drawn one word to the right). The strict
   rule: 1 transaction of 64 B per half-warp, else 16 of 32 B each. */
static const struct {
	const char *what;
	int swap; /* lanes 2k and 2k+1 change places */
	uint64_t base;
	gm_coalescing_rule rule;
	int transactions;
	int64_t moved;
} figure[] = {
	{"aligned, sequential, 1.0", 0, 128, GM_HALF_WARP_STRICT, 2, 128},
	{"aligned, sequential, 1.2", 0, 128, GM_HALF_WARP_SEGMENTS, 2, 128},
	{"aligned, sequential, 2.0", 0, 128, GM_LINES_128, 1, 128},
	{"aligned, sequential, L2", 0, 128, GM_SECTORS_32, 4, 128},
	{"aligned, swapped, 1.0", 1, 128, GM_HALF_WARP_STRICT, 32, 1024},
	{"aligned, swapped, 1.2", 1, 128, GM_HALF_WARP_SEGMENTS, 2, 128},
	{"aligned, swapped, 2.0", 1, 128, GM_LINES_128, 1, 128},
	{"aligned, swapped, L2", 1, 128, GM_SECTORS_32, 4, 128},
	{"one word off, 1.0", 0, 132, GM_HALF_WARP_STRICT, 32, 1024},
	/* first half-warp: 132..195, both halves of one 128 B segment; second: 196..259, the upper
           half (64 B) of that segment and the lowest 32 B of the next */
	{"one word off, 1.2", 0, 132, GM_HALF_WARP_SEGMENTS, 3, 128 + 64 + 32},
	{"one word off, 2.0", 0, 132, GM_LINES_128, 2, 256},
	{"one word off, L2", 0, 132, GM_SECTORS_32, 5, 160},
};

START_TEST(the_figure_of_the_programming_guide)
{
	reference_pattern up;
	reference_line(&up, 32, 4, figure[_i].base, 4);
	for (int lane = 0; lane < 32; lane++)
		up.address[lane] = figure[_i].base + 4 * (uint64_t)(lane ^ figure[_i].swap);
	const gm_transactions got = gm_coalescing_evaluate(figure[_i].rule, &up.access);
	ck_assert_msg(got.transactions_count == figure[_i].transactions &&
	                      got.moved_bytes == figure[_i].moved,
	              "%s: %d transactions, %lld bytes, expected %d, %lld", figure[_i].what,
	              got.transactions_count, (long long)got.moved_bytes, figure[_i].transactions,
	              (long long)figure[_i].moved);
}
END_TEST

/* cc 1.0 by the guide's list: 8-byte words in one 128 B segment are one transaction of 128 B,
   16-byte words two of 128 B; 1- and 2-byte words never coalesce: 16 of 32 B for a half-warp. */
static const struct {
	int size;
	uint64_t base;
	int transactions;
	int64_t moved;
	bool coalesced;
} strict[] = {
	{1, 0, 32, 1024, false},   {2, 0, 32, 1024, false},
	{4, 0, 2, 128, true},      {4, 64, 2, 128, true},
	{4, 32, 32, 1024, false},  {8, 0, 2, 256, true},
	{8, 128, 2, 256, true},    {8, 64, 32, 1024, false},
	{16, 0, 4, 512, true},     {16, 128, 4, 512, true},
	{16, 64, 32, 1024, false}, {4, 2, 28 + 2 * 4, 1024 + 4 * 32, false},
};

START_TEST(the_strict_rule_by_word_size_and_alignment)
{
	reference_pattern up;
	reference_line(&up, 32, strict[_i].size, strict[_i].base, strict[_i].size);
	/* base 2: of every 8 words, the one at 30 mod 32 straddles: 4 of 32 lanes cost two */
	const gm_transactions got = gm_coalescing_evaluate(GM_HALF_WARP_STRICT, &up.access);
	ck_assert_int_eq(got.transactions_count, strict[_i].transactions);
	ck_assert_int_eq(got.moved_bytes, strict[_i].moved);
	ck_assert_int_eq(got.coalesced, strict[_i].coalesced);
}
END_TEST

START_TEST(an_inactive_half_warp_costs_nothing_and_an_inactive_lane_breaks_nothing)
{
	reference_pattern up;
	reference_line(&up, 32, 4, 0, 4);
	up.access.active = 0xfffe0000; /* the second half-warp without its first lane */
	const gm_transactions got = gm_coalescing_evaluate(GM_HALF_WARP_STRICT, &up.access);
	ck_assert_int_eq(got.groups_count, 1);
	ck_assert_int_eq(got.transactions_count, 1);
	ck_assert_int_eq(got.moved_bytes, 64);
	ck_assert(got.coalesced);
	for (int rule = 0; rule < GM_COALESCING_COUNT; rule++) {
		up.access.active =
			UINT64_C(0xffffffff00000000); /* bits past the warp are no lanes */
		const gm_transactions none =
			gm_coalescing_evaluate((gm_coalescing_rule)rule, &up.access);
		ck_assert(same(none, (gm_transactions){.coalesced = true}));
	}
}
END_TEST

/* Lecture 000, GTX 280 (cc 1.3), naive multiplication with 16 x 16 blocks: a half-warp takes one
   float of A and 16 of B: 4 + 64 distinct bytes, and as segments 32 + 64 bytes. */
START_TEST(the_naive_multiplication_on_gtx_280)
{
	reference_pattern up;
	reference_line(&up, 32, 4, 4096 + 20, 0);
	for (int lane = 16; lane < 32; lane++)
		up.address[lane] += 4096; /* the second half-warp is the next row of the block */
	const gm_transactions a = gm_coalescing_evaluate(GM_HALF_WARP_SEGMENTS, &up.access);
	for (int lane = 0; lane < 32; lane++)
		up.address[lane] = 8192 + 64 + 4 * (uint64_t)(lane % 16);
	const gm_transactions b = gm_coalescing_evaluate(GM_HALF_WARP_SEGMENTS, &up.access);
	ck_assert_int_eq(a.groups_count, 2);
	ck_assert_int_eq(a.distinct_bytes, 2 * 4);
	ck_assert_int_eq(b.distinct_bytes, 2 * 64);
	ck_assert_int_eq(a.moved_bytes, 2 * 32);
	ck_assert_int_eq(b.moved_bytes, 2 * 64);
	ck_assert_int_eq(a.requested_bytes, 128);
	ck_assert_int_eq(a.of_64 + a.of_128, 0);
	ck_assert_int_eq(b.of_64, 2);
}
END_TEST

/* Lecture 003: a float per lane is 4 sectors of 32 B; one element further it is 5. */
START_TEST(a_float_per_lane_is_four_sectors_and_one_off_is_five)
{
	reference_pattern up;
	ck_assert_int_eq(
		gm_coalescing_evaluate(GM_SECTORS_32, reference_line(&up, 32, 4, 256, 4)).sectors_count,
		4);
	ck_assert(gm_coalescing_evaluate(GM_SECTORS_32, &up.access).coalesced);
	const gm_transactions off =
		gm_coalescing_evaluate(GM_SECTORS_32, reference_line(&up, 32, 4, 260, 4));
	ck_assert_int_eq(off.sectors_count, 5);
	ck_assert_int_eq(off.lines_count, 2);
	ck_assert(!off.coalesced);
}
END_TEST

/* Lecture 004, Fermi: chunks of 8 doubles per thread put a warp on 16 lines of 128 B, the
   grid-stride form on 2. */
START_TEST(chunked_and_grid_stride_sums_of_doubles_on_fermi)
{
	reference_pattern up;
	const gm_transactions chunked =
		gm_coalescing_evaluate(GM_LINES_128, reference_line(&up, 32, 8, 0, 8 * 8));
	ck_assert_int_eq(chunked.lines_count, 16);
	ck_assert_int_eq(chunked.transactions_count, 16);
	const gm_transactions strided =
		gm_coalescing_evaluate(GM_LINES_128, reference_line(&up, 32, 8, 0, 8));
	ck_assert_int_eq(strided.lines_count, 2);
	ck_assert_int_eq(strided.transactions_count, 2);
}
END_TEST

/* G80 transpose of floats, 16 x 16 blocks: rows are read coalesced, one 64 B transaction per
   half-warp; written down a column of a matrix of 1024, every lane costs 32 B: 8 times the bytes.
 */
START_TEST(the_naive_transpose_on_g80)
{
	reference_pattern up;
	const gm_transactions read =
		gm_coalescing_evaluate(GM_HALF_WARP_STRICT, reference_line(&up, 32, 4, 0, 4));
	const gm_transactions write =
		gm_coalescing_evaluate(GM_HALF_WARP_STRICT, reference_line(&up, 32, 4, 0, 4096));
	ck_assert_int_eq(read.moved_bytes, 128);
	ck_assert_int_eq(write.moved_bytes, 32 * 32);
}
END_TEST

/* A wavefront of GCN takes contiguous floats as four lines of 64 B. */
START_TEST(a_wavefront_of_floats_is_four_lines_of_64_bytes)
{
	reference_pattern up;
	const gm_transactions got =
		gm_coalescing_evaluate(GM_GCN_LINES_64, reference_line(&up, 64, 4, 0, 4));
	ck_assert_int_eq(got.groups_count, 4);
	ck_assert_int_eq(got.transactions_count, 4);
	ck_assert_int_eq(got.moved_bytes, 256);
	ck_assert(got.coalesced);
}
END_TEST

static gm_transactions
shifted(gm_coalescing_rule rule, const gm_access *access, uint64_t bytes)
{
	uint64_t address[64];
	for (int lane = 0; lane < 64; lane++)
		address[lane] = access->address[lane] + bytes;
	const gm_access moved = {access->lanes_count, access->access_bytes, access->active,
	                         address};
	return gm_coalescing_evaluate(rule, &moved);
}

/* Lanes reversed, mask and addresses alike, and neighbours swapped after that. */
static gm_transactions
permuted(gm_coalescing_rule rule, const gm_access *access)
{
	uint64_t address[64] = {0}, active = 0;
	const int lanes = access->lanes_count;
	for (int lane = 0; lane < lanes; lane++) {
		const int to = (lanes - 1 - lane) ^ 1;
		address[to] = access->address[lane];
		active |= (access->active >> lane & 1) << to;
	}
	const gm_access moved = {lanes, access->access_bytes, active, address};
	return gm_coalescing_evaluate(rule, &moved);
}

/* Of random requests: served from the next segment (128 B) on they cost the same; no rule moves
   less than the distinct bytes; adding a lane never lowers the transactions, nor (except under the
   strict rule, whose transactions are of fixed size) the bytes; sectors and lines do not depend on
   the order of the lanes. */
START_TEST(properties_of_every_family)
{
	const gm_coalescing_rule rule = (gm_coalescing_rule)(_i / REFERENCE_WIDTHS);
	const uint64_t count = reference_count(4000, 100000);
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		gm_access *access = &pattern.access;
		reference_pattern_fill(&pattern, seed, seed % 2 ? 64 : 32, reference_widths[_i % REFERENCE_WIDTHS]);
		const gm_transactions now = gm_coalescing_evaluate(rule, access);
		ck_assert_msg(same(now, shifted(rule, access, 128)), "shifted, seed %d", (int)seed);
		ck_assert_msg(now.moved_bytes >= now.distinct_bytes, "distinct, seed %d",
		              (int)seed);
		ck_assert_msg(now.requested_bytes >= now.distinct_bytes, "requested, seed %d",
		              (int)seed);
		const bool several = rule == GM_HALF_WARP_STRICT || rule == GM_HALF_WARP_SEGMENTS;
		ck_assert_msg(!several || now.moved_bytes == 32 * now.transactions_count +
		                                                     32 * now.of_64 + 96 * now.of_128,
		              "sizes, seed %d", (int)seed);
		const gm_transactions other = permuted(rule, access);
		ck_assert_msg(other.sectors_count == now.sectors_count, "permuted, seed %d",
		              (int)seed);
		ck_assert_msg(other.lines_count == now.lines_count, "permuted, seed %d", (int)seed);
		access->active |= UINT64_C(1) << seed % (uint64_t)access->lanes_count;
		const gm_transactions more = gm_coalescing_evaluate(rule, access);
		ck_assert_msg(more.transactions_count >= now.transactions_count, "more, seed %d",
		              (int)seed);
		if (rule != GM_HALF_WARP_STRICT)
			ck_assert_msg(more.moved_bytes >= now.moved_bytes, "more, seed %d",
			              (int)seed);
	}
}
END_TEST

/* The case the header names: one 8-byte lane in place costs 128 B, with a second out of place 64 B.
 */
START_TEST(under_the_strict_rule_more_lanes_can_mean_fewer_bytes)
{
	reference_pattern up;
	reference_line(&up, 32, 8, 0, 8);
	up.address[1] = 4096;
	up.access.active = 1;
	ck_assert_int_eq(gm_coalescing_evaluate(GM_HALF_WARP_STRICT, &up.access).moved_bytes, 128);
	up.access.active = 3;
	ck_assert_int_eq(gm_coalescing_evaluate(GM_HALF_WARP_STRICT, &up.access).moved_bytes, 64);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("coalescing");
	TCase *cases = tcase_create("coalescing");
	const int families = GM_COALESCING_COUNT * REFERENCE_WIDTHS;
	tcase_set_timeout(cases, 3600);
	tcase_add_loop_test(cases, the_figure_of_the_programming_guide, 0,
	                    sizeof figure / sizeof figure[0]);
	tcase_add_loop_test(cases, the_strict_rule_by_word_size_and_alignment, 0,
	                    sizeof strict / sizeof strict[0]);
	tcase_add_test(cases,
	               an_inactive_half_warp_costs_nothing_and_an_inactive_lane_breaks_nothing);
	tcase_add_test(cases, the_naive_multiplication_on_gtx_280);
	tcase_add_test(cases, a_float_per_lane_is_four_sectors_and_one_off_is_five);
	tcase_add_test(cases, chunked_and_grid_stride_sums_of_doubles_on_fermi);
	tcase_add_test(cases, the_naive_transpose_on_g80);
	tcase_add_test(cases, a_wavefront_of_floats_is_four_lines_of_64_bytes);
	tcase_add_test(cases, under_the_strict_rule_more_lanes_can_mean_fewer_bytes);
	tcase_add_loop_test(cases, every_family_agrees_with_the_brute_force_reference, 0, families);
	tcase_add_loop_test(cases, every_progression_agrees_with_the_brute_force_reference, 0,
	                    families);
	tcase_add_loop_test(cases, properties_of_every_family, 0, families);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
