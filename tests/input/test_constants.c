/*
 * No number of a device file comes from a run that predictions are held against: a constant fitted on
 * the validation set would make its error worthless. Nor does one that a model's own text explains: what
 * that names are runs of the calibration, or tables of reports/measured of programs in measure/calibrate.
 */
#include "base/text.h"
#include "input/library.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "reports/runs/", tables[] = "reports/measured/", programs[] = "measure/";

/* The file of that path, read once; NULL and a complaint where it cannot be. */
static const gm_runs *
runs_at(const char *path, gm_error *err)
{
	static struct {
		char path[400];
		gm_runs *runs;
	} known[32];
	size_t i = 0;
	while (i + 1 < sizeof known / sizeof *known && known[i].runs && strcmp(known[i].path, path) != 0)
		i++;
	if (known[i].runs && strcmp(known[i].path, path) == 0)
		return known[i].runs;
	gm_runs_free(known[i].runs);
	known[i].runs = NULL;
	snprintf(known[i].path, sizeof known[i].path, "%s", path);
	return gm_runs_load(path, &known[i].runs, err) == GM_OK ? known[i].runs : NULL;
}

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
		snprintf(path, sizeof path, GM_TREE "/%.*s", (int)length, at);
		const gm_runs *runs = runs_at(path, err);
		if (!runs)
			return -1;
		for (int i = 0; i < runs->count; i++)
			if (runs->items[i].set != GM_RUN_CALIBRATION)
				gm_fail(err, GM_CHECK_FAILED, "%s comes from a validation run, %s:%d", who,
				        path, runs->items[i].line);
		named++;
	}
	return named;
}

/* The runs file that a source of our own names, NULL: none. */
static const gm_runs *
runs_of(const gm_source *source)
{
	char path[300];
	gm_error err = GM_ERROR_NONE;
	const char *at = source->measured ? strstr(source->title, folder) : NULL;
	if (!at)
		return NULL;
	snprintf(path, sizeof path, GM_TREE "/%.*s", (int)strcspn(at, " ,;:()'\""), at);
	return runs_at(path, &err);
}

