#include "report/dossier.h"

#include "support/loading.h"
#include "input/runs_file.h"
#include "report/report.h"
#include "support/near.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a page, and its parts as XML and JSON ---- */

typedef struct written {
	gm_text page, plain; /* `plain`: what predict would write as JSON */
	xmlDocPtr document;
	json_t *json; /* as it stands in the page */
} written;

static void
add(gm_dossier_page *page, gm_text *plain, gm_roofline *roofline, const gm_kernel *kernel,
    const gm_device *device, const gm_runs *runs)
{
	gm_error err = GM_ERROR_NONE;
	gm_dossier dossier;
	const gm_dossier_request request = {.runs = runs};
	ck_assert_msg(gm_dossier_make(kernel, device, &request, &dossier, &err) == GM_OK, "%s",
		      err.message);
	gm_report_json_add(plain, &dossier.prediction, (size_t)page->count);
	gm_roofline_add(roofline, &dossier.prediction);
	gm_dossier_page_add(page, &dossier, device->name);
	gm_dossier_dispose(&dossier);
}

static xmlChar *
content_of(const written *w, const char *path)
{
	xmlXPathContextPtr context = xmlXPathNewContext(w->document);
	xmlXPathObjectPtr found = xmlXPathEvalExpression((const xmlChar *)path, context);
	xmlChar *text = xmlXPathCastToString(found);
	xmlXPathFreeObject(found);
	xmlXPathFreeContext(context);
	return text;
}

static void
write_page(const char *const *kernels, int kernels_count, const char *const *devices,
	   int devices_count, const gm_runs *runs, written *out)
{
	gm_dossier_page page = {0};
	gm_roofline roofline;
	gm_device *loaded[4];
	*out = (written){0};
	gm_roofline_init(&roofline, GM_ROOFLINE_LEVELS_AUTO);
	for (int d = 0; d < devices_count; d++) {
		loaded[d] = device_load(devices[d]);
		gm_roofline_add_device(&roofline, loaded[d], devices[d]);
	}
	gm_report_json_begin(&out->plain);
	for (int k = 0; k < kernels_count; k++) {
		gm_kernel *kernel = NULL;
		gm_error err = GM_ERROR_NONE;
		if (kernels[k][0] == '/')
			ck_assert_msg(gm_kernel_load(kernels[k], NULL, 0, &kernel, &err) == GM_OK, "%s",
				      err.message);
		else
			kernel = model_load(kernels[k]);
		for (int d = 0; d < devices_count; d++)
			add(&page, &out->plain, &roofline, kernel, loaded[d], runs);
		gm_kernel_free(kernel);
	}
	gm_report_json_end(&out->plain, (size_t)page.count);
	gm_roofline_finish(&roofline);
	gm_dossier_page_write(&out->page, &page, &(gm_dossier_whole){"A <page> & more", &roofline, 1});
	gm_roofline_dispose(&roofline);
	gm_dossier_page_dispose(&page);
	for (int d = 0; d < devices_count; d++)
		gm_device_free(loaded[d]);
	out->document = xmlReadMemory(out->page.bytes, (int)out->page.length, "page", NULL,
				      XML_PARSE_NONET | XML_PARSE_HUGE);
	ck_assert_msg(out->document != NULL, "the page is not well-formed");
	xmlChar *embedded = content_of(out, "//script[@id='predictions']");
	out->json = json_loads((const char *)embedded, 0, NULL);
	ck_assert_msg(out->json != NULL, "the JSON cannot be read");
	xmlFree(embedded);
}

static void
put_away(written *w)
{
	json_decref(w->json);
	xmlFreeDoc(w->document);
	gm_text_dispose(&w->page);
	gm_text_dispose(&w->plain);
}

static xmlXPathObjectPtr
find_all(const written *w, const char *path)
{
	xmlXPathContextPtr context = xmlXPathNewContext(w->document);
	xmlXPathObjectPtr found = xmlXPathEvalExpression((const xmlChar *)path, context);
	ck_assert_ptr_nonnull(found);
	xmlXPathFreeContext(context);
	return found;
}

static int
count_all(const written *w, const char *path)
{
	xmlXPathObjectPtr found = find_all(w, path);
	const int count = found->nodesetval ? found->nodesetval->nodeNr : 0;
	xmlXPathFreeObject(found);
	return count;
}

/* ---- rows: kernels and devices ---- */

static const char *const some_kernels[] = {"tiled_mm", "transpose_shared", "histogram_shared",
					   "saxpy"};
