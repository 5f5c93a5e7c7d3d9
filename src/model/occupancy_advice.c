#include "model/occupancy_advice.h"

#include <stddef.h>

static const struct {
	const char *name, *what;
} levers[GM_LEVER_COUNT] = {
#define X(id, name, what) [id] = {name, what},
	GM_LEVER_LIST(X)
#undef X
};

const char *
gm_lever_name(gm_lever lever)
{
	return levers[lever].name;
}

const char *
gm_lever_what(gm_lever lever)
{
	return levers[lever].what;
}

static int64_t
fact(const gm_device *device, gm_fact_id id)
{
	return device->facts[id].known ? (int64_t)device->facts[id].value : 0;
}

/* Towards minus infinity: below zero means that there is no smaller value. */
static int64_t
round_down(int64_t value, int64_t unit)
{
	return (value - (value < 0 ? unit - 1 : 0)) / unit * unit;
}

/* Which limit a lever stands for, where its number lives in the request, and the largest value
   worth trying. The two block levers move every limit. */
static const struct {
	gm_limiter limiter;
	size_t offset;
	gm_fact_id most;
} rules[GM_LEVER_COUNT] = {
	[GM_LEVER_REGISTERS] = {GM_LIMIT_REGISTERS,
                                offsetof(gm_occupancy_request, registers_per_thread),
                                GM_REGISTERS_PER_THREAD},
	[GM_LEVER_SHARED] = {GM_LIMIT_SHARED, offsetof(gm_occupancy_request, shared_bytes),
                             GM_SHARED_PER_BLOCK_OPTIN},
	[GM_LEVER_CARVEOUT] = {GM_LIMIT_SHARED, offsetof(gm_occupancy_request, carveout_bytes),
                               GM_SHARED_PER_SM},
	[GM_LEVER_BARRIERS] = {GM_LIMIT_BARRIERS, offsetof(gm_occupancy_request, barriers_count),
                               GM_BARRIERS_PER_SM},
	[GM_LEVER_SCALAR] = {GM_LIMIT_SCALAR,
                             offsetof(gm_occupancy_request, scalar_registers_per_warp),
                             GM_SCALAR_REGISTERS_PER_WARP},
	[GM_LEVER_BLOCK] = {GM_LIMIT_WARPS, offsetof(gm_occupancy_request, block_threads),
                            GM_THREADS_PER_BLOCK},
	[GM_LEVER_WIDER_BLOCK] = {GM_LIMIT_BLOCKS, offsetof(gm_occupancy_request, block_threads),
                                  GM_THREADS_PER_BLOCK},
};

static int64_t *
value_of(gm_occupancy_request *request, gm_lever lever)
{
	return (int64_t *)(void *)((char *)request + rules[lever].offset);
}

static bool
moves_block(gm_lever lever)
{
	return lever == GM_LEVER_BLOCK || lever == GM_LEVER_WIDER_BLOCK;
}

/* The next value at which anything can change: the largest below (`direction` -1) or the smallest
   above
   (+1) that ends an allocation unit. */
static int64_t
next_value(const gm_device *device, gm_lever lever, int64_t value, int direction)
{
	const int64_t lanes = fact(device, GM_WARP_LANES), unit = fact(device, GM_SHARED_UNIT);
	const int64_t reserve = fact(device, GM_SHARED_RESERVED);
	const int64_t step = moves_block(lever) ? lanes : lever == GM_LEVER_SHARED ? unit : 1;
	const int64_t shift = lever == GM_LEVER_SHARED ? reserve : 0;
	if (direction < 0)
		return round_down(value + shift - 1, step) - shift;
	return round_down(value + shift, step) + step - shift;
}

