#include "report/plot.h"
#include "support/near.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/gpumodel-plot-XXXXXX";

static const char *
path_of(const char *name)
{
	static char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static gm_status
render(const char *script, const char *name, gm_error *err)
{
	*err = GM_ERROR_NONE;
	return gm_plot_render(script, (gm_plot_size){100, 60, 0}, path_of(name), err);
}

/* How the file begins: SVG is XML, PNG and PDF have a mark. */
static const struct {
	const char *name, *begins;
} pictures[] = {
	{"a.svg", "<?xml"}, {"a.png", "\211PNG"}, {"a.pdf", "%PDF"}, {"a.gp", "set terminal"}};

START_TEST(a_script_becomes_a_picture_of_the_kind_its_name_says)
{
	char first[8] = "";
	gm_error err;
	ck_assert_msg(render("plot x\n", pictures[_i].name, &err) == GM_OK, "%s", err.message);
	FILE *file = fopen(path_of(pictures[_i].name), "rb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_gt(fread(first, 1, sizeof first, file), 0);
	fclose(file);
	ck_assert_mem_eq(first, pictures[_i].begins, strlen(pictures[_i].begins) > 4 ? 5 : 4);
	unlink(path_of(pictures[_i].name));
}
END_TEST

START_TEST(a_picture_that_fails_leaves_nothing_and_says_what_gnuplot_said)
{
	gm_error err;
	ck_assert_int_eq(render("plot nonsense_of(x)\n", "b.svg", &err), GM_MISSING_TOOL);
	ck_assert_msg(strstr(err.message, "undefined function: nonsense_of") != NULL, "%s",
		      err.message);
	ck_assert_ptr_nonnull(strstr(err.message, "gnuplot-nox"));
	ck_assert_int_ne(access(path_of("b.svg"), F_OK), 0);
	ck_assert_int_eq(rmdir(folder), 0); /* nothing beside it either */
	ck_assert_int_eq(mkdir(folder, 0700), 0);
}
END_TEST

START_TEST(a_script_that_draws_nothing_is_a_failure)
{
	gm_error err;
	ck_assert_int_eq(render("exit\n", "c.png", &err), GM_MISSING_TOOL);
	ck_assert_int_ne(access(path_of("c.png"), F_OK), 0);
}
END_TEST

START_TEST(a_missing_gnuplot_is_named_with_its_package)
{
	gm_error err;
	setenv("PATH", "/nowhere", 1);
	ck_assert_int_eq(render("plot x\n", "d.svg", &err), GM_MISSING_TOOL);
	ck_assert_ptr_nonnull(strstr(err.message, "apt-get install gnuplot-nox"));
	ck_assert_int_eq(gm_status_exit_code(err.status), 4);
	ck_assert_int_ne(access(path_of("d.svg"), F_OK), 0);
}
END_TEST

START_TEST(a_suffix_that_names_no_picture_is_refused)
{
	static const char *const names[] = {"x.jpg", "x", "x.svg.bak", ".SVG"};
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_plot_check(names[_i], &err), GM_USAGE);
	ck_assert_ptr_nonnull(strstr(err.message, ".svg, .png, .pdf or .gp"));
}
END_TEST

/* gnuplot's single quotes: a quote is doubled, nothing else has a meaning; a line must not end
 * inside. */
START_TEST(a_text_is_quoted_so_that_gnuplot_takes_it_as_it_is)
{
	gm_text out = {0};
	gm_plot_quote(&out, "it's `date`\n\\n \"x\"");
	ck_assert_str_eq(out.bytes, "'it''s `date` \\n \"x\"'");
	gm_text_dispose(&out);
}
END_TEST

static void
make_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void
remove_folder(void)
{
	rmdir(folder);
}

int
main(void)
{
	Suite *suite = suite_create("plot");
	TCase *tests = tcase_create("plot");
	tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
	tcase_add_loop_test(tests, a_script_becomes_a_picture_of_the_kind_its_name_says, 0,
			    sizeof pictures / sizeof *pictures);
	tcase_add_test(tests, a_picture_that_fails_leaves_nothing_and_says_what_gnuplot_said);
	tcase_add_test(tests, a_script_that_draws_nothing_is_a_failure);
	tcase_add_test(tests, a_missing_gnuplot_is_named_with_its_package);
	tcase_add_loop_test(tests, a_suffix_that_names_no_picture_is_refused, 0, 4);
	tcase_add_test(tests, a_text_is_quoted_so_that_gnuplot_takes_it_as_it_is);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