/* Of the facts with this source. */
static void
check_runs(const gm_device *device, const gm_source *source, gm_error *err)
{
	char who[200];
	const gm_runs *runs = runs_of(source);
	for (int i = 0; runs && i < GM_FACT_COUNT; i++) {
		const gm_fact *fact = &device->facts[i];
		snprintf(who, sizeof who, "%s, %s", device->name, gm_fact_row_of((gm_fact_id)i)->name);
		if (fact->source == source && fact->where)
			check_kernels(fact->where, runs, who, err);
	}
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

/* ---- what models say of themselves ---- */

/* Of a file of the tree, closed with a zero; NULL: none. */
static char *
text_of(const char *path)
{
	char full[400];
	snprintf(full, sizeof full, GM_TREE "/%s", path);
	FILE *file = fopen(full, "r");
	if (!file)
		return NULL;
	char *text = NULL;
	size_t room = 0;
	const ssize_t read = getdelim(&text, &room, '\0', file);
	fclose(file);
	if (read < 0)
		free(text);
	return read < 0 ? NULL : text;
}

static void
path_at(char out[static 300], const char *at)
{
	snprintf(out, 300, "%.*s", (int)strcspn(at, " ,;:()'\"*\n"), at);
}

/* Every program that the text names is one of measure/calibrate. Returns how many it names. */
static int
check_programs(const char *text, const char *who, gm_error *err)
{
	int named = 0;
	for (const char *at = strstr(text, programs); at; at = strstr(at + 1, programs)) {
		char path[300];
		path_at(path, at);
		const char *type = strrchr(path, '.');
		if (!type || (strcmp(type, ".cu") != 0 && strcmp(type, ".py") != 0))
			continue;
		char *code = text_of(path);
		if (strncmp(path, "measure/calibrat", 16) != 0)
			gm_fail(err, GM_CHECK_FAILED, "%s: %s is no program of the calibration", who, path);
		else if (!code)
			gm_fail(err, GM_CHECK_FAILED, "%s: no %s", who, path);
		free(code);
		named++;
	}
	return named;
}

/* The comment of a table says which program gave it, or where it was read. */
static void
check_table(const char *text, const char *path, gm_error *err)
{
	char comment[2000] = "";
	for (const char *line = text; *line == '#'; line += strcspn(line, "\n"), line += *line == '\n')
		strncat(comment, line, strcspn(line, "\n") < 600 ? strcspn(line, "\n") : 600);
	if (check_programs(comment, path, err) == 0 && !strstr(comment, "Source: "))
		gm_fail(err, GM_CHECK_FAILED, "%s: measured, but by what?", path);
}

/* What stands in brackets beside the name of a runs file are its kernels: "(chase_l2, reports/runs/x.xml)"; "latency_*"
   are several of them. */
static void
check_brackets(const char *text, const char *who, gm_error *err)
{
	for (const char *at = strstr(text, folder); at; at = strstr(at + 1, folder)) {
		char path[300], full[700], words[1000];
		const char *from = at, *to = at + strcspn(at, "()");
		while (from > text && from[-1] != '(' && from[-1] != ')')
			from--;
		path_at(path, at);
		if (from == text || from[-1] != '(' || *to != ')' || to - from >= (long)sizeof words)
			continue;
		snprintf(words, sizeof words, "%.*s%.*s", (int)(at - from), from, (int)(to - at - (long)strlen(path)),
			 at + strlen(path));
		for (char *any = strstr(words, "_*"); any; any = strstr(any, "_*"))
			*any = ' ';
		snprintf(full, sizeof full, GM_TREE "/%s", path);
		const gm_runs *runs = runs_at(full, err);
		if (runs)
			check_kernels(words, runs, who, err);
	}
}

static void
check_model(const char *text, const char *who, gm_error *err)
{
	check_text(text, who, err);
	check_brackets(text, who, err);
	for (const char *at = strstr(text, tables); at; at = strstr(at + 1, tables)) {
		char path[300];
		path_at(path, at);
		char *table = text_of(path);
		if (!strchr(path, '.') || !table)
			gm_fail(err, GM_CHECK_FAILED, "%s: no table %s", who, path);
		else
			check_table(table, path, err);
		free(table);
	}
	if (strstr(who, "src/model/"))
		check_programs(text, who, err);
}

START_TEST(what_models_were_made_of_is_of_the_calibration)
{
	DIR *room = opendir(GM_TREE "/src/model");
	int texts = 0;
	ck_assert_ptr_nonnull(room);
	for (const struct dirent *entry = readdir(room); entry; entry = readdir(room)) {
		char path[300];
		gm_error err = GM_ERROR_NONE;
		snprintf(path, sizeof path, "src/model/%s", entry->d_name);
		char *text = entry->d_name[0] == '.' ? NULL : text_of(path);
		if (text) {
			check_model(text, path, &err);
			texts++;
		}
		ck_assert_msg(err.status == GM_OK, "%s", err.message);
		free(text);
	}
	closedir(room);
	ck_assert_int_ge(texts, 150);
}
END_TEST

static const struct {
	const char *text;
	const char *expected; /* in the complaint; "" for none */
} explained[] = {
	{"Steps (leading_one, reports/runs/h200_calibration.xml) of so many clocks", ""},
	{"So many clocks (reports/runs/h200_calibration.xml, latency_*, bulk_loads)", ""},
	{"Steps (leading_one,\n * reports/runs/h200_suite.xml)", "cannot be opened"},
	{"Steps (leading_one, reports/runs/h200.xml)", "comes from a validation run"},
	{"Steps (saxpy_of_all, reports/runs/h200_calibration.xml)", "no run of saxpy_of_all"},
	{"Rows that agree (reports/measured/turned.csv)", ""},
	{"Rows that agree (reports/measured/none.csv)", "no table reports/measured/none.csv"},
	{"Measured (measure/calibrate/strips.cu, H200)", ""},
	{"Measured (measure/calibrate/none.cu, H200)", "no measure/calibrate/none.cu"},
	{"Measured (measure/sixteenth/roads.cu, H200)", "is no program of the calibration"},
};

START_TEST(a_model_that_names_other_measurements_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	check_model(explained[_i].text, "src/model/made_up.h", &err);
	ck_assert_int_eq(err.status == GM_OK, !*explained[_i].expected);
	ck_assert_msg(strstr(err.message, explained[_i].expected) != NULL, "%s", err.message);
}
END_TEST

static const struct {
	const char *text, *expected;
} made_tables[] = {
	{"# H200: clocks (measure/calibrate/strips.cu). 2026-11-23.\na,b\n1,2\n", ""},
	{"# Clocks. Source: RRZE gpu-benches\na,b\n1,2\n", ""},
	{"a,b\n1,2\n", "by what?"},
	{"# H200: clocks. 2026-11-23.\na,b\n1,2\n", "by what?"},
	{"# H200: clocks (measure/suite/saxpy.cu)\na,b\n1,2\n", "is no program of the calibration"},
};

START_TEST(a_table_of_other_programs_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	check_table(made_tables[_i].text, "made_up.csv", &err);
	ck_assert_int_eq(err.status == GM_OK, !*made_tables[_i].expected);
	ck_assert_msg(strstr(err.message, made_tables[_i].expected) != NULL, "%s", err.message);
}
END_TEST

/* ---- constants and the runs that they are of ---- */

static double
parameter(const gm_run *run, const char *name)
{
	for (int i = 0; i < run->parameters_count; i++)
		if (strcmp(run->parameters[i].name, name) == 0)
			return (double)run->parameters[i].value;
	return NAN;
}

/* Clocks of a turn of one block of 128 threads that all wait for so many bytes from L2, in so many pieces. */
static double
turn_of(const gm_runs *runs, double bytes, double pieces)
{
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		if (strcmp(run->kernel, "bulk_all_wait") == 0 && run->warm && run->grid.x == 1 && run->block.x == 128 &&
		    parameter(run, "bytes") == bytes && parameter(run, "pieces") == pieces)
			return run->measured[0].value;
	}
	ck_abort_msg("no run of %.0f bytes", bytes);
	return NAN;
}

