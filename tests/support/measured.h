/*
 * Tables of reports/measured.
 */
#ifndef GM_TESTS_MEASURED_H
#define GM_TESTS_MEASURED_H

#include <check.h>
#include <stdio.h>

enum { MEASURED_CHARS = 1024 }; /* of its longest line */

/* A table by name, behind its comment and the names of its columns. */
static inline FILE *
measured_open(const char *name)
{
	char line[MEASURED_CHARS];
	snprintf(line, sizeof line, "%s/reports/measured/%s.csv", GM_TREE, name);
	FILE *file = fopen(line, "r");
	ck_assert_ptr_nonnull(file);
	do
		ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
	while (line[0] == '#');
	return file;
}

#endif
