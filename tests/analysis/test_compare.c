#include "analysis/compare.h"

#include "input/device_file.h"
#include "input/kernel_file.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct side {
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction p;
} side;

static void
predict(const char *kernel, int64_t tile, const char *device, side *out)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	const gm_definition definition = {"TILE", tile};
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", kernel);
	ck_assert_msg(gm_kernel_load(path, &definition, tile ? 1 : 0, &out->kernel, &err) == GM_OK,
		      "%s", err.message);
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", device);
	ck_assert_msg(gm_device_load(path, &out->device, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(gm_predict(out->kernel, out->device, NULL, &out->p, &err), GM_OK);
}

static void
dispose(side *s)
{
	gm_prediction_dispose(&s->p);
	gm_kernel_free(s->kernel);
	gm_device_free(s->device);
}

typedef struct pair {
	side a, b;
	gm_comparison c;
} pair;

static pair *
compare(const char *a, int64_t a_tile, const char *on_a, const char *b, int64_t b_tile,
	const char *on_b)
{
	pair *p = gm_allocate(1, sizeof *p);
	predict(a, a_tile, on_a, &p->a);
	predict(b, b_tile, on_b, &p->b);
	gm_compare(&p->a.p, &p->b.p, &p->c);
	return p;
}

static void
dispose_pair(pair *p)
{
	dispose(&p->a);
	dispose(&p->b);
	free(p);
}

static const struct {
	const char *a;
	int64_t a_tile;
	const char *on_a, *b;
	int64_t b_tile;
	const char *on_b;
} pairs[] = {
	{"naive_mm", 0, "geforce_8800_gtx", "tiled_mm", 16, "geforce_8800_gtx"},
	{"tiled_mm", 16, "geforce_8800_gtx", "naive_mm", 0, "geforce_8800_gtx"},
	{"tiled_mm", 8, "h100", "tiled_mm", 16, "h100"},
	{"tiled_mm", 16, "v100", "tiled_mm", 16, "h100"},
	{"tiled_mm", 16, "geforce_8800_gtx", "tiled_mm", 16, "h200"},
	{"transpose_simple", 0, "h200", "transpose_padded", 0, "h200"},
	{"histogram_shared", 0, "h200", "reduce_shuffle", 0, "a100"},
};

static double
sum_of_shares(const gm_comparison *c)
{
	double sum = 0;
	for (int i = 0; i < c->terms_count; i++)
		sum += c->terms[i].share_s.kind == GM_KIND_UNKNOWN ? 0 : c->terms[i].share_s.value;
	return sum;
}

START_TEST(the_shares_add_up_to_the_change_of_time)
{
	pair *p = compare(pairs[_i].a, pairs[_i].a_tile, pairs[_i].on_a, pairs[_i].b,
			  pairs[_i].b_tile, pairs[_i].on_b);
	const double change = p->c.after_s.value - p->c.before_s.value;
	ck_near(p->c.change_s.value, change, 1e-12);
	ck_assert_msg(fabs(sum_of_shares(&p->c) - change) <= 1e-9 * p->a.p.time_s.value, "%g of %g",
		      sum_of_shares(&p->c), change);
	dispose_pair(p);
}
END_TEST

/* Exchanging the two sides turns the sign of every share, for no order of exchange is preferred. */
START_TEST(the_other_way_round_every_share_turns_its_sign)
{
	pair *there = compare(pairs[_i].a, pairs[_i].a_tile, pairs[_i].on_a, pairs[_i].b,
			      pairs[_i].b_tile, pairs[_i].on_b);
	gm_comparison back;
	gm_compare(&there->b.p, &there->a.p, &back);
	ck_assert_int_eq(back.terms_count, there->c.terms_count);
	for (int i = 0; i < back.terms_count; i++)
		for (int k = 0; k < back.terms_count; k++)
			if (there->c.terms[k].limit == back.terms[i].limit)
				ck_assert_double_eq_tol(there->c.terms[k].share_s.value,
							-back.terms[i].share_s.value,
							1e-9 * there->a.p.time_s.value);
	dispose_pair(there);
}
END_TEST

START_TEST(a_kernel_compared_with_itself_is_the_same)
{
	pair *p = compare("tiled_mm", 16, "h100", "tiled_mm", 16, "h100");
	ck_assert_double_eq(p->c.change_s.value, 0);
	ck_assert_double_eq(sum_of_shares(&p->c), 0);
	ck_assert_ptr_nonnull(
		strstr(p->c.verdict, "tiled_mm takes as long as tiled_mm; still bound by"));
	dispose_pair(p);
}
END_TEST

/* n = 1024 on the G80. DRAM takes 32 B for the word of A that a half-warp shares and 64 B of B, for
   2 * 1024^3 / 32 half-warps of multiply-adds, and the store, 4 MB: 6.4466 GB. Tiles of 16 load a
   sixteenth of 2 * 1024^3 floats, and the store: 541.1 MB. 6.4466 / 0.5411 = 11.9. */
START_TEST(tiles_win_on_the_g80_because_dram_moves_a_twelfth)
{
	pair *p = compare("naive_mm", 0, "geforce_8800_gtx", "tiled_mm", 16, "geforce_8800_gtx");
	char start[128];
	snprintf(start, sizeof start,
		 "tiled_mm is %.3gx faster than naive_mm on geforce_8800_gtx because ",
		 p->a.p.time_s.value / p->b.p.time_s.value);
	ck_assert_msg(strncmp(p->c.verdict, start, strlen(start)) == 0, "%s", p->c.verdict);
	ck_assert_msg(strstr(p->c.verdict, "because DRAM traffic falls 11.9x; now bound by issue"),
		      "%s", p->c.verdict);
	dispose_pair(p);
}
END_TEST

START_TEST(the_other_way_round_it_rises)
{
	pair *p = compare("tiled_mm", 16, "geforce_8800_gtx", "naive_mm", 0, "geforce_8800_gtx");
	ck_assert_msg(strstr(p->c.verdict,
			     "x slower than tiled_mm on geforce_8800_gtx because DRAM traffic "
			     "rises 11.9x; now bound by dram"),
		      "%s", p->c.verdict);
	dispose_pair(p);
}
END_TEST

/* 132 SMs at 1.98 GHz against 80 at 1.53 GHz: 2.14 times the passes; the busiest SM has 32 of 31.03
   blocks there, and 1 + 8 / (4 * 51.2) of the mean here: 2.14 * 1.039 / 1.031 = 2.15. */
START_TEST(the_h100_wins_by_the_rate_of_its_banks)
{
	pair *p = compare("tiled_mm", 16, "v100", "tiled_mm", 16, "h100");
	ck_assert_msg(strstr(p->c.verdict,
			     "faster on h100 than on v100 because the rate of l1_data rises "
			     "2.15x; still bound by l1_data"),
		      "%s", p->c.verdict);
	bool sms = false, dram = false;
	for (int i = 0; i < p->c.rows_count; i++) {
		const gm_comparison_row *row = &p->c.rows[i];
		sms = sms || (strcmp(row->name, "multiprocessors") == 0 && row->matters);
		dram = dram || (strcmp(row->name, "DRAM bandwidth") == 0 && row->matters);
	}
	ck_assert(sms && !dram);
	dispose_pair(p);
}
END_TEST

/* 32 x 32 threads do not fit a block of the G80. */
START_TEST(what_cannot_run_cannot_be_compared)
{
	pair *p = compare("tiled_mm", 32, "geforce_8800_gtx", "tiled_mm", 16, "geforce_8800_gtx");
	ck_assert_int_eq(p->c.speedup.kind, GM_KIND_UNKNOWN);
	ck_assert_msg(strstr(p->c.verdict, "cannot be compared: tiled_mm cannot run"), "%s",
		      p->c.verdict);
	dispose_pair(p);
}
END_TEST

/* The launch of a V100 is not known. Were it counted as 0 against the H200's, the V100 would gain by what
   nobody knows: however long a launch of the H200 takes, the two compare alike. */
START_TEST(what_is_unknown_on_one_side_is_left_out_on_both)
{
	pair *p = compare("tiled_mm", 16, "v100", "tiled_mm", 16, "h200");
	gm_error err = GM_ERROR_NONE;
	gm_prediction slow;
	gm_comparison c;
	bool launch = false;
	ck_assert_int_eq(gm_device_override(p->b.device, "launch_time=1ms", &err), GM_OK);
	ck_assert_int_eq(gm_predict(p->b.kernel, p->b.device, NULL, &slow, &err), GM_OK);
	ck_near(slow.time_s.value - p->b.p.time_s.value, 1e-3 - 1.63e-6, 1e-6);
	gm_compare(&p->a.p, &slow, &c);
	ck_near(c.speedup.value, p->c.speedup.value, 1e-12);
	for (int i = 0; i < c.terms_count; i++) {
		launch |= c.terms[i].limit == GM_LIMIT_LAUNCH;
		ck_assert_int_eq(c.terms[i].share_s.kind == GM_KIND_UNKNOWN,
				 c.terms[i].before_s.kind == GM_KIND_UNKNOWN ||
					 c.terms[i].after_s.kind == GM_KIND_UNKNOWN);
	}
	ck_assert(launch);
	ck_assert_msg(strstr(c.verdict, "without gaps, blocks, launch, which are not known of v100"),
		      "%s", c.verdict);
	gm_prediction_dispose(&slow);
	dispose_pair(p);
}
END_TEST

/* The H200's file knows all that its kernels need. */
START_TEST(what_is_known_is_compared_whole)
{
	pair *p = compare("naive_mm", 0, "h200", "tiled_mm", 16, "h200");
	ck_assert_int_eq(p->c.left_out_count, 0);
	ck_assert_double_eq(p->c.before_s.value, p->a.p.time_s.value);
	ck_assert_double_eq(p->c.after_s.value, p->b.p.time_s.value);
	ck_assert_ptr_null(strstr(p->c.verdict, "without"));
	dispose_pair(p);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("compare");
	TCase *tcase = tcase_create("compare");
	tcase_add_loop_test(tcase, the_shares_add_up_to_the_change_of_time, 0,
			    sizeof pairs / sizeof *pairs);
	tcase_add_loop_test(tcase, the_other_way_round_every_share_turns_its_sign, 0,
			    sizeof pairs / sizeof *pairs);
	tcase_add_test(tcase, a_kernel_compared_with_itself_is_the_same);
	tcase_add_test(tcase, tiles_win_on_the_g80_because_dram_moves_a_twelfth);
	tcase_add_test(tcase, the_other_way_round_it_rises);
	tcase_add_test(tcase, the_h100_wins_by_the_rate_of_its_banks);
	tcase_add_test(tcase, what_cannot_run_cannot_be_compared);
	tcase_add_test(tcase, what_is_unknown_on_one_side_is_left_out_on_both);
	tcase_add_test(tcase, what_is_known_is_compared_whole);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
