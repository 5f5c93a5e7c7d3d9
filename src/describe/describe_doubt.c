#include "describe/describe_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool
is_said(const ptx_describing *d, const char *doubt)
{
	for (size_t i = 0; i < d->doubts_count; i++)
		if (strcmp(d->doubts[i], doubt) == 0)
			return true;
	return false;
}

void
gm_ptx_doubt(ptx_describing *d, const char *format, ...)
{
	char text[400];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (d->trial || is_said(d, text))
		return;
	d->doubts = gm_grow(d->doubts, &d->doubts_room, d->doubts_count + 1, sizeof *d->doubts);
	d->doubts[d->doubts_count++] = gm_arena_copy_text(gm_algebra_arena(d->a), text);
}

void
gm_ptx_add_parameter(ptx_describing *d, const char *name, const char *value, int64_t number,
	      const char *doc)
{
	d->parameters = gm_grow(d->parameters, &d->parameters_room, d->parameters_count + 1,
				sizeof *d->parameters);
	d->parameters[d->parameters_count++] = (gm_outline_parameter){name, value, doc, number};
}

static const char *
free_name(const ptx_describing *d, const char *stem)
{
	gm_arena *arena = gm_algebra_arena(d->a);
	const char *name = stem;
	for (int n = 2;; n++) {
		bool used = false;
		for (size_t i = 0; i < d->parameters_count; i++)
			used = used || strcmp(d->parameters[i].name, name) == 0;
		if (!used)
			return name;
		name = gm_arena_print(arena, "%s_%d", stem, n);
	}
}

const char *
gm_ptx_place(const ptx_describing *d, const ptx_step *s)
{
	gm_arena *arena = gm_algebra_arena(d->a);
	return s->source_line ? gm_arena_print(arena, "line %d", s->source_line)
			      : gm_arena_print(arena, "line %d of the PTX", s->line);
}

const gm_sum *
gm_ptx_decided_by_data(ptx_describing *d, const char *stem, const ptx_step *s)
{
	const bool truth = strcmp(stem, "taken") == 0;
	const int line = s->source_line ? s->source_line : -s->line;
	for (size_t i = 0; i < d->decided_count; i++)
		if (d->decided[i].line == line && strcmp(d->decided[i].stem, stem) == 0)
			return d->decided[i].symbol;
	const char *name = free_name(d, stem);
	const gm_sum *symbol = gm_sum_symbol(d->a, name, GM_SYMBOL_SIZE, 0, truth ? 1 : INT32_MAX);
	if (d->trial)
		return symbol;
	d->decided =
		gm_grow(d->decided, &d->decided_room, d->decided_count + 1, sizeof *d->decided);
	d->decided[d->decided_count++] = (ptx_decided){stem, line, symbol};
	gm_ptx_add_parameter(
		d, name, "1", 1,
		gm_arena_print(gm_algebra_arena(d->a),
			       truth ? "%s: 1 where the lanes take the branch; data decide"
				     : "%s: turns of the loop; data decide",
			       gm_ptx_place(d, s)));
	return symbol;
}
