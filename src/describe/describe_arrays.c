#include "describe/describe_run.h"

#include "base/symbol.h"
#include "ptx/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* Letters, digits and _ only, at most 40; no name twice. */
static const char *
free_name(ptx_describing *d, const gm_outline_array *arrays, int count, const char *wanted)
{
	gm_arena *arena = gm_algebra_arena(d->a);
	char *name = gm_arena_print(arena, "%s%.40s", isdigit((unsigned char)*wanted) ? "_" : "",
				    wanted);
	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	const char *own = name;
	for (int n = 2;; n++) {
		bool used = false;
		for (int i = 0; i < count; i++)
			used = used || (arrays[i].name && strcmp(arrays[i].name, own) == 0);
		for (int i = 0; i < d->request->parameters_count; i++)
			used = used || strcmp(d->request->parameters[i].name, own) == 0;
		if (!used)
			return own;
		own = gm_arena_print(arena, "%s_%d", name, n);
	}
}

/* ---- element types ---- */

typedef struct uses {
	bool any;
	int64_t least_bytes; /* of the narrowest access */
	gm_type type;        /* of that */
} uses;

typedef struct typing {
	ptx_describing *d;
	uses *of;
	int *element_bytes; /* per array, 0: not yet */
	int array;
	int64_t common; /* divides every byte offset into the array */
} typing;

static gm_type
single_of(gm_type type)
{
	switch (type) {
	case GM_F32X2:
	case GM_F32X4:
		return GM_F32;
	case GM_F64X2:
		return GM_F64;
	case GM_S32X2:
	case GM_S32X4:
		return GM_S32;
	default:
		return type;
	}
}

static void
each_access(gm_outline_list *list, void (*visit)(typing *t, gm_outline_node *node), typing *t)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		if (node->kind == GM_OUTLINE_ACCESS)
			visit(t, node);
		each_access(&node->body, visit, t);
		each_access(&node->other, visit, t);
	}
}

static void
note_use(typing *t, gm_outline_node *node)
{
	uses *u = &t->of[node->array];
	const gm_type single = single_of(node->type);
	const int64_t bytes = gm_type_bytes(single) ? gm_type_bytes(single) : node->times;
	if (u->any && u->least_bytes <= bytes)
		return;
	*u = (uses){true, bytes, single};
}

static void
divide_common(typing *t, gm_outline_node *node)
{
	if (node->array != t->array)
		return;
	while (t->common > 1 &&
	       (!gm_sum_exact_quotient(t->d->a, node->index, gm_sum_constant(t->d->a, t->common)) ||
		node->times % t->common))
		t->common /= 2;
}

static void
index_by_element(typing *t, gm_outline_node *node)
{
	const gm_sum *bytes = gm_sum_constant(t->d->a, t->element_bytes[node->array]);
	node->index = gm_sum_exact_quotient(t->d->a, node->index, bytes);
}

static gm_type
unsigned_of(int64_t bytes)
{
	return bytes == 1 ? GM_U8 : bytes == 2 ? GM_U16 : bytes == 4 ? GM_U32 : GM_U64;
}

/* The declared type where every access is a multiple of it, else what the narrowest access reads,
   else whatever divides all. */
static gm_type
element_type(typing *t, gm_type declared)
{
	const int64_t given = gm_type_bytes(declared);
	const uses *u = &t->of[t->array];
	t->common = given > 0 ? given : u->any ? u->least_bytes : 1;
	each_access(&t->d->outline->body, divide_common, t);
	if (t->common == given)
		return declared;
	return t->common == gm_type_bytes(u->type) ? u->type : unsigned_of(t->common);
}

/* ---- the table ---- */

static const char *
length_of(ptx_describing *d, int argument, const gm_array *array, int64_t bytes)
{
	gm_arena *arena = gm_algebra_arena(d->a);
	const char *count = argument >= 0 ? d->request->arguments[argument].count : NULL;
	const int64_t declared = gm_type_bytes(array->type);
	if (!count)
		return gm_arena_print(arena, "%lld", (long long)(array->length * declared / bytes));
	if (declared == bytes)
		return count;
	return gm_arena_print(arena, "(%s)*%lld/%lld", count, (long long)declared,
			      (long long)bytes);
}

static int
argument_of(const ptx_describing *d, int buffer)
{
	for (int i = 0; i < d->kernel->arguments_count; i++)
		if (d->kernel->argument_buffers[i] == buffer)
			return i;
	return -1;
}

