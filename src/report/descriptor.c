/*
 *     <loop variable="i" count="n/16">
 *         <!- tiled_mm.cu:23 ->
 *         <load array="A" index="y*n + i*16 + threadIdx.x"/>
 */
#include "report/descriptor.h"

#include "report/descriptor_issue.h"

#include <string.h>

typedef struct writing {
	gm_text *out;
	const gm_outline *outline;
	const char *source_text;
	int line; /* the source line last said */
} writing;

void
gm_xml_append_escaped(gm_text *out, const char *text)
{
	static const char special[] = "&<\"";
	static const char *const escaped[] = {"&amp;", "&lt;", "&quot;"};
	for (; *text; text++) {
		const char *at = strchr(special, *text);
		if (at)
			gm_text_append(out, escaped[at - special]);
		else
			gm_text_append_bytes(out, text, 1);
	}
}

void
gm_xml_append_attribute(gm_text *out, const char *name, const char *value)
{
	gm_text_print(out, " %s=\"", name);
	gm_xml_append_escaped(out, value);
	gm_text_append(out, "\"");
}

static void
attribute(writing *w, const char *name, const char *value)
{
	gm_xml_append_attribute(w->out, name, value);
}

static void
formula(writing *w, const char *name, const gm_sum *sum)
{
	attribute(w, name, gm_sum_text(w->outline->algebra, sum));
}

/* n/16,n/16 with a space after each comma. */
static void
shape(writing *w, const char *name, const char *value)
{
	gm_text text = {0};
	for (; *value; value++) {
		gm_text_append_bytes(&text, value, 1);
		if (*value == ',' && value[1] != ' ')
			gm_text_append(&text, " ");
	}
	attribute(w, name, text.bytes ? text.bytes : "");
	gm_text_dispose(&text);
}

static void
indent(writing *w, int depth)
{
	for (int i = 0; i < depth; i++)
		gm_text_append(w->out, "\t");
}

/* ---- comments: two hyphens may not stand in one ---- */

static void
append_comment(gm_text *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		gm_text_append_bytes(out, text + i, 1);
		if (text[i] == '-' && (i + 1 == length || text[i + 1] == '-'))
			gm_text_append(out, " ");
	}
}

/* The source line without the white space around it; its length in *length. */
static const char *
source_line(const char *text, int line, size_t *length)
{
	for (int at = 1; text && at < line; at++) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	*length = text ? strcspn(text, "\r\n") : 0;
	while (*length && (*text == ' ' || *text == '\t')) {
		text++;
		--*length;
	}
	while (*length && (text[*length - 1] == ' ' || text[*length - 1] == '\t'))
		--*length;
	return text;
}

static void
say_line(writing *w, int line, int depth)
{
	size_t length;
	const char *text = source_line(w->source_text, line, &length);
	if (line == 0 || line == w->line)
		return;
	w->line = line;
	indent(w, depth);
	if (length) {
		gm_text_print(w->out, "<!-- %d: ", line);
		append_comment(w->out, text, length);
	} else {
		gm_text_print(w->out, "<!-- %s%s%d", w->outline->source,
			      *w->outline->source ? ":" : "line ", line);
	}
	gm_text_append(w->out, " -->\n");
}

/* ---- what stands before the statements ---- */

