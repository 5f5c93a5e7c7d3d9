#include "input/device_file.h"

#include "base/text.h"
#include "input/library.h"
#include "input/xml.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

static gm_text
read_text(const char *path)
{
	gm_text text = {0};
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	char buffer[4096];
	for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;)
		gm_text_append_bytes(&text, buffer, got);
	fclose(file);
	return text;
}

static void
write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

START_TEST(every_shipped_device_loads_under_its_own_name)
{
	const gm_places places = {.shipped = GM_TREE};
	gm_library *library = gm_library_new(&places);
	gm_library_list list;
	gm_library_list_devices(library, &list);
	ck_assert_int_ge(list.count, 10);
	for (int i = 0; i < list.count; i++) {
		gm_device *device = NULL;
		gm_error err = GM_ERROR_NONE;
		const gm_status status = gm_device_load(list.entries[i].path, &device, &err);
		ck_assert_msg(status == GM_OK, "%s:%d: %s", err.file, err.line, err.message);
		ck_assert_str_eq(device->name, list.entries[i].name);
		ck_assert_str_eq(device->title, list.entries[i].title);
		gm_device_free(device);
	}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

/* Every number has a place, and every inferred one says why it is believed. */
START_TEST(every_shipped_number_names_its_source)
{
	const gm_places places = {.shipped = GM_TREE};
	gm_library *library = gm_library_new(&places);
	gm_library_list list;
	gm_library_list_devices(library, &list);
	for (int i = 0; i < list.count; i++) {
		gm_device *device = NULL;
		ck_assert_int_eq(gm_device_load(list.entries[i].path, &device, NULL), GM_OK);
		for (int f = 0; f < GM_FACT_COUNT; f++) {
			const gm_fact *fact = &device->facts[f];
			const char *name = gm_fact_row_of((gm_fact_id)f)->name;
			if (!fact->stated)
				continue; /* a card's number in a capability file */
			if (!fact->known) {
				ck_assert_msg(fact->note[0], "%s %s", device->name, name);
				continue;
			}
			ck_assert_msg(fact->source && fact->where[0], "%s %s", device->name, name);
			ck_assert_msg(fact->source->read[0] ||
					      strcmp(fact->source->id, "inferred") == 0,
				      "%s: source %s has no day", device->name, fact->source->id);
		}
		gm_device_free(device);
	}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

/* Peaks as the lectures and datasheets print them: UIUC 345.6 (prints 346.5) and 86.4; Masaryk 622
   and 142 (141.7); NVIDIA's K40 4.29, V100 15.7, A100 19.5 and 9.7, H100 66.9 and 33.5 TFLOP/s;
   AMD 5.6 TFLOP/s; GTX 580 1581 GFLOP/s. */
static const struct {
	const char *name;
	double f32_flop_per_s, f64_flop_per_s, dram_byte_per_s;
} peaks[] = {
	{"geforce_8800_gtx", 345.6e9, 0, 86.4e9},
	{"geforce_gtx_280", 622e9, 77.8e9, 141.7e9},
	{"geforce_gtx_580", 1581e9, 197.6e9, 192.4e9},
	{"tesla_k40c", 4.29e12, 1.43e12, 288e9},
	{"geforce_rtx_2080_ti", 13.45e12, 420.2e9, 616e9},
	{"v100", 15.7e12, 7.8e12, 900e9},
	{"a100", 19.5e12, 9.7e12, 2039e9},
	{"h100", 66.9e12, 33.5e12, 3.35e12},
	{"h200", 66.9e12, 33.5e12, 4.8e12},
	{"radeon_r9_290x", 5.6e12, 0.704e12, 320e9},
};

START_TEST(peaks_are_those_of_datasheets_and_lectures)
{
	char path[512];
	gm_device *device = NULL;
	double f32 = 0, f64 = 0;
	snprintf(path, sizeof path, "%s/devices/%s.xml", GM_TREE, peaks[_i].name);
	ck_assert_int_eq(gm_device_load(path, &device, NULL), GM_OK);
	ck_assert(gm_device_peak_per_s(device, GM_RATE_F32, &f32));
	ck_assert(gm_device_peak_per_s(device, GM_RATE_F64, &f64));
	ck_near(2 * f32, peaks[_i].f32_flop_per_s, 0.007);
	ck_near(2 * f64, peaks[_i].f64_flop_per_s, 0.007);
	ck_near(gm_device_value(device, GM_DRAM_BANDWIDTH), peaks[_i].dram_byte_per_s, 1e-9);
	gm_device_free(device);
}
END_TEST

START_TEST(a_number_keeps_how_it_was_written_and_where_it_was_read)
{
	gm_device *device = NULL;
	ck_assert_int_eq(gm_device_load(GM_TREE "/devices/h100.xml", &device, NULL), GM_OK);
	const gm_fact *fact = &device->facts[GM_DRAM_BANDWIDTH];
	ck_assert_str_eq(fact->written, "3.35 TB/s");
	ck_assert_str_eq(fact->source->id, "hpctech");
	ck_assert_str_eq(device->aliases[0], "h100_sxm5");
	ck_assert_int_eq(device->cc_major, 9);
	ck_assert_int_eq(device->cc_minor, 0);
	ck_assert_int_eq(device->carveouts_count, 10);
	ck_assert_double_eq(device->carveouts_bytes[9], 228 * 1024);
	ck_assert_str_eq(device->rules_source->id, "guide");
	ck_assert(!gm_device_knows(device, GM_SM_CLOCK_BASE));
	gm_device_free(device);
}
END_TEST

/* The shipped G80 with one piece of text replaced. A row is what a slip of the hand looks like. */
static const struct {
	const char *from, *to;
	gm_status status;
	const char *message;
	bool located; /* the error stands on the line of the replaced text */
} slips[] = {
	{"name=\"sm_count\" value", "name=\"sm_cuont\" value", GM_UNKNOWN_NAME,
	 "unknown number 'sm_cuont'; nearest: sm_count", true},
	{"name=\"sm_count\" value=\"16\" unit=\"\"", "name=\"sm_count\" value=\"16\" unit=\"GHz\"",
	 GM_BAD_UNIT, "sm_count: expected a count without a unit, found '16 GHz'", true},
	{"value=\"1350\" unit=\"MHz\"", "value=\"1350\" unit=\"MB\"", GM_BAD_UNIT,
	 "sm_clock: expected a frequency, found '1350 MB'", true},
	{"value=\"1350\" unit=\"MHz\"", "value=\"1,35\" unit=\"GHz\"", GM_BAD_VALUE,
	 "sm_clock: expected a number, found '1,35'", true},
	{"value=\"1350\" unit=\"MHz\"", "value=\"1350\"", GM_BAD_SYNTAX,
	 "<number> needs the attribute 'unit'", true},
	{"value=\"86.4\"", "valeu=\"86.4\"", GM_UNKNOWN_NAME, "(nearest: value)", true},
	{"<number name=\"dram_bandwidth\"", "<numbr name=\"dram_bandwidth\"", GM_UNKNOWN_NAME,
	 "unknown element <numbr> in <device>", true},
	{"name=\"grid_y\"", "name=\"grid_x\"", GM_BAD_VALUE,
	 "grid_x is stated twice, first on line", true},
	{"<number name=\"sm_count\"",
	 "<!-- --><unknown name=\"launch_time\" reason=\"x\"/><number name=\"sm_count\"",
	 GM_BAD_VALUE, "launch_time is stated twice", false},
	{"<number name=\"grid_z\" value=\"1\" unit=\"\" source=\"guide42\"",
	 "<number name=\"grid_z\" value=\"1\" unit=\"\" source=\"giude\"", GM_UNKNOWN_NAME,
	 "unknown source 'giude'; declared: guide42,", true},
	{"coalescing=\"half_warp_strict\"", "coalescing=\"half_warp_strikt\"", GM_UNKNOWN_NAME,
	 "(nearest: half_warp_strict)", true},
	{"banks=\"banks_16\"", "banks=\"banks_61\"", GM_UNKNOWN_NAME, "nearest: banks_16", true},
	{"compute_capability=\"1.0\"", "compute_capability=\"one\"", GM_BAD_VALUE,
	 "expected major.minor", false},
	{"compute_capability=\"1.0\"", "", GM_BAD_SYNTAX, "'compute_capability'", false},
	{"schema=\"1\"", "schema=\"2\"", GM_BAD_VALUE, "<device> schema", false},
	{"vendor=\"nvidia\"", "vendor=\"intel\"", GM_BAD_VALUE, "expected nvidia or amd", false},
	{"<device name=\"geforce_8800_gtx\"", "<device name=\"g80\"", GM_BAD_VALUE,
	 "must be called g80.xml", false},
	{"</device>", "<alias name=\"late\"/></device>", GM_BAD_SYNTAX, "<alias> stands too late",
	 true},
	{"</device>", "forgotten words</device>", GM_BAD_SYNTAX, "stray text 'forgotten words'",
	 false},
	{"</device>", "</devise>", GM_BAD_SYNTAX, "mismatch", true},
	{"<alias name=\"g80\"/>", "<alias name=\"g80\"/><alias name=\"g80\"/>", GM_BAD_VALUE,
	 "alias 'g80' is given twice", true},
	{"<alias name=\"g80\"/>", "<alias name=\"\"/>", GM_BAD_VALUE, "is empty", true},
	{"values=\"16\" unit=\"KiB\"", "values=\"16 8\" unit=\"KiB\"", GM_BAD_VALUE, "must ascend",
	 false},
	{"values=\"16\" unit=\"KiB\"", "values=\"16 x\" unit=\"KiB\"", GM_BAD_VALUE,
	 "expected a number, found 'x'", true},
	{"name=\"threads_per_sm\" value=\"768\"", "name=\"threads_per_sm\" value=\"800\"",
	 GM_BAD_VALUE, "threads_per_sm (800) must be warps_per_sm (24) times", false},
	{"<carveouts values=\"16\" unit=\"KiB\"",
	 "<rules coalescing=\"half_warp_strict\" banks=\"banks_16\"", GM_BAD_SYNTAX,
	 "<rules> is given twice", true},
};

static int
line_of(const gm_text *text, const char *piece)
{
	const char *at = strstr(text->bytes, piece);
	ck_assert_ptr_nonnull(at);
	int line = 1;
	for (const char *c = text->bytes; c < at; c++)
		line += *c == '\n';
	return line;
}

/* Loads `text` as geforce_8800_gtx.xml in a folder of its own. */
static gm_status
load_text(const char *text, gm_error *err)
{
	char folder[] = "/tmp/gm_device_XXXXXX", path[128];
	gm_device *device = NULL;
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/geforce_8800_gtx.xml", folder);
	write_text(path, text);
	const gm_status status = gm_device_load(path, &device, err);
	gm_device_free(device);
	unlink(path);
	rmdir(folder);
	return status;
}

START_TEST(a_slip_in_a_device_file_is_named_with_its_line)
{
	gm_text text = read_text(GM_TREE "/devices/geforce_8800_gtx.xml"), changed = {0};
	const char *at = strstr(text.bytes, slips[_i].from);
	ck_assert_msg(at != NULL, "not in the file: %s", slips[_i].from);
	gm_text_append_bytes(&changed, text.bytes, (size_t)(at - text.bytes));
	gm_text_append(&changed, slips[_i].to);
	gm_text_append(&changed, at + strlen(slips[_i].from));
	gm_error err = GM_ERROR_NONE;
	const gm_status status = load_text(changed.bytes, &err);
	ck_assert_msg(status == slips[_i].status, "%s: %d %s", slips[_i].to, status, err.message);
	ck_assert_msg(strstr(err.message, slips[_i].message) != NULL, "%s", err.message);
	ck_assert_int_gt(err.line, 0);
	if (slips[_i].located)
		ck_assert_int_eq(err.line, line_of(&text, slips[_i].from));
	gm_text_dispose(&text);
	gm_text_dispose(&changed);
}
END_TEST

START_TEST(all_missing_numbers_are_named_at_once)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(
		load_text("<device name='geforce_8800_gtx' schema='1' title='t' vendor='nvidia' "
			  "architecture='a' compute_capability='1.0'>\n"
			  "<source id='s' title='s'/>\n"
			  "<rules coalescing='half_warp_strict' banks='banks_16' source='s' "
			  "where=''/>\n"
			  "<carveouts values='16' unit='KiB' source='s' where=''/>\n"
			  "</device>",
			  &err),
		GM_BAD_SYNTAX);
	for (int i = 0; i < GM_FACT_COUNT; i++)
		ck_assert_msg(strstr(err.message, gm_fact_row_of((gm_fact_id)i)->name) != NULL,
			      "%s is not in: %s", gm_fact_row_of((gm_fact_id)i)->name, err.message);
}
END_TEST

/* The schema's list of numbers and ours, both ways. */
START_TEST(the_schema_names_the_same_numbers)
{
	gm_text schema = read_text(GM_TREE "/schemas/device.xsd");
	const char *list = strstr(schema.bytes, "<xs:simpleType name=\"fact\">");
	ck_assert_ptr_nonnull(list);
	int enumerated = 0;
	for (const char *at = list; (at = strstr(at, "<xs:enumeration value=\"")) != NULL;
	     enumerated++) {
		char name[64];
		gm_fact_id id;
		at += strlen("<xs:enumeration value=\"");
		ck_assert_int_eq(sscanf(at, "%63[^\"]", name), 1);
		ck_assert_msg(gm_fact_find(name, &id), "%s is no number of a device", name);
		ck_assert_int_eq(id, enumerated);
	}
	ck_assert_int_eq(enumerated, GM_FACT_COUNT);
	gm_text_dispose(&schema);
}
END_TEST

START_TEST(the_schema_accepts_every_shipped_device)
{
	if (system("command -v xmllint >/dev/null") != 0) {
		fprintf(stderr, "xmllint is not installed: not checked\n");
		return;
	}
	ck_assert_int_eq(system("xmllint --noout --schema " GM_TREE "/schemas/device.xsd " GM_TREE
				"/devices/*.xml 2>/dev/null"),
			 0);
	ck_assert_int_ne(system("sed 's/name=\"sm_count\"/name=\"sm_cuont\"/' " GM_TREE
				"/devices/h100.xml | xmllint --noout --schema " GM_TREE
				"/schemas/device.xsd - 2>/dev/null"),
			 0);
}
END_TEST

START_TEST(an_amd_device_needs_no_compute_capability)
{
	gm_device *device = NULL;
	ck_assert_int_eq(gm_device_load(GM_TREE "/devices/radeon_r9_290x.xml", &device, NULL),
			 GM_OK);
	ck_assert_int_eq(device->cc_major, 0);
	ck_assert_double_eq(gm_device_value(device, GM_WARP_LANES), 64);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("device_file");
	TCase *cases = tcase_create("device_file");
	tcase_add_test(cases, every_shipped_device_loads_under_its_own_name);
	tcase_add_test(cases, every_shipped_number_names_its_source);
	tcase_add_loop_test(cases, peaks_are_those_of_datasheets_and_lectures, 0, ROWS(peaks));
	tcase_add_test(cases, a_number_keeps_how_it_was_written_and_where_it_was_read);
	tcase_add_loop_test(cases, a_slip_in_a_device_file_is_named_with_its_line, 0, ROWS(slips));
	tcase_add_test(cases, all_missing_numbers_are_named_at_once);
	tcase_add_test(cases, the_schema_names_the_same_numbers);
	tcase_add_test(cases, the_schema_accepts_every_shipped_device);
	tcase_add_test(cases, an_amd_device_needs_no_compute_capability);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
