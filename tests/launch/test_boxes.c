/*
 * Boxes of blocks that are alike, of grids that are said here: each block in one box, all blocks of a box
 * alike, and no more boxes than counted by hand.
 */
#include "launch/boxes.h"
#include "support/near.h"

#include <stdlib.h>

typedef struct plane {
	int64_t width, height;
	int (*kind)(int64_t x, int64_t y);
	bool unknown; /* nothing is proven of a block on the diagonal */
	int64_t steps; /* that are followed for a proof, 0: one */
	int64_t followed; /* so far */
} plane;

/* Blocks that follow along an axis and are of the same kind. */
static int64_t
alike(const plane *p, int64_t x, int64_t y, int dx, int dy)
{
	int64_t count = 0;
	for (int64_t i = 1; x + i * dx < p->width && y + i * dy < p->height; i++, count++)
		if (p->kind(x + i * dx, y + i * dy) != p->kind(x, y))
			break;
	return count;
}

static gm_status
prove(void *state, gm_dim3 block, ptx_proof *here)
{
	plane *p = state;
	*here = (ptx_proof){.good = true, .why = "", .instructions = p->steps ? p->steps : 1};
	p->followed += here->instructions;
	if (p->unknown && block.x == block.y && block.x > 3)
		here->why = "nothing is known of it";
	here->limits[0] = alike(p, block.x, block.y, 1, 0);
	here->limits[1] = alike(p, block.x, block.y, 0, 1);
	return GM_OK;
}

static int
side_of_diagonal(int64_t x, int64_t y)
{
	return x < y ? 0 : x == y ? 1 : 2;
}

static int
border(int64_t x, int64_t y)
{
	return (x == 0) + 2 * (x == 19) + 4 * (y == 0) + 8 * (y == 11);
}

static int
one(int64_t x, int64_t y)
{
	(void)x, (void)y;
	return 0;
}

static int
every_block(int64_t x, int64_t y)
{
	return (int)(x + 1000 * y);
}

/* A triangle of n tiles a side: a tile of the diagonal, the rest of its row and of its column, n times; the
   last has no rest. A picture of 20 x 12: 4 corners, 4 sides, the middle. */
static const struct {
	plane plane;
	size_t most;
} rows[] = {
	{{64, 64, side_of_diagonal, false, 0, 0}, 3 * 64 - 2},
	/* 64 + 63 + 63 blocks are asked, but those of the last tile: 189 * 32000 = 6048000 of 6291456. */
	{{64, 64, side_of_diagonal, false, 32000, 0}, 3 * 64 - 2},
	{{5, 9, side_of_diagonal, false, 0, 0}, 3 * 5 + 1},
	{{20, 12, border, false, 0, 0}, 9},
	{{30, 1, one, false, 0, 0}, 1},
	{{30, 7, one, false, 0, 0}, 1},
};

static ptx_boxes
boxes_of(const plane *p)
{
	const ptx_view view = {{p->width, p->height, 1, 1}, {0, 1, 2, 2}, {1, 1, 1, 1}};
	plane copy = *p;
	ptx_boxes boxes = {0};
	ck_assert_int_eq(gm_ptx_boxes_find(&view, prove, &copy, &boxes), GM_OK);
	return boxes;
}

START_TEST(each_block_is_in_one_box_of_its_kind)
{
	const plane *p = &rows[_i].plane;
	ptx_boxes boxes = boxes_of(p);
	int *seen = calloc((size_t)(p->width * p->height), sizeof *seen);
	for (size_t b = 0; b < boxes.count; b++) {
		const ptx_segment *side = boxes.boxes[b].side;
		const int kind = p->kind(side[0].first, side[1].first);
		for (int64_t y = side[1].first; y < side[1].first + side[1].count; y++)
			for (int64_t x = side[0].first; x < side[0].first + side[0].count; x++) {
				seen[y * p->width + x]++;
				ck_assert_int_eq(p->kind(x, y), kind);
			}
	}
	for (int64_t i = 0; i < p->width * p->height; i++)
		ck_assert_int_eq(seen[i], 1);
	ck_assert_uint_le(boxes.count, rows[_i].most);
	free(seen);
	gm_ptx_boxes_dispose(&boxes);
}
END_TEST

START_TEST(a_grid_of_which_every_block_differs_has_none)
{
	const plane many = {64, 64, every_block, false, 0, 0};
	ptx_boxes boxes = boxes_of(&many);
	ck_assert_uint_eq(boxes.count, 0);
	gm_ptx_boxes_dispose(&boxes);
}
END_TEST

/* 765 * 32000 steps are four times too many. Half a million are followed before anybody asks: 17 blocks, three for
   each row and column that is taken off, of which 6 are 1 - (250/256)^2 = 4.6 % of the grid; but of 6291456 steps
   these are 8.6 %. */
START_TEST(boxes_that_are_too_much_work_are_given_up_early)
{
	plane wide = {256, 256, side_of_diagonal, false, 32000, 0};
	const ptx_view view = {{256, 256, 1, 1}, {0, 1, 2, 2}, {1, 1, 1, 1}};
	ptx_boxes boxes = {0};
	ck_assert_int_eq(gm_ptx_boxes_find(&view, prove, &wide, &boxes), GM_OK);
	ck_assert_uint_eq(boxes.count, 0);
	ck_assert_int_ge(wide.followed, 1 << 19);
	ck_assert_int_le(wide.followed, (1 << 19) + 4 * 32000);
	gm_ptx_boxes_dispose(&boxes);
}
END_TEST

START_TEST(a_block_of_which_nothing_is_known_ends_the_search)
{
	const plane open = {64, 64, side_of_diagonal, true, 0, 0};
	ptx_boxes boxes = boxes_of(&open);
	ck_assert_uint_eq(boxes.count, 0);
	gm_ptx_boxes_dispose(&boxes);
}
END_TEST

START_TEST(the_middle_is_that_of_the_largest_box)
{
	const plane picture = {20, 12, border, false, 0, 0};
	const ptx_view view = {{20, 12, 1, 1}, {0, 1, 2, 2}, {1, 1, 1, 1}};
	ptx_boxes boxes = boxes_of(&picture);
	const gm_dim3 middle = gm_ptx_boxes_middle(&view, &boxes);
	ck_assert_int_eq(middle.x, 10); /* of 1 to 18 */
	ck_assert_int_eq(middle.y, 6);  /* of 1 to 10 */
	gm_ptx_boxes_dispose(&boxes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("boxes");
	TCase *t = tcase_create("boxes");
	tcase_add_loop_test(t, each_block_is_in_one_box_of_its_kind, 0, sizeof rows / sizeof *rows);
	tcase_add_test(t, a_grid_of_which_every_block_differs_has_none);
	tcase_add_test(t, boxes_that_are_too_much_work_are_given_up_early);
	tcase_add_test(t, a_block_of_which_nothing_is_known_ends_the_search);
	tcase_add_test(t, the_middle_is_that_of_the_largest_box);
	suite_add_tcase(suite, t);
	return run_suite(suite);
}
