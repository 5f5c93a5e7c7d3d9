#include "simt/hazards.h"

#include <inttypes.h>
#include <stdio.h>

/* Addresses below this are a null pointer and an index; no buffer is below GM_GLOBAL_START. */
static const uint64_t null_end = (uint64_t)1 << 32;

static const char *
space_name(ptx_space space)
{
	static const char *const names[] = {
		[SPACE_GENERIC] = "generic", [SPACE_REGISTER] = "register",
		[SPACE_GLOBAL] = "global",   [SPACE_CONST] = "constant",
		[SPACE_SHARED] = "shared",   [SPACE_LOCAL] = "local",
		[SPACE_PARAM] = "parameter",
	};
	return names[space];
}

/* How far outside of a range an access lies: positive past its end, negative before its start. */
static int64_t
distance_from(uint64_t start, uint64_t size, uint64_t address, unsigned bytes)
{
	if (address < start)
		return -(int64_t)(start - address);
	return (int64_t)(address + bytes - (start + size));
}

static uint64_t
magnitude(int64_t distance)
{
	return distance < 0 ? (uint64_t)-distance : (uint64_t)distance;
}

static const ptx_buffer *
nearest(const ptx_memory *memory, uint64_t address, unsigned bytes)
{
	const ptx_buffer *best = NULL;
	uint64_t least = UINT64_MAX;
	for (int i = 0; i < memory->count; i++) {
		const ptx_buffer *b = &memory->buffers[i];
		const uint64_t away = magnitude(distance_from(b->base, b->bytes, address, bytes));
		if (away < least) {
			best = b;
			least = away;
		}
	}
	return best;
}

/* "4 bytes past the end of param_0, which has 4096 bytes" */
static void
name_distance(const char *name, uint64_t start, uint64_t size, uint64_t address, unsigned bytes,
	      char *out, size_t out_bytes)
{
	const int64_t distance = distance_from(start, size, address, bytes);
	if (magnitude(distance) > (uint64_t)1 << 44) {
		snprintf(out, out_bytes, "address 0x%" PRIx64 ", far from every argument", address);
		return;
	}
	snprintf(out, out_bytes, "%" PRIu64 " byte%s %s of %s, which has %" PRIu64 " bytes",
		 magnitude(distance), magnitude(distance) == 1 ? "" : "s",
		 distance < 0 ? "before the start" : "past the end", name, size);
}

static void
describe(ptx_warp *warp, ptx_space space, uint64_t address, unsigned bytes, char *out,
	 size_t out_bytes)
{
	const ptx_program *p = warp->program;
	const ptx_buffer *b = nearest(warp->machine->memory, address, bytes);
	const int64_t size = space == SPACE_SHARED  ? warp->machine->shared_bytes
			     : space == SPACE_LOCAL ? p->local_bytes
						    : p->parameters_bytes;
	if (space == SPACE_GLOBAL && address < null_end)
		snprintf(out, out_bytes, "address 0x%" PRIx64 " of a null pointer", address);
	else if (space == SPACE_GLOBAL && b)
		name_distance(b->name, b->base, b->bytes, address, bytes, out, out_bytes);
	else if (space == SPACE_GLOBAL)
		snprintf(out, out_bytes, "address 0x%" PRIx64 ", and there is no buffer", address);
	else if (space == SPACE_SHARED && size == 0)
		snprintf(out, out_bytes, "of which the launch gives none (dynamic shared memory)");
	else
		name_distance(space == SPACE_SHARED  ? "shared memory"
			      : space == SPACE_LOCAL ? "the thread's local memory"
						     : "the parameters",
			      0, (uint64_t)size, address, bytes, out, out_bytes);
}

/* Whether the access may go on without a place. */
static bool
may_go_on(const ptx_warp *warp, const ptx_step *step)
{
	return warp->machine->tolerates && !step->decides &&
	       (step->action == ACTION_MEMORY || step->matrix);
}

static uint32_t
site_of(const ptx_step *step, ptx_space space)
{
	const bool other = step->traffic_site != PTX_NO_SITE && space == SPACE_SHARED &&
			   (step->space == SPACE_GENERIC || step->copies);
	const bool local = step->local_site != PTX_NO_SITE && space == SPACE_LOCAL;
	return other ? step->traffic_site : local ? step->local_site : step->site;
}

static bool
refuse(ptx_warp *warp, const ptx_step *step, gm_status status, ptx_space space, unsigned bytes,
       const char *what, int lane)
{
	char thread[PTX_THREAD_TEXT];
	gm_ptx_thread_name(warp, lane, thread);
	gm_ptx_stop(warp->machine, step, status, "access of %u bytes of %s memory, %s; %s", bytes,
		    space_name(space), what, thread);
	return false;
}

static void
put_nowhere(ptx_space space, uint64_t address, unsigned bytes, ptx_place *out)
{
	*out = (ptx_place){.space = space,
			   .buffer = -1,
			   .offset = address & ~(uint64_t)(bytes - 1),
			   .nowhere = true};
}

static bool
go_on(ptx_warp *warp, const ptx_step *step, gm_hazard_kind kind, ptx_space space, unsigned bytes,
      const char *what, int lane)
{
	const uint32_t site = site_of(step, space);
	char thread[PTX_THREAD_TEXT];
	if (!gm_ptx_hazard_is_new(warp->machine, kind, site))
		return true;
	gm_ptx_thread_name(warp, lane, thread);
	gm_ptx_hazard_tell(warp->machine, kind, site, site,
			   "%u bytes of %s memory, %s; first in %s", bytes, space_name(space), what,
			   thread);
	return true;
}

bool
gm_ptx_place_outside(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane,
		     uint64_t address, unsigned bytes, ptx_place *out)
{
	const bool null = space == SPACE_GLOBAL && address < null_end;
	const gm_hazard_kind kind = null ? GM_HAZARD_NULL_POINTER : GM_HAZARD_OUT_OF_BOUNDS;
	char what[200] = "";
	const bool goes_on = may_go_on(warp, step);
	if (!goes_on || gm_ptx_hazard_is_new(warp->machine, kind, site_of(step, space)))
		describe(warp, space, address, bytes, what, sizeof what);
	put_nowhere(space, address, bytes, out);
	return goes_on ? go_on(warp, step, kind, space, bytes, what, lane)
		       : refuse(warp, step, GM_OUT_OF_BOUNDS, space, bytes, what, lane);
}

bool
gm_ptx_place_misaligned(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane,
			uint64_t address, unsigned bytes, ptx_place *out)
{
	char what[200];
	snprintf(what, sizeof what, "address 0x%" PRIx64 ", which is not a multiple of that",
		 address);
	put_nowhere(space, address, bytes, out);
	return may_go_on(warp, step)
		       ? go_on(warp, step, GM_HAZARD_MISALIGNED, space, bytes, what, lane)
		       : refuse(warp, step, GM_BAD_VALUE, space, bytes, what, lane);
}
