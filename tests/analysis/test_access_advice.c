#include "analysis/access_advice.h"

#include "analysis/sites.h"
#include "support/loading.h"
#include "support/near.h"

#include <string.h>

/* W x W threads store a tile by rows and read it by columns. */
static const char tile[] =
	"<kernel name='tile' schema='1'><parameter name='W' value='32'/>"
	"<launch grid='1' block='W*W'/>"
	"<array name='pad' space='shared' type='f32' length='8'/>"
	"<array name='s' space='shared' type='f32' length='W*W'/>"
	"<store array='s' index='threadIdx.x'/><barrier/>"
	"<load array='s' index='threadIdx.x % W * W + threadIdx.x / W'/></kernel>";

/* Passes of 32 words on 32 banks, counted word by word. */
static int
reference_passes(const int64_t *word)
{
	int most = 0;
	for (int bank = 0; bank < 32; bank++) {
		int distinct = 0;
		for (int i = 0; i < 32; i++) {
			bool seen = word[i] % 32 != bank;
			for (int j = 0; j < i && !seen; j++)
				seen = word[j] == word[i];
			distinct += !seen;
		}
		most = distinct > most ? distinct : most;
	}
	return most;
}

/* A flat index with rows of `row` words made longer and columns XORed with the masked row's number.
 */
static int64_t
reference_place(int64_t index, int64_t row, int64_t padding, int64_t mask)
{
	return index / row * (row + padding) + (index % row ^ (index / row & mask));
}

/* All passes of the tile in that layout. */
static int
reference_tile(int64_t width, int64_t row, int64_t padding, int64_t mask)
{
	int sum = 0;
	for (int64_t first = 0; first < width * width; first += 32) {
		int64_t store[32], load[32];
		for (int64_t lane = 0; lane < 32; lane++) {
			const int64_t t = first + lane;
			store[lane] = reference_place(t, row, padding, mask);
			load[lane] =
				reference_place(t % width * width + t / width, row, padding, mask);
		}
		sum += reference_passes(store) + reference_passes(load);
	}
	return sum;
}

/* Does any padding of the tile's own rows free it? */
static bool
reference_can_pad(int64_t width, int64_t ideal)
{
	for (int64_t padding = 0; padding <= GM_PADDING_MAX; padding++)
		if (reference_tile(width, width, padding, 0) == ideal)
			return true;
	return false;
}

static const int64_t widths[] = {8, 16, 32};

/* Brute force over every padding and mask up to the advice: it frees the tile and nothing less
   does. Tiles of 8 and 16 words cannot be padded row by row on 32 banks, for a warp stores several
   rows at once: there the rows are the warp's 32 words. */
