#include "describe/describe_run.h"

#include "base/symbol.h"

#include <stdlib.h>
#include <string.h>

/* ---- views ---- */

static ptx_view
new_view(const ptx_describing *d)
{
	const size_t units = d->program->units_count;
	return (ptx_view){.values = gm_allocate(units, sizeof(gm_sum *)),
			  .producers = gm_allocate(units, sizeof(int32_t)),
			  .loaded = gm_allocate(units, sizeof(bool)),
			  .origins = gm_allocate(units, sizeof(ptx_origin *)),
			  .latest = -1};
}

ptx_view
gm_ptx_view_copy(const ptx_describing *d, const ptx_view *view)
{
	const size_t units = d->program->units_count;
	ptx_view copy = new_view(d);
	memcpy(copy.values, view->values, units * sizeof *copy.values);
	memcpy(copy.producers, view->producers, units * sizeof *copy.producers);
	memcpy(copy.loaded, view->loaded, units * sizeof *copy.loaded);
	memcpy(copy.origins, view->origins, units * sizeof *copy.origins);
	copy.latest = view->latest;
	copy.window = view->window;
	copy.slot = view->slot;
	return copy;
}

void
gm_ptx_view_dispose(ptx_view *view)
{
	free(view->values);
	free(view->producers);
	free(view->loaded);
	free((void *)view->origins);
	*view = (ptx_view){0};
}

/* ---- what is known at the start ---- */

/* The sign of a number is taken for given, its size is not. */
static const gm_sum *
size_symbol(gm_algebra *a, const char *name, int64_t value)
{
	const int64_t most = value > INT32_MAX ? INT64_C(1) << 40 : INT32_MAX;
	return value < 0 ? gm_sum_symbol(a, name, GM_SYMBOL_SIZE, -most, -1)
			 : gm_sum_symbol(a, name, GM_SYMBOL_SIZE, value > 0, most);
}

static const struct {
	ptx_special special;
	const char *name;
	gm_symbol_class class;
	int64_t low, high;
} specials[] = {
	{SPECIAL_TID_X, "threadIdx.x", GM_SYMBOL_THREAD, 0, 1023},
	{SPECIAL_TID_Y, "threadIdx.y", GM_SYMBOL_THREAD, 0, 1023},
	{SPECIAL_TID_Z, "threadIdx.z", GM_SYMBOL_THREAD, 0, 63},
	{SPECIAL_NTID_X, "blockDim.x", GM_SYMBOL_SIZE, 1, 1024},
	{SPECIAL_NTID_Y, "blockDim.y", GM_SYMBOL_SIZE, 1, 1024},
	{SPECIAL_NTID_Z, "blockDim.z", GM_SYMBOL_SIZE, 1, 64},
	{SPECIAL_CTAID_X, "blockIdx.x", GM_SYMBOL_BLOCK, 0, INT32_MAX},
	{SPECIAL_CTAID_Y, "blockIdx.y", GM_SYMBOL_BLOCK, 0, 65535},
	{SPECIAL_CTAID_Z, "blockIdx.z", GM_SYMBOL_BLOCK, 0, 65535},
	{SPECIAL_NCTAID_X, "gridDim.x", GM_SYMBOL_SIZE, 1, INT32_MAX},
	{SPECIAL_NCTAID_Y, "gridDim.y", GM_SYMBOL_SIZE, 1, 65535},
	{SPECIAL_NCTAID_Z, "gridDim.z", GM_SYMBOL_SIZE, 1, 65535},
	{SPECIAL_LANEID, "lane", GM_SYMBOL_THREAD, 0, 31},
	{SPECIAL_WARPID, "warp", GM_SYMBOL_THREAD, 0, 31},
};

static void
make_specials(ptx_describing *d)
{
	const gm_dim3 block = d->kernel->base.block;
	const int64_t threads[] = {block.x, block.y, block.z};
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		d->specials[specials[i].special] = gm_sum_symbol(
			d->a, specials[i].name, specials[i].class, specials[i].low,
			d->request->fixed_block && i < 3 ? threads[i] - 1 : specials[i].high);
	d->specials[SPECIAL_ONE] = gm_sum_constant(d->a, 1);
	d->specials[SPECIAL_ZERO] = gm_sum_constant(d->a, 0);
}

static void
add_size(ptx_describing *d, const gm_sum *symbol, int64_t value)
{
	d->sizes[d->sizes_count] = symbol;
	d->size_values[d->sizes_count++] = value;
}

