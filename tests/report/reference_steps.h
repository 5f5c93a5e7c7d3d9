/*
 * For tests of derivations: the steps as they stand in a text, whatever its form: symbol, formula,
 * the formula with values put in, answer; and what is said of the values put in.
 *
 * Whatever the form, they come out in the signs of plain text: x for times, ceil( ), W_sm.
 */
#ifndef GM_TESTS_REPORT_REFERENCE_STEPS_H
#define GM_TESTS_REPORT_REFERENCE_STEPS_H

#include <stdbool.h>

enum { STEP_LINE = 1400, STEP_SYMBOL = 64 };

typedef struct written_step {
	char symbol[STEP_SYMBOL];
	char formula[STEP_LINE];         /* "" without one */
	char substituted[STEP_LINE];     /* "" where the formula is one symbol */
	char answer[STEP_LINE];          /* "unknown", perhaps with a reason */
	char explained[16][STEP_SYMBOL]; /* symbols whose meaning and source stand under it */
	int explained_count;
} written_step;

typedef struct written {
	written_step *steps;
	int count, room;
} written;

/* What cannot be read fails the test. */
void written_dispose(written *written);

void written_in_text(const char *text, written *out);
void written_in_markdown(const char *text, written *out);
void written_in_html(const char *text, written *out);
void written_in_latex(const char *text, written *out);

#endif
