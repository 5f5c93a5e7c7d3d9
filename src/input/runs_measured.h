/*
 * What a run of a runs file measured: <measured> for one number, <row> for one of each column of a
 * <table>. Each value is kept in the unit that predictions use, with how far its writing can be
 * trusted. Parts of input/runs_file.c.
 */
#ifndef GM_INPUT_RUNS_MEASURED_H
#define GM_INPUT_RUNS_MEASURED_H

#include "base/error.h"
#include "input/xml.h"
#include "kernel/runs.h"

typedef struct gm_runs_column {
	const char *metric, *unit;
} gm_runs_column;

typedef struct gm_runs_table {
	const char *id;
	const gm_runs_column *columns;
	int count;
} gm_runs_table;

typedef struct gm_runs_tables {
	gm_runs_table *items;
	int count;
} gm_runs_tables;

/* What a run holds; `items` has room for what gm_runs_measured_room says of each child. */
typedef struct gm_runs_measures {
	gm_measured *items;
	int count;
} gm_runs_measures;

/* Of one child of a <run>: the numbers in it, 0 where it has none or its table is unknown. */
int gm_runs_measured_room(const gm_xml_node *node, const gm_runs_tables *tables);

/* <table> onto `tables`, whose items have room. Texts go into the arena. */
gm_status gm_runs_read_table(gm_arena *arena, const gm_xml_node *node, gm_runs_tables *tables,
                             gm_error *err);

/* <measured> and <row> onto what the run holds. Errors: GM_BAD_SYNTAX, GM_BAD_UNIT, GM_BAD_VALUE,
   GM_UNKNOWN_NAME. */
gm_status gm_runs_read_measured(gm_arena *arena, const gm_xml_node *node, gm_runs_measures *out,
                                gm_error *err);
gm_status gm_runs_read_row(gm_arena *arena, const gm_xml_node *node, const gm_runs_tables *tables,
                           gm_runs_measures *out, gm_error *err);

#endif
