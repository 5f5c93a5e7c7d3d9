#include "simt/fragment.h"
#include "support/near.h"

/* Row and column by the formulas of the PTX manual (mma.m16n8k16 and its like; see fragment.h), spelled out for
   one shape each: of A (16 x 16, halves) a0 a1 lie in row g, a2 a3 in row g + 8, both in columns 2t and 2t + 1,
   and a4 ... a7 eight columns on; of B (16 x 8) b0 b1 lie in rows 2t and 2t + 1 of column g; of C
   (16 x 8) c0 c1 in columns 2t and 2t + 1 of row g, c2 c3 in row g + 8; bytes of A (16 x 32) lie four
   to a register. Of 8 x 32, C is that of 32 x 8 with rows and columns exchanged. */
static const struct {
	ptx_matrix matrix;
	int count, lane, element, row, column;
} places[] = {
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 8, 13, 0, 3, 2},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 8, 13, 1, 3, 3},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 8, 13, 3, 11, 3},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 8, 13, 4, 3, 10},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 8, 31, 7, 15, 15},
	{{.fragment = FRAGMENT_B, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 4, 13, 1, 3, 3},
	{{.fragment = FRAGMENT_B, .m = 16, .n = 8, .k = 16, .type = PTX_F16}, 4, 6, 2, 12, 1},
	{{.fragment = FRAGMENT_C, .m = 16, .n = 8, .k = 16, .type = PTX_F32}, 4, 13, 1, 3, 3},
	{{.fragment = FRAGMENT_C, .m = 16, .n = 8, .k = 16, .type = PTX_F32}, 4, 13, 2, 11, 2},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 32, .type = PTX_S8}, 16, 6, 3, 1, 11},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 32, .type = PTX_S8}, 16, 6, 9, 1, 25},
	{{.fragment = FRAGMENT_A, .m = 16, .n = 8, .k = 8, .type = PTX_TF32}, 4, 6, 3, 9, 6},
	{{.fragment = FRAGMENT_C, .m = 8, .n = 32, .k = 16, .type = PTX_F32}, 8, 13, 2, 2, 11},
	{{.fragment = FRAGMENT_C, .m = 32, .n = 8, .k = 16, .type = PTX_F32}, 8, 13, 2, 11, 2},
};

START_TEST(elements_lie_as_the_manual_says)
{
	const ptx_matrix *x = &places[_i].matrix;
	const int lane = places[_i].lane, element = places[_i].element;
	ptx_layout at;
	gm_ptx_layout_init(&at, x);
	ck_assert_int_eq(at.count, places[_i].count);
	ck_assert_int_eq(at.row[element] + at.lane_row[lane], places[_i].row);
	ck_assert_int_eq(at.column[element] + at.lane_column[lane], places[_i].column);
}
END_TEST

/* Every element of the tile is one lane's, once. */
START_TEST(lanes_hold_the_tile)
{
	const ptx_matrix *x = &places[_i].matrix;
	const int rows = x->fragment == FRAGMENT_B ? x->k : x->m;
	const int columns = x->fragment == FRAGMENT_A ? x->k : x->n;
	bool held[32][32] = {{false}};
	ptx_layout at;
	gm_ptx_layout_init(&at, x);
	ck_assert_int_eq(at.count * PTX_LANES, rows * columns);
	for (int l = 0; l < PTX_LANES; l++)
		for (int i = 0; i < at.count; i++) {
			const int row = at.row[i] + at.lane_row[l];
			const int column = at.column[i] + at.lane_column[l];
			ck_assert(row >= 0 && row < rows && column >= 0 && column < columns);
			ck_assert(!held[row][column]);
			held[row][column] = true;
		}
}
END_TEST

int
main(void)
{
	const int count = (int)(sizeof places / sizeof *places);
	Suite *suite = suite_create("fragment");
	TCase *cases = tcase_create("fragment");
	tcase_add_loop_test(cases, elements_lie_as_the_manual_says, 0, count);
	tcase_add_loop_test(cases, lanes_hold_the_tile, 0, count);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
