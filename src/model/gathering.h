/*
 * Blocks replayed one after the other into counts. Of this room only.
 *
 * Where no block hangs on another, pieces of them are replayed on all processors, each into counts of its own,
 * while one of them looks at some blocks closely. How many pieces there are hangs on the work, not on the
 * processors, and they are put together in the order of the blocks: the result is the same whoever counted them.
 */
#ifndef GM_MODEL_GATHERING_H
#define GM_MODEL_GATHERING_H

#include "model/counting.h"

/* So many blocks are looked at closely, fewer where that is much work; of more samples, as many spread
   over them. */
enum { GM_CLOSELY_MOST = 32 };

/* So many where blocks find what others have stored, and take unlike long for that. */
enum { GM_AMONG_MOST = 512 };

typedef struct gm_gathering {
	gm_counting counting; /* first: a pointer to it is one to the whole */
	const gm_block_samples *samples;
	gm_counts *out;
	size_t next; /* sample */
	bool begun;
	int warps;    /* that each walked one of it stands for */
	bool counts; /* not only looked at closely */
	gm_block_work looked[GM_AMONG_MOST]; /* of those looked at closely */
	int looked_count;
	bool until_unlike; /* blocks are looked at until one has taken longer than another: gm_gathering_took_alike */
	gm_closely *among; /* looks at blocks while all are counted: they find what those before them have stored; NULL:
			      none are looked at so */
	size_t apart;      /* one of so many samples, which it stands for */
	const gm_device *device;
	double *issued; /* per site: machine instructions of an execution */
	int64_t resident; /* see gm_sink */
	gm_kept kept;     /* the same */
} gm_gathering;

/* counts_gather.c: of `out` the rows of issue are there already. */
void gm_gathering_begin(gm_gathering *gathering, const gm_kernel *kernel, gm_error *err);
void gm_gathering_end(gm_gathering *gathering);
gm_status gm_gathering_replay(gm_gathering *gathering, const gm_block_sample *samples, size_t count,
                              gm_walk walk);

/* counts_closely.c: others are replayed for that than are counted, if none has been yet. */
bool gm_gathering_looks_apart(const gm_gathering *gathering, gm_walk walk);
/* Of the blocks looked at none took longer than another by more than is nothing. */
bool gm_gathering_took_alike(const gm_gathering *gathering);
/* Blocks are looked at closely before any is counted, or will be while they are counted. */
gm_status gm_gathering_look(gm_gathering *gathering, gm_closely **closely, gm_walk walk);

/* After all samples have been counted: blocks that issue much more than any that was looked at are looked at for how long
   they take. A grid ends with its longest block, and where that is a warp whose lanes have their turns one after the
   other it is much longer than it issues more. */
gm_status gm_gathering_look_at_longer(gm_gathering *gathering);

/* counts_pieces.c: looks at blocks closely, and counts all samples. */
gm_status gm_gathering_replay_all(gm_gathering *gathering, gm_closely **closely, gm_walk walk);

#endif
