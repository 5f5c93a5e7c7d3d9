#include "model/reach.h"

#include "model/sector_set.h"
#include "model/traced.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the reference: every block, every loop to its end, every byte of every lane ---- */

typedef struct touched {
	const gm_kernel *kernel;
	gm_sector_set loaded, pieces, written; /* by sector, by 64 bytes, bytes by sector */
} touched;

static gm_status
touch(void *state, const gm_warp_instr *instr)
{
	touched *t = state;
	const gm_site *site = &t->kernel->sites[instr->site];
	if (!instr->address || site->space != GM_GLOBAL)
		return GM_OK;
	for (int lane = 0; lane < 32; lane++)
		for (int b = 0; b < site->access_bytes && (instr->active >> lane & 1); b++) {
			const int64_t at = (int64_t)instr->address[lane] + b;
			if (site->operation == GM_STORE) {
				*gm_sector_set_at(&t->written, at / 32) |= UINT32_C(1) << at % 32;
			} else {
				gm_sector_set_at(&t->loaded, at / 32);
				gm_sector_set_at(&t->pieces, at / 64);
			}
		}
	return GM_OK;
}

static touched
walk_all(const gm_kernel *kernel)
{
	touched t = {.kernel = kernel};
	const gm_sink sink = {.state = &t, .instruction = touch};
	const gm_dim3 grid = kernel->grid;
	gm_error err = GM_ERROR_NONE;
	for (int64_t z = 0; z < grid.z; z++)
		for (int64_t y = 0; y < grid.y; y++)
			for (int64_t x = 0; x < grid.x; x++)
				ck_assert(gm_kernel_replay_whole(kernel, (gm_dim3){x, y, z}, 32, &sink,
				                                 &err) == GM_OK);
	return t;
}

static size_t
partial(touched *t)
{
	size_t sectors = 0;
	for (size_t i = 0; i < t->written.room; i++)
		sectors += t->written.slots[i].used && t->written.slots[i].bits != UINT32_MAX;
	return sectors;
}