static void
add_launch_sizes(ptx_describing *d)
{
	const gm_dim3 block = d->kernel->base.block, grid = d->kernel->base.grid;
	add_size(d, d->specials[SPECIAL_NTID_X], block.x);
	add_size(d, d->specials[SPECIAL_NTID_Y], block.y);
	add_size(d, d->specials[SPECIAL_NTID_Z], block.z);
	add_size(d, d->specials[SPECIAL_NCTAID_X], grid.x);
	add_size(d, d->specials[SPECIAL_NCTAID_Y], grid.y);
	add_size(d, d->specials[SPECIAL_NCTAID_Z], grid.z);
}

const gm_sum *
gm_ptx_at_launch(ptx_describing *d, const gm_sum *sum)
{
	for (int i = 0; i < d->sizes_count; i++)
		sum = gm_sum_substitute(d->a, sum, gm_sum_as_symbol(d->sizes[i]),
					gm_sum_constant(d->a, d->size_values[i]));
	return sum;
}

/* The scalars that were given as expressions, in the parameters they were given in. */
static gm_status
make_arguments(ptx_describing *d)
{
	const gm_ptx_request *r = d->request;
	gm_arena *arena = gm_algebra_arena(d->a);
	const char **names =
		gm_arena_allocate(arena, (size_t)r->parameters_count + 1, sizeof *names);
	const gm_sum **sums =
		gm_arena_allocate(arena, (size_t)r->parameters_count + 1, sizeof *sums);
	d->sizes = gm_arena_allocate(arena, (size_t)r->parameters_count + 6, sizeof *d->sizes);
	d->size_values =
		gm_arena_allocate(arena, (size_t)r->parameters_count + 6, sizeof *d->size_values);
	add_launch_sizes(d);
	for (int i = 0; i < r->parameters_count; i++) {
		names[i] = r->parameters[i].name;
		sums[i] = size_symbol(d->a, names[i], r->parameter_values[i]);
		add_size(d, sums[i], r->parameter_values[i]);
		gm_ptx_add_parameter(d, names[i], r->parameters[i].value, r->parameter_values[i],
			      r->parameters[i].doc);
	}
	d->arguments = gm_arena_allocate(arena, (size_t)d->kernel->arguments_count + 1,
					 sizeof *d->arguments);
	for (int i = 0; i < d->kernel->arguments_count; i++) {
		const int buffer = d->kernel->argument_buffers[i];
		const char *value = i < r->arguments_count ? r->arguments[i].value : NULL;
		gm_expression *expression = NULL;
		if (buffer >= 0)
			d->arguments[i] = d->bases[buffer];
		if (!value)
			continue;
		const gm_status status = gm_expression_parse(
			arena, value, (gm_names){names, r->parameters_count}, &expression, d->err);
		if (status != GM_OK)
			return status;
		d->arguments[i] = gm_sum_of_expression(d->a, expression, sums);
	}
	return GM_OK;
}

static void
make_bases(ptx_describing *d)
{
	d->arrays_count = d->kernel->buffers_count + (int)d->program->placed_count;
	d->bases = gm_arena_allocate(gm_algebra_arena(d->a), (size_t)d->arrays_count + 1,
				     sizeof *d->bases);
	for (int i = 0; i < d->arrays_count; i++)
		d->bases[i] = gm_sum_symbol(d->a, "base", GM_SYMBOL_ADDRESS, GM_SUM_MOST / 2,
					    GM_SUM_MOST);
}

static const gm_sum *
placed_address(const ptx_describing *d, const ptx_initial *n)
{
	for (size_t i = 0; i < d->program->placed_count; i++) {
		const ptx_placed *v = &d->program->placed[i];
		const int64_t offset = (int64_t)n->value - v->offset_bytes;
		if (v->space == n->space && offset >= 0 && (v->dynamic || offset < v->bytes))
			return gm_sum_add(d->a, d->bases[d->kernel->buffers_count + (int)i],
					  gm_sum_constant(d->a, offset));
	}
	return NULL;
}

static const gm_sum *
initial_value(const ptx_describing *d, const ptx_initial *n)
{
	if (n->special != SPECIAL_COUNT)
		return d->specials[n->special];
	if (n->space && n->space != SPACE_GLOBAL)
		return placed_address(d, n);
	for (int i = 0; n->units == 2 && i < d->kernel->buffers_count; i++) {
		const ptx_buffer *b = &d->kernel->buffers[i];
		if (n->value - b->base < b->bytes)
			return gm_sum_add(d->a, d->bases[i],
					  gm_sum_constant(d->a, (int64_t)(n->value - b->base)));
	}
	if (n->predicate)
		return gm_sum_constant(d->a, n->value != 0);
	return gm_sum_constant(d->a, n->units == 2 ? (int64_t)n->value : (int32_t)n->value);
}

