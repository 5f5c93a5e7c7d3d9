/*
 * What a warp comes back to: sectors that it has stored whole, loaded or stored once more.
 *
 * L2 has them unless too much has passed since. The way back of a loop (a tridiagonal system is solved forth and
 * back) finds what was stored last, and not what was stored first. Time is what the warp has touched anew so far, in
 * bytes read and written, turns of loops that are left out counted; all warps that are resident do alike. So of
 *
 *     passed = warps resident * (bytes read + bytes written between the two) / kept_read
 *
 * that is above 1 a load comes from DRAM again; a store finds that the first has been written back, also where
 * the bytes written alone are more than kept_written, and is written back once more. What is come back to takes
 * no new room here, which is so on the way back; of a way in the same order, where what was lost pushes out what
 * is needed next, some is missed.
 */
#ifndef GM_MODEL_RETURNS_H
#define GM_MODEL_RETURNS_H

#include "model/sector_set.h"

#include <stdbool.h>
#include <stddef.h>

enum { GM_RETURN_BINS = 96 /* two for each factor of two that lies between, from a sector on */ };

/* Bytes: what lies between, each times what is come back to; what is. */
typedef struct gm_return_bin {
	double read, written;
	double bytes;
} gm_return_bin;

typedef struct gm_returns_sums {
	gm_return_bin loads[GM_RETURN_BINS], stores[GM_RETURN_BINS];
} gm_returns_sums;

typedef struct gm_return_time {
	double read, written; /* bytes, so far */
} gm_return_time;

/* A sector that the present warp has touched. */
typedef struct gm_return_past {
	gm_return_time touched, stored; /* last */
	bool is_stored;
} gm_return_past;

/* Starts as {0}. */
typedef struct gm_returns {
	gm_returns_sums sums;
	gm_return_time now;   /* of the present warp */
	gm_sector_set known;  /* sectors: place of their past, from 1 */
	gm_return_past *past;
	size_t count, capacity;
} gm_returns;

/* The warp stores or loads a sector, which stands for so many bytes; back: it has stored it whole before. */
void gm_returns_touch(gm_returns *returns, int64_t sector, double bytes, bool store, bool back);

void gm_returns_end_warp(gm_returns *returns);
void gm_returns_dispose(gm_returns *returns);

/* Bytes of such bins that are lost, where so many warps do alike; room in bytes, of all and of what is written. */
double gm_returns_lost(const gm_return_bin *bins, double warps, double room, double room_written);

#endif
