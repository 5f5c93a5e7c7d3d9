#include "input/kernel_reader.h"

#include "base/quantity.h"

#include <stdlib.h>
#include <string.h>

typedef gm_status statement_reader(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);

static statement_reader read_let, read_loop, read_if, read_compute, read_barrier;

enum { ATTRIBUTES_MAX = 40 };

/* Every statement: its element, its attributes, its reader. */
static const struct {
	const char *element;
	const char *attributes[ATTRIBUTES_MAX];
	statement_reader *read;
} statements[] = {
        {"let", {"name", "value", "type", "data"}, read_let},
        {"loop", {"variable", "count", "from", "to", "step", "unroll"}, read_loop},
        {"if", {"test"}, read_if},
        {"load",
         {"array", "index", "type", "dependent", "async", "early", "held", "held_address", "turn",
          "turn_most", "name", "after", GM_READER_ISSUE_ATTRIBUTES},
         gm_reader_load},
        {"store", {"array", "index", "type", "async", "after", GM_READER_ISSUE_ATTRIBUTES}, gm_reader_store},
        {"atomic",
         {"array", "index", "op", "result", "name", "after", GM_READER_ISSUE_ATTRIBUTES},
         gm_reader_atomic},
        {"compute",
         {"op", "type", "count", "chain", "m", "n", "k", "unmodelled", "moves", "name", "after", "latency",
	  GM_READER_ISSUE_ATTRIBUTES},
         read_compute},
        {"overhead", {GM_READER_ISSUE_ATTRIBUTES}, gm_reader_overhead},
        {"branch", {"issued", "after", "meets", GM_READER_ISSUE_ATTRIBUTES}, gm_reader_branch},
        {"barrier", {NULL}, read_barrier},
};

enum { STATEMENTS_COUNT = sizeof statements / sizeof *statements };

static int
row_of(const char *element)
{
	for (int i = 0; i < STATEMENTS_COUNT; i++)
		if (strcmp(statements[i].element, element) == 0)
			return i;
	return -1;
}

bool
gm_reader_is_statement(const char *element)
{
	return row_of(element) >= 0 || strcmp(element, "else") == 0;
}

static gm_status
unknown_statement(gm_kernel_reader *r, const gm_xml_node *node)
{
	const char *known[STATEMENTS_COUNT + 1];
	for (int i = 0; i < STATEMENTS_COUNT; i++)
		known[i] = statements[i].element;
	known[STATEMENTS_COUNT] = "else";
	return gm_xml_fail_unknown(node, known, STATEMENTS_COUNT + 1, r->err);
}

static gm_status
check_attributes(gm_kernel_reader *r, const gm_xml_node *node, int row)
{
	size_t count = 0;
	while (count < ATTRIBUTES_MAX && statements[row].attributes[count])
		count++;
	return gm_xml_check_attributes(node, statements[row].attributes, count, r->err);
}

gm_status
gm_reader_no_elements(gm_kernel_reader *r, const gm_xml_node *node)
{
	const gm_xml_node *child = gm_xml_first(node);
	return child ? gm_xml_fail(child, GM_BAD_SYNTAX, r->err, "<%s> holds no elements, found <%s>",
	                           gm_xml_name(node), gm_xml_name(child))
	             : GM_OK;
}

/* ---- names and blocks ---- */

static gm_status
read_let(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	const char *name;
	gm_status status = gm_reader_expression(r, node, "value", &out->value);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "name", &name, r->err);
	if (status == GM_OK)
		status = gm_reader_declare(r, node, name, &out->slot);
	if (status == GM_OK)
		status = gm_reader_width(r, node, out->slot);
	if (status == GM_OK)
		status = gm_xml_flag(node, "data", false, &out->data, r->err);
	out->kind = GM_STATEMENT_LET;
	return status == GM_OK ? gm_reader_no_elements(r, node) : status;
}

static gm_status
read_bounds(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	const bool count = gm_xml_attribute(node, "count") != NULL;
	const bool range = gm_xml_attribute(node, "from") || gm_xml_attribute(node, "to") ||
	                   gm_xml_attribute(node, "step");
	if (count == range)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                   "<loop> takes either count, or to with from and step");
	int64_t turns;
	if (count && gm_integer_parse(gm_xml_attribute(node, "count"), &turns, NULL) == GM_OK && turns < 0)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err, "count is %lld, expected 0 or more",
		                   (long long)turns);
	gm_status status = gm_reader_expression(r, node, count ? "count" : "to", &out->to);
	if (status == GM_OK && gm_xml_attribute(node, "from"))
		status = gm_reader_expression(r, node, "from", &out->from);
	if (status == GM_OK && gm_xml_attribute(node, "step"))
		status = gm_reader_expression(r, node, "step", &out->step);
	return status;
}

