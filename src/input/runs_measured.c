#include "input/runs_measured.h"

#include "base/quantity.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units by the name that predictions use; those of a dimension also take the spellings and prefixes
   of base/quantity.h. */
static const struct {
	const char *name;
	bool prefixed;
	gm_dimension dimension;
} units[] = {
	{"s", true, GM_SECONDS},
	{"byte", true, GM_BYTES},
	{"cycle", true, GM_CYCLES},
	{"byte/s", true, GM_BYTES_PER_SECOND},
	{"flop/s", true, GM_FLOP_PER_SECOND},
	{"count", false, GM_COUNT},
	{"%", false, GM_COUNT},
	{"ratio", false, GM_COUNT},
};

/* "us" of s, "KiB" of byte: into what value there is of the unit itself. */
static bool
is_spelling(const char *value, const char *unit, size_t of, double *out)
{
	return units[of].prefixed && *unit &&
	       gm_quantity_parse(value, unit, units[of].dimension, out, NULL) == GM_OK;
}

/* Fills value and unit of `out`. */
static gm_status
read_quantity(const char *value, const char *unit, gm_measured *out, gm_error *err)
{
	const gm_status status = gm_number_parse(value, &out->value, err);
	if (status != GM_OK)
		return status;
	enum { COUNT = sizeof units / sizeof *units };
	size_t i = 0;
	while (i < COUNT && strcmp(units[i].name, unit) != 0)
		i++;
	if (i == COUNT)
		for (i = 0; i < COUNT && !is_spelling(value, unit, i, &out->value);)
			i++;
	if (i < COUNT) {
		out->unit = units[i].name;
		return GM_OK;
	}
	return gm_fail(err, GM_BAD_UNIT,
		       "unknown unit '%.40s': expected s, byte, cycle, byte/s, flop/s (or as us, "
		       "KiB, GB/s, "
		       "GFLOP/s), count, %% or ratio",
		       unit);
}

/* Half a unit of the last digit over the value: "36.6" is 36.6 +- 0.05, "1.20e3" is 1200 +- 5; 0 for
   a value of 0. */
static double
rounding_of(const char *written)
{
	const size_t digits = strcspn(written, "eE");
	const char *point = memchr(written, '.', digits);
	const long decimals = point ? (long)(digits - (size_t)(point - written)) - 1 : 0;
	const long power = written[digits] ? strtol(written + digits + 1, NULL, 10) : 0;
	double value = 0;
	gm_number_parse(written, &value, NULL);
	return value == 0 ? 0 : 0.5 * pow(10, (double)(power - decimals)) / fabs(value);
}

/* A ratio from 0 to below 1; 0 where nothing is said. */
static gm_status
read_spread(const char *written, double *out, gm_error *err)
{
	*out = 0;
	const gm_status status = written ? gm_number_parse(written, out, err) : GM_OK;
	if (status == GM_OK && (*out < 0 || *out >= 1))
		return gm_fail(err, GM_BAD_VALUE,
			       "spread: expected a ratio from 0 to below 1, found '%.40s'", written);
	return status;
}

/* One number onto the list. `metric` lives as long as the runs. */
static gm_status
add(gm_runs_measures *out, const char *metric, const char *unit, const char *value,
    const char *spread, int line, gm_error *err)
{
	gm_measured measured = {.metric = metric, .line = line};
	gm_status status = read_quantity(value, unit, &measured, err);
	if (status == GM_OK)
		status = read_spread(spread, &measured.spread_ratio, err);
	if (status != GM_OK)
		return status;
	if (measured.value < 0)
		return gm_fail(err, GM_BAD_VALUE, "%.60s: expected no negative number, found '%.40s'",
			       metric, value);
	for (int i = 0; i < out->count; i++)
		if (strcmp(out->items[i].metric, metric) == 0)
			return gm_fail(err, GM_BAD_VALUE, "%.60s is given twice in this run",
				       metric);
	measured.rounding_ratio = rounding_of(value);
	out->items[out->count++] = measured;
	return GM_OK;
}

gm_status
gm_runs_read_measured(gm_arena *arena, const gm_xml_node *node, gm_runs_measures *out, gm_error *err)
{
	static const char *const known[] = {"metric", "value", "unit", "spread"};
	const char *metric = NULL, *value = NULL, *unit = NULL;
	gm_status status = gm_xml_check_leaf(node, known, 4, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "metric", &metric, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "value", &value, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "unit", &unit, err);
	if (status != GM_OK)
		return status;
	return gm_xml_locate(node,
			     add(out, gm_arena_copy_text(arena, metric), unit, value,
				 gm_xml_attribute(node, "spread"), gm_xml_line(node), err),
			     err);
}

/* ---- tables ---- */

static const char blanks[] = " \t\r\n";

static const gm_runs_table *
find_table(const gm_runs_tables *tables, const char *id)
{
	for (int i = 0; id && i < tables->count; i++)
		if (strcmp(tables->items[i].id, id) == 0)
			return &tables->items[i];
	return NULL;
}

