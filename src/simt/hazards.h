/*
 * Hazards: what a replayed block does that the hardware forbids or leaves open.
 *
 * A machine that tolerates them tells its sink, each once per site, and goes on as kernel/hazard.h
 * says. One that does not (a run for its results) stops with an error that names the source line;
 * so does any where what was read would decide paths or addresses.
 */
#ifndef GM_SIMT_HAZARDS_H
#define GM_SIMT_HAZARDS_H

#include "simt/access.h"
#include "simt/machine.h"

/* Which steps order accesses, and which stores store the same value in every thread. */
void gm_ptx_hazards_prepare(ptx_program *program, const gm_site *sites);

/* The search for races, where the sink listens and some step writes shared memory. */
void gm_ptx_hazards_start(ptx_machine *machine);
void gm_ptx_hazards_dispose(ptx_machine *machine);

/* A block begins; the turns of a loop begin that stand for others; they do, `times` times. */
void gm_ptx_hazards_begin(ptx_machine *machine);
void gm_ptx_hazards_mark(ptx_machine *machine, int32_t loop);
void gm_ptx_hazards_skip(ptx_machine *machine, int32_t loop, int64_t times, const int64_t *advance);

/* True when the sink listens and has not been told of the kind at this site: what follows fills in
   the text. */
bool gm_ptx_hazard_is_new(ptx_machine *machine, gm_hazard_kind kind, uint32_t site);
void gm_ptx_hazard_tell(ptx_machine *machine, gm_hazard_kind kind, uint32_t site, uint32_t other,
			const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "block (0,0,0), thread (1,0,0)" */
enum { PTX_THREAD_TEXT = 160 };
void gm_ptx_thread_name(const ptx_warp *warp, int lane, char out[PTX_THREAD_TEXT]);

/* The lane's access is at no place of memory, or misaligned. True when that is tolerated and *out
   is a place that reads as 0 and drops what is stored. */
bool gm_ptx_place_outside(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane,
			  uint64_t address, unsigned bytes, ptx_place *out);
bool gm_ptx_place_misaligned(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane,
			     uint64_t address, unsigned bytes, ptx_place *out);

/* A step that orders has run, or one that accesses shared memory. */
void gm_ptx_hazards_order(ptx_warp *warp, const ptx_step *step, uint32_t active);
void gm_ptx_hazards_access(ptx_warp *warp, const ptx_step *step, uint32_t site, uint32_t active,
			   const uint64_t *address);

/* A shuffle is made by `active` of the lanes that it names. */
void gm_ptx_hazards_members(ptx_warp *warp, const ptx_step *step, uint32_t active);

/* A barrier is reached by `active` of the live lanes of the warp; the barrier `id` opens. */
void gm_ptx_hazards_reach(ptx_warp *warp, const ptx_step *step, uint32_t active);
void gm_ptx_hazards_open(ptx_machine *machine, int id);

#endif
