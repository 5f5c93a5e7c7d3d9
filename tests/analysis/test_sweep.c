#include "analysis/sweep.h"
#include "support/loading.h"
#include "support/near.h"

#include <string.h>

/* Copies with a stride that a parameter gives; 13 is refused by the kernel, 1024 threads by a G80. */
static const char text[] =
	"<kernel name='copy' schema='1'><parameter name='stride' value='1'/>"
	"<parameter name='BLOCK' value='64'/>"
	"<require test='stride != 13' message='13 brings bad luck'/>"
	"<launch grid='64' block='BLOCK'/><registers count='8' source='test'/>"
	"<array name='a' space='global' type='f32' length='64*BLOCK*stride'/>"
	"<load array='a' index='(blockIdx.x*BLOCK + threadIdx.x)*stride'/></kernel>";

typedef struct asked {
	const int64_t *strides;
	int64_t block;
} asked;

static gm_status
load(const void *state, size_t combination, gm_kernel **out, gm_error *err)
{
	const asked *a = state;
	const gm_definition definitions[] = {{"stride", a->strides[combination]},
					     {"BLOCK", a->block}};
	return gm_kernel_load_text(text, "test.xml", definitions, 2, out, err);
}

static const int64_t strides[] = {1, 2, 4, 8, 16, 3, 5, 7, 9, 11};

enum { STRIDES_COUNT = sizeof strides / sizeof *strides };

typedef struct setting {
	gm_device *devices[2];
	asked asked;
	gm_sweep_job job;
	gm_sweep sweep;
	gm_error err;
} setting;

