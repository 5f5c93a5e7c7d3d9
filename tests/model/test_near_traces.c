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
	const gm_trace *trace;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_near_traces_of(near, (gm_dim3){x, 0, 0}, &trace, &err), GM_OK);
	ck_assert_uint_eq(trace->requests_count, 1);
	return trace->requests[0].address;
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

int
main(void)
{
	Suite *suite = suite_create("near traces");
	TCase *cases = tcase_create("near traces");
	tcase_add_test(cases, the_latest_blocks_are_replayed_once);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
