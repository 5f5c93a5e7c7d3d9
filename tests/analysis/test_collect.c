#include "analysis/collect.h"

#include "base/text.h"
#include "input/launch_list.h"
#include "input/profile_file.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <string.h>

/* Two launches of one kernel that differ in an argument alone, and another kernel. */
static const char list[] = "launch copy-1\ncode c.cubin\nentry copy\ngrid 8 1 1\nblock 256 1 1\n"
                           "argument s32=0\nparameter offset 0\ngroup copy and stream\nwhere c.cu\n"
                           "launch copy-2\ncode c.cubin\nentry copy\ngrid 8 1 1\nblock 256 1 1\n"
                           "argument s32=1\nparameter offset 1\nset calibration\n"
                           "launch fill-1\nkernel filling\ncode c.cubin\nentry _Z4fillPf\ngrid 4 1 1\n"
                           "block 32 1 1\nnote REAL float\n";

typedef struct bench {
	gm_launches *launches;
	gm_profile *profiles[4];
	int count;
	gm_collection *collection;
	gm_runs *out;
} bench;

static bench
bench_of(bool listed, bool warm)
{
	bench b = {0};
	gm_error err = GM_ERROR_NONE;
	if (listed)
		ck_assert_int_eq(gm_launches_load_text(list, "x.list", &b.launches, &err), GM_OK);
	const gm_collect_request request = {.title = "t",
	                                    .launches_name = listed ? "x.list" : "",
	                                    .device = "h200",
	                                    .source_id = "s",
	                                    .source_title = "by hand",
	                                    .read = "2026-11-21",
	                                    .warm = warm,
	                                    .launches = b.launches};
	b.collection = gm_collection_new(&request);
	return b;
}

static void
add_row(gm_text *text, const char *kernel, const char *grid, const char *ns, const char *read_bytes)
{
	gm_text_print(text, "\"0\",\"%s\",\"%s\",\"%s\",\"%s\",\"%s\",\"64\"\n", kernel,
	              strcmp(kernel, "copy(float *)") == 0 ? "(256, 1, 1)" : "(32, 1, 1)", grid, ns,
	              read_bytes);
}

static gm_text
head(void)
{
	gm_text text = {0};
	gm_text_append(&text, "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\","
	                      "\"gpu__time_duration.sum\",\"dram__bytes_read.sum\","
	                      "\"dram__bytes_write.sum\"\n"
	                      "\"\",\"\",\"\",\"\",\"ns\",\"byte\",\"byte\"\n");
	return text;
}

/* Disposes the text. */
static gm_status
add(bench *b, gm_text *text, gm_error *err)
{
	ck_assert_int_eq(gm_profile_load_text(text->bytes, "x.csv", &b->profiles[b->count], err), GM_OK);
	gm_text_dispose(text);
	return gm_collection_add_profile(b->collection, b->profiles[b->count++], err);
}

static void
finish(bench *b)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_collection_finish(b->collection, &b->out, &err) == GM_OK, "%s", err.message);
}

static void
dispose(bench *b)
{
	gm_runs_free(b->out);
	gm_collection_free(b->collection);
	for (int i = 0; i < b->count; i++)
		gm_profile_free(b->profiles[i]);
	gm_launches_free(b->launches);
}

static double
value(const gm_run *run, const char *metric)
{
	for (int i = 0; i < run->measured_count; i++)
		if (strcmp(run->measured[i].metric, metric) == 0)
			return run->measured[i].value;
	return -1;
}

START_TEST(each_row_is_the_next_launch_of_the_list)
{
	bench b = bench_of(true, false);
	gm_error err = GM_ERROR_NONE;
	gm_text text = head();
	add_row(&text, "copy(float *)", "(8, 1, 1)", "100", "10");
	add_row(&text, "copy(float *)", "(8, 1, 1)", "200", "20");
	add_row(&text, "fill(float *)", "(4, 1, 1)", "300", "30");
	ck_assert_msg(add(&b, &text, &err) == GM_OK, "%s", err.message);
	finish(&b);
	ck_assert_int_eq(b.out->count, 3);
	ck_assert_str_eq(b.out->launches, "x.list");
	const gm_run *second = &b.out->items[1], *third = &b.out->items[2];
	ck_assert_str_eq(b.out->items[0].group, "copy and stream");
	ck_assert_str_eq(b.out->items[0].where, "c.cu");
	ck_assert_str_eq(second->launch, "copy-2");
	ck_assert_int_eq(second->set, GM_RUN_CALIBRATION);
	ck_assert_int_eq(second->parameters[0].value, 1);
	ck_near(value(second, "gpu__time_duration.sum"), 200e-9, 1e-12);
	ck_near(value(second, "dram__bytes.sum"), 84, 0);
	ck_assert_str_eq(third->kernel, "filling");
	ck_assert_str_eq(third->note, "REAL float");
	dispose(&b);
}
END_TEST

/* Three launches each: the first warms up, of 200 and 210 the median is 205 and the range 10/205. */
START_TEST(launches_that_are_repeated_give_their_median)
{
	bench b = bench_of(true, false);
	gm_error err = GM_ERROR_NONE;
	gm_text text = head();
	static const char *const ns[] = {"900", "200", "210"};
	for (int i = 0; i < 6; i++)
		add_row(&text, "copy(float *)", "(8, 1, 1)", ns[i % 3], "10");
	for (int i = 0; i < 3; i++)
		add_row(&text, "fill(float *)", "(4, 1, 1)", "5", "10");
	ck_assert_int_eq(add(&b, &text, &err), GM_OK);
	finish(&b);
	ck_assert_int_eq(b.out->count, 3);
	ck_near(value(&b.out->items[1], "gpu__time_duration.sum"), 205e-9, 1e-12);
	ck_near(b.out->items[1].measured[0].spread_ratio, 10.0 / 205, 1e-9);
	dispose(&b);
}
END_TEST

