#include "model/chain.h"

#include "input/device_file.h"
#include "support/near.h"

/* Copies that a warp begins and waits for later, told to the chain by hand. */
enum { COPY, CLOSE, AWAIT, AWAIT_ALL_BUT_ONE, AWAIT_ALL, PIECE, BULK, EXPECT, TEST, SITES };

static const gm_site sites[SITES] = {
	[COPY] = {.operation = GM_ASYNC_COPY, .space = GM_GLOBAL, .access_bytes = 16, .count = 1, .copies = GM_COPIES_BEGIN},
	[CLOSE] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_CLOSE},
	[AWAIT] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_AWAIT},
	[AWAIT_ALL_BUT_ONE] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_AWAIT, .copies_left = 1},
	[AWAIT_ALL] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_AWAIT_ALL},
	[PIECE] = {.operation = GM_OTHER, .count = 1, .copies = GM_COPIES_PIECE},
	[BULK] = {.operation = GM_ASYNC_COPY, .space = GM_GLOBAL, .access_bytes = 16, .copies = GM_COPIES_BULK},
	[EXPECT] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_EXPECT},
	[TEST] = {.operation = GM_FENCE, .count = 1, .copies = GM_COPIES_TEST},
};

/* Of the H200's file, from L2: 281 clocks. An instruction takes one to issue. */
enum { FROM_L2 = 281 };

static gm_device *device;
static gm_chain *chain;
static gm_kernel kernel;
static gm_issue issue[SITES];

static void
begin(void)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_device_load(GM_TREE "/devices/h200.xml", &device, &err) == GM_OK, "%s", err.message);
	kernel = (gm_kernel){.origin = GM_FROM_PTX, .issues_known = true, .name = "told", .grid = {1, 1, 1},
			     .block = {32, 1, 1}, .sites = sites, .sites_count = SITES,
			     .resources = {.registers_count = 64, .registers_source = "test"}};
	for (int s = 0; s < SITES; s++) {
		issue[s] = (gm_issue){.wait = s == BULK ? 0 : 1};
		issue[s].of[GM_UNIT_OTHER] = s != BULK;
	}
	chain = gm_chain_new(&kernel, device, issue);
	gm_chain_begin(chain);
}

static void
tell(int site, int back)
{
	gm_chain_instruction(chain, &(gm_warp_instr){.site = (uint32_t)site, .waits_for = {(uint16_t)back}, .active = ~UINT64_C(0)},
			     1, 0);
}

static double
end(void)
{
	const gm_chain_cycles cycles = gm_chain_end(chain);
	gm_chain_free(chain);
	gm_device_free(device);
	return cycles.by[GM_SERVED_L2];
}

/* Up to so many steps; clocks until the last is issued, less what the steps take themselves, one each at most. A second
   copy that needs the first (back 2) begins when that is there. */
static const struct {
	int steps[8];
	int back[8];
	int count;
	double waits;
} rows[] = {
	{{COPY, CLOSE, CLOSE}, {0}, 3, 0},
	{{COPY, CLOSE, AWAIT}, {0}, 3, FROM_L2},
	{{COPY, AWAIT}, {0}, 2, 0}, /* in no group yet */
	{{COPY, AWAIT_ALL}, {0}, 2, FROM_L2},
	{{COPY, CLOSE, COPY, CLOSE, AWAIT_ALL_BUT_ONE}, {0, 0, 2}, 5, FROM_L2},
	{{COPY, CLOSE, COPY, CLOSE, AWAIT}, {0, 0, 2}, 5, 2 * FROM_L2},
	{{COPY, CLOSE, AWAIT_ALL_BUT_ONE}, {0}, 3, 0},
	/* 3 rows of 512 bytes come 5 clocks apart; of two pieces the second goes out 55 clocks later. */
	{{EXPECT, PIECE, BULK, BULK, BULK, TEST}, {0}, 6, FROM_L2 + 10},
	{{EXPECT, PIECE, BULK, PIECE, BULK, TEST}, {0}, 6, FROM_L2 + 55},
	/* A test waits for what is expected first, also where that is said behind the copies. */
	{{EXPECT, PIECE, BULK, EXPECT, PIECE, BULK, TEST}, {0}, 7, FROM_L2},
	{{EXPECT, PIECE, BULK, EXPECT, PIECE, BULK, TEST, TEST}, {0}, 8, FROM_L2 + 55},
	{{PIECE, BULK, EXPECT, PIECE, BULK, EXPECT, TEST}, {0}, 7, FROM_L2},
	{{TEST, TEST}, {0}, 2, 0}, /* a barrier of threads alone */
};

START_TEST(copies_are_waited_for_where_the_program_says_so)
{
	begin();
	for (int i = 0; i < rows[_i].count; i++)
		tell(rows[_i].steps[i], rows[_i].back[i]);
	const double clocks = end();
	ck_assert_double_ge(clocks, rows[_i].waits);
	ck_assert_double_le(clocks, rows[_i].waits + rows[_i].count);
}
END_TEST

/* A loop that copies, closes and waits: a turn takes as long however its turns are told. */
START_TEST(turns_that_are_not_told_take_as_long)
{
	double clocks[2];
	for (int cut = 0; cut < 2; cut++) {
		begin();
		for (int turn = 0; turn < 2; turn++) {
			gm_chain_mark(chain, 0);
			tell(COPY, 0), tell(CLOSE, 0), tell(AWAIT, 0);
			gm_chain_repeat(chain, 0, cut && turn == 0 ? 10 : 0);
		}
		for (int turn = 0; turn < 10 && !cut; turn++)
			tell(COPY, 0), tell(CLOSE, 0), tell(AWAIT, 0);
		clocks[cut] = end();
	}
	ck_assert_double_ge(clocks[0], 12 * FROM_L2);
	ck_near(clocks[1], clocks[0], 0.02);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chain_copies");
	TCase *tests = tcase_create("chain_copies");
	tcase_add_loop_test(tests, copies_are_waited_for_where_the_program_says_so, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, turns_that_are_not_told_take_as_long);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
