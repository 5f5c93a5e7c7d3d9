#include "report/page.h"

#include "support/near.h"

#include <string.h>

static void
write_sample(gm_page *page)
{
	static const char *const heads[] = {"name", "n"};
	gm_page_begin(page, "A & B");
	gm_page_heading(page, 1, "A & B");
	gm_page_paragraph(page, "p < 0.5 | q*");
	gm_page_table_begin(page, heads, 2, 1);
	gm_page_cell(page, "a|b");
	gm_page_cell(page, "%d", 3);
	gm_page_row_end(page);
	gm_page_table_end(page);
	gm_page_list_begin(page);
	gm_page_item(page, "one");
	gm_page_item(page, "two");
	gm_page_list_end(page);
	gm_page_picture(page, "x.svg", "dots");
	gm_page_end(page);
}

START_TEST(markdown_escapes_what_it_would_take_for_its_own)
{
	gm_text out = {0};
	gm_page page = {.out = &out};
	write_sample(&page);
	ck_assert_str_eq(out.bytes, "# A & B\n\np &lt; 0.5 \\| q\\*\n\n| name | n |\n| --- | ---: |\n"
	                            "| a\\|b | 3 |\n\n1. one\n2. two\n\n![dots](x.svg)\n");
	gm_text_dispose(&out);
}
END_TEST

START_TEST(html_closes_what_it_opens)
{
	gm_text out = {0};
	gm_page page = {.out = &out, .html = true};
	write_sample(&page);
	const char *body = strstr(out.bytes, "<body>");
	ck_assert_ptr_nonnull(strstr(out.bytes, "<title>A &amp; B</title>"));
	ck_assert_str_eq(body,
	                 "<body>\n<h1>A &amp; B</h1>\n<p>\np &lt; 0.5 | q*\n</p>\n<table>\n<thead>\n"
	                 "<tr><th class=\"word\">name</th><th>n</th></tr>\n</thead>\n<tbody>\n"
	                 "<tr><td class=\"word\">a|b</td><td>3</td></tr>\n</tbody>\n</table>\n"
	                 "<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"
	                 "<p><img src=\"x.svg\" alt=\"dots\"></p>\n</body>\n</html>\n");
	gm_text_dispose(&out);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("page");
	TCase *cases = tcase_create("page");
	tcase_add_test(cases, markdown_escapes_what_it_would_take_for_its_own);
	tcase_add_test(cases, html_closes_what_it_opens);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
