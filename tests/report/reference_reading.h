/*
 * For tests of derivations: a second reader of what was written, that shares nothing with the
 * writer.
 *
 * A line of arithmetic is worked out as a person would who knows no more than what is printed:
 * numbers with prefixes and units ("541.1 MB", "(8 lanes/cycle)", "33.55 M requests"), + - x * / ^,
 * floor ceil up norm min max. A printed number stands for all that round to it, so the result is an
 * interval, and the printed answer must lie in it.
 */
#ifndef GM_TESTS_REPORT_REFERENCE_READING_H
#define GM_TESTS_REPORT_REFERENCE_READING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct span {
	double low, high;
} span;

/* The number at *at with its prefix and unit, and moves *at behind it. Whole numbers stand for
   themselves, others for what rounds to their four digits. False when there is none. */
bool reading_number(const char **at, span *out);

/* Works out a whole line. Fails the test when it cannot be read. */
span reading_value(const char *line);

/* Do two intervals meet, one widened by so much of itself? */
bool reading_meets(span a, span b, double ratio);

/* Reads a formula and the same with values put in side by side, and calls `each` for every symbol
   with the text that stands in its place. False when they do not go together. */
typedef void reading_pair(void *state, const char *symbol, const char *value);
bool reading_pairs(const char *formula, const char *substituted, reading_pair *each, void *state);

#endif