/* saxpy cannot be launched on the first: its grid is too wide; nobody states registers for it */
static const char *const some_devices[] = {"geforce_8800_gtx", "h200"};

static written w;

static void
write_some(void)
{
	write_page(some_kernels, 4, some_devices, 2, NULL, &w);
}

static void
put_some_away(void)
{
	put_away(&w);
}

/* ---- numbers ---- */

/* An item of an array by the value of its key, or by its number. */
static json_t *
item_of(json_t *array, const char *key, const char *name)
{
	if (!key)
		return json_array_get(array, (size_t)atoi(name));
	for (size_t i = 0; i < json_array_size(array); i++) {
		json_t *item = json_array_get(array, i);
		if (strcmp(json_string_value(json_object_get(item, key)), name) == 0)
			return item;
	}
	return NULL;
}

static json_t *
value_at(json_t *prediction, const char *path)
{
	static const struct {
		const char *array, *key;
	} arrays[] = {{"bounds", "limit"}, {"intensity", "level"}, {"sites", NULL}, {"findings", NULL}};
	char array[32], name[64], field[64];
	json_t *metric = json_object_get(json_object_get(prediction, "metrics"), path);
	if (metric)
		return json_object_get(metric, "value");
	if (sscanf(path, "%31[^.].%63[^.].%63s", array, name, field) != 3)
		return NULL;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		if (strcmp(arrays[i].array, array) == 0)
			return json_object_get(item_of(json_object_get(prediction, array),
						       arrays[i].key, name),
					       field);
	return NULL;
}

static double
attribute_number(xmlNodePtr node, const char *name)
{
	xmlChar *text = xmlGetProp(node, (const xmlChar *)name);
	ck_assert_ptr_nonnull(text);
	const double number = strtod((const char *)text, NULL);
	xmlFree(text);
	return number;
}

static xmlNodePtr
owner_of(xmlNodePtr node)
{
	while (node && !xmlHasProp(node, (const xmlChar *)"data-prediction"))
		node = node->parent;
	ck_assert_msg(node != NULL, "a number without a prediction");
	return node;
}

START_TEST(every_number_is_that_of_the_json_at_its_path)
{
	json_t *predictions = json_object_get(w.json, "predictions");
	xmlXPathObjectPtr found = find_all(&w, "//*[@data-metric]");
	int unknown = 0;
	/* 8 dossiers with some 40 numbers each at the least. */
	ck_assert_int_gt(found->nodesetval->nodeNr, 8 * 40);
	for (int i = 0; i < found->nodesetval->nodeNr; i++) {
		xmlNodePtr node = found->nodesetval->nodeTab[i];
		xmlChar *path = xmlGetProp(node, (const xmlChar *)"data-metric");
		const size_t index = (size_t)attribute_number(owner_of(node), "data-prediction");
		json_t *value = value_at(json_array_get(predictions, index), (const char *)path);
		ck_assert_msg(value != NULL, "the JSON has no %s", (const char *)path);
		ck_assert_msg(json_is_null(value) == !xmlHasProp(node, (const xmlChar *)"data-value"),
			      "%s is known on one side alone", (const char *)path);
		unknown += json_is_null(value);
		/* JSON has 15 digits. */
		if (!json_is_null(value))
			ck_near(attribute_number(node, "data-value"), json_number_value(value), 1e-14);
		xmlFree(path);
	}
	ck_assert_int_gt(unknown, 0);
	xmlXPathFreeObject(found);
}
END_TEST

START_TEST(the_json_is_what_predict_writes)
{
	json_t *plain = json_loads(w.plain.bytes, 0, NULL);
	ck_assert_ptr_nonnull(plain);
	ck_assert_uint_eq(json_array_size(json_object_get(plain, "predictions")), 8);
	ck_assert_msg(json_equal(plain, w.json), "they differ");
	json_decref(plain);
}
END_TEST

START_TEST(two_pages_of_the_same_are_equal_to_the_byte)
{
	written again;
	write_page(some_kernels, 4, some_devices, 2, NULL, &again);
	ck_assert_uint_eq(w.page.length, again.page.length);
	ck_assert_str_eq(w.page.bytes, again.page.bytes);
	put_away(&again);
}
END_TEST

/* ---- what a page must and must not have ---- */

