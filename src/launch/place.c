#include "launch/place.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static int64_t
rounded_up(int64_t value, int64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

static int
add_buffer(ptx_maker *mk, ptx_buffer buffer)
{
	ptx_kernel *k = mk->kernel;
	k->buffers = gm_grow(k->buffers, &mk->buffers_room, (size_t)k->buffers_count + 1,
			     sizeof *k->buffers);
	buffer.base = mk->next;
	mk->next = (buffer.base + buffer.bytes + GM_GLOBAL_GAP_BYTES + GM_GLOBAL_ALIGN_BYTES - 1) /
		   GM_GLOBAL_ALIGN_BYTES * GM_GLOBAL_ALIGN_BYTES;
	k->buffers[k->buffers_count] = buffer;
	return k->buffers_count++;
}

/* _Z2mmPKfi_param_2 is param_2 to a reader. */
static const char *
short_name(gm_arena *arena, const char *name)
{
	const char *tail = strstr(name, "_param_");
	return gm_arena_copy_text(arena, tail ? tail + 1 : name);
}

/* Where a value of an argument goes: a parameter, or a member of one. */
typedef struct ptx_place {
	int64_t offset; /* in the parameters' bytes */
	int64_t bytes;
	const char *name; /* of the buffer it may be */
} ptx_place;

/* The map is the parameter itself, or lies in global memory, where the parameter points. */
static void
take_map(ptx_maker *mk, const ptx_place *place, int buffer)
{
	ptx_kernel *k = mk->kernel;
	ptx_program *p = &k->program;
	ptx_map *map = &p->maps[p->maps_count++];
	*map = mk->argument->map;
	map->base = k->buffers[buffer].base;
	map->address = PTX_PARAM_WINDOW + (uint64_t)place->offset;
	if (place->bytes == PTX_MAP_BYTES)
		return;
	const ptx_buffer opaque = {.type = PTX_B8,
				   .elements = PTX_MAP_BYTES,
				   .bytes = PTX_MAP_BYTES,
				   .name = "tensor map"};
	const int row = add_buffer(mk, opaque); /* moves the buffers */
	map->address = k->buffers[row].base;
	memcpy(p->parameters + place->offset, &map->address, (size_t)place->bytes);
}

static int
row_named(const ptx_kernel *k, const char *name)
{
	for (int i = 0; i < k->buffers_count; i++)
		if (strcmp(k->buffers[i].name, name) == 0)
			return i;
	return -1;
}

/* An address in a buffer that is there. */
static gm_status
put_same(ptx_maker *mk, const ptx_place *place, int *row)
{
	const ptx_argument *a = mk->argument;
	ptx_kernel *k = mk->kernel;
	const char *known = "";
	*row = row_named(k, a->same);
	for (int i = 0; *row < 0 && i < k->buffers_count; i++)
		known = gm_arena_print(k->base.arena, "%s%s%s", known, i ? ", " : "", k->buffers[i].name);
	if (*row < 0)
		return gm_fail(mk->err, GM_UNKNOWN_NAME,
			       "same=%s: no buffer before it has that name; there %s %s", a->same,
			       k->buffers_count == 1 ? "is" : "are", k->buffers_count ? known : "none");
	const uint64_t address = k->buffers[*row].base + (uint64_t)a->same_offset;
	memcpy(k->program.parameters + place->offset, &address, (size_t)place->bytes);
	return GM_OK;
}

/* Makes the buffer that pointers lead into: COUNT parts of the same size. */
static gm_status
lead(ptx_maker *mk, const ptx_place *place)
{
	ptx_kernel *k = mk->kernel;
	ptx_buffer *pointers = &mk->argument->buffer;
	ptx_argument *inner = gm_arena_allocate(k->base.arena, 1, sizeof *inner);
	const gm_status status = gm_ptx_argument_parse(mk->argument->to, k->base.arena, inner, mk->err);
	if (status != GM_OK)
		return status;
	if (!inner->is_buffer || inner->is_map || inner->to || inner->buffer.elements % pointers->elements)
		return gm_fail(mk->err, GM_BAD_VALUE,
			       "'%s' is nothing that %llu pointers could lead into, evenly apart: expected "
			       "TYPE[COUNT] with a multiple of that",
			       mk->argument->to, (unsigned long long)pointers->elements);
	inner->buffer.name = gm_arena_print(k->base.arena, "%s_to", place->name);
	const int row = add_buffer(mk, inner->buffer); /* moves the buffers */
	pointers->first = k->buffers[row].base;
	pointers->number = (int64_t)(inner->buffer.bytes / pointers->elements);
	return GM_OK;
}

/* Bytes, or the address of the buffer they stand for, which is made: its row, -1 for none. */
static gm_status
put(ptx_maker *mk, const ptx_place *place, int *row)
{
	ptx_argument *a = mk->argument;
	unsigned char *to = mk->kernel->program.parameters + place->offset;
	*row = -1;
	if (a->same)
		return put_same(mk, place, row);
	if (!a->is_buffer) {
		memcpy(to, a->bytes, a->bytes_count);
		return GM_OK;
	}
	const gm_status status = a->to ? lead(mk, place) : GM_OK;
	if (status != GM_OK)
		return status;
	a->buffer.name = place->name;
	*row = add_buffer(mk, a->buffer);
	if (a->is_map)
		take_map(mk, place, *row);
	else
		memcpy(to, &mk->kernel->buffers[*row].base, (size_t)place->bytes);
	return GM_OK;
}

static int
pointer_bytes(const ptx_maker *mk)
{
	return mk->kernel->program.narrow ? 4 : 8;
}

/* ---- structures whose members are given ---- */

/* Bytes and alignment of a member, as C lays structures out; raw bytes lie where they come. */
static int64_t
member_bytes(const ptx_maker *mk, int64_t *align)
{
	const ptx_argument *a = mk->argument;
	const int64_t bytes = a->is_map      ? PTX_MAP_BYTES
			      : a->is_buffer || a->same ? pointer_bytes(mk)
					     : (int64_t)a->bytes_count;
	*align = a->is_map ? PTX_MAP_ALIGN_BYTES : a->is_structure ? 1 : bytes;
	return bytes;
}

/* Puts one member behind the others, at *end from the parameter's start, which moves on. */
static gm_status
take_member(ptx_maker *mk, const ptx_variable *parameter, ptx_place place, const char *text,
	    int64_t *end, int64_t *widest)
{
	int64_t align;
	const gm_status status =
		gm_ptx_argument_parse(text, mk->kernel->base.arena, mk->argument, mk->err);
	if (status != GM_OK)
		return status;
	place.bytes = member_bytes(mk, &align);
	const int64_t at = rounded_up(*end, align);
	place.offset += at;
	*end = at + place.bytes;
	*widest = align > *widest ? align : *widest;
	int row;
	if (*end <= parameter->bytes)
		return put(mk, &place, &row);
	if (mk->argument->is_buffer)
		gm_ptx_buffer_release(&mk->argument->buffer);
	return gm_fail(mk->err, GM_BAD_VALUE,
		       "member '%s' ends %lld bytes into the structure, but parameter %s has %lld",
		       text, (long long)*end, parameter->name, (long long)parameter->bytes);
}

static gm_status
take_members(ptx_maker *mk, const char *text, const ptx_variable *parameter, ptx_place place)
{
	gm_arena *arena = mk->kernel->base.arena;
	const char *whole = place.name, *at = text + strlen(PTX_STRUCTURE_WORD), *word;
	int64_t end = 0, widest = 1;
	gm_status status = GM_OK;
	for (int i = 0; status == GM_OK && (word = gm_ptx_member_next(arena, &at)); i++) {
		place.name = gm_arena_print(arena, "%s_%d", whole, i);
		status = take_member(mk, parameter, place, word, &end, &widest);
	}
	if (status == GM_OK && rounded_up(end, widest) != parameter->bytes)
		status = gm_fail(mk->err, GM_BAD_VALUE,
				 "argument '%.60s': its members take %lld bytes, but parameter %s (.%s) has "
				 "%lld",
				 text, (long long)rounded_up(end, widest), parameter->name,
				 gm_ptx_type_name(parameter->type), (long long)parameter->bytes);
	return status;
}

/* ---- arguments ---- */

static gm_status
take_whole(ptx_maker *mk, const char *text, size_t i, const ptx_place *place)
{
	ptx_argument *a = mk->argument;
	gm_status status = gm_ptx_argument_parse(text, mk->kernel->base.arena, a, mk->err);
	if (status == GM_OK)
		status = gm_ptx_argument_check(a, &mk->entry->parameters[i], pointer_bytes(mk),
					       (int)i + 1, mk->err);
	if (status == GM_OK)
		return put(mk, place, &mk->kernel->argument_buffers[i]);
	if (a->is_buffer)
		gm_ptx_buffer_release(&a->buffer);
	return status;
}

gm_status
gm_ptx_take_argument(ptx_maker *mk, const char *text, size_t i)
{
	ptx_kernel *k = mk->kernel;
	const ptx_variable *parameter = &mk->entry->parameters[i];
	const char *given = mk->names ? mk->names[i] : NULL;
	const ptx_place place = {mk->parameter_offsets[i], parameter->bytes,
				 given ? gm_arena_copy_text(k->base.arena, given)
				       : short_name(k->base.arena, parameter->name)};
	k->argument_buffers[i] = -1;
	return gm_ptx_argument_has_members(text) ? take_members(mk, text, parameter, place)
						 : take_whole(mk, text, i, &place);
}

/* At least as many as there are tensor maps: each has a slash before its box. */
static size_t
count_slashes(const gm_ptx_launch *launch)
{
	size_t count = 0;
	for (int i = 0; i < launch->arguments_count; i++)
		for (const char *at = launch->arguments[i]; *at; at++)
			count += *at == '/';
	return count;
}

void
gm_ptx_place_parameters(ptx_maker *mk, const gm_ptx_launch *launch)
{
	ptx_kernel *k = mk->kernel;
	int64_t at = 0;
	mk->parameter_offsets = gm_arena_allocate(k->base.arena, mk->entry->parameters_count + 1,
						  sizeof *mk->parameter_offsets);
	k->parameter_offsets = mk->parameter_offsets;
	for (size_t i = 0; i < mk->entry->parameters_count; i++) {
		const ptx_variable *v = &mk->entry->parameters[i];
		at = rounded_up(at, v->align_bytes);
		mk->parameter_offsets[i] = at;
		at += v->bytes;
	}
	k->program.parameters_bytes = at;
	k->program.parameters = gm_arena_allocate(k->base.arena, (size_t)at, 1);
	k->program.maps = gm_arena_allocate(k->base.arena, count_slashes(launch) + 1,
					    sizeof *k->program.maps);
}

static bool
has_address(const ptx_variable *v)
{
	return (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && v->elements > 0;
}

static ptx_buffer
buffer_of(gm_arena *arena, const ptx_variable *v)
{
	ptx_buffer b = {.type = gm_ptx_type_bits(v->type) < 8 ? PTX_B8 : v->type,
			.elements = (uint64_t)v->elements,
			.bytes = (uint64_t)v->bytes,
			.read_only = v->space == SPACE_CONST,
			.unsaid = v->contents == NULL,
			.name = gm_arena_copy_text(arena, v->name)};
	if (v->contents) {
		b.contents = CONTENTS_BYTES;
		b.data = memcpy(gm_arena_allocate(arena, (size_t)v->bytes, 1), v->contents,
				(size_t)v->bytes);
		b.data_bytes = b.bytes;
	}
	return b;
}

/* Pointers in initial values: the address of another variable. */
static void
apply_fixups(ptx_maker *mk)
{
	const gm_ptx_module *m = mk->module;
	const size_t bytes = mk->kernel->program.narrow ? 4 : 8;
	for (size_t i = 0; i < m->variables_count; i++)
		for (size_t f = 0; f < m->variables[i].fixups_count; f++) {
			const ptx_fixup *x = &m->variables[i].fixups[f];
			const int target = gm_ptx_module_variable(m, x->symbol);
			const uint64_t value =
				(target < 0 ? 0 : mk->addresses[target]) + (uint64_t)x->addend;
			const int row = gm_ptx_buffer_find(mk->kernel->buffers,
							   mk->kernel->buffers_count, mk->addresses[i]);
			if (row >= 0) {
				const ptx_buffer *to = &mk->kernel->buffers[row];
				if (to->data && (uint64_t)x->offset_bytes + bytes <= to->bytes)
					memcpy((unsigned char *)(uintptr_t)to->data +
						       x->offset_bytes,
					       &value, bytes);
			}
		}
}

/* Variables of the module become buffers; their contents are copied, for the module may go first.
 */
void
gm_ptx_place_variables(ptx_maker *mk)
{
	const gm_ptx_module *m = mk->module;
	mk->addresses = gm_allocate(m->variables_count, sizeof *mk->addresses);
	for (size_t i = 0; i < m->variables_count; i++) {
		if (!has_address(&m->variables[i]))
			continue;
		const int row = add_buffer(mk, buffer_of(mk->kernel->base.arena, &m->variables[i]));
		mk->addresses[i] = mk->kernel->buffers[row].base;
	}
	apply_fixups(mk);
}

/* cooperative_groups (CUDA 13.0, details/sync.h) goes to its second word; how much there is, is not told. */
void
gm_ptx_place_workspace(ptx_maker *mk)
{
	enum { WORDS = 64 };
	const ptx_buffer zeros = {.type = PTX_U32, .elements = WORDS, .bytes = WORDS * 4, .name = "grid workspace"};
	if (mk->kernel->program.workspace != 0)
		add_buffer(mk, zeros);
}

static ptx_buffer *
buffer_named(ptx_maker *mk, const char *symbol)
{
	const int row = gm_ptx_module_variable(mk->module, symbol);
	for (int i = 0; row >= 0 && i < mk->kernel->buffers_count; i++)
		if (mk->kernel->buffers[i].base == mk->addresses[row])
			return &mk->kernel->buffers[i];
	return NULL;
}

/* What a symbol of the launch may be: the nearest of the module's. */
static gm_status
refuse_symbol(const ptx_maker *mk, const char *symbol)
{
	enum { NAMES_MOST = 64 };
	const char *names[NAMES_MOST];
	size_t count = 0;
	for (size_t i = 0; i < mk->module->variables_count && count < NAMES_MOST; i++)
		if (has_address(&mk->module->variables[i]))
			names[count++] = mk->module->variables[i].name;
	const char *nearest = gm_text_nearest(symbol, names, count);
	return gm_fail(mk->err, GM_UNKNOWN_NAME, "the module has no __constant__ or __device__ variable '%s'%s%s%s", symbol,
		       nearest ? "; nearest: '" : "", nearest ? nearest : "", nearest ? "'" : "");
}

const char *
gm_ptx_constant_contents(gm_arena *arena, const char *contents)
{
	const size_t type = strcspn(contents, "=[");
	return contents[type] == '=' && strncmp(contents, "struct", type) != 0
		       ? gm_arena_print(arena, "%.*s[1]:fill=%s", (int)type, contents, contents + type + 1)
		       : gm_arena_copy_text(arena, contents);
}

/* The launch fills an array before the kernel runs. */
gm_status
gm_ptx_fill_constant(ptx_maker *mk, const gm_launch_constant *constant)
{
	ptx_argument *a = mk->argument;
	ptx_buffer *to = buffer_named(mk, constant->symbol);
	if (!to)
		return refuse_symbol(mk, constant->symbol);
	gm_status status = gm_ptx_argument_parse(gm_ptx_constant_contents(mk->kernel->base.arena, constant->contents),
						 mk->kernel->base.arena, a, mk->err);
	if (status == GM_OK && (!a->is_buffer || a->buffer.bytes > to->bytes))
		status = gm_fail(mk->err, GM_BAD_VALUE,
				 "'%s' is filled with '%s': expected a buffer of at most %llu bytes",
				 constant->symbol, constant->contents,
				 (unsigned long long)to->bytes);
	if (status != GM_OK) {
		if (a->is_buffer)
			gm_ptx_buffer_release(&a->buffer);
		return status;
	}
	a->buffer.base = to->base;
	a->buffer.bytes = to->bytes;
	a->buffer.name = to->name;
	a->buffer.read_only = to->read_only;
	*to = a->buffer;
	return GM_OK;
}
