/*
 * The blocks of a contest side by side, in the order of time: part of contest.c, whose header says what takes how long.
 */
#ifndef GM_SIMT_CONTEST_MEETING_H
#define GM_SIMT_CONTEST_MEETING_H

#include "simt/contest.h"

typedef struct found_words {
	uint64_t *words;
	uint8_t *lanes;
	size_t count, words_room, lanes_room, next;
} found_words;

struct ptx_contest {
	int64_t resident;
	int warps;          /* of a block */
	int64_t *indices;   /* of the blocks in the grid, ascending */
	int64_t count;
	found_words *found; /* of each warp of each block */
	found_words *now;   /* of the block that runs; NULL: it was not there */
	bool listens;       /* the blocks run side by side */
	bool fought, cut;
	size_t words;       /* in all */
	int64_t work, work_before, last; /* clocks at its end */
	bool given_up;
	ptx_memory memory;  /* as they have left it */
};

/* Runs the blocks of `indices`, twice where they find what an equal launch has left; fills in what each found and how
   long it took. False: some block does not come to its end. */
bool gm_ptx_contest_meet(const ptx_kernel *kernel, ptx_contest *contest);

/* Words and turns, before a contest is cut short. */
int64_t gm_ptx_contest_work_most(const ptx_kernel *kernel);

#endif
