#include "input/xml.h"

#include "support/near.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* Each line counted by hand; libxml2's own words are only looked for in part. */
static const struct {
	const char *text;
	gm_status status;
	int line;
	const char *message;
} bad[] = {
	{"<a>\n<b>\n</a>", GM_BAD_SYNTAX, 3, "mismatch"},
	{"<a x='1' x='2'/>", GM_BAD_SYNTAX, 1, "redefined"},
	{"<a>&nope;</a>", GM_BAD_SYNTAX, 1, "nope"},
	{"<a/><a/>", GM_BAD_SYNTAX, 1, "Extra content"},
	{"hello", GM_BAD_SYNTAX, 1, "Start tag expected"},
	{"<a>\n", GM_BAD_SYNTAX, 2, "Premature end"},
	{"\n<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n<a/>", GM_BAD_SYNTAX, 2,
	 "DOCTYPE is refused"},
	{"<!DOCTYPE a [<!ENTITY x '&y;&y;'><!ENTITY y 'yyyyyyyy'>]><a>&x;</a>", GM_BAD_SYNTAX, 1,
	 "DOCTYPE is refused"},
	{"<!DOCTYPE a PUBLIC 'p' 'http://127.0.0.1:9/x.dtd'><a/>", GM_BAD_SYNTAX, 1,
	 "DOCTYPE is refused"},
	{"<b/>", GM_BAD_SYNTAX, 1, "expected <a>, found <b>"},
	{"<a>\n<b/>stray words\n</a>", GM_BAD_SYNTAX, 1, "stray text 'stray words' in <a>"},
	{"<a>\n<b><![CDATA[x]]></b></a>", GM_BAD_SYNTAX, 2, "stray text 'x' in <b>"},
	{"<a xmlns='urn:x'/>", GM_BAD_SYNTAX, 1, "namespace 'urn:x'"},
	{"<a>\xff\xfe</a>", GM_BAD_SYNTAX, 1, "UTF-8"},
	{"", GM_BAD_FILE, 0, "is empty"},
};

START_TEST(malformed_xml_says_where_and_what)
{
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_status status =
		gm_xml_open_text(bad[_i].text, strlen(bad[_i].text), "t.xml", "a", &xml, &err);
	ck_assert_msg(status == bad[_i].status, "%s: %d %s", bad[_i].text, status, err.message);
	ck_assert_msg(strstr(err.message, bad[_i].message) != NULL, "%s: %s", bad[_i].text,
		      err.message);
	ck_assert_msg(err.line == bad[_i].line, "%s: line %d", bad[_i].text, err.line);
	ck_assert_str_eq(err.file, "t.xml");
	ck_assert_ptr_null(xml);
	ck_assert_ptr_null(strchr(err.message, '\n'));
}
END_TEST

START_TEST(an_error_of_syntax_has_a_column)
{
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	const char *text = "<a>\n  <b c=5/>\n</a>"; /* the 5 without a quote is the 8th byte */
	ck_assert_int_eq(gm_xml_open_text(text, strlen(text), "t.xml", "a", &xml, &err),
			 GM_BAD_SYNTAX);
	ck_assert_int_eq(err.line, 2);
	ck_assert_int_ge(err.column, 7);
	ck_assert_int_le(err.column, 9);
}
END_TEST

START_TEST(a_nul_byte_is_refused_with_its_line)
{
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_open_text("<a>\n\0</a>", 9, "t.xml", "a", &xml, &err),
			 GM_BAD_SYNTAX);
	ck_assert_int_eq(err.line, 2);
	ck_assert_ptr_nonnull(strstr(err.message, "NUL"));
}
END_TEST

START_TEST(files_that_are_no_files_are_told_apart)
{
	gm_xml *xml = NULL;
	gm_error missing = GM_ERROR_NONE, folder = GM_ERROR_NONE, empty = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_open("no/such.xml", "a", &xml, &missing), GM_BAD_FILE);
	ck_assert_ptr_nonnull(strstr(missing.message, "No such file"));
	ck_assert_str_eq(missing.file, "no/such.xml");
	ck_assert_int_eq(gm_xml_open("/tmp", "a", &xml, &folder), GM_BAD_FILE);
	ck_assert_ptr_nonnull(strstr(folder.message, "is a folder"));
	ck_assert_int_eq(gm_xml_open("/dev/null", "a", &xml, &empty), GM_BAD_FILE);
	ck_assert_ptr_nonnull(strstr(empty.message, "is empty"));
}
END_TEST

/* A sparse file of 100 MB: were it read, its first NUL byte would be the message. */
START_TEST(a_file_of_100_mb_is_refused_by_its_size)
{
	char path[] = "/tmp/gm_xml_XXXXXX";
	const int file = mkstemp(path);
	ck_assert_int_eq(ftruncate(file, 100000000), 0);
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_open(path, "a", &xml, &err), GM_TOO_LARGE);
	ck_assert_str_eq(err.message, "is larger than the limit of 16 MiB (95.37 MiB)");
	close(file);
	unlink(path);
}
END_TEST