static const char *const metrics[] = {"time", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"};

static setting s;

static void
begin(const int64_t *of, size_t count, int threads)
{
	s = (setting){.devices = {device_load("h100"), device_load("geforce_8800_gtx")},
		      .asked = {of, 64},
		      .err = GM_ERROR_NONE};
	s.job = (gm_sweep_job){.combinations = count,
			       .load = load,
			       .load_state = &s.asked,
			       .devices = (const gm_device *const *)s.devices,
			       .devices_count = 2,
			       .metrics = metrics,
			       .metrics_count = 2,
			       .threads = threads};
}

static void
end(void)
{
	gm_sweep_dispose(&s.sweep);
	for (int i = 0; i < 2; i++)
		gm_device_free(s.devices[i]);
}

/* 64 blocks of 2 warps; 32 lanes of 4 bytes, `stride` elements apart, lie in min(4 * stride, 32)
   sectors of 32 bytes. */
START_TEST(rows_are_in_order_whatever_the_number_of_threads)
{
	static const int threads[] = {1, 2, 7, 300};
	begin(strides, STRIDES_COUNT, threads[_i]);
	ck_assert_msg(gm_sweep_run(&s.job, &s.sweep, &s.err) == GM_OK, "%s", s.err.message);
	ck_assert_uint_eq(s.sweep.count, 2 * STRIDES_COUNT);
	ck_assert_str_eq(s.sweep.kernel, "copy");
	ck_assert_str_eq(s.sweep.metrics[0], "gpu__time_duration.sum");
	ck_assert_str_eq(s.sweep.units[1], "count");
	for (size_t i = 0; i < s.sweep.count; i++) {
		const gm_sweep_row *row = &s.sweep.rows[i];
		const double stride = (double)strides[i / 2];
		ck_assert_uint_eq(row->combination, i / 2);
		ck_assert_int_eq(row->device, (int)(i % 2));
		ck_assert_ptr_null(row->why_not);
		ck_assert_double_eq(row->values[1].value,
				    64 * 2 * (4 * stride < 32 ? 4 * stride : 32));
		ck_assert_double_gt(row->values[0].value, 0);
	}
	end();
}
END_TEST

START_TEST(what_the_kernel_refuses_is_a_row_that_says_why)
{
	static const int64_t with_13[] = {12, 13, 14};
	begin(with_13, 3, 2);
	ck_assert_int_eq(gm_sweep_run(&s.job, &s.sweep, &s.err), GM_OK);
	ck_assert_ptr_null(s.sweep.rows[1].why_not);
	ck_assert_ptr_nonnull(strstr(s.sweep.rows[2].why_not, "13 brings bad luck"));
	ck_assert_int_eq(s.sweep.rows[3].values[0].kind, GM_KIND_UNKNOWN);
	ck_assert_ptr_null(s.sweep.rows[4].why_not);
	end();
}
END_TEST

START_TEST(what_a_device_cannot_launch_is_a_row_that_says_why)
{
	begin(strides, 1, 1);
	s.asked.block = 1024;
	ck_assert_int_eq(gm_sweep_run(&s.job, &s.sweep, &s.err), GM_OK);
	ck_assert_ptr_null(s.sweep.rows[0].why_not);
	ck_assert_str_eq(s.sweep.rows[1].why_not, "1024 threads in a block, limit 512");
	end();
}
END_TEST

START_TEST(a_sweep_that_is_refused_whole_fails_with_the_first_reason)
{
	static const int64_t only_13[] = {13, 13};
	begin(only_13, 2, 2);
	ck_assert_int_eq(gm_sweep_run(&s.job, &s.sweep, &s.err), GM_BAD_VALUE);
	ck_assert_ptr_nonnull(strstr(s.err.message, "13 brings bad luck"));
	end();
}
END_TEST

START_TEST(an_unknown_metric_offers_the_nearest)
{
	static const char *const wrong[] = {"tiem"};
	begin(strides, STRIDES_COUNT, 3);
	s.job.metrics = wrong;
	s.job.metrics_count = 1;
	ck_assert_int_eq(gm_sweep_run(&s.job, &s.sweep, &s.err), GM_UNKNOWN_NAME);
	ck_assert_ptr_nonnull(strstr(s.err.message, "did you mean 'time'?"));
	end();
}
END_TEST

static bool
stop_at_once(void *state, size_t done, size_t total)
{
	(void)done;
	(void)total;
	++*(int *)state;
	return false;
}

START_TEST(a_sweep_can_be_stopped)
{
	enum { MANY = 5000 };
	static int64_t many[MANY];
	int calls = 0;
	for (int i = 0; i < MANY; i++)
		many[i] = 17 + i % 100;
	begin(many, MANY, 2);
	s.job.progress = stop_at_once;
	s.job.progress_state = &calls;
	ck_assert_int_eq(gm_sweep_run(&s.job, &s.sweep, &s.err), GM_INTERRUPTED);
	ck_assert_ptr_nonnull(strstr(s.err.message, "of 5000 combinations"));
	ck_assert_int_ge(calls, 1);
	end();
}
END_TEST

/* The last axis changes fastest: 0..5 are (1,10) (1,20) (1,30) (2,10) (2,20) (2,30). */
START_TEST(the_last_axis_changes_fastest)
{
	static const int64_t a[] = {1, 2}, b[] = {10, 20, 30};
	const gm_sweep_axis axes[] = {{"a", a, 2}, {"b", b, 3}};
	ck_assert_int_eq(gm_sweep_value(axes, 2, 0, 0), 1);
	ck_assert_int_eq(gm_sweep_value(axes, 2, 1, 2), 30);
	ck_assert_int_eq(gm_sweep_value(axes, 2, 0, 4), 2);
	ck_assert_int_eq(gm_sweep_value(axes, 2, 1, 4), 20);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sweep");
	TCase *tests = tcase_create("sweep");
	tcase_add_loop_test(tests, rows_are_in_order_whatever_the_number_of_threads, 0, 4);
	tcase_add_test(tests, what_the_kernel_refuses_is_a_row_that_says_why);
	tcase_add_test(tests, what_a_device_cannot_launch_is_a_row_that_says_why);
	tcase_add_test(tests, a_sweep_that_is_refused_whole_fails_with_the_first_reason);
	tcase_add_test(tests, an_unknown_metric_offers_the_nearest);
	tcase_add_test(tests, a_sweep_can_be_stopped);
	tcase_add_test(tests, the_last_axis_changes_fastest);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
