#include "simt/access.h"
#include "simt/contest.h"
#include "simt/remote.h"

#include "ptx/loops.h"

#include <string.h>

/*
 * The frequent accesses: all lanes in shared memory, of one block of the cluster, local memory or parameters, or
 * all in one buffer.
 * Anything else, and every error, is left to the careful path of access.c.
 */

typedef struct quick {
	const ptx_step *step;
	uint32_t mask;
	int buffer;            /* -1: none, but a window */
	unsigned element;      /* bytes */
	unsigned char *window; /* shared, local, parameters */
	uint64_t offset[PTX_LANES];
} quick;

/* Addresses of all lanes; those of inactive lanes repeat an active one, so that checks need no
 * mask. */
GM_WIDE static void
collect(ptx_warp *warp, const ptx_step *step, uint32_t mask, uint64_t out[PTX_LANES])
{
	const uint64_t offset = (uint64_t)step->immediate;
	if (step->from == 64) {
		const uint64_t *base = ptx_u64(warp, step->a);
		for (int l = 0; l < PTX_LANES; l++)
			out[l] = base[l] + offset;
	} else {
		const uint32_t *base = ptx_u32(warp, step->a);
		for (int l = 0; l < PTX_LANES; l++)
			out[l] = base[l] + (uint32_t)offset;
	}
	const uint64_t any = out[__builtin_ctz(mask)];
	for (int l = 0; l < PTX_LANES && mask != PTX_ALL_LANES; l++)
		out[l] = mask & ptx_lane_bits[l] ? out[l] : any;
}

/* No comparison, which most processors do not do on several numbers of 64 bits at once: what is not within
   the limit or begins before the base has the highest bit. */
GM_WIDE static bool
all_inside(const uint64_t address[PTX_LANES], uint64_t base, uint64_t size, unsigned bytes)
{
	const uint64_t limit = size - bytes;
	uint64_t outside = 0, any = 0;
	for (int l = 0; l < PTX_LANES; l++) {
		const uint64_t offset = address[l] - base;
		outside |= offset | (limit - offset);
		any |= address[l];
	}
	return size >= bytes && outside >> 63 == 0 && (any & (bytes - 1)) == 0;
}

/* Each lane has local memory of its own; of other memory the stride is 0. */
GM_WIDE static void
place(const uint64_t address[PTX_LANES], uint64_t base, uint64_t stride, uint64_t out[PTX_LANES])
{
	for (int l = 0; l < PTX_LANES && stride == 0; l++)
		out[l] = address[l] - base;
	for (int l = 0; l < PTX_LANES && stride != 0; l++)
		out[l] = address[l] - base + stride * (uint64_t)l;
}

/* The window of a space, and its bytes; false where it has none. */
static bool
find_window(const ptx_warp *warp, ptx_space space, quick *out, uint64_t *size)
{
	const ptx_program *p = warp->program;
	switch (space) {
	case SPACE_SHARED:
		out->window = warp->machine->shared;
		*size = (uint64_t)warp->machine->shared_bytes;
		return true;
	case SPACE_LOCAL:
		out->window = warp->local;
		*size = (uint64_t)p->local_bytes;
		return true;
	case SPACE_PARAM:
		out->window = p->parameters;
		*size = (uint64_t)p->parameters_bytes;
		return true;
	default:
		return false;
	}
}

/* Where the bytes from the address on lie; false: in no buffer and no window. */
static bool
find_range(ptx_warp *warp, ptx_space space, uint64_t address, unsigned bytes, quick *out,
	   uint64_t *base, uint64_t *size)
{
	const ptx_memory *memory = warp->machine->memory;
	*base = *size = 0;
	out->buffer = -1;
	if (find_window(warp, space, out, size))
		return true;
	if (space != SPACE_GLOBAL && space != SPACE_CONST)
		return false;
	out->buffer = gm_ptx_memory_find(warp->machine->memory, address, bytes);
	if (out->buffer < 0)
		return false;
	*base = memory->buffers[out->buffer].base;
	*size = memory->buffers[out->buffer].bytes;
	return true;
}

