/*
 * Blocks that wait for each other through global memory: what that takes on a device, and what becomes of it
 * (gm_kernel_wait).
 */
#ifndef GM_KERNEL_WAITING_H
#define GM_KERNEL_WAITING_H

#include <stdbool.h>
#include <stdint.h>

/* What they wait for, in clocks of a device. */
typedef struct gm_ways {
	double fma;          /* a dependent multiply-add */
	double shared;       /* a load from shared memory */
	double load;         /* an answer from L2 */
	double fetch;        /* from wherever data are */
	double atomic;       /* what an atomic returns */
	double fence;        /* a fence, with nothing stored before it */
	double fence_stored; /* and with */
	double apart;        /* SMs are so much nearer to L2 than the mean, or farther */
	double load_served, atomic_served; /* between two that go to the same word of L2 */
	double asker_served; /* what one that asks for it again and again holds up others */
	double block;        /* between the starts of two blocks */
	double gap;          /* between a block and the next in its place */
	int64_t sms;
	int64_t resident;    /* blocks that are on the device at once */
	int cc_major, cc_minor;
	bool again;          /* memory is as an equal launch has left it */
} gm_ways;

enum { GM_TOLD_MOST = 8 };

/* What becomes of it. */
typedef struct gm_waited {
	bool known;
	bool stuck;       /* what is resident waits for what is not, or for nobody */
	bool needs_all;   /* blocks one after the other would not end */
	bool cut;         /* after so many clocks */
	double clocks;    /* until the last block has ended */
	struct {
		uint32_t site;
		double times; /* in them; 0: no more sites */
	} told[GM_TOLD_MOST]; /* where blocks told each other something */
	double asked;     /* how often blocks asked */
	uint32_t site;    /* where they waited longest */
	int64_t resident; /* as gm_ways has them */
	bool again;
} gm_waited;

#endif