/* Of 16 pieces of which none has a second row, 15 wait for the one before; rows: least squares over copies of 1 to 64
   of them. The device file rounds to 5 clocks. */
START_TEST(gaps_of_copies_in_bulk_are_those_of_their_runs)
{
	gm_library *library = gm_library_new(&(gm_places){.shipped = GM_TREE});
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_runs *runs = runs_at(GM_TREE "/reports/runs/h200_calibration.xml", &err);
	double piece = 0, rows[4] = {0}; /* 1, x, xx, xy */
	double sum = 0;
	ck_assert_int_eq(gm_library_device(library, "h200", &device, &err), GM_OK);
	ck_assert_ptr_nonnull(runs);
	for (int bytes = 512; bytes <= 1024; bytes *= 2)
		piece += (turn_of(runs, bytes, 16) - turn_of(runs, bytes, 1)) / 15 / 2;
	for (int bytes = 512; bytes <= 32768; bytes *= 2) {
		const double x = bytes / 512, y = turn_of(runs, bytes, 1);
		rows[0] += 1, rows[1] += x, rows[2] += x * x, rows[3] += x * y, sum += y;
	}
	const double row = (rows[0] * rows[3] - rows[1] * sum) / (rows[0] * rows[2] - rows[1] * rows[1]);
	ck_assert_double_eq_tol(piece, gm_device_value(device, GM_BULK_PIECE_GAP), 2.5);
	ck_assert_double_eq_tol(row, gm_device_value(device, GM_BULK_ROW_GAP), 0.5);
	gm_device_free(device);
	gm_library_free(library);
}
END_TEST

/* Clocks of a match for each warp, of lanes with so many values, next to each other, on an SM with so many warps. */
static double
match_of(const gm_runs *runs, const char *kernel, int values, int warps)
{
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		if (strcmp(run->kernel, kernel) == 0 && run->block.x == 32 * warps && parameter(run, "values") == values &&
		    parameter(run, "stretches") == 0)
			return run->measured[0].value;
	}
	ck_abort_msg("no run of %s with %d values", kernel, values);
	return NAN;
}

/* What the 31 further values of lanes that all differ add, on a full SM and where a warp waits for its match. Values of 64
   bits are two each there. */
START_TEST(values_of_matches_take_what_their_runs_say)
{
	gm_library *library = gm_library_new(&(gm_places){.shipped = GM_TREE});
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_runs *runs = runs_at(GM_TREE "/reports/runs/h200_calibration.xml", &err);
	ck_assert_int_eq(gm_library_device(library, "h200", &device, &err), GM_OK);
	ck_assert_ptr_nonnull(runs);
	const double full = match_of(runs, "match_any_32", 32, 32) - match_of(runs, "match_any_32", 1, 32);
	const double halves = match_of(runs, "match_any_64", 32, 32) - match_of(runs, "match_any_64", 1, 32);
	const double waited = match_of(runs, "match_any_32_chain", 32, 1) - match_of(runs, "match_any_32_chain", 1, 1);
	ck_near(full / 31 / 32, 1 / gm_device_value(device, GM_MATCH_RATE), 1e-3);
	ck_near(halves / full, 2, 1e-3);
	ck_near(waited / 31, gm_device_value(device, GM_MATCH_LATER), 1e-3);
	gm_device_free(device);
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
	{"Calibration: reports/runs/h200_calibration.xml", "leading_one and leading_sizes", true, ""},
	{"Calibration: reports/runs/h200_calibration.xml", "bulk_some_wait", true, "no run of bulk_some_wait"},
	{"Clocks of copies in bulk: reports/runs/h200_sixth.xml", "bulk_all_wait", true, "source s comes from a validation run"},
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
	tcase_add_test(cases, what_models_were_made_of_is_of_the_calibration);
	tcase_add_loop_test(cases, a_model_that_names_other_measurements_is_refused, 0,
			    (int)(sizeof explained / sizeof *explained));
	tcase_add_loop_test(cases, a_table_of_other_programs_is_refused, 0, (int)(sizeof made_tables / sizeof *made_tables));
	tcase_add_test(cases, gaps_of_copies_in_bulk_are_those_of_their_runs);
	tcase_add_test(cases, values_of_matches_take_what_their_runs_say);
	tcase_set_timeout(cases, 60);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
