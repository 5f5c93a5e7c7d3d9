#include "model/banks.h"

#include "model/reference_banks.h"
#include "model/reference_patterns.h"
#include "support/near.h"

static bool
same(gm_bank_passes a, gm_bank_passes b)
{
	return a.wavefronts_count == b.wavefronts_count &&
	       a.ideal_wavefronts_count == b.ideal_wavefronts_count &&
	       a.worst_degree == b.worst_degree && a.phases_count == b.phases_count &&
	       a.ways_count == b.ways_count;
}

static void
ck_same(int of, const gm_access *access, uint64_t seed)
{
	const gm_bank_rule rule = (gm_bank_rule)of;
	const gm_bank_passes got = gm_banks_evaluate(rule, access);
	const gm_bank_passes expected = reference_banks(rule, access);
	char text[2048];
	ck_assert_msg(
		same(got, expected),
		"%s, seed %llu: wavefronts %d/%d ideal %d/%d degree %d/%d phases %d/%d ways %d/%d "
		"(got/expected) for %s",
		gm_banks_name(rule), (unsigned long long)seed, got.wavefronts_count,
		expected.wavefronts_count, got.ideal_wavefronts_count,
		expected.ideal_wavefronts_count, got.worst_degree, expected.worst_degree,
		got.phases_count, expected.phases_count, got.ways_count, expected.ways_count,
		reference_pattern_print(access, text, sizeof text));
}

START_TEST(every_rule_agrees_with_the_brute_force_reference)
{
	reference_every_pattern(_i, reference_count(8000, 800000), ck_same);
}
END_TEST

START_TEST(every_progression_agrees_with_the_brute_force_reference)
{
	reference_every_progression(_i, ck_same);
}
END_TEST

/* Lane i at i * stride elements of `size` bytes, full warps (a wavefront of 64 on GCN). */
static const struct {
	gm_bank_rule rule;
	int size, stride;
	int wavefronts, ways;
	const char *source;
} strides[] = {
	{GM_BANKS_32, 4, 0, 1, 1, "lecture 003: broadcast, none"},
	{GM_BANKS_32, 4, 1, 1, 1, "lecture 003: stride 1 none"},
	{GM_BANKS_32, 4, 2, 2, 2, "lecture 003: stride 2 two-way"},
	{GM_BANKS_32, 4, 32, 32, 32, "lecture 003: stride 32 thirty-two-way"},
	{GM_BANKS_32, 4, 33, 1, 1, "lecture 003: stride 33 none"},
	{GM_BANKS_32, 4, 3, 1, 1, "guide 5.x, figure of strided accesses: three words, none"},
	{GM_BANKS_32, 1, 1, 1, 1, "guide 5.x: bytes of one word do not conflict"},
	{GM_BANKS_32, 8, 1, 2, 1, "l1_load_throughput.csv: a100, 8, stride 1: 2.00"},
	{GM_BANKS_32, 8, 0, 2, 1, "l1_load_throughput.csv: a100, 8, stride 0: 2.00"},
	{GM_BANKS_32, 8, 2, 4, 2, "l1_load_throughput.csv: a100, 8, stride 2: 4.00"},
	{GM_BANKS_32, 8, 16, 32, 16, "l1_load_throughput.csv: a100, 8, stride 16: 32.0"},
	{GM_BANKS_32, 16, 1, 4, 1, "512 B by 128 B a pass"},
	{GM_BANKS_32_FERMI, 4, 2, 2, 2, "guide 3.2, figure G-2: stride two, 2-way"},
	{GM_BANKS_32_FERMI, 8, 1, 2, 1, "guide 3.2, G.4.3: doubles do not conflict"},
	{GM_BANKS_32_FERMI, 16, 1, 4, 2, "guide 3.2, G.4.3: most 128-bit accesses are 2-way"},
	{GM_BANKS_32_FERMI, 16, 2, 8, 3, "the same formula: 1 + 2 lanes of a quarter-warp"},
	{GM_BANKS_16, 4, 1, 2, 1, "guide 3.2, G.3.3: one pass per half-warp"},
	{GM_BANKS_16, 4, 2, 4, 2, "guide: 32-bit strided access, s even conflicts"},
	{GM_BANKS_16, 4, 16, 32, 16, "the same"},
	{GM_BANKS_16, 4, 0, 2, 1, "guide: broadcast of one word"},
	{GM_BANKS_16, 8, 1, 8, 2, "guide: doubles, two requests with a 2-way conflict each"},
	{GM_BANKS_16, 1, 1, 8, 4, "guide: an array of char: 4 lanes in a bank; worked below"},
	{GM_BANKS_16, 1, 4, 2, 1, "guide: shared[BaseIndex + 4 * tid] of char does not conflict"},
	{GM_BANKS_32X8_4, 4, 32, 16, 16, "words 0 and 32 of 64 pair up: 32 words, 16 pairs"},
	{GM_BANKS_32X8_4, 4, 2, 1, 1, "guide 3.x: stride two, no conflict"},
	{GM_BANKS_32X8_4, 8, 1, 1, 1, "guide 3.x: 64 words in 32 pairs"},
	{GM_BANKS_32X8_8, 8, 1, 1, 1, "guide 3.x: successive 64-bit words, successive banks"},
	{GM_BANKS_32X8_8, 4, 2, 1, 1, "guide 3.x: stride two, no conflict"},
	{GM_BANKS_32X8_8, 4, 64, 32, 32, "256 B apart: one bank"},
	{GM_BANKS_32X8_8, 8, 32, 32, 32, "the same"},
	{GM_BANKS_32_GCN, 4, 1, 2, 1, "AMD OpenCL guide: two half-wavefronts"},
	{GM_BANKS_32_GCN, 8, 1, 4, 1, "AMD OpenCL guide: float2 in sequence is free of conflicts"},
};