static gm_kernel *
load(const char *name, const char *words)
{
	gm_definition definitions[8];
	char path[256], text[256];
	int count = 0;
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	snprintf(text, sizeof text, "%s", words);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		definitions[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	ck_assert_msg(gm_kernel_load(path, definitions, count, &kernel, &err) == GM_OK, "%s",
	              err.message);
	return kernel;
}

/* `tolerance` where blocks at the edges do less than the one that stands for them: stencils, whose
   frame of one point is not written, and guards. */
static const struct {
	const char *kernel, *sizes;
	double tolerance;
} rows[] = {
        {"array_copy", "n=16384", 0},
        {"offset_copy", "n=65536 offset=8", 0.03},
        {"strided_copy", "n=8192 stride=16", 0},
        {"saxpy", "n=8192", 0},
        {"naive_mm", "n=128", 0},
        {"naive_mm", "n=96 BLOCK_X=24 BLOCK_Y=3", 0},
        {"tiled_mm", "n=128", 0},
        {"tiled_mm", "n=64 TILE=8", 0},
        {"transpose_2d", "n_rows=128 n_cols=128", 0},
        {"transpose_shared", "n_rows=128 n_cols=128", 0},
        {"transpose_simple", "n_rows=128 n_cols=512", 0},
        {"sum_grid_stride", "n=65536 m=16", 0},
        {"stencil_2d", "width=512 height=256", 0.08},
        {"convolve", "n=8192", 0.01},
        {"naive_mm_guarded", "m=200 k=200 n=200", 0.1},
};

START_TEST(a_grid_reaches_what_a_walk_of_all_blocks_reaches)
{
	traced t = traced_of(load(rows[_i].kernel, rows[_i].sizes), 0);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	const double blocks = (double)gm_dim3_volume(t.kernel->grid);
	const gm_reach_bytes all = gm_reach_of_blocks(&reach, blocks);
	touched truth = walk_all(t.kernel);
	const double tolerance = rows[_i].tolerance + 1e-9;
	ck_near(all.read_sectors, 32.0 * (double)truth.loaded.count, tolerance);
	ck_near(all.read, 64.0 * (double)truth.pieces.count, tolerance);
	ck_near(all.written, 32.0 * (double)truth.written.count, tolerance);
	if (strcmp(rows[_i].kernel, "saxpy") != 0 && rows[_i].tolerance == 0)
		ck_assert_double_eq_tol(all.partial, 32.0 * (double)partial(&truth), 1e-6);
	gm_sector_set_dispose(&truth.loaded);
	gm_sector_set_dispose(&truth.pieces);
	gm_sector_set_dispose(&truth.written);
	traced_dispose(&t);
}
END_TEST

/* naive_mm, 512 wide, blocks of 16 x 16, a grid of 32 x 32. The first row of blocks: 16 rows of A, all of
   B, 16 rows of C. A row more adds 16 rows of A and of C. */
START_TEST(rows_of_blocks_share_the_second_matrix)
{
	traced t = traced_of(load("naive_mm", "n=512"), 0);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	const double strip = 16.0 * 512 * 4, matrix = 512.0 * 512 * 4;
	ck_near(gm_reach_of_blocks(&reach, 32).read, strip + matrix, 1e-9);
	ck_near(gm_reach_of_blocks(&reach, 64).read, 2 * strip + matrix, 1e-9);
	ck_near(gm_reach_of_blocks(&reach, 48).read, 1.5 * strip + matrix, 1e-9);
	ck_near(gm_reach_of_blocks(&reach, 64).written, 2 * strip, 1e-9);
	ck_near(gm_reach_of_blocks(&reach, 1).read, strip + 512 * 64, 1e-9);
	traced_dispose(&t);
}
END_TEST

static const char turned[] =
	"<kernel name='turned' schema='1' doc='blocks of 512 words, turned around in place'>"
	"<launch grid='16' block='128'/>"
	"<array name='A' space='global' type='f32' length='16*512'/>"
	"<loop variable='k' count='4'><load array='A' index='blockIdx.x*512 + %s'/></loop>"
	"<barrier/>"
	"<loop variable='k' count='4'><store array='A' index='blockIdx.x*512 + %s'/></loop>"
	"%s</kernel>";

/* Warp 0 stores 32 words of each quarter; which warp has loaded them before the barrier does not
   matter: all 16 * 512 floats are read. What is loaded once more afterwards is there. */
static const struct {
	const char *loads, *stores, *again;
} turns[] = {
	{"threadIdx.x*4 + k", "k*128 + threadIdx.x", ""},
	{"k*128 + threadIdx.x", "threadIdx.x*4 + k", ""},
	{"511 - k*128 - threadIdx.x", "k*128 + threadIdx.x",
	 "<barrier/><load array='A' index='blockIdx.x*512 + threadIdx.x'/>"},
};

START_TEST(what_another_warp_stores_behind_the_barrier_was_loaded_before_it)
{
	char text[1024];
	snprintf(text, sizeof text, turned, turns[_i].loads, turns[_i].stores, turns[_i].again);
	traced t = traced_text(text);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	ck_near(gm_reach_of_blocks(&reach, 16).read, 16 * 512 * 4, 1e-9);
	ck_near(gm_reach_of_blocks(&reach, 16).missed, 16 * 512 * 4, 1e-9);
	traced_dispose(&t);
}
END_TEST

/* Stored first, loaded by the same warp and by others afterwards: nothing comes from DRAM. */
START_TEST(what_the_block_has_stored_whole_it_does_not_fetch)
{
	static const char *const loads[] = {"threadIdx.x", "127 - threadIdx.x"};
	char text[1024];
	snprintf(text, sizeof text,
		 "<kernel name='own' schema='1' doc='reads what it wrote'>"
		 "<launch grid='16' block='128'/>"
		 "<array name='A' space='global' type='f32' length='16*128'/>"
		 "<store array='A' index='blockIdx.x*128 + threadIdx.x'/><barrier/>"
		 "<load array='A' index='blockIdx.x*128 + %s'/></kernel>",
		 loads[_i]);
	traced t = traced_text(text);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	ck_assert_double_eq(gm_reach_of_blocks(&reach, 16).read, 0);
	ck_near(gm_reach_of_blocks(&reach, 16).written, 16 * 128 * 4, 1e-9);
	traced_dispose(&t);
}
END_TEST

/* A row by each turn, stored and loaded, upwards or downwards: of so many turns a part is laid out, and nothing that was
   stored comes from DRAM, whichever way is gone back. */
START_TEST(a_loop_back_finds_what_the_loop_forth_has_stored)
{
	static const char *const ways[][2] = {{"k", "4095 - k"}, {"4095 - k", "k"}, {"k", "k"}, {"4095 - k", "4095 - k"}};
	traced t = traced_forth_and_back(ways[_i][0], ways[_i][1]);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	ck_assert_double_eq(gm_reach_of_blocks(&reach, 16).read, 0);
	ck_near(gm_reach_of_blocks(&reach, 16).written, 4096 * 2048 * 4, 1e-9);
	traced_dispose(&t);
}
END_TEST

/* Grids of one row, of rows and of planes, of which every block reads the same 40 sectors: both halves of L2 hold
   them, but for what chance leaves out, and the side of DRAM has had every second of them anyway. */
START_TEST(what_all_blocks_read_is_in_both_halves_however_many_they_are)
{
	static const char *const grids[] = {"120", "120, 135", "12, 5", "40, 30, 20"};
	static const double most = 40 * 32;
	char text[512];
	snprintf(text, sizeof text,
		 "<kernel name='table' schema='1' doc='reads what all read'>"
		 "<launch grid='%s' block='64'/>"
		 "<array name='A' space='global' type='f32' length='320'/>"
		 "<loop variable='k' count='5'><load array='A' index='k*64 + threadIdx.x'/></loop></kernel>",
		 grids[_i]);
	traced t = traced_text(text);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	const double blocks = (double)gm_dim3_volume(t.kernel->grid);
	for (double part = 1; part > 0.01; part /= 2) {
		const gm_reach_bytes sum = gm_reach_of_blocks(&reach, part * blocks);
		ck_near(sum.read, most, 1e-9);
		ck_assert_double_ge(sum.again, part * blocks < 4 ? 0 : 0.8 * most);
		ck_assert_double_le(sum.again, most);
		ck_near(sum.crossed, sum.again / 2, 1e-9);
	}
	traced_dispose(&t);
}
END_TEST

/* A flat field of rows of so many words, blocks of 64: each loads its own words and those some rows up and down, which
   are own words of blocks up to a whole grid away; and a sort's exchange of words that are 64 blocks apart, by those of
   the lower half alone. Against a walk of all blocks. */
static const struct {
	int row, rows;
	const char *condition;
} fields[] = {
	{640, 1, "1"}, {640, 2, "1"}, {1000, 1, "1"}, {200, 3, "1"}, {64 * 255, 1, "1"}, {64 * 64, 1, "blockIdx.x / 64 % 2 == 0"},
};

START_TEST(blocks_far_apart_load_what_is_there_once)
{
	char text[1200];
	snprintf(text, sizeof text,
		 "<kernel name='field' schema='1' doc='a row and those around it'>"
		 "<launch grid='256' block='64'/>"
		 "<array name='A' space='global' type='f32' length='200000'/>"
		 "<if test='%s'><loop variable='k' count='%d'><load array='A' index='blockIdx.x*64 + threadIdx.x + k*%d'/></loop></if>"
		 "</kernel>",
		 fields[_i].condition, fields[_i].rows + 1, fields[_i].row);
	traced t = traced_text(text);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	touched truth = walk_all(t.kernel);
	const gm_reach_bytes all = gm_reach_of_blocks(&reach, 256);
	const double blocks = fields[_i].condition[0] == '1' ? 1 : 0.5; /* which of them do nothing is not known here */
	ck_near(blocks * all.read_sectors, 32.0 * (double)truth.loaded.count, 0.01);
	ck_near(blocks * all.read, 64.0 * (double)truth.pieces.count, 0.01);
	gm_sector_set_dispose(&truth.loaded);
	gm_sector_set_dispose(&truth.pieces);
	gm_sector_set_dispose(&truth.written);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("reach");
	TCase *tests = tcase_create("reach");
	tcase_add_loop_test(tests, a_grid_reaches_what_a_walk_of_all_blocks_reaches, 0,
	                    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, what_another_warp_stores_behind_the_barrier_was_loaded_before_it, 0,
	                    (int)(sizeof turns / sizeof *turns));
	tcase_add_loop_test(tests, what_the_block_has_stored_whole_it_does_not_fetch, 0, 2);
	tcase_add_loop_test(tests, a_loop_back_finds_what_the_loop_forth_has_stored, 0, 4);
	tcase_add_loop_test(tests, what_all_blocks_read_is_in_both_halves_however_many_they_are, 0, 4);
	tcase_add_loop_test(tests, blocks_far_apart_load_what_is_there_once, 0, (int)(sizeof fields / sizeof *fields));
	tcase_add_test(tests, rows_of_blocks_share_the_second_matrix);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