static const struct {
	const char *path;
	int least, most; /* most -1: any */
} structure[] = {
	{"/html[@lang='en']/head/meta[@charset]", 1, 1},
	{"/html/body/header/h1", 1, 1},
	{"/html/body/main[@id='main']", 1, 1},
	{"/html/body/a[@href='#main']", 1, 1},
	{"//article", 8, 8},
	{"//article[not(h2)] | //article/section[not(h3)] | //main/section[not(h2)]", 0, 0},
	{"//article[not(@aria-labelledby = h2/@id)]", 0, 0},
	{"//article[not(p[@class='verdict'])]", 0, 0},
	{"//table", 8 * 4, -1},
	{"//table[not(caption)] | //th[not(@scope)]", 0, 0},
	{"//*[local-name()='svg'][not(@aria-label) and not(*[local-name()='title']) and "
	 "not(@aria-hidden)]",
	 0, 0},
	{"//details[not(summary)]", 0, 0},
	{"//details[@class='derivation'][@open]", 0, 0},
	{"//details[@class='derivation']", 8, 8},
	/* three curves each, also of launches that are refused */
	{"//*[local-name()='svg'][@class='plot']", 8 * 3, 8 * 3},
	/* the descriptors have 7, 4, 5 and 3 accesses */
	{"//*[local-name()='svg'][@class='lanes']", 2 * 19, 2 * 19},
	/* a mark of the roofline can be reached and tells something */
	{"//*[@class='roofline']//*[@tabindex='0']", 3, -1},
	{"//*[@class='roofline']//*[@tabindex='0'][not(*[local-name()='title'])]", 0, 0},
	/* nothing is fetched, nothing runs but the page's own script */
	{"//img | //iframe | //object | //embed | //base | //form", 0, 0},
	{"//@src | //@srcset | //@*[starts-with(name(), 'on')]", 0, 0},
	{"//link[not(@href='data:,')]", 0, 0},
	{"//a[not(starts-with(@href, '#'))]", 0, 0},
	{"//script", 2, 2},
	/* what points to a place of the page finds one there, and only one */
	{"//@href[starts-with(., '#')][not(substring(., 2) = //@id)]", 0, 0},
	{"//*[@id][@id = preceding::*/@id or @id = ancestor::*/@id]", 0, 0},
};

START_TEST(the_page_is_built_for_every_reader)
{
	const int count = count_all(&w, structure[_i].path);
	ck_assert_msg(count >= structure[_i].least, "%s: %d", structure[_i].path, count);
	ck_assert_msg(structure[_i].most < 0 || count <= structure[_i].most, "%s: %d",
		      structure[_i].path, count);
}
END_TEST

START_TEST(no_style_or_script_names_an_address)
{
	for (const char *at = w.page.bytes; (at = strstr(at, "://")); at++)
		ck_assert_msg(strncmp(at - 4, "http://www.w3.org/2000/svg", 26) == 0, "%.60s", at - 10);
	ck_assert_ptr_null(strstr(w.page.bytes, "@import"));
}
END_TEST

/* ---- texts that look like markup ---- */

static const char hostile[] =
	"<kernel name='&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;' schema='1' "
	"doc=''>"
	"<launch grid='2' block='64'/>"
	"<array name='x' space='global' type='f32' length='128'/>"
	"<load array='x' index='(blockIdx.x &lt; 1)*64 + threadIdx.x'/></kernel>";

START_TEST(a_kernel_named_script_is_text)
{
	char path[] = "/tmp/gm_dossier_XXXXXX";
	const char *const kernels[] = {path};
	written page;
	const int file = mkstemp(path);
	ck_assert_int_eq(write(file, hostile, sizeof hostile - 1), (int)sizeof hostile - 1);
	close(file);
	write_page(kernels, 1, some_devices + 1, 1, NULL, &page);
	unlink(path);
	ck_assert_ptr_null(strstr(page.page.bytes, "<script>alert"));
	ck_assert_int_eq(count_all(&page, "//script"), 2);
	xmlChar *heading = content_of(&page, "//article/h2");
	ck_assert_str_eq((const char *)heading,
			 "<script>alert(\"1\")</script>&amp; on NVIDIA H200 SXM 141GB");
	xmlFree(heading);
	json_t *prediction = json_array_get(json_object_get(page.json, "predictions"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(prediction, "kernel")),
			 "<script>alert(\"1\")</script>&amp;");
	/* In the JSON itself too: HTML ends a script at the first '</script', whatever its type. */
	const char *json = strstr(page.page.bytes, "id=\"predictions\">");
	ck_assert_ptr_eq(strchr(json, '<'), strstr(json, "</script>\n<script>\n//<![CDATA["));
	put_away(&page);
}
END_TEST

