#include "report/paragraph.h"

#include "support/near.h"

#include <string.h>

typedef struct row {
	const char *before, *words, *lines; /* an indent of 2 */
} row;

#define TEN "0123456789"
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

/* At most 80 columns: 70 and a blank leave 9. */
static const row rows[] = {
	{"", "", ""},
	{"", SEVENTY " 123456789", SEVENTY " 123456789\n"},
	{"", SEVENTY " 1234567890", SEVENTY "\n  1234567890\n"},
	{"", SEVENTY " 1234567 % more", SEVENTY " 1234567 %\n  more\n"},
	/* No line has room for these: they part behind "::", "<" and ",", and nowhere else. */
	{"", SEVENTY "::a<" TEN ",b>", SEVENTY "::a<\n  " TEN ",b>\n"},
	{"", SEVENTY TEN TEN, SEVENTY TEN TEN "\n"},
	{"", "a::" SEVENTY "," SEVENTY, "a::" SEVENTY ",\n  " SEVENTY "\n"},
	{"", "f " SEVENTY "::" TEN, "f\n  " SEVENTY "::\n  " TEN "\n"},
	{"ab", "c::" SEVENTY TEN, "abc::\n  " SEVENTY TEN "\n"},
};

START_TEST(sentences_stay_within_eighty_columns)
{
	gm_text out = {0};
	gm_text_append(&out, rows[_i].before);
	gm_report_paragraph(&out, rows[_i].words, 2);
	ck_assert_str_eq(out.bytes ? out.bytes : "", rows[_i].lines);
	gm_text_dispose(&out);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("paragraph");
	TCase *tests = tcase_create("paragraph");
	tcase_add_loop_test(tests, sentences_stay_within_eighty_columns, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
