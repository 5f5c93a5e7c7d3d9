#include "ptx/launch.h"

#include "base/text.h"
#include "ptx/arguments.h"
#include "ptx/flow.h"
#include "ptx/hazards.h"
#include "ptx/issue.h"
#include "ptx/join.h"
#include "ptx/lower.h"
#include "ptx/relevance.h"
#include "ptx/roots.h"
#include "ptx/unread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024, GAP_BYTES = 1 << 20, BUFFER_ALIGN_BYTES = 256 };

static const int64_t GRID_MAX = INT32_MAX, SHARED_MAX = 1 << 20, BLOCK_BYTES_MAX = 1 << 28;

static void
free_program(ptx_program *p)
{
	free(p->steps);
	free(p->words);
	free(p->units);
	free(p->unit_bits);
	free(p->tables);
	free(p->initials);
	free(p->loops);
	free(p->node_of);
	free(p->loop_of);
}

static void
kernel_free(gm_kernel *kernel)
{
	ptx_kernel *k = (ptx_kernel *)(void *)kernel;
	for (int i = 0; i < k->buffers_count; i++)
		gm_ptx_buffer_release(&k->buffers[i]);
	free(k->buffers);
	free(k->argument_buffers);
	free(k->sites);
	free_program(&k->program);
	gm_arena_free(k->base.arena);
	free(k);
}

static const gm_kernel_class class = {.blocks = gm_ptx_blocks,
				      .replay = gm_ptx_replay,
				      .free = kernel_free,
				      .issue = gm_ptx_issue};

/* The entry of the name, or the only one whose mangled name contains it (_Z6matmulPf for matmul).
 */
static const ptx_function *
find_entry(const gm_ptx_module *m, const char *name, gm_error *err)
{
	char mangled[300] = "";
	size_t found = 0, at = 0;
	if (!name && m->entries_count == 1)
		return gm_ptx_module_function(m, m->entries[0]);
	if (m->entries_count == 0) {
		gm_fail(err, GM_UNKNOWN_NAME, "the module has no kernel (.entry)");
		return NULL;
	}
	if (!name) {
		gm_fail(err, GM_UNKNOWN_NAME,
			"the module has %zu kernels, '%s' among them: name one", m->entries_count,
			m->entries[0]);
		return NULL;
	}
	snprintf(mangled, sizeof mangled, "%zu%.250s", strlen(name), name);
	for (size_t i = 0; i < m->entries_count; i++) {
		if (strcmp(m->entries[i], name) == 0)
			return gm_ptx_module_function(m, name);
		if (strstr(m->entries[i], mangled)) {
			found++;
			at = i;
		}
	}
	if (found == 1)
		return gm_ptx_module_function(m, m->entries[at]);
	const char *near = gm_text_nearest(name, m->entries, m->entries_count);
	gm_fail(err, GM_UNKNOWN_NAME, "no kernel '%s' in the module; %s '%s'%s", name,
		near ? "did you mean" : "it has", near ? near : m->entries[0], near ? "?" : "");
	return NULL;
}