/* Where a generic address or one of a cluster leads. */
typedef struct led {
	ptx_space space;
	uint64_t lifted; /* so far above the place in its buffer's space or window */
	uint64_t away;   /* see ptx_place, shifted as it is streamed */
} led;

static led
lead(const ptx_warp *warp, ptx_space space, uint64_t address)
{
	led out = {.space = space};
	uint64_t at = address;
	uint32_t away = 0;
	if (space == SPACE_GENERIC)
		out.space = gm_ptx_place_space(warp->program, space, &at);
	if (out.space == SPACE_SHARED && at >> GM_AWAY_BITS)
		at = gm_ptx_remote_offset(warp->machine, at, &away);
	out.lifted = address - at;
	out.away = (uint64_t)away << GM_AWAY_BITS;
	return out;
}

/* As they are streamed; gm_ptx_place_streamed. */
static void
settle(uint64_t address[PTX_LANES], led to)
{
	if (to.lifted == 0 || (to.space != SPACE_SHARED && to.space != SPACE_LOCAL))
		return;
	for (int l = 0; l < PTX_LANES; l++)
		address[l] = address[l] - to.lifted + to.away;
}

/* False where the step is none of the frequent ones. */
static bool
find(ptx_warp *warp, const ptx_step *step, uint32_t mask, quick *out)
{
	const unsigned element = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const unsigned bytes = element * step->vector;
	const int first = __builtin_ctz(mask);
	uint64_t base, size;
	if (element > 8 || ((step->spins || step->polls) && warp->machine->memory->earlier) ||
	    step->ticket || step->draws ||
	    (step->contested && step->run == gm_ptx_load && warp->machine->contest))
		return false;
	collect(warp, step, mask, warp->address);
	const led to = lead(warp, (ptx_space)step->space, warp->address[first]);
	if (!find_range(warp, to.space, warp->address[first] - to.lifted, bytes, out, &base, &size))
		return false;
	base += to.lifted;
	if (!all_inside(warp->address, base, size, bytes))
		return false;
	out->step = step;
	out->mask = mask;
	out->element = element;
	if (!ptx_is_idle(warp, step))
		place(warp->address, base, to.space == SPACE_LOCAL ? size : 0, out->offset);
	settle(warp->address, to);
	warp->address_mask = mask;
	warp->went_to = to.space;
	return true;
}

#define READ_WINDOW(T)                                                                             \
	FOR_LANES(q->mask, T narrow; memcpy(&narrow, q->window + q->offset[l], sizeof narrow);     \
		  value[l] = narrow;)
#define WRITE_WINDOW(T)                                                                            \
	FOR_LANES(q->mask, const T narrow = (T)value[l];                                           \
		  memcpy(q->window + q->offset[l], &narrow, sizeof narrow);)

static void
read_lanes(ptx_warp *warp, const quick *q, uint64_t value[PTX_LANES])
{
	if (q->buffer >= 0)
		gm_ptx_memory_load_lanes(warp->machine->memory, q->buffer, q->offset, q->mask,
					 q->element, value);
	else if (q->element == 8)
		READ_WINDOW(uint64_t)
	else if (q->element == 4)
		READ_WINDOW(uint32_t)
	else if (q->element == 2)
		READ_WINDOW(uint16_t)
	else
		READ_WINDOW(uint8_t)
}

static void
write_lanes(ptx_warp *warp, const quick *q, const uint64_t value[PTX_LANES])
{
	if (q->buffer >= 0)
		gm_ptx_memory_store_lanes(warp->machine->memory, q->buffer, q->offset, q->mask, q->element, value);
	else if (q->element == 8)
		WRITE_WINDOW(uint64_t)
	else if (q->element == 4)
		WRITE_WINDOW(uint32_t)
	else if (q->element == 2)
		WRITE_WINDOW(uint16_t)
	else
		WRITE_WINDOW(uint8_t)
}