START_TEST(an_endless_stream_is_cut_at_the_limit)
{
	gm_xml *xml = NULL;
	ck_assert_int_eq(gm_xml_open("/dev/zero", "a", &xml, NULL), GM_TOO_LARGE);
}
END_TEST

static gm_xml *
opened(const char *text)
{
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(!gm_xml_open_text(text, strlen(text), "t.xml", "a", &xml, &err), "%s",
		      err.message);
	return xml;
}

START_TEST(elements_are_walked_past_comments_instructions_and_blanks)
{
	gm_xml *xml = opened(
		"<?xml version='1.0'?><!-- x --><a>\n<!-- <c/> --><b/>\n\n <?p q?><c><d/></c></a>");
	const gm_xml_node *b = gm_xml_first(gm_xml_root(xml));
	ck_assert_str_eq(gm_xml_name(b), "b");
	ck_assert_int_eq(gm_xml_line(b), 2);
	ck_assert_ptr_null(gm_xml_first(b));
	const gm_xml_node *c = gm_xml_next(b);
	ck_assert_str_eq(gm_xml_name(c), "c");
	ck_assert_int_eq(gm_xml_line(c), 4);
	ck_assert_str_eq(gm_xml_name(gm_xml_first(c)), "d");
	ck_assert_ptr_null(gm_xml_next(c));
	gm_xml_free(xml);
}
END_TEST

START_TEST(an_attribute_is_its_text_with_xmls_own_five_entities)
{
	gm_xml *xml = opened(
		"<a test='i &lt; n &amp;&amp; j &gt; 0' quote='&quot;&apos;&#65;' none=''/>");
	const gm_xml_node *a = gm_xml_root(xml);
	ck_assert_str_eq(gm_xml_attribute(a, "test"), "i < n && j > 0");
	ck_assert_str_eq(gm_xml_attribute(a, "quote"), "\"'A");
	ck_assert_str_eq(gm_xml_attribute(a, "none"), "");
	ck_assert_ptr_null(gm_xml_attribute(a, "absent"));
	ck_assert_str_eq(gm_xml_optional(a, "absent", "else"), "else");
	gm_xml_free(xml);
}
END_TEST

START_TEST(lines_above_65535_are_exact)
{
	enum { BLANK_LINES = 70000 };
	char *text = malloc(BLANK_LINES + 64);
	strcpy(text, "<a>");
	memset(text + 3, '\n', BLANK_LINES);
	strcpy(text + 3 + BLANK_LINES, "<b/>\n<c/></a>");
	gm_xml *xml = opened(text);
	const gm_xml_node *b = gm_xml_first(gm_xml_root(xml));
	ck_assert_int_eq(gm_xml_line(b), BLANK_LINES + 1);
	ck_assert_int_eq(gm_xml_line(gm_xml_next(b)), BLANK_LINES + 2);
	gm_xml_free(xml);
	free(text);
}
END_TEST

START_TEST(unknown_names_list_the_known_and_offer_the_nearest)
{
	static const char *const known[] = {"value", "unit"};
	static const char *const elements[] = {"number", "unknown"};
	gm_xml *xml = opened("<a>\n<numbr valeu='1'/></a>");
	const gm_xml_node *node = gm_xml_first(gm_xml_root(xml));
	gm_error err = GM_ERROR_NONE, element = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_check_attributes(node, known, 2, &err), GM_UNKNOWN_NAME);
	ck_assert_str_eq(
		err.message,
		"unknown attribute 'valeu' of <numbr>; known: value, unit (nearest: value)");
	ck_assert_int_eq(err.line, 2);
	ck_assert_str_eq(err.file, "t.xml");
	ck_assert_int_eq(gm_xml_fail_unknown(node, elements, 2, &element), GM_UNKNOWN_NAME);
	ck_assert_str_eq(
		element.message,
		"unknown element <numbr> in <a>; known: number, unknown (nearest: number)");
	gm_xml_free(xml);
}
END_TEST

START_TEST(a_schema_location_for_editors_passes)
{
	gm_xml *xml = opened("<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
			     "xsi:noNamespaceSchemaLocation='x.xsd'/>");
	ck_assert_int_eq(gm_xml_check_attributes(gm_xml_root(xml), NULL, 0, NULL), GM_OK);
	gm_xml_free(xml);
}
END_TEST