static void
write_header(writing *w)
{
	const gm_outline *o = w->outline;
	gm_text_append(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kernel");
	attribute(w, "name", o->name);
	attribute(w, "schema", "1");
	if (*o->doc)
		attribute(w, "doc", o->doc);
	gm_text_append(w->out, ">\n");
	for (int i = 0; i < o->doubts_count; i++) {
		gm_text_append(w->out, "\t<!-- ");
		append_comment(w->out, o->doubts[i], strlen(o->doubts[i]));
		gm_text_append(w->out, " -->\n");
	}
	for (int i = 0; i < o->parameters_count; i++) {
		gm_text_append(w->out, "\t<parameter");
		attribute(w, "name", o->parameters[i].name);
		attribute(w, "value", o->parameters[i].value);
		if (*o->parameters[i].doc)
			attribute(w, "doc", o->parameters[i].doc);
		gm_text_append(w->out, "/>\n");
	}
	gm_text_append(w->out, "\t<launch");
	shape(w, "grid", o->grid);
	shape(w, "block", o->block);
	if (o->dynamic_shared)
		attribute(w, "dynamic_shared", o->dynamic_shared);
	gm_text_append(w->out, "/>\n");
	if (o->require) {
		gm_text_append(w->out, "\t<require");
		attribute(w, "test", o->require);
		attribute(w, "message", o->require_message);
		gm_text_append(w->out, "/>\n");
	}
}

static void
write_registers(writing *w)
{
	const gm_resources *r = w->outline->resources;
	for (int i = 0; i < r->registers_by_capability_count; i++) {
		const gm_registers *row = &r->registers_by_capability[i];
		gm_text_print(w->out, "\t<registers compute_capability=\"%d.%d\" count=\"%lld\"",
			      row->cc_major, row->cc_minor, (long long)row->count);
		if (row->source && *row->source)
			attribute(w, "source", row->source);
		gm_text_append(w->out, "/>\n");
	}
	if (r->registers_by_capability_count == 0 && r->registers_count > 0)
		gm_text_print(w->out, "\t<registers count=\"%lld\"/>\n",
			      (long long)r->registers_count);
}

static void
write_arrays(writing *w)
{
	for (int i = 0; i < w->outline->arrays_count; i++) {
		const gm_outline_array *array = &w->outline->arrays[i];
		gm_text_append(w->out, "\t<array");
		attribute(w, "name", array->name);
		attribute(w, "space", gm_space_name(array->space));
		attribute(w, "type", gm_type_name(array->type));
		attribute(w, "length", array->length);
		if (array->dynamic)
			attribute(w, "dynamic", "yes");
		gm_text_append(w->out, "/>\n");
	}
	for (int i = 0; i < w->outline->lets_count; i++) {
		gm_text_append(w->out, "\t<let");
		attribute(w, "name", w->outline->lets[i].name);
		formula(w, "value", w->outline->lets[i].value);
		gm_text_append(w->out, "/>\n");
	}
}

/* ---- statements ---- */

/* What moves floats four at a time says so, in whatever registers. */
static gm_type
type_of_access(gm_type type, gm_type element)
{
	const bool floats = element == GM_F32, doubles = element == GM_F64;
	if (type == GM_S32X4 && (floats || doubles))
		return floats ? GM_F32X4 : GM_F64X2;
	return type == GM_S32X2 && floats ? GM_F32X2 : type;
}

static void
write_access(writing *w, const gm_outline_node *node)
{
	const gm_outline_array *array = &w->outline->arrays[node->array];
	const bool atomic = gm_operation_is_atomic(node->operation);
	gm_text_print(w->out, "<%s",
		      atomic                        ? "atomic"
		      : node->operation == GM_STORE ? "store"
						    : "load");
	attribute(w, "array", array->name);
	formula(w, "index", node->index);
	if (atomic)
		attribute(w, "op", node->atomic);
	if (node->operation == GM_REDUCE)
		attribute(w, "result", "no");
	if (!atomic && node->times != gm_type_bytes(array->type))
		attribute(w, "type", gm_type_name(type_of_access(node->type, array->type)));
	if (node->dependent && !node->told)
		attribute(w, "dependent", "yes");
	if (node->async)
		attribute(w, "async", "yes");
	if (node->early)
		attribute(w, "early", "yes");
	gm_descriptor_write_own(w->out, node);
	gm_descriptor_write_held(w->out, node);
	gm_descriptor_write_waits(w->out, w->outline, node);
	gm_text_append(w->out, "/>\n");
}

static void
write_compute(writing *w, const gm_outline_node *node)
{
	gm_text_append(w->out, "<compute");
	attribute(w, "op", gm_operation_name(node->operation));
	attribute(w, "type", gm_type_name(node->type));
	if (node->times != 1)
		gm_text_print(w->out, " count=\"%lld\"", (long long)node->times);
	if (!node->chain && !node->told)
		attribute(w, "chain", "no");
	if (node->operation == GM_MMA)
		gm_text_print(w->out, " m=\"%d\" n=\"%d\" k=\"%d\"", node->m, node->n, node->k);
	if (node->unmodelled)
		attribute(w, "unmodelled", node->unmodelled);
	if (node->unmodelled_bytes)
		attribute(w, "moves", "yes");
	gm_descriptor_write_own(w->out, node);
	gm_descriptor_write_latency(w->out, node);
	gm_descriptor_write_waits(w->out, w->outline, node);
	gm_text_append(w->out, "/>\n");
}

static void
write_branch(writing *w, const gm_outline_node *node)
{
	const float issued = node->issue.of[GM_UNIT_CONTROL];
	gm_text_append(w->out, "<branch");
	if (issued != 1)
		gm_text_print(w->out, " issued=\"%.4g\"", (double)issued);
	gm_descriptor_write_issue(w->out, &node->issue, false);
	if (node->issue.meets)
		attribute(w, "meets", "yes");
	if (node->after_count || node->delay > 0)
		gm_descriptor_write_waits(w->out, w->outline, node);
	gm_text_append(w->out, "/>\n");
}

static void
write_overhead(writing *w, const gm_issue *issue)
{
	gm_text_append(w->out, "<overhead");
	gm_descriptor_write_issue(w->out, issue, true);
	gm_text_append(w->out, "/>\n");
}

/* A random number is read, and no instruction computes it. */
static bool
stands_for_data(const gm_sum *value)
{
	for (int i = 0; i < value->count; i++)
		for (int k = 0; k < value->products[i].count; k++) {
			const gm_factor *f = value->products[i].factors[k];
			if (f->op == GM_OP_RANDOM || f->op == GM_OP_MIX)
				return true;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				if (stands_for_data(f->operand[n]))
					return true;
		}
	return false;
}

static void write_list(writing *w, const gm_outline_list *list, int depth);

static void
write_loop(writing *w, const gm_outline_node *node, int depth)
{
	gm_text_append(w->out, "<loop");
	formula(w, "variable", node->variable);
	if (node->bound) {
		formula(w, "from", node->from);
		formula(w, "to", node->bound);
		if (!gm_sum_is_constant(node->step) || node->step->constant != 1)
			formula(w, "step", node->step);
	} else {
		formula(w, "count", node->count);
	}
	if (node->unrolled)
		attribute(w, "unroll", "yes");
	gm_text_append(w->out, ">\n");
	write_list(w, &node->body, depth + 1);
	indent(w, depth);
	gm_text_append(w->out, "</loop>\n");
}

static void
write_if(writing *w, const gm_outline_node *node, int depth)
{
	gm_text_append(w->out, "<if");
	formula(w, "test", node->test);
	gm_text_append(w->out, ">\n");
	write_list(w, &node->body, depth + 1);
	indent(w, depth);
	gm_text_append(w->out, "</if>\n");
	if (node->other.count == 0)
		return;
	indent(w, depth);
	gm_text_append(w->out, "<else>\n");
	write_list(w, &node->other, depth + 1);
	indent(w, depth);
	gm_text_append(w->out, "</else>\n");
}

static void
write_node(writing *w, const gm_outline_node *node, int depth)
{
	if (!gm_outline_is_overhead(node))
		say_line(w, node->source_line, depth);
	if (gm_descriptor_says_issue(&node->before)) {
		indent(w, depth);
		write_overhead(w, &node->before);
	}
	indent(w, depth);
	switch (node->kind) {
	case GM_OUTLINE_LOOP:
		write_loop(w, node, depth);
		break;
	case GM_OUTLINE_IF:
		write_if(w, node, depth);
		break;
	case GM_OUTLINE_ACCESS:
		write_access(w, node);
		break;
	case GM_OUTLINE_COMPUTE:
		write_compute(w, node);
		break;
	case GM_OUTLINE_BARRIER:
		gm_text_append(w->out, "<barrier/>\n");
		break;
	case GM_OUTLINE_OVERHEAD:
		write_overhead(w, &node->issue);
		break;
	case GM_OUTLINE_BRANCH:
		write_branch(w, node);
		break;
	case GM_OUTLINE_LET:
		gm_text_append(w->out, "<let");
		formula(w, "name", node->variable);
		formula(w, "value", node->index);
		if (stands_for_data(node->index))
			attribute(w, "data", "yes");
		gm_text_append(w->out, "/>\n");
		break;
	}
}

static void
write_list(writing *w, const gm_outline_list *list, int depth)
{
	for (int i = 0; i < list->count; i++)
		write_node(w, list->nodes[i], depth);
}

void
gm_descriptor_write(gm_text *out, const gm_outline *outline, const char *source_text)
{
	writing w = {.out = out, .outline = outline, .source_text = source_text};
	write_header(&w);
	write_registers(&w);
	write_arrays(&w);
	write_list(&w, &outline->body, 1);
	gm_text_append(out, "</kernel>\n");
}