/* ---- measured ---- */

/* reports/runs/seeds.xml: 198 GFLOP/s of tiled_mm, n = 1024, TILE = 16, on the GTX 280 (Masaryk
   University's lecture, 'measured performance is 198GFLOPS'); none on an H200. */
START_TEST(a_run_stands_beside_its_prediction_alone)
{
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	const char *const devices[] = {"geforce_gtx_280", "h200"};
	written page;
	ck_assert_msg(gm_runs_load(GM_TREE "/reports/runs/seeds.xml", &runs, &err) == GM_OK, "%s",
		      err.message);
	write_page(some_kernels, 1, devices, 2, runs, &page);
	ck_assert_int_eq(count_all(&page, "//data[@class='measured']"), 1);
	ck_assert_int_eq(count_all(&page, "//article[@id='k0']//data[@value='198000000000'] | "
					  "//article[@id='k0']//data[@value='1.98e+11']"),
			 1);
	xmlChar *shown = content_of(&page, "//data[@class='measured']");
	ck_assert_str_eq((const char *)shown, "198 GFLOP/s");
	xmlFree(shown);
	put_away(&page);
	gm_runs_free(runs);
}
END_TEST

/* ---- drawings in fewer bytes ---- */

START_TEST(runs_of_one_class_become_groups_and_letters_come_last)
{
	static const char drawing[] = "<rect x=\"1\" class=\"a\"/>\n"
				      "<text x=\"1\" class=\"t u\">one class=\"a\"</text>\n"
				      "<rect x=\"2\" class=\"a\"><title>2</title></rect>\n"
				      "<line x1=\"0\" class=\"b\"/>\n"
				      "<text x=\"3\">plain</text>\n"
				      "<text x=\"2\" class=\"t u\">two</text>\n";
	static const char expected[] = "<g class=\"a\"><rect x=\"1\"/>\n"
				       "<rect x=\"2\"><title>2</title></rect>\n"
				       "</g>\n"
				       "<g class=\"b\"><line x1=\"0\"/>\n"
				       "</g>\n"
				       "<g class=\"t u\"><text x=\"1\">one class=\"a\"</text>\n"
				       "<text x=\"2\">two</text>\n"
				       "</g>\n"
				       "<g class=\"\"><text x=\"3\">plain</text>\n"
				       "</g>\n";
	gm_text out = {0};
	gm_dossier_compact(&out, drawing);
	ck_assert_str_eq(out.bytes, expected);
	gm_text_dispose(&out);
}
END_TEST

START_TEST(only_equal_pieces_are_shared)
{
	static const struct {
		const char *piece;
		int owner, before;
	} rows[] = {{"ab", 0, -1}, {"cd", 1, -1}, {"ab", 2, 0}, {"cd", 2, 1}, {"a", 3, -1}};
	gm_dossier_shared shared = {0};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		gm_text piece = {0};
		gm_text_append(&piece, rows[i].piece);
		ck_assert_int_eq(gm_dossier_share(&shared, &piece, rows[i].owner), rows[i].before);
		gm_text_dispose(&piece);
	}
	ck_assert_int_eq(shared.count, 3);
	ck_assert_int_eq(shared.owners[2], 3);
	gm_dossier_shared_dispose(&shared);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dossier");
	TCase *pages = tcase_create("pages");
	TCase *alone = tcase_create("alone");
	tcase_add_unchecked_fixture(pages, write_some, put_some_away);
	tcase_add_test(pages, every_number_is_that_of_the_json_at_its_path);
	tcase_add_test(pages, the_json_is_what_predict_writes);
	tcase_add_test(pages, two_pages_of_the_same_are_equal_to_the_byte);
	tcase_add_loop_test(pages, the_page_is_built_for_every_reader, 0,
			    sizeof structure / sizeof *structure);
	tcase_add_test(pages, no_style_or_script_names_an_address);
	tcase_add_test(alone, a_kernel_named_script_is_text);
	tcase_add_test(alone, a_run_stands_beside_its_prediction_alone);
	tcase_add_test(alone, runs_of_one_class_become_groups_and_letters_come_last);
	tcase_add_test(alone, only_equal_pieces_are_shared);
	suite_add_tcase(suite, pages);
	suite_add_tcase(suite, alone);
	return run_suite(suite);
}