GM_WIDE static void
set_register(ptx_warp *warp, const quick *q, uint32_t unit, const uint64_t value[PTX_LANES])
{
	const int unused = 64 - gm_ptx_type_bits((ptx_type)q->step->type);
	uint32_t *narrow = ptx_u32(warp, unit);
	uint64_t *wide = ptx_u64(warp, unit);
	if (gm_ptx_type_kind((ptx_type)q->step->type) == KIND_SIGNED && q->step->detail)
		FOR_LANES(q->mask, wide[l] = (uint64_t)((int64_t)(value[l] << unused) >> unused);)
	else if (gm_ptx_type_kind((ptx_type)q->step->type) == KIND_SIGNED)
		FOR_LANES(q->mask, narrow[l] = (uint32_t)((int64_t)(value[l] << unused) >> unused);)
	else if (q->step->detail)
		FOR_LANES(q->mask, wide[l] = value[l];)
	else
		FOR_LANES(q->mask, narrow[l] = (uint32_t)value[l];)
}

GM_WIDE static void
get_register(ptx_warp *warp, const quick *q, uint32_t unit, uint64_t value[PTX_LANES])
{
	const uint32_t *narrow = ptx_u32(warp, unit);
	const uint64_t *wide = ptx_u64(warp, unit);
	if (q->step->detail)
		FOR_LANES(q->mask, value[l] = wide[l];)
	else
		FOR_LANES(q->mask, value[l] = narrow[l];)
}

GM_WIDE static void
advance(quick *q)
{
	for (int l = 0; l < PTX_LANES; l++)
		q->offset[l] += q->element;
}

/* One buffer's. */
static bool
access_one(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load)
{
	const uint32_t *units = warp->program->units + (load ? step->results : step->sources + 1);
	uint64_t value[PTX_LANES];
	quick q;
	if (!find(warp, step, mask, &q))
		return false;
	if (ptx_is_idle(warp, step))
		return true;
	for (unsigned i = 0; i < step->vector; i++, advance(&q)) {
		if (units[i] == PTX_NO_UNIT)
			continue;
		if (load) {
			read_lanes(warp, &q, value);
			set_register(warp, &q, units[i], value);
		} else {
			get_register(warp, &q, units[i], value);
			write_lanes(warp, &q, value);
		}
	}
	return true;
}

bool
gm_ptx_words_move(ptx_warp *warp, ptx_space space, const uint64_t address[PTX_LANES], unsigned bytes,
		  bool stores, uint64_t value[PTX_LANES])
{
	quick q = {.mask = PTX_ALL_LANES, .element = bytes};
	uint64_t first = address[0], base, size;
	const ptx_space where = gm_ptx_place_space(warp->program, space, &first);
	if (!find_range(warp, where, first, bytes, &q, &base, &size))
		return false;
	base += address[0] - first;
	if (!all_inside(address, base, size, bytes))
		return false;
	place(address, base, where == SPACE_LOCAL ? size : 0, q.offset);
	warp->went_to = where;
	if (stores)
		write_lanes(warp, &q, value);
	else
		read_lanes(warp, &q, value);
	return true;
}

/* Of the lanes those whose address is in the buffer of the first of them; 0: in none. */
static uint32_t
of_first(ptx_warp *warp, const uint64_t address[PTX_LANES], uint32_t mask)
{
	ptx_memory *memory = warp->machine->memory;
	const int buffer = gm_ptx_memory_find(memory, address[__builtin_ctz(mask)], 1);
	uint32_t same = 0;
	for (uint32_t rest = buffer < 0 ? 0 : mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const ptx_buffer *b = &memory->buffers[buffer];
		same |= (uint32_t)(address[l] - b->base < b->bytes) << l;
	}
	return same;
}

