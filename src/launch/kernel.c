#include "simt/ptx_kernel.h"

#include "base/symbol.h"
#include "launch/entry.h"
#include "launch/later.h"
#include "launch/place.h"
#include "sass/again.h"
#include "sass/combine.h"
#include "sass/fuse.h"
#include "sass/issue.h"
#include "sass/join.h"
#include "sass/kept.h"
#include "simt/live.h"
#include "sass/pick.h"
#include "sass/rare.h"
#include "simt/relevance.h"
#include "simt/roots.h"
#include "sass/shift.h"
#include "sass/spill.h"
#include "sass/unread.h"
#include "simt/unsaid.h"
#include "simt/apart.h"
#include "simt/await.h"
#include "simt/contest.h"
#include "simt/earlier.h"
#include "simt/flow.h"
#include "simt/hazards.h"
#include "simt/lower.h"
#include "simt/order.h"
#include "simt/passing.h"
#include "simt/queue.h"
#include "simt/remote.h"
#include "simt/straight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t BLOCK_BYTES_MAX = 1 << 27;

static void
free_program(ptx_program *p)
{
	free(p->steps);
	free(p->words);
	free(p->units);
	free(p->unit_bits);
	free(p->fresh);
	free(p->tables);
	free(p->initials);
	free(p->placed);
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
	gm_ptx_rare_asked_free(k->rare_asked);
	free_program(&k->program);
	gm_arena_free(k->base.arena);
	free(k);
}

static const gm_kernel_class class = {.blocks = gm_ptx_blocks,
				      .replay = gm_ptx_replay,
				      .free = kernel_free,
				      .issue = gm_ptx_issue,
				      .wait = gm_ptx_wait_together,
				      .again = gm_ptx_again};

/* What a block needs of this machine's memory; devices have far less per block. */
static gm_status
check_size(const ptx_kernel *k, const gm_ptx_launch *launch, gm_error *err)
{
	const int64_t threads = launch->block.x * launch->block.y * launch->block.z;
	const int64_t warps = (threads + PTX_LANES - 1) / PTX_LANES;
	const int64_t registers = warps * k->program.units_count * PTX_UNIT_BYTES;
	const int64_t local = warps * PTX_LANES * k->program.local_bytes;
	if (k->shared_bytes <= PTX_SHARED_MAX && registers + local <= BLOCK_BYTES_MAX)
		return GM_OK;
	return gm_fail(
		err, GM_TOO_LARGE,
		"a block would take %lld bytes of shared memory (at most 2^20), %lld of registers "
		"and %lld of local memory (at most 2^27 together)",
		(long long)k->shared_bytes, (long long)registers, (long long)local);
}

/* Around the step, from 1; 0: none. */
static int32_t
outermost_loop(const ptx_program *p, int32_t step)
{
	int32_t loop = p->loop_of[p->node_of[step]];
	while (loop >= 0 && p->loops[loop].parent >= 0)
		loop = p->loops[loop].parent;
	return loop + 1;
}

static void
note_loops(const ptx_program *p, gm_site *sites)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].site != PTX_NO_SITE)
			sites[p->steps[i].site].looping = outermost_loop(p, i);
}