int
gm_runs_measured_room(const gm_xml_node *node, const gm_runs_tables *tables)
{
	const gm_runs_table *table = find_table(tables, gm_xml_attribute(node, "table"));
	return strcmp(gm_xml_name(node), "row") == 0 ? table ? table->count : 0
	                                             : strcmp(gm_xml_name(node), "measured") == 0;
}

static gm_status
read_column(gm_arena *arena, const gm_xml_node *node, gm_runs_table *table,
            gm_runs_column *columns, gm_error *err)
{
	static const char *const known[] = {"metric", "unit"}, *const elements[] = {"column"};
	const char *metric = NULL, *unit = NULL;
	gm_measured none = {0};
	if (strcmp(gm_xml_name(node), "column") != 0)
		return gm_xml_fail_unknown(node, elements, 1, err);
	gm_status status = gm_xml_check_leaf(node, known, 2, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "metric", &metric, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "unit", &unit, err);
	if (status == GM_OK)
		status = gm_xml_locate(node, read_quantity("0", unit, &none, err), err);
	if (status != GM_OK)
		return status;
	for (int i = 0; i < table->count; i++)
		if (strcmp(columns[i].metric, metric) == 0)
			return gm_xml_fail(node, GM_BAD_VALUE, err,
					   "%.60s is given twice in this table", metric);
	columns[table->count++] = (gm_runs_column){gm_arena_copy_text(arena, metric),
	                                           gm_arena_copy_text(arena, unit)};
	return GM_OK;
}

gm_status
gm_runs_read_table(gm_arena *arena, const gm_xml_node *node, gm_runs_tables *tables, gm_error *err)
{
	static const char *const known[] = {"id"};
	const char *id = NULL;
	gm_status status = gm_xml_check_attributes(node, known, 1, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "id", &id, err);
	if (status != GM_OK)
		return status;
	if (find_table(tables, id))
		return gm_xml_fail(node, GM_BAD_VALUE, err, "table '%.60s' is given twice", id);
	gm_runs_column *columns =
		gm_arena_allocate(arena, (size_t)gm_xml_children_count(node), sizeof *columns);
	gm_runs_table table = {gm_arena_copy_text(arena, id), columns, 0};
	for (const gm_xml_node *c = gm_xml_first(node); c && status == GM_OK; c = gm_xml_next(c))
		status = read_column(arena, c, &table, columns, err);
	if (status == GM_OK && table.count == 0)
		status = gm_xml_fail(node, GM_BAD_SYNTAX, err, "<table> holds no <column>");
	if (status == GM_OK)
		tables->items[tables->count++] = table;
	return status;
}

static gm_status
fail_unknown_table(const gm_xml_node *node, const gm_runs_tables *tables, const char *id,
                   gm_error *err)
{
	gm_text known = {0};
	for (int i = 0; i < tables->count; i++)
		gm_text_print(&known, "%s%s", i ? ", " : "", tables->items[i].id);
	const gm_status status =
		gm_xml_fail(node, GM_UNKNOWN_NAME, err, "unknown table '%.60s'; declared: %s", id,
	                    known.bytes ? known.bytes : "none");
	gm_text_dispose(&known);
	return status;
}

/* "12" or "12~0.05", which it takes apart. */
static gm_status
add_cell(gm_runs_measures *out, const gm_runs_column *column, char *cell, int line, gm_error *err)
{
	char *spread = strchr(cell, '~');
	if (spread)
		*spread++ = '\0';
	return add(out, column->metric, column->unit, cell, spread, line, err);
}

gm_status
gm_runs_read_row(gm_arena *arena, const gm_xml_node *node, const gm_runs_tables *tables,
                 gm_runs_measures *out, gm_error *err)
{
	static const char *const known[] = {"table", "values"};
	const char *id = NULL, *values = NULL;
	gm_status status = gm_xml_check_leaf(node, known, 2, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "table", &id, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "values", &values, err);
	if (status != GM_OK)
		return status;
	const gm_runs_table *table = find_table(tables, id);
	if (!table)
		return fail_unknown_table(node, tables, id, err);
	int count = 0;
	char *rest = NULL;
	for (char *cell = strtok_r(gm_arena_copy_text(arena, values), blanks, &rest);
	     cell && status == GM_OK; cell = strtok_r(NULL, blanks, &rest))
		if (count++ < table->count)
			status = gm_xml_locate(node,
			                       add_cell(out, &table->columns[count - 1], cell,
			                                gm_xml_line(node), err),
			                       err);
	if (status == GM_OK && count != table->count)
		status = gm_xml_fail(node, GM_BAD_SYNTAX, err,
				     "table '%.60s' has %d column%s, this row %d value%s", id,
				     table->count, table->count == 1 ? "" : "s", count,
				     count == 1 ? "" : "s");
	return status;
}
