/*
 * Races in shared memory: which accesses of a block are not ordered.
 *
 * Two accesses conflict when two threads touch the same byte, at least one writes, and not both are
 * atomic. They are ordered when synchronisation lies between them ("happens before"):
 *
 *     a barrier       orders everything before it, of the warps that take part, before everything
 *                     after it
 *     __syncwarp      orders the lanes that take part; so do the shuffles, votes and matches that
 *                     name their lanes (the manual promises less for those; they are not doubted)
 *     release         of a warp (a fence, an atomic, an arrival) orders what it did before
 *     acquire         what a warp does after (a spin that ended, a wait). All releases of a block
 *                     count as of one lock: some races that locks hide are missed, none is invented
 *
 * A conflict that is not ordered is a race, named as the hazard that a reader meets: read after
 * write (RAW), write after read (WAR), write after write (WAW). Between two warps it is a race on
 * every device. Between lanes of one warp it is one since Volta, where lanes have program counters
 * of their own; before, two lanes of one store that meet on a byte are.
 *
 * An asynchronous copy (cp.async) begins as a write of its thread. Until that thread has waited for
 * its group (copy_groups.h) it is under way, whatever barriers come: who touches its bytes meanwhile,
 * the thread that copies among them, is in a race with it. Once waited for, it counts as written when
 * that wait came, or when it began if many waits came since. Two copies of one thread to the same bytes
 * are a race too, as nothing says which of them is the last to arrive; two of different threads are told
 * as such of two writes, unless a barrier lies between them.
 *
 * How: a clock ticks at every event that orders. Each granule of shared memory remembers the last
 * write, and two readers and two atomics of different threads, with their times; an access is
 * ordered before a warp when its time is not after what that warp knows of its owner (Flanagan and
 * Freund, "FastTrack", PLDI 2009; the owners here are lanes). Two readers suffice: of two threads
 * that read in the same interval one is not the thread that writes.
 *
 * An access that is cut out of a loop is not seen. Copies whose group may have been there after turns
 * that are left out count as written when they began.
 */
#ifndef GM_KERNEL_RACES_H
#define GM_KERNEL_RACES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum gm_race_access {
	GM_RACE_READ,
	GM_RACE_WRITE,
	GM_RACE_ATOMIC,
	GM_RACE_COPY /* asynchronous: the write comes later */
} gm_race_access;

typedef struct gm_races gm_races;

/* The later access met the earlier one. Threads are numbered in the block. */
typedef struct gm_race {
	gm_race_access earlier, later;
	uint32_t earlier_site, later_site;
	int earlier_thread, later_thread;
	uint64_t address;
	bool one_warp;
	bool one_instruction;
	bool under_way; /* the earlier one is a copy for which its thread has not waited */
} gm_race;

/* "read after write (RAW)" and so on; "reads", "writes", "updates", "copies to": static texts. */
const char *gm_race_hazard(const gm_race *race);
const char *gm_race_did(gm_race_access access);

/* Called once for each pair of sites and kind. */
typedef void gm_race_found(void *state, const gm_race *race);

/* granule_bytes: a power of two that divides address and size of every access. */
gm_races *gm_races_new(int warps, int warp_lanes, int64_t shared_bytes, int granule_bytes,
		       gm_race_found *found, void *state);
void gm_races_free(gm_races *races); /* NULL accepted */

/* One warp instruction. `same_value`: all lanes of all warps store the same there, so that writes
   of this site do not conflict with each other. Lanes outside of shared memory are left out. */
void gm_races_access(gm_races *races, gm_race_access access, uint32_t site, int warp,
		     uint64_t active, const uint64_t *address, int bytes, bool same_value);

/* Warps of the mask (bit w of word w / 64) meet; NULL: all. */
void gm_races_barrier(gm_races *races, const uint64_t *warps);
void gm_races_sync_warp(gm_races *races, int warp, uint64_t lanes);
void gm_races_release(gm_races *races, int warp);
void gm_races_acquire(gm_races *races, int warp);

/* The copies that the lanes have begun are a group; they wait for all groups but the latest few. */
void gm_races_commit(gm_races *races, int warp, uint64_t lanes);
void gm_races_await(gm_races *races, int warp, uint64_t lanes, uint32_t groups_left);

/* Turns of a loop that are left out begin and await groups as those since a moment did. */
typedef struct gm_races_moment {
	uint32_t time;
	uint64_t commits;
} gm_races_moment;

gm_races_moment gm_races_now(gm_races *races);
bool gm_races_commits_since(const gm_races *races, const gm_races_moment *moment);

/* Copies begun before the moment, NULL: until now, count as written when they began. */
void gm_races_settle(gm_races *races, const gm_races_moment *before);

#endif