static gm_status
check_launch(const gm_ptx_launch *l, const ptx_function *f, gm_error *err)
{
	const gm_dim3 g = l->grid, b = l->block;
	const bool sizes = g.x >= 1 && g.y >= 1 && g.z >= 1 && g.x <= GRID_MAX && g.y <= 65535 &&
			   g.z <= 65535 && b.x >= 1 && b.y >= 1 && b.z >= 1 && b.x <= THREADS_MAX &&
			   b.y <= THREADS_MAX && b.z <= 64;
	if (!sizes || b.x * b.y * b.z > THREADS_MAX)
		return gm_fail(
			err, GM_BAD_VALUE,
			"grid %lldx%lldx%lld, block %lldx%lldx%lld: expected at least 1 each, at "
			"most 1024 threads per block and 2^31-1 x 65535 x 65535 blocks",
			(long long)g.x, (long long)g.y, (long long)g.z, (long long)b.x,
			(long long)b.y, (long long)b.z);
	if (l->shared_dynamic_bytes < 0 || l->shared_dynamic_bytes > SHARED_MAX)
		return gm_fail(err, GM_BAD_VALUE,
			       "%lld bytes of dynamic shared memory: expected 0 to 2^20",
			       (long long)l->shared_dynamic_bytes);
	const int64_t *r = f->required_threads;
	if (r[0] > 0 && (r[0] != b.x || r[1] != b.y || r[2] != b.z))
		return gm_fail(
			err, GM_BAD_VALUE,
			"%s requires blocks of %lldx%lldx%lld threads (.reqntid), the launch has "
			"%lldx%lldx%lld",
			f->name, (long long)r[0], (long long)r[1], (long long)r[2], (long long)b.x,
			(long long)b.y, (long long)b.z);
	if (f->most_threads > 0 && b.x * b.y * b.z > f->most_threads)
		return gm_fail(err, GM_BAD_VALUE,
			       "%s allows %lld threads per block (.maxntid), the launch has %lld",
			       f->name, (long long)f->most_threads, (long long)(b.x * b.y * b.z));
	if ((size_t)l->arguments_count != f->parameters_count)
		return gm_fail(err, GM_BAD_VALUE, "%s has %zu parameters, %d arguments were given",
			       f->name, f->parameters_count, l->arguments_count);
	return GM_OK;
}

/* Everything that exists only while a kernel is made. */
typedef struct maker {
	const gm_ptx_module *module;
	const ptx_function *entry;
	ptx_kernel *kernel;
	gm_error *err;
	uint64_t next; /* address of the next buffer */
	size_t buffers_room;
	uint64_t *addresses; /* of module variables */
	int64_t *parameter_offsets;
	ptx_argument *argument; /* room for one: it is large */
} maker;