static gm_occupancy_step
step_of(gm_lever lever, int64_t from, int64_t to, const gm_occupancy *now, const gm_occupancy *then)
{
	return (gm_occupancy_step){
		.found = true,
		.gains = lever == GM_LEVER_WIDER_BLOCK ? then->warps_per_sm > now->warps_per_sm
	                                               : then->blocks_per_sm > now->blocks_per_sm,
		.from = from,
		.to = to,
		.blocks_per_sm = then->blocks_per_sm,
		.warps_per_sm = then->warps_per_sm,
	};
}

/* Has the lever moved out of the way? */
static bool
is_enough(gm_lever lever, const gm_occupancy *now, const gm_occupancy *then)
{
	if (lever == GM_LEVER_WIDER_BLOCK)
		return then->warps_per_sm > now->warps_per_sm;
	if (lever == GM_LEVER_BLOCK)
		return then->blocks_per_sm > now->blocks_per_sm;
	return then->limit_blocks[rules[lever].limiter] > now->blocks_per_sm;
}

static gm_occupancy_step
step_down(const gm_device *device, gm_occupancy_request request, gm_lever lever,
          const gm_occupancy *now)
{
	int64_t *const value = value_of(&request, lever);
	const int64_t from = *value, least = moves_block(lever) ? 1 : 0;
	for (*value = next_value(device, lever, from, -1); *value >= least;
	     *value = next_value(device, lever, *value, -1)) {
		const gm_occupancy then = gm_occupancy_evaluate(device, &request);
		if (is_enough(lever, now, &then))
			return step_of(lever, from, *value, now, &then);
	}
	return (gm_occupancy_step){.from = from, .to = from};
}

static gm_occupancy_step
wider_block(const gm_device *device, gm_occupancy_request request, const gm_occupancy *now)
{
	const gm_lever lever = GM_LEVER_WIDER_BLOCK;
	int64_t *const value = value_of(&request, lever);
	const int64_t from = *value, most = fact(device, rules[lever].most);
	for (*value = next_value(device, lever, from, 1); *value <= most;
	     *value = next_value(device, lever, *value, 1)) {
		const gm_occupancy then = gm_occupancy_evaluate(device, &request);
		if (is_enough(lever, now, &then))
			return step_of(lever, from, *value, now, &then);
	}
	return (gm_occupancy_step){.from = from, .to = from};
}

static gm_occupancy_step
larger_carveout(const gm_device *device, gm_occupancy_request request, const gm_occupancy *now)
{
	const int64_t from = now->carveout_bytes;
	for (int i = 0; i < device->carveouts_count; i++) {
		request.carveout_bytes = (int64_t)device->carveouts_bytes[i];
		if (request.carveout_bytes <= from)
			continue;
		const gm_occupancy then = gm_occupancy_evaluate(device, &request);
		if (is_enough(GM_LEVER_CARVEOUT, now, &then))
			return step_of(GM_LEVER_CARVEOUT, from, request.carveout_bytes, now, &then);
	}
	return (gm_occupancy_step){.from = from, .to = from};
}

/* A lever whose own limit already allows more blocks is not in the way, and at full occupancy none
   is. The block is always worth a look unless the number of blocks itself is the limit. */
static bool
is_in_the_way(gm_lever lever, const gm_occupancy *now)
{
	const int64_t blocks = now->blocks_per_sm;
	const bool at_most_blocks = now->limit_blocks[GM_LIMIT_BLOCKS] == blocks;
	if (now->warps_per_sm == now->warps_max)
		return false;
	if (lever == GM_LEVER_BLOCK)
		return !at_most_blocks;
	return lever == GM_LEVER_WIDER_BLOCK ? at_most_blocks
	                                     : now->limit_blocks[rules[lever].limiter] == blocks;
}

static gm_occupancy_step
next_step(const gm_device *device, gm_occupancy_request request, gm_lever lever,
          const gm_occupancy *now)
{
	if (!is_in_the_way(lever, now)) {
		const int64_t value = lever == GM_LEVER_CARVEOUT ? now->carveout_bytes
		                                                 : *value_of(&request, lever);
		return (gm_occupancy_step){.from = value, .to = value};
	}
	if (lever == GM_LEVER_WIDER_BLOCK)
		return wider_block(device, request, now);
	if (lever == GM_LEVER_CARVEOUT)
		return larger_carveout(device, request, now);
	return step_down(device, request, lever, now);
}

