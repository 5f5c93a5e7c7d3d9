#include "ptx/access.h"

#include "ptx/loops.h"

#include <string.h>

/*
 * The frequent accesses: all lanes in shared memory, or all in the buffer used last. Anything else,
 * and every error, is left to the careful path of access.c.
 */

/* Addresses of all lanes; those of inactive lanes repeat an active one, so that checks need no
 * mask. */
static void
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
			out[l] = base[l] + offset;
	}
	const uint64_t any = out[__builtin_ctz(mask)];
	for (uint32_t rest = ~mask; rest; rest &= rest - 1)
		out[__builtin_ctz(rest)] = any;
}

static bool
all_inside(const uint64_t address[PTX_LANES], uint64_t base, uint64_t size, unsigned bytes)
{
	uint64_t outside = size < bytes;
	for (int l = 0; l < PTX_LANES; l++) {
		const uint64_t offset = address[l] - base;
		outside |= (uint64_t)(offset > size - bytes) | (address[l] & (bytes - 1));
	}
	return outside == 0;
}

#define MOVE_LANES(T, C, load)                                                                     \
	FOR_LANES(                                                                                 \
		mask, T value; unsigned char *at = window + address[l] + i * sizeof(T);            \
		if (load) {                                                                        \
			memcpy(&value, at, sizeof value);                                          \
			((C *)lanes)[l] = value;                                                   \
		} else {                                                                           \
			value = (T)((const C *)lanes)[l];                                          \
			memcpy(at, &value, sizeof value);                                          \
		})

/* Words of 4 and 8 bytes in registers of their own width. */
static void
move_shared(ptx_warp *warp, const ptx_step *step, uint32_t mask, const uint64_t address[PTX_LANES],
	    bool load)
{
	unsigned char *window = warp->machine->shared;
	const uint32_t *units = warp->program->units + (load ? step->results : step->sources + 1);
	for (unsigned i = 0; i < step->vector; i++) {
		if (units[i] == PTX_NO_UNIT)
			continue;
		void *lanes = ptx_u32(warp, units[i]);
		if (step->detail)
			MOVE_LANES(uint64_t, uint64_t, load)
		else
			MOVE_LANES(uint32_t, uint32_t, load)
	}
}

static bool
plain_words(const ptx_step *step)
{
	const int bits = gm_ptx_type_bits((ptx_type)step->type);
	return bits == (step->detail ? 64 : 32);
}

static bool
quick_shared(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load)
{
	const unsigned bytes =
		(unsigned)gm_ptx_type_bytes((ptx_type)step->type) * (unsigned)step->vector;
	if (!plain_words(step))
		return false;
	collect(warp, step, mask, warp->address);
	if (!all_inside(warp->address, 0, (uint64_t)warp->machine->shared_bytes, bytes))
		return false;
	if (!ptx_is_idle(warp, step))
		move_shared(warp, step, mask, warp->address, load);
	warp->in_shared = true;
	return true;
}

static void
load_global(ptx_warp *warp, const ptx_step *step, uint32_t mask, int buffer)
{
	ptx_memory *memory = warp->machine->memory;
	const unsigned element = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const uint32_t *units = warp->program->units + step->results;
	uint64_t offset[PTX_LANES], value[PTX_LANES];
	for (int l = 0; l < PTX_LANES; l++)
		offset[l] = warp->address[l] - memory->buffers[buffer].base;
	for (unsigned i = 0; i < step->vector; i++) {
		if (units[i] != PTX_NO_UNIT) {
			gm_ptx_memory_load_lanes(memory, buffer, offset, mask, element, value);
			if (step->detail)
				FOR_LANES(mask, ptx_u64(warp, units[i])[l] = value[l];)
			else
				FOR_LANES(mask, ptx_u32(warp, units[i])[l] = (uint32_t)value[l];)
		}
		for (int l = 0; l < PTX_LANES; l++)
			offset[l] += element;
	}
}

static void
store_global(ptx_warp *warp, const ptx_step *step, uint32_t mask, int buffer)
{
	ptx_memory *memory = warp->machine->memory;
	const unsigned element = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const uint32_t *units = warp->program->units + step->sources + 1;
	const uint64_t base = memory->buffers[buffer].base;
	for (unsigned i = 0; i < step->vector; i++) {
		const uint32_t *narrow = ptx_u32(warp, units[i]);
		const uint64_t *full = ptx_u64(warp, units[i]);
		for (uint32_t rest = mask; rest; rest &= rest - 1) {
			const int l = __builtin_ctz(rest);
			gm_ptx_memory_store(memory, buffer,
					    warp->address[l] - base + (uint64_t)i * element,
					    element, step->detail ? full[l] : narrow[l]);
		}
	}
}

static bool
quick_global(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load)
{
	ptx_memory *memory = warp->machine->memory;
	const unsigned element = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const unsigned bytes = element * step->vector;
	if (!plain_words(step))
		return false;
	collect(warp, step, mask, warp->address);
	const int buffer = gm_ptx_memory_find(memory, warp->address[__builtin_ctz(mask)], bytes);
	if (buffer < 0 || !all_inside(warp->address, memory->buffers[buffer].base,
				      memory->buffers[buffer].bytes, bytes))
		return false;
	if (!ptx_is_idle(warp, step))
		(load ? load_global : store_global)(warp, step, mask, buffer);
	warp->in_shared = false;
	return true;
}

bool
gm_ptx_access_quick(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load)
{
	warp->address_mask = mask;
	if (step->space == SPACE_SHARED)
		return quick_shared(warp, step, mask, load);
	if (step->space == SPACE_GLOBAL || step->space == SPACE_CONST)
		return quick_global(warp, step, mask, load);
	return false;
}
