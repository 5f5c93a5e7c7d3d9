/*
 * Records of comma-separated text (RFC 4180): a field between quotes may hold commas, line breaks and,
 * doubled, quotes.
 */
#ifndef GM_INPUT_CSV_H
#define GM_INPUT_CSV_H

#include <stddef.h>

enum { GM_CSV_FIELDS_MAX = 8192 };

/* Reads one record of `text`, which is cut in place, and moves it behind the record's line break.
   Fields beyond GM_CSV_FIELDS_MAX are counted and dropped. Returns how many there are; `line` counts the
   line breaks that were passed. -1: a quote is never closed. */
int gm_csv_record(char **text, char *fields[GM_CSV_FIELDS_MAX], int *line);

#endif