START_TEST(strides_of_the_lectures_and_the_guides)
{
	reference_pattern up;
	const int size = strides[_i].size;
	reference_line(&up, strides[_i].rule == GM_BANKS_32_GCN ? 64 : 32, size, 0,
	         size * strides[_i].stride);
	const gm_bank_passes got = gm_banks_evaluate(strides[_i].rule, &up.access);
	ck_assert_msg(got.wavefronts_count == strides[_i].wavefronts &&
	                      got.ways_count == strides[_i].ways,
	              "%s (%s): %d wavefronts, %d-way, expected %d, %d",
	              gm_banks_name(strides[_i].rule), strides[_i].source, got.wavefronts_count,
	              got.ways_count, strides[_i].wavefronts, strides[_i].ways);
}
END_TEST

/* Guide 3.2, figure G-4: threads of a half-warp at words 0..15 of which several ask for the same
   word of bank 5: free of conflicts when that word is the broadcast word. With a second shared word
   the serial-subset rule serves only one of them at a time. By hand, for lanes 0,1 on word 0 and
   lanes 2,3 on word 1: pass 1 broadcasts word 0 to lanes 0 and 1 and serves lane 2; pass 2 serves
   lane 3. */
START_TEST(one_broadcast_word_per_pass_on_cc_1x)
{
	reference_pattern up;
	reference_line(&up, 32, 4, 0, 0);
	up.access.active = 0xf;
	up.address[2] = up.address[3] = 4;
	ck_assert_int_eq(gm_banks_evaluate(GM_BANKS_16, &up.access).wavefronts_count, 2);
	ck_assert_int_eq(gm_banks_evaluate(GM_BANKS_32_FERMI, &up.access).wavefronts_count, 1);
}
END_TEST

/* G80 transpose in a 16 x 16 tile of floats: a column of the tile lies in one bank, 16 passes per
   half-warp; a row of 17 frees it. */
