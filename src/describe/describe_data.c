#include "describe/describe_run.h"

/* Whether any step but loads may write the buffer; a pointer that leads anywhere may. */
static bool
is_written(const ptx_describing *d, int array)
{
	const ptx_program *p = d->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->site == PTX_NO_SITE)
			continue;
		const gm_site *site = &d->kernel->sites[s->site];
		const bool writes = site->operation == GM_STORE || gm_operation_is_atomic(site->operation);
		const bool global = site->space == GM_GLOBAL;
		if (writes && global && (site->array == array || site->array < 0))
			return true;
	}
	return false;
}

/* The largest element of a file, read through once. */
static int64_t
most_in_file(const ptx_buffer *b)
{
	int64_t most = 0;
	for (uint64_t i = 0; i < b->elements; i++) {
		const unsigned bytes = (unsigned)gm_ptx_type_bytes(b->type);
		uint64_t element = 0;
		for (unsigned k = 0; k < bytes && i * bytes + k < b->data_bytes; k++)
			element |= (uint64_t)b->data[i * bytes + k] << (8 * k);
		if (element <= INT32_MAX && (int64_t)element > most)
			most = (int64_t)element;
	}
	return most;
}

static const gm_sum *
let(ptx_describing *d, const char *stem, const gm_sum *value, int64_t high, gm_outline_list *list,
    int line)
{
	const char *name =
		d->lets == 1 ? stem : gm_arena_print(gm_algebra_arena(d->a), "%s%d", stem, d->lets);
	const gm_sum *symbol = gm_sum_symbol(d->a, name, GM_SYMBOL_LET, 0, high);
	gm_outline_append(d->a, list,
			  (gm_outline_node){.kind = GM_OUTLINE_LET,
					    .source_line = line,
					    .variable = symbol,
					    .index = value});
	return symbol;
}

/* As the request calls the argument, or as the PTX does. */
static const char *
name_of(const ptx_describing *d, const ptx_buffer *b)
{
	const int buffer = (int)(b - d->kernel->buffers);
	for (int i = 0; i < d->kernel->arguments_count && i < d->request->arguments_count; i++)
		if (d->kernel->argument_buffers[i] == buffer && d->request->arguments[i].name)
			return d->request->arguments[i].name;
	return b->name;
}

/* As simt/contents.c draws an element, where an expression can say it: no file, and nothing that a sign of 32
   bits would change. NULL: it cannot. */
static const gm_sum *
drawn(ptx_describing *d, const ptx_buffer *b, const gm_sum *element)
{
	gm_algebra *a = d->a;
	const gm_sum *number = gm_sum_constant(a, b->number);
	const int bytes = (int)gm_ptx_type_bytes(b->type);
	const int64_t most = gm_ptx_type_kind(b->type) == KIND_UNSIGNED ? INT64_C(1) << 32 : INT32_MAX;
	const bool any_bits = b->contents == CONTENTS_SIGNED && bytes == 4;
	if ((b->contents == CONTENTS_RANDOM && b->number > 0 && b->number <= most) || any_bits)
		return gm_sum_drawn(a, GM_OP_RANDOM, element, number);
	if (b->contents != CONTENTS_BAND)
		return NULL;
	const gm_sum *near = gm_sum_drawn(a, GM_OP_MIX, element, gm_sum_scale(a, number, 4));
	const gm_sum *rows = gm_sum_constant(a, (int64_t)b->elements / b->number);
	return gm_sum_modulo(a, gm_sum_add(a, gm_sum_divide(a, element, number), near), rows);
}