/* unroll="yes": whole; "no", or a number of turns; without it the compiler's rule. */
static gm_status
read_unroll(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	const char *text = gm_xml_attribute(node, "unroll");
	int64_t copies = 1;
	if (!text || strcmp(text, "yes") == 0) {
		out->unrolled = text != NULL;
		return GM_OK;
	}
	const bool number = strcmp(text, "no") != 0;
	if (number && (gm_integer_parse(text, &copies, NULL) != GM_OK || copies < 2 || copies > 64))
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
				   "unroll is '%s', expected yes, no or a number from 2 to 64", text);
	out->copies = (int)copies;
	return GM_OK;
}

/* Its turn ends in a branch of which every fourth is left: the assembler makes four turns one. */
static bool
ends_by_fours(const gm_kernel_reader *r, const gm_statements *body)
{
	for (int i = 0; i < body->count; i++) {
		const gm_statement *s = &body->items[i];
		if (s->kind == GM_STATEMENT_SITE && r->sites[s->site].operation == GM_BRANCH &&
		    r->overheads[s->site].issue.of[GM_UNIT_CONTROL] == 0.25F)
			return true;
	}
	return false;
}

static gm_status
read_loop(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	const char *name;
	gm_status status = read_bounds(r, node, out);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "variable", &name, r->err);
	const size_t scope = r->slots;
	if (status == GM_OK)
		status = gm_reader_declare(r, node, name, &out->slot);
	if (status != GM_OK)
		return status;
	status = read_unroll(r, node, out);
	if (status != GM_OK)
		return status;
	out->kind = GM_STATEMENT_LOOP;
	out->loop = r->loops++;
	if (++r->depth > GM_LOOP_DEPTH_MAX)
		return gm_xml_fail(node, GM_TOO_LARGE, r->err, "loops nest deeper than %d",
		                   GM_LOOP_DEPTH_MAX);
	r->depth_max = r->depth > r->depth_max ? r->depth : r->depth_max;
	if (r->turning == 0)
		r->outermost = (int32_t)out->loop + 1;
	r->turning += !out->unrolled;
	status = gm_reader_statements(r, gm_xml_first(node), &out->body);
	r->turning -= !out->unrolled;
	out->by_fours = status == GM_OK && ends_by_fours(r, &out->body);
	r->depth--;
	for (size_t i = scope; i < r->slots; i++)
		r->names[i] = "";
	return status;
}

/* The <else> that may follow is read with its <if>. */
static gm_status
read_if(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	out->kind = GM_STATEMENT_IF;
	gm_status status = gm_reader_expression(r, node, "test", &out->value);
	if (status == GM_OK)
		status = gm_reader_statements(r, gm_xml_first(node), &out->body);
	const gm_xml_node *other = gm_xml_next(node);
	if (status != GM_OK || !other || strcmp(gm_xml_name(other), "else") != 0)
		return status;
	status = gm_xml_check_attributes(other, NULL, 0, r->err);
	return status == GM_OK ? gm_reader_statements(r, gm_xml_first(other), &out->other) : status;
}

/* ---- instructions ---- */

gm_status
gm_reader_add_site(gm_kernel_reader *r, const gm_xml_node *node, gm_site site, gm_statement *out)
{
	if (r->sites_count == 4096)
		return gm_xml_fail(node, GM_TOO_LARGE, r->err, "more than 4096 instructions");
	site.line = gm_xml_line(node);
	site.looping = r->turning > 0 ? r->outermost : 0;
	r->sites = gm_grow(r->sites, &r->sites_capacity, r->sites_count + 1, sizeof *r->sites);
	out->kind = GM_STATEMENT_SITE;
	out->site = (uint32_t)r->sites_count;
	r->sites[r->sites_count++] = site;
	return gm_reader_no_elements(r, node);
}

/* As PTX has them (PTX ISA, "Matrix Data-types" and wgmma): m of one warp is 8, 16 or 32, of four
   together 64; n comes in eights; k is a power of two. */
static gm_status
check_mma_shape(const gm_kernel_reader *r, const gm_xml_node *node, const int64_t size[3])
{
	const int64_t m = size[0], n = size[1], k = size[2];
	const bool good = (m == 8 || m == 16 || m == 32 || m == 64) && n % 8 == 0 && k >= 4 &&
	                  (k & (k - 1)) == 0;
	return good ? GM_OK
	            : gm_xml_fail(node, GM_BAD_VALUE, r->err,
	                          "mma of %lld x %lld x %lld: expected m 8, 16, 32 or 64, n a multiple of "
	                          "8 and k a power of two from 4 on",
	                          (long long)m, (long long)n, (long long)k);
}

static gm_status
read_mma_shape(gm_kernel_reader *r, const gm_xml_node *node, gm_site *site)
{
	int64_t size[3];
	static const char *const names[3] = {"m", "n", "k"};
	if (site->operation != GM_MMA)
		return gm_xml_attribute(node, "m") || gm_xml_attribute(node, "n") ||
		                       gm_xml_attribute(node, "k")
		               ? gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "m, n and k belong to op=\"mma\"")
		               : GM_OK;
	for (int i = 0; i < 3; i++) {
		const gm_status status = gm_reader_constant(r, node, names[i], &size[i]);
		if (status != GM_OK)
			return status;
		if (size[i] < 1 || size[i] > 256)
			return gm_xml_fail(node, GM_BAD_VALUE, r->err, "%s is %lld, expected 1 to 256",
			                   names[i], (long long)size[i]);
	}
	site->mma_flop = 2 * size[0] * size[1] * size[2];
	return check_mma_shape(r, node, size);
}