/* A launch that failed has no row; what does not fit at all is told at its line. */
START_TEST(a_launch_may_be_missing_but_no_row_may_be_strange)
{
	bench b = bench_of(true, false);
	gm_error err = GM_ERROR_NONE;
	gm_text text = head();
	add_row(&text, "copy(float *)", "(8, 1, 1)", "100", "10");
	add_row(&text, "fill(float *)", "(4, 1, 1)", "300", "30");
	ck_assert_int_eq(add(&b, &text, &err), GM_OK);
	text = head();
	add_row(&text, "copy(float *)", "(8, 1, 1)", "100", "10");
	add_row(&text, "copy(float *)", "(9, 1, 1)", "100", "10");
	ck_assert_int_eq(add(&b, &text, &err), GM_BAD_VALUE);
	ck_assert_int_eq(err.line, 4);
	ck_assert_ptr_nonnull(strstr(err.message, "no launch of x.list"));
	finish(&b);
	ck_assert_int_eq(b.out->count, 2);
	ck_assert_str_eq(b.out->items[1].launch, "fill-1");
	dispose(&b);
}
END_TEST

START_TEST(without_a_list_rows_of_one_kernel_and_shape_are_one_run)
{
	bench b = bench_of(false, true);
	gm_error err = GM_ERROR_NONE;
	gm_text text = head();
	add_row(&text, "copy(float *)", "(8, 1, 1)", "100", "10");
	add_row(&text, "copy(float *)", "(9, 1, 1)", "400", "10");
	add_row(&text, "copy(float *)", "(8, 1, 1)", "120", "10");
	ck_assert_int_eq(add(&b, &text, &err), GM_OK);
	/* A second visit replaces times and keeps the rest. */
	text = (gm_text){0};
	gm_text_append(&text, "\"Kernel Name\",\"Block Size\",\"Grid Size\",\"gpu__time_duration.sum\"\n"
	                      "\"\",\"\",\"\",\"ns\"\n"
	                      "\"copy(float *)\",\"(256, 1, 1)\",\"(8, 1, 1)\",\"50\"\n");
	ck_assert_int_eq(add(&b, &text, &err), GM_OK);
	finish(&b);
	ck_assert_int_eq(b.out->count, 2);
	ck_assert(b.out->items[0].warm);
	ck_assert_str_eq(b.out->items[0].kernel, "copy");
	ck_assert(gm_dim3_same(b.out->items[0].grid, (gm_dim3){8, 1, 1}));
	ck_assert(gm_dim3_same(b.out->items[0].block, (gm_dim3){256, 1, 1}));
	ck_near(value(&b.out->items[0], "gpu__time_duration.sum"), 50e-9, 1e-12);
	ck_near(value(&b.out->items[0], "dram__bytes_read.sum"), 10, 0);
	ck_near(value(&b.out->items[1], "gpu__time_duration.sum"), 400e-9, 1e-12);
	dispose(&b);
}
END_TEST

/* The events of the measuring program, and counters for the cold one of its two runs. */
START_TEST(counters_join_the_run_of_the_same_launch_and_caches)
{
	bench b = bench_of(true, false);
	gm_error err = GM_ERROR_NONE;
	gm_runs *events;
	gm_text text = head();
	ck_assert_int_eq(
	        gm_runs_load_text("<runs schema='1' title='e'><source id='events' title='e'/>"
	                          "<run kernel='copy' device='h200' set='validation' cache='warm' "
	                          "source='events' where='' launch='copy-1'>"
	                          "<measured metric='event_time' value='1' unit='us'/></run>"
	                          "<run kernel='copy' device='h200' set='validation' cache='cold' "
	                          "source='events' where='' launch='copy-1'>"
	                          "<measured metric='event_time' value='2' unit='us'/></run></runs>",
	                          "e.xml", &events, &err),
	        GM_OK);
	ck_assert_int_eq(gm_collection_add_runs(b.collection, events, &err), GM_OK);
	add_row(&text, "copy(float *)", "(8, 1, 1)", "100", "10");
	ck_assert_int_eq(add(&b, &text, &err), GM_OK);
	finish(&b);
	ck_assert_int_eq(b.out->count, 2);
	ck_near(value(&b.out->items[0], "gpu__time_duration.sum"), -1, 0);
	ck_near(value(&b.out->items[1], "gpu__time_duration.sum"), 100e-9, 1e-12);
	ck_near(value(&b.out->items[1], "event_time"), 2e-6, 1e-12);
	ck_assert_str_eq(b.out->items[1].source->id, "s");
	ck_assert_str_eq(b.out->items[1].group, "copy and stream");
	dispose(&b);
	gm_runs_free(events);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("collect");
	TCase *cases = tcase_create("collect");
	tcase_add_test(cases, each_row_is_the_next_launch_of_the_list);
	tcase_add_test(cases, launches_that_are_repeated_give_their_median);
	tcase_add_test(cases, a_launch_may_be_missing_but_no_row_may_be_strange);
	tcase_add_test(cases, without_a_list_rows_of_one_kernel_and_shape_are_one_run);
	tcase_add_test(cases, counters_join_the_run_of_the_same_launch_and_caches);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
