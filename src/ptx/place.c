#include "ptx/place.h"

#include <stdlib.h>
#include <string.h>

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

/* The map is the parameter itself, or lies in global memory, where the parameter points. */
static void
take_map(ptx_maker *mk, size_t i)
{
	ptx_kernel *k = mk->kernel;
	ptx_program *p = &k->program;
	const ptx_variable *parameter = &mk->entry->parameters[i];
	ptx_map *map = &p->maps[p->maps_count++];
	*map = mk->argument->map;
	map->base = k->buffers[k->argument_buffers[i]].base;
	map->address = PTX_PARAM_WINDOW + (uint64_t)mk->parameter_offsets[i];
	if (parameter->bytes == PTX_MAP_BYTES)
		return;
	const ptx_buffer opaque = {.type = PTX_B8,
				   .elements = PTX_MAP_BYTES,
				   .bytes = PTX_MAP_BYTES,
				   .name = "tensor map"};
	map->address = k->buffers[add_buffer(mk, opaque)].base;
	memcpy(p->parameters + mk->parameter_offsets[i], &map->address,
	       (size_t)parameter->bytes);
}

gm_status
gm_ptx_take_argument(ptx_maker *mk, const char *text, size_t i)
{
	ptx_kernel *k = mk->kernel;
	const ptx_variable *parameter = &mk->entry->parameters[i];
	ptx_argument *a = mk->argument;
	unsigned char *to = k->program.parameters + mk->parameter_offsets[i];
	gm_status status = gm_ptx_argument_parse(text, k->base.arena, a, mk->err);
	if (status == GM_OK)
		status = gm_ptx_argument_check(a, parameter, k->program.narrow ? 4 : 8, (int)i + 1,
					       mk->err);
	k->argument_buffers[i] = -1;
	if (status != GM_OK) {
		if (a->is_buffer)
			gm_ptx_buffer_release(&a->buffer);
		return status;
	}
	if (!a->is_buffer) {
		memcpy(to, a->bytes, a->bytes_count);
		return GM_OK;
	}
	a->buffer.name = mk->names && mk->names[i] ? gm_arena_copy_text(k->base.arena, mk->names[i])
						   : short_name(k->base.arena, parameter->name);
	k->argument_buffers[i] = add_buffer(mk, a->buffer);
	if (a->is_map)
		take_map(mk, i);
	else
		memcpy(to, &k->buffers[k->argument_buffers[i]].base, (size_t)parameter->bytes);
	return GM_OK;
}

void
gm_ptx_place_parameters(ptx_maker *mk)
{
	ptx_kernel *k = mk->kernel;
	int64_t at = 0;
	mk->parameter_offsets = gm_arena_allocate(k->base.arena, mk->entry->parameters_count + 1,
						  sizeof *mk->parameter_offsets);
	k->parameter_offsets = mk->parameter_offsets;
	for (size_t i = 0; i < mk->entry->parameters_count; i++) {
		const ptx_variable *v = &mk->entry->parameters[i];
		at = (at + v->align_bytes - 1) / v->align_bytes * v->align_bytes;
		mk->parameter_offsets[i] = at;
		at += v->bytes;
	}
	k->program.parameters_bytes = at;
	k->program.parameters = gm_arena_allocate(k->base.arena, (size_t)at, 1);
	k->program.maps = gm_arena_allocate(k->base.arena, mk->entry->parameters_count,
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

static ptx_buffer *
buffer_named(ptx_maker *mk, const char *symbol)
{
	const int row = gm_ptx_module_variable(mk->module, symbol);
	for (int i = 0; row >= 0 && i < mk->kernel->buffers_count; i++)
		if (mk->kernel->buffers[i].base == mk->addresses[row])
			return &mk->kernel->buffers[i];
	return NULL;
}

/* The launch fills an array before the kernel runs. */
gm_status
gm_ptx_fill_constant(ptx_maker *mk, const gm_launch_constant *constant)
{
	ptx_argument *a = mk->argument;
	ptx_buffer *to = buffer_named(mk, constant->symbol);
	if (!to)
		return gm_fail(mk->err, GM_UNKNOWN_NAME,
			       "the module has no __constant__ or __device__ array '%s'",
			       constant->symbol);
	gm_status status =
		gm_ptx_argument_parse(constant->contents, mk->kernel->base.arena, a, mk->err);
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