static bool
computes(gm_operation operation)
{
	return !gm_operation_is_memory(operation) && operation != GM_BARRIER;
}

static gm_status
find_operation(gm_kernel_reader *r, const gm_xml_node *node, gm_operation *out)
{
	const char *names[GM_OPERATION_COUNT];
	gm_operation rows[GM_OPERATION_COUNT];
	size_t count = 0, index;
	for (int i = 0; i < GM_OPERATION_COUNT; i++)
		if (computes((gm_operation)i)) {
			rows[count] = (gm_operation)i;
			names[count++] = gm_operation_name((gm_operation)i);
		}
	const gm_status status = gm_xml_choice(node, "op", names, count, &index, r->err);
	if (status == GM_OK)
		*out = rows[index];
	return status;
}

/* What no model knows the time of, and whether it may move bytes that nobody counts. */
static gm_status
read_unmodelled(gm_kernel_reader *r, const gm_xml_node *node, gm_site *site)
{
	const char *what = gm_xml_attribute(node, "unmodelled");
	if (gm_xml_attribute(node, "moves") && !what)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                   "'moves' is for what is 'unmodelled': an access is a load or a store");
	if (what && !*what)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
		                   "unmodelled is empty, expected the instruction: \"tex.2d\"");
	site->unmodelled = what ? gm_arena_copy_text(r->arena, what) : NULL;
	return gm_xml_flag(node, "moves", false, &site->unmodelled_bytes, r->err);
}

static gm_status
read_compute(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	gm_site site = {.array = -1, .count = 1};
	gm_status status = find_operation(r, node, &site.operation);
	if (status == GM_OK)
		status = gm_reader_type(r, node, &site.type);
	if (status == GM_OK)
		status = gm_xml_flag(node, "chain", true, &out->chain, r->err);
	if (status == GM_OK && gm_xml_attribute(node, "count"))
		status = gm_reader_constant(r, node, "count", &site.count);
	if (status == GM_OK && (site.count < 0 || site.count > INT32_MAX))
		status = gm_xml_fail(node, GM_BAD_VALUE, r->err, "count is %lld, expected 0 to %d",
		                     (long long)site.count, INT32_MAX);
	if (status == GM_OK)
		status = read_mma_shape(r, node, &site);
	if (status == GM_OK)
		status = read_unmodelled(r, node, &site);
	if (status != GM_OK)
		return status;
	site.text = gm_arena_print(r->arena, "%s %s", gm_operation_name(site.operation),
	                           gm_type_name(site.type));
	return gm_reader_add_site(r, node, site, out);
}

static gm_status
read_barrier(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	r->resources.barriers_count = 1;
	return gm_reader_add_site(r, node, (gm_site){.operation = GM_BARRIER, .array = -1, .count = 1,
	                                   .text = "barrier"},
	                out);
}

/* ---- a list of statements ---- */

static gm_status
read_one(gm_kernel_reader *r, const gm_xml_node *node, const gm_xml_node *before, gm_statement *out)
{
	const int row = row_of(gm_xml_name(node));
	if (row < 0 && strcmp(gm_xml_name(node), "else") == 0)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "<else> must stand directly after an <if>%s%s",
		                   before ? ", found it after " : "", before ? gm_xml_name(before) : "");
	if (row < 0)
		return unknown_statement(r, node);
	out->line = gm_xml_line(node);
	gm_status status = check_attributes(r, node, row);
	if (status == GM_OK)
		status = statements[row].read(r, node, out);
	if (status != GM_OK || out->kind != GM_STATEMENT_SITE)
		return status;
	status = out->overhead ? GM_OK : gm_reader_own_issue(r, node);
	return status == GM_OK ? gm_reader_waits(r, node, out) : status;
}

gm_status
gm_reader_statements(gm_kernel_reader *r, const gm_xml_node *first, gm_statements *out)
{
	gm_statement *list = NULL;
	size_t count = 0, capacity = 0;
	gm_status status = GM_OK;
	const gm_xml_node *before = NULL;
	for (const gm_xml_node *node = first; node && status == GM_OK; node = gm_xml_next(node)) {
		const bool taken = before && strcmp(gm_xml_name(before), "if") == 0 &&
		                   strcmp(gm_xml_name(node), "else") == 0;
		if (!taken) {
			list = gm_grow(list, &capacity, count + 1, sizeof *list);
			status = read_one(r, node, before, &list[count++]);
		}
		before = node;
	}
	gm_statement *kept = gm_arena_allocate(r->arena, count + 1, sizeof *kept);
	if (count)
		memcpy(kept, list, count * sizeof *kept);
	free(list);
	*out = (gm_statements){kept, (int)count};
	return status;
}
