#include "report/plot_hover.h"
#include "support/near.h"

static void
check(const char *script, const char *svg, const char *expected)
{
	gm_text out = {0};
	gm_plot_hover_apply(&out, svg, script);
	ck_assert_str_eq(out.bytes, expected);
	gm_text_dispose(&out);
}

START_TEST(elements_get_the_names_of_the_script)
{
	check("plot x\n# hover 1 first\n# hover 12 twelfth\n",
	      "<g><title>gnuplot_plot_1</title></g><g><title>gnuplot_plot_12</title></g>",
	      "<g><title>first</title></g><g><title>twelfth</title></g>");
}
END_TEST

START_TEST(elements_without_a_comment_get_no_name)
{
	check("# hover 2 second\n",
	      "<title>gnuplot_plot_1</title><title>gnuplot_plot_2</title>"
	      "<title>gnuplot_plot_21</title>",
	      "<title>second</title>");
}
END_TEST

START_TEST(elements_of_several_plots_are_told_apart)
{
	check("# hover 1a upper\n# hover 1b lower\n",
	      "<title>gnuplot_plot_1a</title><title>gnuplot_plot_1b</title>",
	      "<title>upper</title><title>lower</title>");
}
END_TEST

START_TEST(the_picture_gets_its_title_and_description)
{
	check("# title Roofline of it\n# description Two roofs.\n",
	      "<svg><title>Gnuplot</title><desc>Produced by GNUPLOT</desc></svg>",
	      "<svg><title>Roofline of it</title><desc>Two roofs.</desc></svg>");
	check("plot x\n", "<svg><title>Gnuplot</title></svg>", "<svg><title>Gnuplot</title></svg>");
}
END_TEST

/* A kernel may be called anything. */
START_TEST(names_are_escaped)
{
	check("# hover 1 <script>\"a\" & 'b'</script>\n", "<title>gnuplot_plot_1</title>",
	      "<title>&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;</title>");
}
END_TEST

START_TEST(a_note_is_one_line_whatever_its_text)
{
	gm_text out = {0};
	gm_plot_hover_note(&out, 0, 3, "a\nplot sin(x)");
	gm_plot_hover_note(&out, 2, 4, "b");
	ck_assert_str_eq(out.bytes, "# hover 3 a plot sin(x)\n# hover 4b b\n");
	gm_text_dispose(&out);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("plot_hover");
	TCase *tests = tcase_create("plot_hover");
	tcase_add_test(tests, elements_get_the_names_of_the_script);
	tcase_add_test(tests, elements_without_a_comment_get_no_name);
	tcase_add_test(tests, elements_of_several_plots_are_told_apart);
	tcase_add_test(tests, the_picture_gets_its_title_and_description);
	tcase_add_test(tests, names_are_escaped);
	tcase_add_test(tests, a_note_is_one_line_whatever_its_text);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