static void
make_view(ptx_describing *d)
{
	const gm_sum *zero = gm_sum_constant(d->a, 0);
	d->now = new_view(d);
	for (uint32_t u = 0; u < d->program->units_count; u++) {
		d->now.values[u] = zero;
		d->now.producers[u] = -1;
	}
	for (size_t i = 0; i < d->program->initials_count; i++)
		d->now.values[d->program->initials[i].unit] =
			initial_value(d, &d->program->initials[i]);
}

/* ---- the whole ---- */

static void
fill(ptx_describing *d)
{
	gm_outline *o = d->outline;
	gm_arena *arena = gm_algebra_arena(d->a);
	bool dynamic = false;
	for (int i = 0; i < o->arrays_count; i++)
		dynamic = dynamic || o->arrays[i].dynamic;
	o->name = d->request->name ? d->request->name : gm_symbol_plain(arena, d->kernel->entry);
	o->doc = "";
	o->source = d->kernel->source;
	o->grid = d->request->grid;
	o->block = d->request->block;
	o->threads = d->kernel->base.block;
	if (d->request->fixed_block) {
		const gm_dim3 b = o->threads;
		o->require = gm_arena_print(
			arena, "blockDim.x == %lld && blockDim.y == %lld && blockDim.z == %lld",
			(long long)b.x, (long long)b.y, (long long)b.z);
		o->require_message = "described for blocks of this shape";
	}
	o->dynamic_shared = dynamic ? NULL : d->request->dynamic_shared;
	o->resources = &d->kernel->base.resources;
	gm_outline_parameter *parameters =
		gm_arena_allocate(arena, d->parameters_count + 1, sizeof *parameters);
	if (d->parameters_count)
		memcpy(parameters, d->parameters, d->parameters_count * sizeof *parameters);
	o->parameters = parameters;
	o->parameters_count = (int)d->parameters_count;
	o->doubts = gm_arena_allocate(arena, d->doubts_count + 1, sizeof *o->doubts);
	if (d->doubts_count)
		memcpy(o->doubts, d->doubts, d->doubts_count * sizeof *o->doubts);
	o->doubts_count = (int)d->doubts_count;
}

/* Each step that is a statement has its own. */
static void
number_results(ptx_describing *d)
{
	gm_outline *o = d->outline;
	o->results_count = d->program->steps_count;
	o->same = gm_arena_allocate(gm_algebra_arena(d->a), (size_t)o->results_count + 1,
				    sizeof *o->same);
	for (int i = 0; i <= o->results_count; i++)
		o->same[i] = i;
}

static gm_status
describe(ptx_describing *d)
{
	make_specials(d);
	make_bases(d);
	d->status = make_arguments(d);
	if (d->status != GM_OK)
		return d->status;
	make_view(d);
	d->issues = gm_arena_allocate(gm_algebra_arena(d->a),
				      (size_t)d->kernel->base.sites_count + 1, sizeof *d->issues);
	gm_kernel_issue(&d->kernel->base, d->kernel->cc / 10, d->kernel->cc % 10, d->issues);
	gm_ptx_walk(d, 0, -1, &d->outline->body);
	gm_ptx_flush(d, &d->outline->body);
	gm_ptx_view_dispose(&d->now);
	number_results(d);
	if (d->status == GM_OK && d->statements > PTX_STATEMENTS_MAX)
		d->status = gm_fail(d->err, GM_TOO_LARGE, "%d statements; a descriptor holds %d",
				    d->statements, PTX_STATEMENTS_MAX);
	if (d->status != GM_OK)
		return d->status;
	gm_ptx_describe_arrays(d);
	fill(d);
	return GM_OK;
}

gm_status
gm_ptx_describe(const gm_kernel *kernel, const gm_ptx_request *request, gm_outline **out,
		gm_error *err)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	gm_algebra *a = gm_algebra_new();
	ptx_describing d = {.kernel = k,
			    .program = &k->program,
			    .request = request,
			    .a = a,
			    .outline = gm_arena_allocate(gm_algebra_arena(a), 1, sizeof *d.outline),
			    .err = err,
			    .steps_left = PTX_DESCRIBED_STEPS_MAX};
	d.outline->algebra = a;
	gm_ptx_graph_init(&d.graph, d.program);
	d.after = gm_ptx_dominators(&d.graph, true);
	const gm_status status = describe(&d);
	gm_ptx_graph_dispose(&d.graph);
	free(d.after);
	free(d.parameters);
	free(d.decided);
	free(d.doubts);
	*out = status == GM_OK ? d.outline : NULL;
	if (status != GM_OK)
		gm_algebra_free(a);
	return status;
}