START_TEST(the_tile_of_the_g80_transpose)
{
	reference_pattern up;
	ck_assert_int_eq(gm_banks_evaluate(GM_BANKS_16, reference_line(&up, 32, 4, 0, 64)).worst_degree,
	                 16);
	ck_assert_int_eq(gm_banks_evaluate(GM_BANKS_16, reference_line(&up, 32, 4, 0, 68)).worst_degree,
	                 1);
}
END_TEST

static gm_bank_passes
changed(gm_bank_rule rule, const gm_access *access, uint64_t shift_bytes, int flip)
{
	uint64_t address[64] = {0}, active = 0;
	for (int lane = 0; lane < access->lanes_count; lane++) {
		address[lane ^ flip] = access->address[lane] + shift_bytes;
		active |= (access->active >> lane & 1) << (lane ^ flip);
	}
	const gm_access other = {access->lanes_count, access->access_bytes, active, address};
	return gm_banks_evaluate(rule, &other);
}

/* Of random requests: the same 256 B further on; the same with lanes swapped inside a phase, except
   on 1.x where the lowest lane decides which word is broadcast; never fewer passes than the ideal;
   never fewer when a lane is added, again except on 1.x (below). */
START_TEST(properties_of_every_rule)
{
	const gm_bank_rule rule = (gm_bank_rule)(_i / REFERENCE_WIDTHS);
	const uint64_t count = reference_count(8000, 100000);
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		gm_access *access = &pattern.access;
		reference_pattern_fill(&pattern, seed, seed % 2 ? 64 : 32, reference_widths[_i % REFERENCE_WIDTHS]);
		const gm_bank_passes now = gm_banks_evaluate(rule, access);
		ck_assert_msg(same(now, changed(rule, access, 256, 0)), "shifted, seed %d",
		              (int)seed);
		ck_assert_msg(now.wavefronts_count >= now.ideal_wavefronts_count, "ideal, seed %d",
		              (int)seed);
		if (rule == GM_BANKS_16)
			continue;
		ck_assert_msg(same(now, changed(rule, access, 0, 7)), "permuted, seed %d",
		              (int)seed);
		access->active |= UINT64_C(1) << seed % (uint64_t)access->lanes_count;
		const gm_bank_passes more = gm_banks_evaluate(rule, access);
		ck_assert_msg(more.wavefronts_count >= now.wavefronts_count, "more, seed %d",
		              (int)seed);
	}
}
END_TEST

/* Lanes 0 to count - 1 at these words. */
static int
passes_of_words(const int *word, int count)
{
	reference_pattern up;
	reference_line(&up, 32, 4, 0, 0);
	up.access.active = gm_access_group(0, count);
	for (int lane = 0; lane < count; lane++)
		up.address[lane] = 4 * (uint64_t)word[lane];
	return gm_banks_evaluate(GM_BANKS_16, &up.access).wavefronts_count;
}

/* The serial-subset rule is not blind to the order of the lanes, because the lowest lane chooses
   the broadcast word. By hand: lanes at words 0, 1, 1: word 0 is broadcast, bank 1 serves one lane,
   the other waits: 2 passes. Lanes at 1, 1, 0: word 1 is broadcast to two lanes, bank 0 serves the
   third: 1 pass. */
START_TEST(on_cc_1x_the_order_of_the_lanes_matters)
{
	ck_assert_int_eq(passes_of_words((const int[]){0, 1, 1}, 3), 2);
	ck_assert_int_eq(passes_of_words((const int[]){1, 1, 0}, 3), 1);
}
END_TEST

/* Nor is it monotonic. By hand: lanes at words 0, 1, 1, 2, 2. Word 0 is broadcast while banks 1 and
   2 serve one lane each; then word 1 is broadcast and bank 2 serves its other lane: 2 passes. With
   a lane at word 1 in front the first broadcast serves all three of word 1: the rest are one lane
   of bank 0 and one of bank 2; the other lane of word 2 takes the second pass: still 2, for 6
   lanes. Lanes at 0, 1, 1: 2 passes; a lane at word 1 in front: 1 pass, though a lane was added. */
