/*
 * No number of a device file comes from a run that predictions are held against: a constant fitted on
 * the validation set would make its error worthless.
 */
#include "base/text.h"
#include "input/library.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

static const char folder[] = "reports/runs/";

static bool
has_kernel(const gm_runs *runs, const char *name)
{
	for (int i = 0; i < runs->count; i++)
		if (strcmp(runs->items[i].kernel, name) == 0)
			return true;
	return false;
}

/* A word with an underscore is a kernel, with two of them a metric. Each kernel that `where` names
   must have runs in the file that the source stands for. */
static void
check_kernels(const char *where, const gm_runs *runs, const char *who, gm_error *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	char word[100];
	for (const char *at = where; *at; at += strspn(at, letters), at += strcspn(at, letters)) {
		snprintf(word, sizeof word, "%.*s", (int)strspn(at, letters), at);
		if (strchr(word, '_') && !strstr(word, "__") && !has_kernel(runs, word))
			gm_fail(err, GM_CHECK_FAILED, "%s: no run of %s in %s", who, word, runs->file);
	}
}

/* Every runs file that the text names must be of calibration runs alone. Returns how many it names;
   complains into `err`. */
static int
check_text(const char *text, const char *who, gm_error *err)
{
	int named = 0;
	for (const char *at = strstr(text, folder); at; at = strstr(at + 1, folder)) {
		char path[300];
		const size_t length = strcspn(at, " ,;:()'\"");
		gm_runs *runs = NULL;
		snprintf(path, sizeof path, GM_TREE "/%.*s", (int)length, at);
		if (gm_runs_load(path, &runs, err) != GM_OK)
			return -1;
		for (int i = 0; i < runs->count; i++)
			if (runs->items[i].set != GM_RUN_CALIBRATION)
				gm_fail(err, GM_CHECK_FAILED, "%s comes from a validation run, %s:%d", who,
				        path, runs->items[i].line);
		gm_runs_free(runs);
		named++;
	}
	return named;
}

/* The runs file that a source of our own names, NULL: none. */
static gm_runs *
runs_of(const gm_source *source)
{
	char path[300];
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	const char *at = source->measured ? strstr(source->title, folder) : NULL;
	if (!at)
		return NULL;
	snprintf(path, sizeof path, GM_TREE "/%.*s", (int)strcspn(at, " ,;:()'\""), at);
	return gm_runs_load(path, &runs, &err) == GM_OK ? runs : NULL;
}

/* Of the facts with this source. */
static void
check_runs(const gm_device *device, const gm_source *source, gm_error *err)
{
	char who[200];
	gm_runs *runs = runs_of(source);
	for (int i = 0; runs && i < GM_FACT_COUNT; i++) {
		const gm_fact *fact = &device->facts[i];
		snprintf(who, sizeof who, "%s, %s", device->name, gm_fact_row_of((gm_fact_id)i)->name);
		if (fact->source == source && fact->where)
			check_kernels(fact->where, runs, who, err);
	}
	gm_runs_free(runs);
}

/* What has no address to look it up is a measurement of ours, and says in which file it stands. */
static void
check_device(const gm_device *device, gm_error *err)
{
	char who[200];
	for (int i = 0; i < device->sources_count; i++) {
		const gm_source *s = &device->sources[i];
		snprintf(who, sizeof who, "%s, source %s", device->name, s->id);
		const int named = check_text(s->title, who, err);
		if (named == 0 && s->measured && !*s->url)
			gm_fail(err, GM_CHECK_FAILED, "%s: measured, but where?", who);
		if (err->status == GM_OK)
			check_runs(device, s, err);
	}
	for (int i = 0; i < GM_FACT_COUNT; i++) {
		const gm_fact *fact = &device->facts[i];
		snprintf(who, sizeof who, "%s, %s", device->name, gm_fact_row_of((gm_fact_id)i)->name);
		check_text(fact->where ? fact->where : "", who, err);
		check_text(fact->note ? fact->note : "", who, err);
	}
}

START_TEST(no_shipped_constant_comes_from_a_validation_run)
{
	gm_library *library = gm_library_new(&(gm_places){.shipped = GM_TREE});
	gm_library_list list;
	gm_library_list_devices(library, &list);
	ck_assert_int_ge(list.count, 10);
	for (int i = 0; i < list.count; i++) {
		gm_device *device = NULL;
		gm_error err = GM_ERROR_NONE;
		ck_assert_int_eq(gm_library_device(library, list.entries[i].name, &device, &err), GM_OK);
		check_device(device, &err);
		ck_assert_msg(err.status == GM_OK, "%s", err.message);
		gm_device_free(device);
	}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

static const struct {
	const char *title, *where;
	bool measured;
	const char *expected; /* in the complaint; "" for none */
} sources[] = {
        {"Calibration: reports/runs/h200_calibration.xml", "chase", true, ""},
        {"A datasheet", "page 3", false, ""},
        {"Runs of ours: reports/runs/h200.xml", "", true, "source s comes from a validation run"},
        {"The lectures (reports/runs/seeds.xml)", "", true, "source s comes from a validation run"},
        {"A datasheet", "fitted on reports/runs/h200.xml", false, "sm_count comes from a validation"},
        {"Our own runs", "", true, "measured, but where?"},
        {"Calibration: reports/runs/none.xml", "", true, "cannot be opened"},
        {"Calibration: reports/runs/h200_calibration.xml", "random_store and once_copy", true, ""},
        {"Calibration: reports/runs/h200_calibration.xml", "random_store and once_more", true,
         "sm_count: no run of once_more"},
        {"A datasheet", "once_more", false, ""},
};

/* The check itself, on sources made up for it. */
START_TEST(a_constant_from_a_validation_run_is_refused)
{
	static gm_device device;
	gm_error err = GM_ERROR_NONE;
	const gm_source source = {"s", sources[_i].title, "", "", sources[_i].measured};
	memset(&device, 0, sizeof device);
	device.name = "made_up";
	device.sources = &source;
	device.sources_count = 1;
	device.facts[GM_SM_COUNT] =
	        (gm_fact){.known = true, .source = &source, .where = sources[_i].where};
	check_device(&device, &err);
	ck_assert_int_eq(err.status == GM_OK, !*sources[_i].expected);
	ck_assert_msg(strstr(err.message, sources[_i].expected) != NULL, "%s", err.message);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("constants");
	TCase *cases = tcase_create("constants");
	tcase_add_test(cases, no_shipped_constant_comes_from_a_validation_run);
	tcase_add_loop_test(cases, a_constant_from_a_validation_run_is_refused, 0,
	                    (int)(sizeof sources / sizeof *sources));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