/* Some lanes may go to one buffer and some to another, as where each follows pointers of its own. */
bool
gm_ptx_access_quick(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load)
{
	uint64_t address[PTX_LANES];
	if (access_one(warp, step, mask, load))
		return true;
	if (step->space != SPACE_GLOBAL)
		return false;
	collect(warp, step, mask, address);
	for (uint32_t rest = mask, same; rest; rest &= ~same) {
		same = of_first(warp, address, rest);
		if (same == 0 || same == mask || !access_one(warp, step, same, load))
			return false;
	}
	memcpy(warp->address, address, sizeof address);
	warp->address_mask = mask;
	return true;
}

void
gm_ptx_access_expect(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	quick q;
	if (find(warp, step, mask, &q) && q.buffer >= 0 && !ptx_is_idle(warp, step))
		gm_ptx_memory_expect(warp->machine->memory, q.buffer, q.offset, mask);
}

static uint64_t
word_of(ptx_warp *warp, const quick *q, int lane)
{
	uint64_t wide = 0;
	if (q->buffer >= 0)
		return gm_ptx_memory_load(warp->machine->memory, q->buffer, q->offset[lane], q->element);
	if (q->element == 8)
		memcpy(&wide, q->window + q->offset[lane], 8);
	else
		memcpy(&wide, q->window + q->offset[lane], 4);
	return wide;
}

static void
set_word(ptx_warp *warp, const quick *q, int lane, uint64_t value)
{
	if (q->buffer >= 0)
		gm_ptx_memory_store(warp->machine->memory, q->buffer, q->offset[lane], q->element,
				    value);
	else if (q->element == 8)
		memcpy(q->window + q->offset[lane], &value, 8);
	else
		memcpy(q->window + q->offset[lane], &(uint32_t){(uint32_t)value}, 4);
}

static uint64_t
lane_of(ptx_warp *warp, const quick *q, uint32_t unit, int lane)
{
	return q->element == 8 ? ptx_u64(warp, unit)[lane] : ptx_u32(warp, unit)[lane];
}

/* Lanes take their turn: one may change what another has just made. */
static void
change_word(ptx_warp *warp, const quick *q, int lane, uint32_t result, bool adds)
{
	const ptx_step *step = q->step;
	const uint32_t *sources = warp->program->units + step->sources;
	const uint64_t b = lane_of(warp, q, sources[1], lane);
	const uint64_t c = step->rounding == MOD_cas ? lane_of(warp, q, sources[2], lane) : 0;
	const uint64_t there = word_of(warp, q, lane), old = gm_ptx_contest_swap(warp, step, lane, there, b);
	const uint64_t made = adds ? old + b : gm_ptx_atomic_applied(step, old, b, c);
	warp->machine->changes += made != old;
	if (made != old || !step->contested)
		set_word(warp, q, lane, made);
	if (result == PTX_NO_UNIT)
		return;
	if (q->element == 8)
		ptx_u64(warp, result)[lane] = old;
	else
		ptx_u32(warp, result)[lane] = (uint32_t)old;
}

bool
gm_ptx_atomic_quick(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const bool word = gm_ptx_type_bits((ptx_type)step->type) >= 32 && step->vector == 1;
	const bool adds = step->rounding == MOD_add &&
			  gm_ptx_type_kind((ptx_type)step->type) != KIND_FLOAT;
	const bool idle = ptx_is_idle(warp, step);
	quick q;
	if ((!idle && !word) || !find(warp, step, mask, &q))
		return false;
	if (idle)
		return true;
	if (q.buffer >= 0)
		gm_ptx_memory_expect(warp->machine->memory, q.buffer, q.offset, mask);
	const uint32_t result =
		step->results_count > 0 ? warp->program->units[step->results] : PTX_NO_UNIT;
	for (uint32_t rest = mask; rest; rest &= rest - 1)
		change_word(warp, &q, __builtin_ctz(rest), result, adds);
	return true;
}