static gm_status
lower(ptx_maker *mk, const gm_ptx_launch *launch)
{
	ptx_kernel *k = mk->kernel;
	ptx_lowering lo = {.module = mk->module,
			   .arena = k->base.arena,
			   .err = mk->err,
			   .program = &k->program,
			   .addresses = mk->addresses,
			   .parameter_offsets = mk->parameter_offsets,
			   .workspace = mk->next};
	memcpy(k->program.cluster, mk->entry->cluster, sizeof k->program.cluster);
	const bool good = gm_ptx_lower_entry(&lo, mk->entry);
	if (good)
		gm_ptx_note_blocks(&lo);
	if (good)
		gm_ptx_spill(&lo, (ptx_given){launch->registers_count, launch->local_bytes, launch->spilling});
	gm_ptx_names_dispose(&lo.constants);
	free(lo.dynamic);
	k->sites = lo.sites;
	k->base.sites = lo.sites;
	k->base.sites_count = lo.sites_count;
	k->program.sites_count = lo.sites_count;
	if (!good)
		return mk->err->status;
	gm_ptx_place_workspace(mk);
	k->shared_bytes = k->program.dynamic_offset + launch->shared_dynamic_bytes;
	const gm_status status = check_size(k, launch, mk->err);
	if (status != GM_OK)
		return status;
	gm_ptx_flow_analyse(&k->program, k->base.arena);
	gm_ptx_shift_loads(k);
	gm_ptx_note_apart(&k->program);
	gm_ptx_join(&k->program, k->sites);
	gm_ptx_join_again(&k->program);
	gm_ptx_remote(&k->program, k->sites);
	gm_ptx_combine(&k->program, k->sites);
	gm_ptx_pick(&k->program, &k->base, k->cc);
	gm_ptx_fuse(&k->program);
	gm_ptx_note_passing(&k->program, k->sites);
	note_loops(&k->program, k->sites);
	gm_ptx_note_queue(&k->program);
	gm_ptx_relevance_analyse(&k->program, k->sites, k->buffers, k->buffers_count, k->base.arena);
	gm_ptx_note_order(&k->program, k->buffers, k->buffers_count, k->sites);
	gm_ptx_note_unsaid(&k->program, k->buffers, k->buffers_count, k->sites);
	gm_ptx_note_fresh(&k->program);
	return GM_OK;
}

static void
note_contests(ptx_kernel *k, gm_dim3 grid)
{
	int *roots = gm_ptx_roots(&k->program, k->buffers, k->buffers_count);
	k->base.contested = gm_ptx_note_contests(&k->program, roots);
	if (!k->base.contested && gm_dim3_volume(grid) > 1)
		k->base.awaits = gm_ptx_note_awaits(&k->program, k->sites, roots);
	gm_ptx_note_what_stays_drawn(&k->program, roots);
	free(roots);
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
		if (site == PTX_NO_SITE || unit == PTX_NO_UNIT || roots[unit] < 0 || s->spills)
			continue;
		if (k->sites[site].access_bytes > 0 && k->sites[site].space != GM_SHARED)
			k->sites[site].array = roots[unit];
	}
	free(roots);
}

/* The name without its folders. */
static const char *
last_part(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	return slash ? slash + 1 : path ? path : "";
}

static void
note_origin(ptx_kernel *k, const gm_ptx_module *module, const ptx_function *entry)
{
	const char *file = gm_ptx_module_file(module, entry->source_file);
	int cc = 0;
	k->entry = gm_arena_copy_text(k->base.arena, entry->name);
	k->source = gm_arena_copy_text(k->base.arena, last_part(file));
	k->base.debug = module->debug;
	if (module->target && sscanf(module->target, "sm_%d", &cc) == 1)
		k->cc = cc;
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
				       .base_bytes = b->base,
				       .of_module = i >= k->given_count};
	}
	const char **arguments =
		gm_arena_allocate(arena, (size_t)launch->arguments_count + 1, sizeof *arguments);
	for (int i = 0; i < launch->arguments_count; i++)
		arguments[i] = gm_arena_copy_text(arena, launch->arguments[i]);
	gm_launch_constant *constants =
		gm_arena_allocate(arena, (size_t)launch->constants_count + 1, sizeof *constants);
	for (int i = 0; i < launch->constants_count; i++)
		constants[i] = (gm_launch_constant){gm_arena_copy_text(arena, launch->constants[i].symbol),
						    gm_ptx_constant_contents(arena, launch->constants[i].contents)};
	k->base.entry = gm_arena_copy_text(arena, entry->name);
	k->base.arguments = arguments;
	k->base.arguments_count = launch->arguments_count;
	k->base.constants = constants;
	k->base.constants_count = launch->constants_count;
	k->base.arrays = arrays;
	k->base.arrays_count = k->buffers_count;
	k->base.name = gm_symbol_readable(arena, entry->name);
	k->base.doc = "";
	k->base.cooperative = launch->cooperative || k->program.workspace != 0;
	k->base.origin = GM_FROM_PTX;
	k->base.issues_known = true;
	k->base.issues_why = "a model of what the assembler makes of PTX";
	k->base.grid = launch->grid;
	k->base.block = launch->block;
	k->base.resources = (gm_resources){.registers_count = -1,
					   .registers_source = "",
					   .shared_static_bytes = k->program.shared_bytes,
					   .shared_dynamic_bytes = launch->shared_dynamic_bytes,
					   .local_bytes = k->program.local_bytes + k->program.spilled_bytes,
					   .spilled_bytes = k->program.spilled_bytes,
					   .spills = k->program.spills,
					   .barriers_count = -1};
}

