#include "model/padding.h"

#include "model/reference_banks.h"
#include "model/reference_patterns.h"
#include "support/near.h"

/* The accesses of a transpose through a tile of width x width elements: each warp takes `lanes`
   elements of a row, then `lanes` of a column, `vector` elements at a time. */
typedef struct transpose {
	gm_access access[2];
	uint64_t row[64], column[64];
} transpose;

static void
transpose_fill(transpose *out, int width, int element_bytes, int vector)
{
	for (int lane = 0; lane < 64; lane++) {
		const int i = lane % 32;
		out->row[lane] = (uint64_t)(i * vector / width * width + i * vector % width);
		out->column[lane] = (uint64_t)(i % width * width + i / width * vector);
	}
	out->access[0] = (gm_access){32, element_bytes * vector, 0xffffffff, out->row};
	out->access[1] = (gm_access){32, element_bytes * vector, 0xffffffff, out->column};
}

/* By hand. 32 x 32 floats: a column lies in one bank, 1 + 32 wavefronts; one element of padding
   (lecture 003) or the full swizzle frees it. 16 x 16 on cc 1.x: the guide's [16][17]; its swizzle
   has 4 bits. Doubles in phases of 16: rows of 32 doubles, 2 + 32; one double of padding; 4 bits of
   swizzle, as 16 double banks. Rows of 33 need nothing. Columns of float4 in rows of 32 floats:
   quarter-warps of 8 lanes on 4 banks each, 4 + 4 x 8; padding by a float4; three bits of swizzle,
   as 8 quadruple banks. */
static const struct {
	gm_bank_rule rule;
	int width, element_bytes, vector;
	int64_t now, ideal;
	int64_t padding; /* -1: none */
	int64_t swizzle; /* -1: none */
} tiles[] = {
	{GM_BANKS_32, 32, 4, 1, 33, 2, 1, 31},     {GM_BANKS_16, 16, 4, 1, 2 + 32, 4, 1, 15},
	{GM_BANKS_32, 32, 8, 1, 2 + 32, 4, 1, 15}, {GM_BANKS_32, 33, 4, 1, 2, 2, 0, 0},
	{GM_BANKS_32, 32, 4, 4, 4 + 32, 8, 4, 7},
};

START_TEST(transposes_through_a_tile)
{
	transpose t;
	transpose_fill(&t, tiles[_i].width, tiles[_i].element_bytes, tiles[_i].vector);
	const gm_padding_advice got = gm_padding_find(tiles[_i].rule, t.access, 2, tiles[_i].width,
	                                              tiles[_i].element_bytes);
	ck_assert_int_eq(got.wavefronts_count, tiles[_i].now);
	ck_assert_int_eq(got.ideal_wavefronts_count, tiles[_i].ideal);
	ck_assert_int_eq(got.padding_found ? got.padding.padding_elements : -1, tiles[_i].padding);
	ck_assert_int_eq(got.swizzle_found ? (int64_t)got.swizzle.swizzle_mask : -1,
	                 tiles[_i].swizzle);
}
END_TEST

/* Two lanes of one bank in one row can never be parted by padding: words 0 and 32 of a row of 64.
   Nor by a swizzle, which moves a row's columns alike. */
START_TEST(conflicts_inside_a_row_have_no_remedy)
{
	uint64_t address[64] = {0, 32};
	const gm_access access = {32, 4, 0x3, address};
	const gm_padding_advice got = gm_padding_find(GM_BANKS_32, &access, 1, 64, 4);
	ck_assert(!got.padding_found);
	ck_assert(!got.swizzle_found);
	ck_assert_int_eq(got.wavefronts_count, 2);
}
END_TEST

START_TEST(without_accesses_there_is_nothing_to_remove)
{
	const gm_padding_advice got = gm_padding_find(GM_BANKS_32, NULL, 0, 32, 4);
	ck_assert(got.padding_found && got.padding.padding_elements == 0);
	ck_assert(got.swizzle_found && got.swizzle.swizzle_mask == 0);
}
END_TEST

/* Two accesses along random diagonals of an array; address = row * width + column. */
static void
random_accesses(uint64_t *state, int64_t width, gm_access *access, uint64_t address[2][64])
{
	for (int i = 0; i < 2; i++) {
		const uint64_t rows = reference_random(state) % 4,
			       columns = reference_random(state) % 4;
		for (uint64_t lane = 0; lane < 64; lane++)
			address[i][lane] =
				lane * rows * (uint64_t)width + lane * columns % (uint64_t)width;
		access[i] = (gm_access){32, 4, 0xffffffff, address[i]};
	}
}

/* By the reference, in plain arithmetic: with `padding` and `mask`, are both accesses at their
 * ideal? */
static bool
reference_is_free(const gm_access *access, int64_t width, int64_t padding, uint64_t mask)
{
	for (int i = 0; i < 2; i++) {
		uint64_t address[64];
		for (int lane = 0; lane < 64; lane++) {
			const int64_t index = (int64_t)access[i].address[lane];
			const int64_t row = index / width,
				      column = (index % width) ^ (row & (int64_t)mask);
			address[lane] = 4 * (uint64_t)(row * (width + padding) + column);
		}
		const gm_access moved = {32, 4, 0xffffffff, address};
		const gm_bank_passes passes = reference_banks(GM_BANKS_32, &moved);
		if (passes.wavefronts_count != passes.ideal_wavefronts_count)
			return false;
	}
	return true;
}

START_TEST(the_advice_is_the_smallest_that_the_reference_finds)
{
	const uint64_t count = reference_count(300, 30000);
	uint64_t state = 20261121;
	for (uint64_t seed = 0; seed < count; seed++) {
		static const int64_t widths[] = {8, 16, 24, 32, 33, 64, 96, 128};
		const int64_t width = widths[reference_random(&state) % 8];
		gm_access access[2];
		uint64_t address[2][64];
		random_accesses(&state, width, access, address);
		const gm_padding_advice got = gm_padding_find(GM_BANKS_32, access, 2, width, 4);
		int64_t padding = 0;
		while (padding <= GM_PADDING_MAX && !reference_is_free(access, width, padding, 0))
			padding++;
		ck_assert_int_eq(got.padding_found, padding <= GM_PADDING_MAX);
		if (got.padding_found)
			ck_assert_int_eq(got.padding.padding_elements, padding);
		uint64_t mask = 0;
		while (mask < 32 && (width % (int64_t)(mask + 1) != 0 ||
		                     !reference_is_free(access, width, 0, mask)))
			mask = 2 * mask + 1;
		ck_assert_int_eq(got.swizzle_found, mask < 32);
		if (got.swizzle_found)
			ck_assert_uint_eq(got.swizzle.swizzle_mask, mask);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("padding");
	TCase *cases = tcase_create("padding");
	tcase_set_timeout(cases, 600);
	tcase_add_loop_test(cases, transposes_through_a_tile, 0, sizeof tiles / sizeof tiles[0]);
	tcase_add_test(cases, conflicts_inside_a_row_have_no_remedy);
	tcase_add_test(cases, without_accesses_there_is_nothing_to_remove);
	tcase_add_test(cases, the_advice_is_the_smallest_that_the_reference_finds);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