static int
add_buffer(maker *mk, ptx_buffer buffer)
{
	ptx_kernel *k = mk->kernel;
	k->buffers = gm_grow(k->buffers, &mk->buffers_room, (size_t)k->buffers_count + 1,
			     sizeof *k->buffers);
	buffer.base = mk->next;
	mk->next = (buffer.base + buffer.bytes + GAP_BYTES + BUFFER_ALIGN_BYTES - 1) /
		   BUFFER_ALIGN_BYTES * BUFFER_ALIGN_BYTES;
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

static gm_status
take_argument(maker *mk, const char *text, size_t i)
{
	ptx_kernel *k = mk->kernel;
	const ptx_variable *parameter = &mk->entry->parameters[i];
	ptx_argument *a = mk->argument;
	unsigned char *to = k->program.parameters + mk->parameter_offsets[i];
	gm_status status = gm_ptx_argument_parse(text, k->base.arena, a, mk->err);
	if (status == GM_OK)
		status = gm_ptx_argument_check(a, parameter, (int)i + 1, mk->err);
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
	a->buffer.name = short_name(k->base.arena, parameter->name);
	k->argument_buffers[i] = add_buffer(mk, a->buffer);
	memcpy(to, &k->buffers[k->argument_buffers[i]].base, sizeof(uint64_t));
	return GM_OK;
}

static void
place_parameters(maker *mk)
{
	ptx_kernel *k = mk->kernel;
	int64_t at = 0;
	mk->parameter_offsets = gm_allocate(mk->entry->parameters_count, sizeof(int64_t));
	for (size_t i = 0; i < mk->entry->parameters_count; i++) {
		const ptx_variable *v = &mk->entry->parameters[i];
		at = (at + v->align_bytes - 1) / v->align_bytes * v->align_bytes;
		mk->parameter_offsets[i] = at;
		at += v->bytes;
	}
	k->program.parameters_bytes = at;
	k->program.parameters = gm_arena_allocate(k->base.arena, (size_t)at, 1);
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

/* Variables of the module become buffers; their contents are copied, for the module may go first.
 */
static void
place_variables(maker *mk)
{
	const gm_ptx_module *m = mk->module;
	mk->addresses = gm_allocate(m->variables_count, sizeof *mk->addresses);
	for (size_t i = 0; i < m->variables_count; i++) {
		if (!has_address(&m->variables[i]))
			continue;
		const int row = add_buffer(mk, buffer_of(mk->kernel->base.arena, &m->variables[i]));
		mk->addresses[i] = mk->kernel->buffers[row].base;
	}
}

static ptx_buffer *
buffer_named(maker *mk, const char *symbol)
{
	const int row = gm_ptx_module_variable(mk->module, symbol);
	for (int i = 0; row >= 0 && i < mk->kernel->buffers_count; i++)
		if (mk->kernel->buffers[i].base == mk->addresses[row])
			return &mk->kernel->buffers[i];
	return NULL;
}

/* The launch fills an array before the kernel runs. */
static gm_status
fill_constant(maker *mk, const gm_launch_constant *constant)
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

/* Pointers in initial values: the address of another variable. */
static void
apply_fixups(maker *mk)
{
	const gm_ptx_module *m = mk->module;
	for (size_t i = 0; i < m->variables_count; i++)
		for (size_t f = 0; f < m->variables[i].fixups_count; f++) {
			const ptx_fixup *x = &m->variables[i].fixups[f];
			const int target = gm_ptx_module_variable(m, x->symbol);
			const uint64_t value =
				(target < 0 ? 0 : mk->addresses[target]) + (uint64_t)x->addend;
			for (int b = 0; b < mk->kernel->buffers_count; b++) {
				const ptx_buffer *to = &mk->kernel->buffers[b];
				const bool here = to->base == mk->addresses[i] && to->data;
				if (here && (uint64_t)x->offset_bytes + 8 <= to->bytes)
					memcpy((unsigned char *)(uintptr_t)to->data +
						       x->offset_bytes,
					       &value, 8);
			}
		}
}

/* What a block needs of this machine's memory; devices have far less per block. */
static gm_status
check_size(const ptx_kernel *k, const gm_ptx_launch *launch, gm_error *err)
{
	const int64_t threads = launch->block.x * launch->block.y * launch->block.z;
	const int64_t warps = (threads + PTX_LANES - 1) / PTX_LANES;
	const int64_t registers = warps * k->program.units_count * PTX_UNIT_BYTES;
	const int64_t local = warps * PTX_LANES * k->program.local_bytes;
	if (k->shared_bytes <= SHARED_MAX && registers + local <= BLOCK_BYTES_MAX)
		return GM_OK;
	return gm_fail(
		err, GM_TOO_LARGE,
		"a block would take %lld bytes of shared memory (at most 2^20), %lld of registers "
		"and %lld of local memory (at most 2^28 together)",
		(long long)k->shared_bytes, (long long)registers, (long long)local);
}

static gm_status
lower(maker *mk, const gm_ptx_launch *launch)
{
	ptx_kernel *k = mk->kernel;
	ptx_lowering lo = {.module = mk->module,
			   .arena = k->base.arena,
			   .err = mk->err,
			   .program = &k->program,
			   .addresses = mk->addresses,
			   .parameter_offsets = mk->parameter_offsets};
	const bool good = gm_ptx_lower_entry(&lo, mk->entry);
	gm_ptx_names_dispose(&lo.constants);
	free(lo.dynamic);
	k->sites = lo.sites;
	k->base.sites = lo.sites;
	k->base.sites_count = lo.sites_count;
	k->program.sites_count = lo.sites_count;
	if (!good)
		return mk->err->status;
	k->shared_bytes = k->program.dynamic_offset + launch->shared_dynamic_bytes;
	const gm_status status = check_size(k, launch, mk->err);
	if (status != GM_OK)
		return status;
	gm_ptx_flow_analyse(&k->program, k->base.arena);
	gm_ptx_join(&k->program, k->sites);
	gm_ptx_relevance_analyse(&k->program, k->buffers, k->buffers_count, k->base.arena);
	return GM_OK;
}

/* Sites that lie in one buffer name its row of the array table. */
static void
name_arrays(ptx_kernel *k)
{
	int *roots = gm_ptx_roots(&k->program, k->buffers, k->buffers_count);
	for (int32_t i = 0; i < k->program.steps_count; i++) {
		const ptx_step *s = &k->program.steps[i];
		const bool copy = s->copies && s->sources_count >= 2;
		const uint32_t unit = copy && s->rule == RULE_NONE && s->detail == 0 ? s->b : s->a;
		const uint32_t site = copy && s->streams_itself ? s->traffic_site : s->site;
		if (site == PTX_NO_SITE || unit == PTX_NO_UNIT || roots[unit] < 0)
			continue;
		if (k->sites[site].access_bytes > 0 && k->sites[site].space != GM_SHARED)
			k->sites[site].array = roots[unit];
	}
	free(roots);
}

static void
describe(ptx_kernel *k, const ptx_function *entry, const gm_ptx_launch *launch)
{
	gm_arena *arena = k->base.arena;
	gm_array *arrays = gm_arena_allocate(arena, (size_t)k->buffers_count, sizeof *arrays);
	for (int i = 0; i < k->buffers_count; i++) {
		const ptx_buffer *b = &k->buffers[i];
		arrays[i] = (gm_array){.name = b->name,
				       .space = b->read_only ? GM_CONSTANT : GM_GLOBAL,
				       .type = gm_ptx_type_model(b->type),
				       .length = (int64_t)b->elements,
				       .base_bytes = b->base};
	}
	k->base.arrays = arrays;
	k->base.arrays_count = k->buffers_count;
	k->base.name = gm_arena_copy_text(arena, entry->name);
	k->base.doc = "";
	k->base.origin = GM_FROM_PTX;
	k->base.grid = launch->grid;
	k->base.block = launch->block;
	k->base.resources = (gm_resources){.registers_count = -1,
					   .registers_source = "",
					   .shared_static_bytes = k->program.shared_bytes,
					   .shared_dynamic_bytes = launch->shared_dynamic_bytes,
					   .local_bytes = k->program.local_bytes,
					   .barriers_count = -1};
}

static gm_status
make(maker *mk, const gm_ptx_launch *launch)
{
	ptx_kernel *k = mk->kernel;
	gm_status status = check_launch(launch, mk->entry, mk->err);
	if (status != GM_OK)
		return status;
	place_parameters(mk);
	k->argument_buffers = gm_allocate(mk->entry->parameters_count, sizeof(int));
	const size_t count = mk->entry->parameters_count;
	for (size_t i = 0; i < count && status == GM_OK; i++, k->arguments_count++)
		status = take_argument(mk, launch->arguments[i], i);
	if (status != GM_OK)
		return status;
	place_variables(mk);
	apply_fixups(mk);
	for (int i = 0; i < launch->constants_count && status == GM_OK; i++)
		status = fill_constant(mk, &launch->constants[i]);
	if (status != GM_OK)
		return status;
	status = lower(mk, launch);
	if (status != GM_OK)
		return status;
	name_arrays(k);
	gm_ptx_name_reductions(&k->program, k->sites);
	gm_ptx_hazards_prepare(&k->program, k->sites);
	describe(k, mk->entry, launch);
	return GM_OK;
}

gm_status
gm_ptx_kernel_new(const gm_ptx_module *module, const gm_ptx_launch *launch, gm_kernel **out,
		  gm_error *err)
{
	gm_error own = GM_ERROR_NONE;
	gm_error *story = err ? err : &own;
	*out = NULL;
	const ptx_function *entry = find_entry(module, launch->entry, story);
	if (!entry)
		return story->status;
	ptx_kernel *k = gm_allocate(1, sizeof *k);
	k->base.class = &class;
	k->base.arena = gm_arena_new();
	k->base.file = gm_arena_copy_text(k->base.arena, module->file ? module->file : "");
	k->budget = launch->budget > 0 ? launch->budget : GM_PTX_BUDGET;
	maker mk = {.module = module,
		    .entry = entry,
		    .kernel = k,
		    .err = story,
		    .next = PTX_GLOBAL_START,
		    .argument = gm_allocate(1, sizeof *mk.argument)};
	const gm_status status = make(&mk, launch);
	free(mk.addresses);
	free(mk.parameter_offsets);
	free(mk.argument);
	if (status != GM_OK)
		kernel_free(&k->base);
	else
		*out = &k->base;
	return status;
}