static int64_t
slack(const gm_device *device, gm_occupancy_request request, gm_lever lever,
      const gm_occupancy *now)
{
	if (lever == GM_LEVER_CARVEOUT)
		return now->carveout_bytes;
	int64_t *const value = value_of(&request, lever);
	const int64_t most = fact(device, rules[lever].most);
	int64_t kept = *value;
	if (lever == GM_LEVER_WIDER_BLOCK || !now->launchable)
		return kept;
	for (*value = next_value(device, lever, kept, 1); *value <= most;
	     *value = next_value(device, lever, *value, 1)) {
		if (gm_occupancy_evaluate(device, &request).blocks_per_sm < now->blocks_per_sm)
			break;
		kept = *value;
	}
	return kept;
}

static void
count_unused(const gm_device *device, const gm_occupancy *now, int64_t *unused)
{
	const int64_t blocks = now->blocks_per_sm;
	unused[GM_LIMIT_WARPS] = now->warps_max - now->warps_per_sm;
	unused[GM_LIMIT_BLOCKS] = fact(device, GM_BLOCKS_PER_SM) - blocks;
	unused[GM_LIMIT_REGISTERS] =
		fact(device, GM_REGISTERS_PER_SM) - blocks * now->registers_allocated;
	unused[GM_LIMIT_SHARED] = now->carveout_bytes - blocks * now->shared_allocated_bytes;
	unused[GM_LIMIT_BARRIERS] = fact(device, GM_BARRIERS_PER_SM) - blocks * now->barriers_taken;
	unused[GM_LIMIT_SCALAR] =
		fact(device, GM_SCALAR_REGISTERS_PER_SM) - blocks * now->scalar_registers_allocated;
}

gm_occupancy_advice
gm_occupancy_advise(const gm_device *device, const gm_occupancy_request *request)
{
	gm_occupancy_advice advice = {.now = gm_occupancy_evaluate(device, request)};
	for (int i = 0; i < GM_LEVER_COUNT; i++) {
		advice.step[i] = next_step(device, *request, (gm_lever)i, &advice.now);
		advice.slack_to[i] = slack(device, *request, (gm_lever)i, &advice.now);
	}
	count_unused(device, &advice.now, advice.unused);
	return advice;
}

gm_best_block
gm_occupancy_best_block(const gm_device *device, const gm_occupancy_request *request,
                        int64_t most_threads, gm_shared_of_block shared, void *state)
{
	const int64_t allowed = fact(device, GM_THREADS_PER_BLOCK);
	const int64_t most = most_threads > 0 && most_threads < allowed ? most_threads : allowed;
	gm_occupancy_request trial = *request;
	gm_best_block best = {0, 0};
	int64_t best_threads = 0;
	for (int64_t size = most; size > 0; size = next_value(device, GM_LEVER_BLOCK, size, -1)) {
		trial.block_threads = size;
		trial.shared_bytes = shared ? shared(size, state) : request->shared_bytes;
		const gm_occupancy then = gm_occupancy_evaluate(device, &trial);
		if (size * then.blocks_per_sm <= best_threads)
			continue;
		best_threads = size * then.blocks_per_sm;
		best = (gm_best_block){size, then.blocks_per_sm};
	}
	return best;
}

int
gm_occupancy_best_of(const gm_device *device, const gm_occupancy_request *requests, int count)
{
	int best = -1;
	int64_t best_threads = 0;
	for (int i = 0; i < count; i++) {
		const gm_occupancy then = gm_occupancy_evaluate(device, &requests[i]);
		if (requests[i].block_threads * then.blocks_per_sm <= best_threads)
			continue;
		best_threads = requests[i].block_threads * then.blocks_per_sm;
		best = i;
	}
	return best;
}