START_TEST(the_advice_frees_the_block_and_one_less_does_not)
{
	const int64_t width = widths[_i], ideal = 2 * (width * width / 32);
	gm_kernel *kernel = text_load(tile, &(gm_definition){"W", width}, 1);
	gm_device *device = device_load("sm_75");
	gm_array_advice advice;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_access_advise(kernel, device, (gm_dim3){0}, 1, 0, &advice, &err),
			 GM_OK);
	ck_assert_int_eq(advice.accesses_count, ideal);
	ck_assert_int_eq(advice.ideal_passes_count, ideal);
	ck_assert_int_eq(advice.passes_count, reference_tile(width, width, 0, 0));
	ck_assert_int_gt(advice.passes_count, ideal);
	ck_assert(advice.complete && advice.found.padding_found);
	const int64_t row = advice.width_elements, padding = advice.found.padding.padding_elements;
	ck_assert_int_eq(row == width, reference_can_pad(width, ideal));
	ck_assert_int_gt(padding, 0);
	for (int64_t less = 0; less < padding; less++)
		ck_assert_int_gt(reference_tile(width, row, less, 0), ideal);
	ck_assert_int_eq(reference_tile(width, row, padding, 0), ideal);
	ck_assert_int_eq(advice.padded_passes_count, ideal);
	ck_assert_int_eq(advice.added_bytes, 4 * padding * (width * width / row));
	const int64_t mask =
		advice.found.swizzle_found ? (int64_t)advice.found.swizzle.swizzle_mask : 32;
	for (int64_t less = 0; less < mask; less = 2 * less + 1)
		ck_assert_int_gt(reference_tile(width, row, 0, less), ideal);
	if (advice.found.swizzle_found)
		ck_assert_int_eq(reference_tile(width, row, 0, mask), ideal);
	/* Lecture 003. */
	ck_assert(width < 32 || (row == 32 && padding == 1 && mask == 31));
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* Lecture 003: rows of 33 words need nothing. */
START_TEST(a_padded_tile_needs_nothing)
{
	gm_kernel *kernel = model_load("transpose_padded");
	gm_device *device = device_load("sm_75");
	gm_array_advice advice;
	gm_error err = GM_ERROR_NONE;
	const int array = kernel->sites[site_of(kernel, "block")].array;
	ck_assert_int_eq(gm_access_advise(kernel, device, (gm_dim3){0}, array, 0, &advice, &err),
			 GM_OK);
	ck_assert_int_eq(advice.passes_count, advice.ideal_passes_count);
	ck_assert_int_eq(advice.accesses_count, 64);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* Half a row of a tile of 32: p more words after every 16 put row r on word 32r + 2rp, so that 16
   of 32 banks at most are used, whatever p: no padding frees it. */
START_TEST(a_width_that_is_given_is_taken)
{
	gm_kernel *kernel = text_load(tile, NULL, 0);
	gm_device *device = device_load("sm_75");
	gm_array_advice advice;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_access_advise(kernel, device, (gm_dim3){0}, 1, 16, &advice, &err),
			 GM_OK);
	ck_assert(advice.width_given);
	ck_assert_int_eq(advice.width_elements, 16);
	ck_assert(!advice.found.padding_found);
	ck_assert_int_eq(reference_tile(32, 16, advice.best_padding_elements, 0),
			 advice.best_passes_count);
	ck_assert_int_eq(gm_access_advise(kernel, device, (gm_dim3){0}, 1, 1025, &advice, &err),
			 GM_BAD_VALUE);
	ck_assert(strstr(err.message, "s has 1024") != NULL);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* A loop that walks down the array is not cut: 40 accesses, each another pattern. One that stays
   is: two patterns, the second 1000 times. */
START_TEST(every_access_of_the_block_is_gathered)
{
	static const char text[] =
		"<kernel name='walk' schema='1'><launch grid='1' block='32'/>"
		"<array name='a' space='shared' type='f32' length='40*64'/>"
		"<array name='b' space='shared' type='f32' length='64'/>"
		"<loop variable='i' count='40'><load array='a' index='i*64 + threadIdx.x'/></loop>"
		"<store array='b' index='threadIdx.x'/>"
		"<loop variable='i' count='1000'><load array='b' "
		"index='threadIdx.x*2'/></loop></kernel>";
	gm_kernel *kernel = text_load(text, NULL, 0);
	gm_array_accesses found = {0};
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_array_accesses_gather(kernel, 32, (gm_dim3){0}, 0, &found, &err),
			 GM_OK);
	ck_assert_uint_eq(found.count, 40);
	for (uint64_t i = 0; i < 40; i++) {
		ck_assert_int_eq(found.items[i].times, 1);
		ck_assert_uint_eq(found.items[i].index[31], i * 64 + 31);
	}
	gm_array_accesses_dispose(&found);
	ck_assert_int_eq(gm_array_accesses_gather(kernel, 32, (gm_dim3){0}, 1, &found, &err),
			 GM_OK);
	ck_assert_uint_eq(found.count, 2);
	ck_assert_int_eq(found.items[0].times, 1);
	ck_assert_int_eq(found.items[1].times, 1000);
	ck_assert(found.complete);
	gm_array_accesses_dispose(&found);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("access advice");
	TCase *tcase = tcase_create("layouts");
	tcase_add_loop_test(tcase, the_advice_frees_the_block_and_one_less_does_not, 0, 3);
	tcase_add_test(tcase, a_padded_tile_needs_nothing);
	tcase_add_test(tcase, a_width_that_is_given_is_taken);
	tcase_add_test(tcase, every_access_of_the_block_is_gathered);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