static gm_outline_array
buffer_array(typing *t, int buffer, const gm_outline_array *before)
{
	ptx_describing *d = t->d;
	const gm_array *array = &d->kernel->base.arrays[buffer];
	const int argument = argument_of(d, buffer);
	const char *given = argument >= 0 ? d->request->arguments[argument].name : NULL;
	const char *plain = gm_symbol_plain(gm_algebra_arena(d->a), array->name);
	/* A variable of the module is bytes where the source had a type. */
	const bool bytes = argument < 0 && array->type == GM_U8;
	const gm_type type = element_type(t, bytes ? GM_NO_TYPE : array->type);
	t->element_bytes[buffer] = gm_type_bytes(type);
	return (gm_outline_array){.name = free_name(d, before, buffer, given ? given : plain),
				  .space = array->space,
				  .type = type,
				  .length = length_of(d, argument, array, gm_type_bytes(type)),
				  .doc = ""};
}

/* Old compilers call a shared variable __cuda_local_var_38900_35_non_const_tile. */
static const char *
after_prefix(const char *name)
{
	const char *tail = strstr(name, "_non_const_");
	return tail ? tail + strlen("_non_const_") : name;
}

static gm_outline_array
placed_array(typing *t, int row, int placed, const gm_outline_array *before)
{
	ptx_describing *d = t->d;
	gm_arena *arena = gm_algebra_arena(d->a);
	const ptx_placed *v = &d->program->placed[placed];
	const gm_type given =
		v->type == PTX_B8 || v->type == PTX_U8 ? GM_NO_TYPE : gm_ptx_type_model(v->type);
	const gm_type type = element_type(t, given);
	const int64_t bytes =
		v->dynamic ? d->kernel->base.resources.shared_dynamic_bytes : v->bytes;
	const int element = t->element_bytes[row] = gm_type_bytes(type);
	const bool by_text = v->dynamic && d->request->dynamic_shared;
	return (gm_outline_array){
		.name = free_name(d, before, row, gm_symbol_plain(arena, after_prefix(v->name))),
		.space = v->space == SPACE_SHARED ? GM_SHARED : GM_LOCAL,
		.type = type,
		.length = by_text && element > 1
				  ? gm_arena_print(arena, "(%s)/%d", d->request->dynamic_shared,
						   element)
			  : by_text ? d->request->dynamic_shared
				    : gm_arena_print(arena, "%lld",
						     (long long)((bytes + element - 1) / element)),
		.dynamic = v->dynamic,
		.doc = ""};
}

/* Leaves out the arrays that nothing accesses, but keeps arguments, and shared ones: they cost
 * occupancy. */
static void
keep_used(typing *t, gm_outline_array *arrays)
{
	gm_outline *o = t->d->outline;
	int *moved = gm_allocate((size_t)t->d->arrays_count + 1, sizeof *moved);
	int count = 0;
	for (int i = 0; i < t->d->arrays_count; i++) {
		const bool held =
			arrays[i].space == GM_SHARED && strcmp(arrays[i].length, "0") != 0;
		const bool kept = t->of[i].any || held || argument_of(t->d, i) >= 0;
		moved[i] = kept ? count : -1;
		if (kept)
			arrays[count++] = arrays[i];
	}
	t->element_bytes = moved;
	o->arrays = arrays;
	o->arrays_count = count;
}

static void
move_array(typing *t, gm_outline_node *node)
{
	node->array = t->element_bytes[node->array];
}

void
gm_ptx_describe_arrays(ptx_describing *d)
{
	const size_t room = (size_t)d->arrays_count + 1;
	gm_arena *arena = gm_algebra_arena(d->a);
	gm_outline_array *arrays = gm_arena_allocate(arena, room, sizeof *arrays);
	typing t = {.d = d,
		    .of = gm_allocate(room, sizeof *t.of),
		    .element_bytes = gm_allocate(room, sizeof *t.element_bytes)};
	int *bytes = t.element_bytes;
	each_access(&d->outline->body, note_use, &t);
	for (t.array = 0; t.array < d->arrays_count; t.array++) {
		const int placed = t.array - d->kernel->buffers_count;
		arrays[t.array] = placed < 0 ? buffer_array(&t, t.array, arrays)
					     : placed_array(&t, t.array, placed, arrays);
	}
	each_access(&d->outline->body, index_by_element, &t);
	keep_used(&t, arrays);
	each_access(&d->outline->body, move_array, &t);
	free(t.element_bytes);
	free(bytes);
	free(t.of);
}
