/*
 * Asynchronous copies to shared memory (cp.async), by the groups of their threads: which are there, and
 * since when.
 *
 * The copies that a thread has begun become a group when it commits them. A wait for all groups but the
 * latest so many completes those before, for the thread that waits; nothing else does, and no barrier. A
 * group is there since the first wait that asked for it. Of these waits the last few are remembered.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions": cp.async, cp.async.commit_group,
 * cp.async.wait_group / cp.async.wait_all.
 */
#ifndef GM_KERNEL_COPY_GROUPS_H
#define GM_KERNEL_COPY_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_copy_groups gm_copy_groups;

gm_copy_groups *gm_copy_groups_new(int threads);
void gm_copy_groups_free(gm_copy_groups *groups); /* NULL accepted */

/* The group, from 1, of the copies that the thread begins now. */
uint32_t gm_copy_groups_open(const gm_copy_groups *groups, int thread);

/* Bit i of `lanes`: thread first + i. */
void gm_copy_groups_commit(gm_copy_groups *groups, int first, uint64_t lanes);
void gm_copy_groups_await(gm_copy_groups *groups, int first, uint64_t lanes, uint32_t left,
			  uint32_t now);

bool gm_copy_groups_under_way(const gm_copy_groups *groups, int thread, uint32_t group);

/* Of a group that is not under way: the time of its wait; 0 when that is forgotten. */
uint32_t gm_copy_groups_since(const gm_copy_groups *groups, int thread, uint32_t group);

#endif