START_TEST(typed_attributes_are_read_strictly)
{
	static const char *const choices[] = {"red", "green"};
	gm_xml *xml = opened("<a i='12' n='2.5' f='yes' c='green' bad='1x' empty=' '/>");
	const gm_xml_node *a = gm_xml_root(xml);
	int64_t integer = 0;
	double number = 0;
	bool flag = false;
	size_t choice = 9;
	const char *text;
	ck_assert_int_eq(gm_xml_integer(a, "i", 0, 12, &integer, NULL), GM_OK);
	ck_assert_int_eq(integer, 12);
	ck_assert_int_eq(gm_xml_number(a, "n", &number, NULL), GM_OK);
	ck_assert_double_eq(number, 2.5);
	ck_assert_int_eq(gm_xml_flag(a, "f", false, &flag, NULL), GM_OK);
	ck_assert(flag);
	ck_assert_int_eq(gm_xml_flag(a, "absent", false, &flag, NULL), GM_OK);
	ck_assert(!flag);
	ck_assert_int_eq(gm_xml_choice(a, "c", choices, 2, &choice, NULL), GM_OK);
	ck_assert_uint_eq(choice, 1);
	gm_error range = GM_ERROR_NONE, syntax = GM_ERROR_NONE, absent = GM_ERROR_NONE,
		 word = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_integer(a, "i", 0, 11, &integer, &range), GM_BAD_VALUE);
	ck_assert_str_eq(range.message, "<a> i: expected an integer from 0 to 11, found 12");
	ck_assert_int_eq(gm_xml_number(a, "bad", &number, &syntax), GM_BAD_VALUE);
	ck_assert_str_eq(syntax.message, "<a> bad: expected a number, found '1x'");
	ck_assert_int_eq(gm_xml_required(a, "absent", &text, &absent), GM_BAD_SYNTAX);
	ck_assert_str_eq(absent.message, "<a> needs the attribute 'absent'");
	ck_assert_int_eq(gm_xml_required_text(a, "empty", &text, NULL), GM_BAD_VALUE);
	ck_assert_int_eq(gm_xml_flag(a, "i", false, &flag, &word), GM_UNKNOWN_NAME);
	ck_assert_int_eq(word.line, 1);
	gm_xml_free(xml);
}
END_TEST

/* What follows the stop is not XML at all, so reading it would fail. */
START_TEST(a_head_is_read_no_further_than_its_end)
{
	char path[] = "/tmp/gm_xml_XXXXXX";
	const int file = mkstemp(path);
	const char *text = "<a title='t'><b n='1'/><b n='2'/><stop/> & < nonsense";
	ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_xml_open(path, "a", &xml, NULL), GM_BAD_SYNTAX);
	ck_assert_msg(!gm_xml_open_head(path, "a", "stop", &xml, &err), "%s", err.message);
	const gm_xml_node *b = gm_xml_next(gm_xml_first(gm_xml_root(xml)));
	ck_assert_str_eq(gm_xml_attribute(b, "n"), "2");
	ck_assert_ptr_null(gm_xml_next(b));
	gm_xml_free(xml);
	close(file);
	unlink(path);
}
END_TEST

/* Nothing may appear on the two streams a caller owns. */
START_TEST(malformed_xml_prints_nothing)
{
	char path[] = "/tmp/gm_xml_XXXXXX";
	const int file = mkstemp(path), before = dup(STDERR_FILENO);
	dup2(file, STDERR_FILENO);
	gm_xml *xml = NULL;
	gm_xml_open_text("<a><b></a>", 10, "t.xml", "a", &xml, NULL);
	gm_xml_open_text("<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'> %p;]><a/>", 47, "t.xml", "a", &xml,
			 NULL);
	fflush(stderr);
	dup2(before, STDERR_FILENO);
	struct stat about;
	fstat(file, &about);
	ck_assert_int_eq(about.st_size, 0);
	close(file);
	close(before);
	unlink(path);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("xml");
	TCase *cases = tcase_create("xml");
	tcase_add_loop_test(cases, malformed_xml_says_where_and_what, 0, ROWS(bad));
	tcase_add_test(cases, an_error_of_syntax_has_a_column);
	tcase_add_test(cases, a_nul_byte_is_refused_with_its_line);
	tcase_add_test(cases, files_that_are_no_files_are_told_apart);
	tcase_add_test(cases, a_file_of_100_mb_is_refused_by_its_size);
	tcase_add_test(cases, an_endless_stream_is_cut_at_the_limit);
	tcase_add_test(cases, elements_are_walked_past_comments_instructions_and_blanks);
	tcase_add_test(cases, an_attribute_is_its_text_with_xmls_own_five_entities);
	tcase_add_test(cases, lines_above_65535_are_exact);
	tcase_add_test(cases, unknown_names_list_the_known_and_offer_the_nearest);
	tcase_add_test(cases, a_schema_location_for_editors_passes);
	tcase_add_test(cases, typed_attributes_are_read_strictly);
	tcase_add_test(cases, a_head_is_read_no_further_than_its_end);
	tcase_add_test(cases, malformed_xml_prints_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
