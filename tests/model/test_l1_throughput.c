#include "model/l1_throughput.h"

#include "support/measured.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

enum { ROWS_MAX = 256, VARIANTS = 16, PITCH_ELEMENTS = 4096 + 2 };

typedef struct measured {
	char device[16], shape[16];
	int element_bytes, param;
	double cycles, data, tag;
} measured;

static int
rows_read(measured *rows)
{
	FILE *file = measured_open("l1_load_throughput");
	char line[MEASURED_CHARS];
	int count = 0;
	while (fgets(line, sizeof line, file)) {
		measured *row = &rows[count];
		count += sscanf(line, "%15[^,],%d,%15[^,],%d,%lf,%*f,%lf,%lf", row->device,
		                &row->element_bytes, row->shape, &row->param, &row->cycles,
		                &row->data, &row->tag) == 7;
		ck_assert_int_lt(count, ROWS_MAX);
	}
	fclose(file);
	return count;
}

/* The measured program (gpu-benches, gpu-strides/main.cu) runs warps on the lower and the upper 32
   of 64 elements in turn, and loads at the offsets 0, 4, ..., 28 elements from there: 16 kinds of
   request. In the block shape a warp's lanes form rows of `param` elements, 4098 elements apart. */
static void
variant_fill(const measured *row, int variant, uint64_t *address)
{
	for (int lane = 0; lane < 32; lane++) {
		const int thread = lane + 32 * (variant / 8);
		const int element = strcmp(row->shape, "stride") == 0
		                            ? thread * row->param
		                            : thread % row->param + (thread / row->param % 32 + 1) *
		                                                            PITCH_ELEMENTS;
		address[lane] = (UINT64_C(1) << 32) + (uint64_t)(element + 4 * (variant % 8)) *
		                                              (uint64_t)row->element_bytes;
	}
}

typedef struct means {
	double cycles, data, tag;
} means;

/* What the model says for a row, on average over the requests the program makes. */
static means
row_means(const measured *row)
{
	means sum = {0};
	for (int variant = 0; variant < VARIANTS; variant++) {
		uint64_t address[64] = {0};
		variant_fill(row, variant, address);
		const gm_access access = {32, row->element_bytes, 0xffffffff, address};
		const gm_l1_throughput got = gm_l1_throughput_evaluate(&access, 32);
		sum.data += got.data_wavefronts_count;
		sum.tag += got.tag_wavefronts_count;
	}
	/* the throughput of the loop: each unit works through all of it, the slowest decides */
	const double transfer = row->element_bytes / 4.0;
	sum.data /= VARIANTS;
	sum.tag /= VARIANTS;
	sum.cycles = fmax(transfer, fmax(sum.tag, sum.data));
	return sum;
}

START_TEST(every_measured_data_wavefront_is_reproduced)
{
	measured rows[ROWS_MAX];
	const int count = rows_read(rows);
	ck_assert_int_eq(count,
	                 2 * (65 + 7) + 2 * (16 + 7)); /* strides and blocks, 4 and 8 bytes */
	for (int i = 0; i < count; i++)
		ck_assert_msg(fabs(row_means(&rows[i]).data - rows[i].data) < 0.005,
		              "%s %d %s %d: %g, %g", rows[i].device, rows[i].element_bytes,
		              rows[i].shape, rows[i].param, row_means(&rows[i]).data, rows[i].data);
}
END_TEST

/* Errors of the cycles, mean and worst over the rows of a device and element size. The goal was 6 %
   on A100 and 3 % on H200 with 4-byte elements. The means meet it; single rows do not: the worst
   everywhere is a request of three or four neighbouring lines (stride 3: 1.44 cycles,
   measured 1.63) or of rows far apart (block 2 of 8 bytes: 4.88, measured 5.4). The limits are the
   errors found, rounded up. */
static const struct {
	const char *device;
	int element_bytes, rows;
	double mean_limit, worst_limit;
} goals[] = {
	{"a100", 4, 72, 0.018, 0.119},
	{"a100", 8, 72, 0.016, 0.098},
	{"h200", 4, 23, 0.027, 0.119},
	{"h200", 8, 23, 0.018, 0.081},
};

START_TEST(cycles_agree_with_the_measured_ones)
{
	measured rows[ROWS_MAX];
	const int count = rows_read(rows);
	double sum = 0, worst = 0;
	int used = 0;
	for (int i = 0; i < count; i++) {
		if (strcmp(rows[i].device, goals[_i].device) != 0 ||
		    rows[i].element_bytes != goals[_i].element_bytes)
			continue;
		const double error = fabs(row_means(&rows[i]).cycles / rows[i].cycles - 1);
		sum += error;
		worst = fmax(worst, error);
		used++;
	}
	ck_assert_int_gt(used, 0);
	ck_assert_msg(sum / used <= goals[_i].mean_limit && worst <= goals[_i].worst_limit,
	              "%s, %d bytes, %d rows: mean %.4f, worst %.4f", goals[_i].device,
	              goals[_i].element_bytes, used, sum / used, worst);
}
END_TEST

/* By hand: lines 0 to 31 are eight to a tag bank (each four aligned lines fall into all four
   banks); lines 0, 2, 4, ..., 62 too, as 4 = 10 in base 4 folds to 1; lines 0 and 5 = 11 both fold
   to 0. A warp of floats through 16 load-store lanes takes two cycles. */
static const struct {
	uint64_t line_step;
	int lanes, lsu_lanes, tag, cycles;
} by_hand[] = {
	{1, 32, 32, 8, 32}, {2, 32, 32, 8, 32}, {5, 2, 32, 2, 2}, {1, 2, 32, 1, 2},
	{0, 32, 32, 1, 1},  {0, 32, 16, 1, 2},  {0, 0, 32, 0, 0},
};

START_TEST(tag_banks_by_hand)
{
	uint64_t address[64];
	for (uint64_t lane = 0; lane < 64; lane++)
		address[lane] = lane * by_hand[_i].line_step * 128;
	const gm_access access = {32, 4, gm_access_group(0, by_hand[_i].lanes), address};
	const gm_l1_throughput got = gm_l1_throughput_evaluate(&access, by_hand[_i].lsu_lanes);
	ck_assert_int_eq(got.tag_wavefronts_count, by_hand[_i].tag);
	ck_assert_int_eq(got.cycles, by_hand[_i].cycles);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_throughput");
	TCase *cases = tcase_create("l1_throughput");
	tcase_add_test(cases, every_measured_data_wavefront_is_reproduced);
	tcase_add_loop_test(cases, cycles_agree_with_the_measured_ones, 0,
	                    sizeof goals / sizeof goals[0]);
	tcase_add_loop_test(cases, tag_banks_by_hand, 0, sizeof by_hand / sizeof by_hand[0]);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