static gm_status
make(ptx_maker *mk, const gm_ptx_launch *launch)
{
	ptx_kernel *k = mk->kernel;
	gm_status status = gm_ptx_entry_check(launch, mk->entry, mk->err);
	if (status != GM_OK)
		return status;
	gm_ptx_place_parameters(mk, launch);
	k->argument_buffers = gm_allocate(mk->entry->parameters_count, sizeof(int));
	const size_t count = mk->entry->parameters_count;
	for (size_t i = 0; i < count && status == GM_OK; i++, k->arguments_count++)
		status = gm_ptx_take_argument(mk, launch->arguments[i], i);
	if (status != GM_OK)
		return status;
	k->given_count = k->buffers_count;
	gm_ptx_place_variables(mk);
	if (mk->module->address_bits != 64 && mk->next > PTX_NARROW_END)
		return gm_fail(mk->err, GM_TOO_LARGE,
			       "buffers of %llu bytes do not fit into addresses of 32 bits",
			       (unsigned long long)(mk->next - PTX_NARROW_START));
	for (int i = 0; i < launch->constants_count && status == GM_OK; i++)
		status = gm_ptx_fill_constant(mk, &launch->constants[i]);
	if (status != GM_OK)
		return status;
	status = lower(mk, launch);
	if (status != GM_OK)
		return status;
	name_arrays(k);
	note_contests(k, launch->grid);
	gm_ptx_name_reductions(&k->program, k->sites);
	gm_ptx_hazards_prepare(&k->program, k->sites);
	describe(k, mk->entry, launch);
	note_origin(k, mk->module, mk->entry);
	gm_ptx_issue_note(&k->base, k->cc, &k->program, k->sites);
	gm_ptx_note_straight(&k->program);
	k->base.waits_for_earlier = gm_ptx_waits_for_earlier(k);
	gm_ptx_rare_observe(k);
	return GM_OK;
}

gm_status
gm_ptx_kernel_new(const gm_ptx_module *module, const gm_ptx_launch *launch, gm_kernel **out,
		  gm_error *err)
{
	gm_error own = GM_ERROR_NONE;
	gm_error *story = err ? err : &own;
	*out = NULL;
	const ptx_function *entry = gm_ptx_entry_find(module, launch->entry, story);
	if (!entry)
		return story->status;
	ptx_kernel *k = gm_allocate(1, sizeof *k);
	k->program.narrow = module->address_bits != 64;
	k->base.methods = &class;
	k->base.arena = gm_arena_new();
	k->base.file = gm_arena_copy_text(k->base.arena, module->file ? module->file : "");
	k->budget = launch->budget > 0 ? launch->budget : GM_PTX_BUDGET;
	ptx_maker mk = {.module = module,
		    .entry = entry,
		    .kernel = k,
		    .err = story,
		    .next = module->address_bits == 64 ? GM_GLOBAL_START : PTX_NARROW_START,
		    .argument = gm_allocate(1, sizeof *mk.argument),
		    .names = launch->names};
	const gm_status status = make(&mk, launch);
	free(mk.addresses);
	free(mk.argument);
	if (status != GM_OK)
		kernel_free(&k->base);
	else
		*out = &k->base;
	return status;
}

void
gm_ptx_kernel_local(gm_kernel *kernel, int64_t bytes)
{
	ptx_kernel *k = (ptx_kernel *)(void *)kernel;
	kernel->resources.local_bytes = bytes;
	if (k->program.spills != GM_SPILLS_READ)
		kernel->resources.spilled_bytes = gm_ptx_beyond_arrays(bytes, k->program.local_bytes);
	if (bytes == 0)
		gm_ptx_keep_arrays(k);
}
