#include "model/near_traces.h"

#include "support/near.h"

enum { STRIDE = 4096 };

static int replayed;

/* A block loads one word of its own. */
static gm_status
replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count, int warp_lanes, gm_walk walk,
       const gm_sink *sink, gm_error *err)
{
	const uint64_t address = (uint64_t)(STRIDE * samples->block.x);
	(void)kernel, (void)count, (void)warp_lanes, (void)walk, (void)err;
	replayed++;
	return sink->instruction(sink->state, &(gm_warp_instr){.active = 1, .address = &address});
}

static const gm_kernel_class methods = {.replay = replay};
static const gm_site site = {.operation = GM_LOAD, .space = GM_GLOBAL, .access_bytes = 4, .count = 1};
static const gm_kernel kernel = {
	.methods = &methods, .grid = {100, 1, 1}, .block = {32, 1, 1}, .sites = &site, .sites_count = 1};

static int64_t
address_in(gm_near_traces *near, int64_t x)
{
	gm_near_block there;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_near_traces_of(near, (gm_dim3){x, 0, 0}, &there, &err), GM_OK);
	ck_assert_uint_eq(there.trace->requests_count, 1);
	return there.trace->requests[0].address + (there.by ? there.by[0] : 0);
}

/* Asked for are the blocks 5, 6, 4, 5, 6, then a fourth, for which 5 makes room: 7, 6, 5. */
START_TEST(the_latest_blocks_are_replayed_once)
{
	static const struct {
		int64_t block;
		int replayed;
	} asked[] = {{5, 1}, {6, 2}, {4, 3}, {5, 3}, {6, 3}, {7, 4}, {6, 4}, {5, 5}};
	const float ends = 0;
	gm_near_traces near = {.kernel = &kernel, .ends = &ends, .warp_lanes = 32};
	replayed = 0;
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		ck_assert_int_eq(address_in(&near, asked[i].block), STRIDE * asked[i].block);
		ck_assert_int_eq(replayed, asked[i].replayed);
	}
	gm_near_traces_dispose(&near);
}
END_TEST

static void
keep_address(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	*(int64_t *)state = b->address - a->address;
}

/* 10 rows of 10 blocks, of which the 40 from block 20 on are proven: 3 bytes from one to the next in a row, 100
   from row to row, wherever a replay would find them. Block 47 lies two rows and 4 places after 23, one of no
   such row is replayed, and so is all where the site is not known. */
START_TEST(blocks_that_are_proven_to_move_are_not_replayed)
{
	const float ends = 0;
	const gm_moves_side sides[GM_MOVES_SIDES] = {{0, 1, 10}, {0, 10, 4}, {1, 1, 1}, {2, 1, 1}};
	gm_moves *moves = gm_moves_new(1);
	gm_moves_box *box = gm_moves_add(moves, (gm_dim3){20, 0, 0}, sides);
	gm_trace here = {0};
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_trace_record(&kernel, &ends, (gm_dim3){23, 0, 0}, 32, &here, &err), GM_OK);
	gm_near_traces near = {.kernel = &kernel, .ends = &ends, .warp_lanes = 32, .here = &here,
			       .block = {23, 0, 0}, .moves = moves};
	replayed = 0;
	ck_assert_int_eq(address_in(&near, 47), STRIDE * 47);
	ck_assert_int_eq(replayed, 1);
	near.next = 0;
	box->by[0] = 3;
	box->by[1] = 100;
	ck_assert_int_eq(address_in(&near, 47), STRIDE * 23 + 2 * 100 + 4 * 3);
	ck_assert_int_eq(address_in(&near, 20), STRIDE * 23 - 3 * 3);
	ck_assert_int_eq(replayed, 1);
	gm_near_block there;
	int64_t apart = 0;
	ck_assert_int_eq(gm_near_traces_of(&near, (gm_dim3){59, 0, 0}, &there, &err), GM_OK);
	gm_near_pairs(&here, &there, keep_address, &apart);
	ck_assert_int_eq(apart, 3 * 100 + 6 * 3);
	ck_assert_int_eq(address_in(&near, 60), STRIDE * 60);
	ck_assert_int_eq(address_in(&near, 19), STRIDE * 19);
	ck_assert_int_eq(replayed, 3);
	gm_near_traces_dispose(&near);
	gm_trace_dispose(&here);
	gm_moves_free(moves);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("near traces");
	TCase *cases = tcase_create("near traces");
	tcase_add_test(cases, the_latest_blocks_are_replayed_once);
	tcase_add_test(cases, blocks_that_are_proven_to_move_are_not_replayed);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
