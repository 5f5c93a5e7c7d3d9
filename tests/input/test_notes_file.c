#include "input/notes_file.h"
#include "support/near.h"

#include <string.h>

START_TEST(notes_are_read_whole_in_any_order)
{
	static const char text[] =
	        "<notes schema='1' title='Accuracy'>\n"
	        "<story kernel='b' text='missed &amp; told'/>\n"
	        "<paragraph text='first'/>\n"
	        "<published system='S' error='10 %' needs='a GPU' source='paper'/>\n"
	        "<first runs='r.xml' cold_mean='1 %' cold_median='2 %' cold_beyond_2='3' warm_mean='4 %'"
	        " warm_median='5 %' warm_beyond_2='6'/>\n"
	        "<paragraph text='second'/></notes>";
	gm_notes *notes;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_notes_load_text(text, "n.xml", &notes, &err) == GM_OK, "%s", err.message);
	ck_assert_str_eq(notes->title, "Accuracy");
	ck_assert_int_eq(notes->paragraphs_count, 2);
	ck_assert_str_eq(notes->paragraphs[1], "second");
	ck_assert_str_eq(notes->published[0].needs, "a GPU");
	ck_assert_str_eq(gm_notes_story(notes, "b"), "missed & told");
	ck_assert_ptr_null(gm_notes_story(notes, "c"));
	const gm_first *first = gm_notes_first(notes, "r.xml");
	ck_assert_ptr_nonnull(first);
	ck_assert_str_eq(first->cold_mean, "1 %");
	ck_assert_str_eq(first->cold_median, "2 %");
	ck_assert_str_eq(first->cold_beyond_2, "3");
	ck_assert_str_eq(first->warm_mean, "4 %");
	ck_assert_str_eq(first->warm_median, "5 %");
	ck_assert_str_eq(first->warm_beyond_2, "6");
	ck_assert_ptr_null(gm_notes_first(notes, "s.xml"));
	gm_notes_free(notes);
}
END_TEST

static const struct {
	const char *text;
	int line;
	const char *expected;
} malformed[] = {
        {"<notes schema='2' title='t'/>", 1, "schema"},
        {"<notes schema='1'/>", 1, "title"},
        {"<notes schema='1' title='t'>\n<storie kernel='a' text='x'/></notes>", 2, "story"},
        {"<notes schema='1' title='t'>\n<story kernel='a'/></notes>", 2, "text"},
        {"<notes schema='1' title='t'>\n<story kernel='a' text='x'/>\n<story kernel='a' text='y'/></notes>",
         3, "the story of a is told twice"},
        {"<notes schema='1' title='t'>\n<first runs='r.xml'/></notes>", 2, "cold_mean"},
        {"<notes schema='1' title='t'>\n<paragraph txt='x'/></notes>", 2, "txt"},
};

START_TEST(malformed_notes_are_refused_with_their_line)
{
	gm_notes *notes;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_notes_load_text(malformed[_i].text, "n.xml", &notes, &err), GM_OK);
	ck_assert_ptr_null(notes);
	ck_assert_msg(strstr(err.message, malformed[_i].expected) != NULL, "%s", err.message);
	ck_assert_int_eq(err.line, malformed[_i].line);
}
END_TEST

START_TEST(the_shipped_notes_load)
{
	gm_notes *notes;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_notes_load(GM_TREE "/reports/notes.xml", &notes, &err) == GM_OK, "%d: %s",
	              err.line, err.message);
	ck_assert_int_gt(notes->published_count, 0);
	gm_notes_free(notes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("notes_file");
	TCase *cases = tcase_create("notes_file");
	tcase_add_test(cases, notes_are_read_whole_in_any_order);
	tcase_add_loop_test(cases, malformed_notes_are_refused_with_their_line, 0,
	                    (int)(sizeof malformed / sizeof *malformed));
	tcase_add_test(cases, the_shipped_notes_load);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