/* Bits of a square, scattered enough for addresses. */
static const gm_sum *
scattered(ptx_describing *d, const ptx_step *s, const ptx_buffer *b, const gm_sum *element,
	  gm_outline_list *list)
{
	gm_algebra *a = d->a;
	const int64_t most = b->contents == CONTENTS_BAND     ? (int64_t)b->elements / b->number
			     : b->contents == CONTENTS_CYCLE  ? (int64_t)b->elements
			     : b->contents == CONTENTS_RANDOM ? b->number
							      : most_in_file(b) + 1;
	const gm_sum *same = drawn(d, b, element);
	if (same) {
		d->lets++;
		return let(d, "data", same, same->high, list, s->source_line);
	}
	if (most < 1)
		return NULL;
	d->lets++;
	const gm_sum *seed = let(d, "seed", gm_sum_modulo(a, element, gm_sum_constant(a, 65536)),
				 65535, list, s->source_line);
	const gm_sum *mixed = gm_sum_add(a, gm_sum_scale(a, gm_sum_multiply(a, seed, seed), 40503),
					 gm_sum_scale(a, seed, 9973));
	mixed = gm_sum_divide(a, mixed, gm_sum_constant(a, 128));
	gm_ptx_doubt(d, "%s: data of %s are stood for by scattered numbers below %lld",
		     gm_ptx_place(d, s), name_of(d, b), (long long)most);
	return let(d, "data", gm_sum_modulo(a, mixed, gm_sum_constant(a, most)), most - 1, list,
		   s->source_line);
}

/* The thread among all of the grid. */
static const gm_sum *
number_of_thread(ptx_describing *d)
{
	static const struct {
		ptx_special at, of;
	} axes[] = {{SPECIAL_CTAID_Z, SPECIAL_NCTAID_Z}, {SPECIAL_CTAID_Y, SPECIAL_NCTAID_Y},
		    {SPECIAL_CTAID_X, SPECIAL_NCTAID_X}, {SPECIAL_TID_Z, SPECIAL_NTID_Z},
		    {SPECIAL_TID_Y, SPECIAL_NTID_Y},     {SPECIAL_TID_X, SPECIAL_NTID_X}};
	const gm_sum *number = gm_sum_constant(d->a, 0);
	for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
		number = gm_sum_add(d->a, gm_sum_multiply(d->a, number, d->specials[axes[i].of]),
				    d->specials[axes[i].at]);
	return number;
}

const gm_sum *
gm_ptx_scattered_place(ptx_describing *d, int array, int64_t bytes)
{
	gm_algebra *a = d->a;
	/* Each turn of a loop would name the place of the one before. */
	if (array < 0 || array >= d->kernel->buffers_count || d->turning || bytes < 1)
		return NULL;
	const gm_sum *places = gm_sum_constant(a, (int64_t)d->kernel->buffers[array].bytes / bytes);
	if (places->constant < 1)
		return NULL;
	return gm_sum_scale(a, gm_sum_drawn(a, GM_OP_RANDOM, number_of_thread(d), places), bytes);
}

const char *
gm_ptx_array_name(const ptx_describing *d, int array)
{
	return name_of(d, &d->kernel->buffers[array]);
}

const gm_sum *
gm_ptx_loaded_value(ptx_describing *d, const ptx_step *s, int array, const gm_sum *offset,
		    gm_outline_list *list)
{
	gm_algebra *a = d->a;
	const ptx_buffer *b = array < d->kernel->buffers_count ? &d->kernel->buffers[array] : NULL;
	const ptx_kind kind = b ? gm_ptx_type_kind(b->type) : KIND_OPAQUE;
	if (!b || (kind != KIND_SIGNED && kind != KIND_UNSIGNED) || is_written(d, array) ||
	    gm_ptx_type_bytes((ptx_type)s->type) != gm_ptx_type_bytes(b->type))
		return NULL;
	const gm_sum *bytes = gm_sum_constant(a, gm_ptx_type_bytes(b->type));
	const gm_sum *element = gm_sum_exact_quotient(a, offset, bytes);
	if (!element)
		return NULL;
	switch (b->contents) {
	case CONTENTS_ZERO:
		return gm_sum_constant(a, 0);
	case CONTENTS_FILL:
		return gm_sum_constant(a, b->number);
	case CONTENTS_STEP:
		return gm_sum_scale(a, element, b->number);
	case CONTENTS_CHAIN:
		return gm_sum_modulo(a, gm_sum_add(a, element, gm_sum_constant(a, b->number)),
				     gm_sum_constant(a, (int64_t)b->elements));
	case CONTENTS_GATHER:
		return gm_sum_modulo(a, gm_sum_scale(a, element, b->number),
				     gm_sum_constant(a, (int64_t)b->elements));
	default:
		return scattered(d, s, b, element, list);
	}
}