START_TEST(on_cc_1x_a_lane_more_can_save_a_pass)
{
	ck_assert_int_eq(passes_of_words((const int[]){0, 1, 1, 2, 2}, 5), 2);
	ck_assert_int_eq(passes_of_words((const int[]){1, 0, 1, 1, 2, 2}, 6), 2);
	ck_assert_int_eq(passes_of_words((const int[]){0, 1, 1}, 3), 2);
	ck_assert_int_eq(passes_of_words((const int[]){1, 0, 1, 1}, 4), 1);
}
END_TEST

static const struct {
	gm_bank_rule rule;
	int size;
	uint64_t active;
	int stride; /* in elements */
	const char *text;
} descriptions[] = {
	{GM_BANKS_32, 4, ~UINT64_C(0), 32, "32-way: stride 32 words; a row of 33 removes it"},
	{GM_BANKS_32, 4, ~UINT64_C(0), 2, "2-way: stride 2 words; a row of 3 removes it"},
	{GM_BANKS_32, 4, ~UINT64_C(0), 33, "no conflict: stride 33 words"},
	{GM_BANKS_32, 4, ~UINT64_C(0), -32, "32-way: stride -32 words; a row of 33 removes it"},
	{GM_BANKS_32, 4, ~UINT64_C(0), 0, "broadcast: all lanes name one word"},
	{GM_BANKS_32, 4, 0, 1, "no access: no lane is active"},
	{GM_BANKS_32, 4, 1, 32, "no conflict: one lane"},
	{GM_BANKS_32, 8, ~UINT64_C(0), 1,
         "no conflict: stride 1 element of 8 bytes, in 2 phases of 16 lanes"},
	{GM_BANKS_32, 8, ~UINT64_C(0), 2,
         "2-way: stride 2 elements of 8 bytes, in 2 phases of 16 lanes; a row of 3 removes it"},
	{GM_BANKS_32, 1, ~UINT64_C(0), 1, "no conflict: stride 1 element of 1 byte"},
	{GM_BANKS_16, 1, ~UINT64_C(0), 1,
         "4-way: stride 1 element of 1 byte, in 2 phases of 16 lanes"},
	{GM_BANKS_32, 4, 0x77777777, 32, "24-way: 24 lanes name 24 words"},
};

START_TEST(conflicts_are_named)
{
	reference_pattern up;
	char text[160];
	const int size = descriptions[_i].size;
	reference_line(&up, 32, size, 65536, size * descriptions[_i].stride);
	up.access.active = descriptions[_i].active;
	ck_assert_str_eq(gm_banks_describe(descriptions[_i].rule, &up.access, text, sizeof text),
	                 descriptions[_i].text);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("banks");
	TCase *cases = tcase_create("banks");
	const int rules = GM_BANKS_COUNT * REFERENCE_WIDTHS;
	tcase_set_timeout(cases, 3600);
	tcase_add_loop_test(cases, strides_of_the_lectures_and_the_guides, 0,
	                    sizeof strides / sizeof strides[0]);
	tcase_add_test(cases, one_broadcast_word_per_pass_on_cc_1x);
	tcase_add_test(cases, the_tile_of_the_g80_transpose);
	tcase_add_test(cases, on_cc_1x_the_order_of_the_lanes_matters);
	tcase_add_test(cases, on_cc_1x_a_lane_more_can_save_a_pass);
	tcase_add_loop_test(cases, conflicts_are_named, 0,
	                    sizeof descriptions / sizeof descriptions[0]);
	tcase_add_loop_test(cases, every_rule_agrees_with_the_brute_force_reference, 0, rules);
	tcase_add_loop_test(cases, every_progression_agrees_with_the_brute_force_reference, 0,
	                    rules);
	tcase_add_loop_test(cases, properties_of_every_rule, 0, rules);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
