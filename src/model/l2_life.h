/*
 * How long things stay in L2, and what DRAM moves for it.
 *
 * What n blocks that follow each other touch (model/reach.h, model/scattered.h) takes room:
 *
 *     occupancy(n) = (lines read + sectors that both halves hold + lines written) / kept_read
 *
 * where lines that loads and atomics find at random places count kept_read / kept_random: L2 holds more of them than of
 * sweeps. (Of 8.65 million additions to 64 MiB DRAM reads 115 MB; here 121, were they as sweeps 184.)
 * As long as it stays below 1 each piece comes from DRAM once. Else data stay for the n* blocks with
 * occupancy(n*) = 1. Blocks differ by rows: when n* is a row or more, each further row fetches what it
 * does not share with the n* before it, read(n* + row) - read(n*) (Denning's working set; Xiang et al.,
 * ASPLOS 2013); when it is less, each row fetches all it reads. Blocks that are resident together start
 * in step: a first wave shares what it reads at once, and so do later waves while they are few (4). In
 * many they drift apart, and what fits neither in L2 nor in a row is fetched by each. (A product of
 * 4096 x 4096 matrices in tiles of 32, 62 waves of two rows: each block fetches its own panel.)
 *
 * What is stored stays dirty for the blocks with
 *
 *     age(n) = max(lines in one half / kept_launches + 2 lines in both / kept_read,
 *                  lines written / kept_written) = 1
 *
 * and is written back then; what the last of them have written is still there when the kernel ends. Of what is stored
 * alone that are 29.4 to 29.8 MB (mixed_store, once_store). Lines read are those that come after the stores. A wave
 * of blocks that start together is in step: what they store at their end (late = 1, model/late.h) no read of any
 * follows. Blocks of several waves are at all points of their way, and when one of them ends the others that
 * are resident have half of their reads before them:
 *
 *     lines read = those of n - late * wave blocks of one wave, of n - late * wave / 2 of several      (0 to all)
 *
 * So of copies of 268 MB the more is left there the more is in flight, MB (once_copy, H200):
 *
 *     read by a wave     0.54  1.08  1.08   2.2   2.2   4.3   4.3   8.7    17
 *     left, measured     21.4  21.5  21.7  22.6  23.1  26.5  26.5  25.8  26.9
 *     left, here         22.7  22.8  22.8  23.1  23.1  23.6  23.6  24.7  26.9
 *
 * and half of kept_launches, 22.5, were it not so. Warm, all reads come between a store and that of the launch before.
 *
 * Sectors that are stored in part are completed from DRAM, the sooner the more of them there are:
 *
 *     share = min(1 - exp(-(lines written / kept_pieces)^2), max(0, 1 - (0.31 kept_pieces / all lines written)^2))
 *
 * (of 4.2 MB of lines none, however often words come to places in no order: random_store of 4 MiB, 16 rounds),
 * at the latest when they are written back; and each time anew when L2 loses them before the rest comes. What is
 * completed at places in no order is written back then, however much room there is: of so many MB that 1 to 8
 * million stores of 4, 8 and 16 B at places in no order leave in sectors stored in part, DRAM on an H200
 * (scattering, `put`)
 *
 *     MB            8    16    16    16    32
 *     bytes each    4     4     8    16    16
 *     read        1.6    14    14    12    28
 *     written     3.1    16    16    12    41
 *
 * Sectors side by side, of which each has one store in part and no more come, are completed by
 *
 *     share = 1 - exp(-max(0, lines written / kept_pieces - 0.44)^2)
 *
 * and of what is completed half is written back, besides what has no room. A word of each sector (fills, H200), MB:
 *
 *     sectors               8    10    12    16    24
 *     read               0.43  0.99   2.9   7.8  18.7
 *     here               0.19   0.9   2.2   6.8  20.0
 *     written            0.43  0.99   2.9   4.3   8.9
 *     here                0.1   0.4   1.1   3.4  10.5
 *
 * Memory that takes single bytes (without error correction) needs none of it.
 *
 * Sectors that warps fill word by word (model/filling.h) are open for so long that L2 may have to make room
 * for others. With `open` bytes of lines in which all resident blocks have one, DRAM completes and takes
 *
 *     completed = filled * lost                     lost = share, of the lines that are open
 *     written   = filled * min(stores - 1, lost + max(0, turns - 1))
 *     turns     = open / kept_written + bytes fetched while a sector is open / kept_read
 *
 * besides what is written in the end. pieces_store on an H200, a thread for each 128 bytes of 128 MiB, MB:
 *
 *     bytes of a store     4     4     4     4    16    16
 *     open                30    15   7.6   3.8    17   4.3
 *     read, measured     125   104    43   7.5    97    12
 *     read, here         133    96    36    10   107    13
 *     written, measured  263   213   152   117   195   117
 *     written, here      245   203   143   117   214   120
 *
 * Cold: what others have left dirty in L2 (l2_dirty_before) leaves first, a share of
 *
 *     others = min(1, max(0, ((lines read + lines written) / kept_read - 0.5) / 0.4,
 *                            (lines written / kept_written - 0.69) / 0.31))
 *
 * Of 2.4 MB 0, 0.6, 10, 33, 85 and 99 % leave for 16, 24, 28, 32, 40 and 48 MiB that are read (sweep), 1 and 56 % for
 * 16 and 24 MiB that are stored (sweep, halves_store), and all when what is stored fills the room for it.
 *
 * What is stored in rounds (neighbours some way apart, an array gone over several times until it is full) comes to
 * each of its lines anew in each round. A line that is dirty still needs no write of its own:
 *
 *     written = stored * (1 + (times - 1) * (1 - again))          times = stores to L2 / stored, rounds at most
 *     again   = Phi((1 - lines written / (kept_written + l2_dirty_before)) / 0.075)
 *
 * less what is left, kept_written at most; and what is completed is written back as at places in no order. Stores of
 * 8 bytes, neighbours 11 or 1000003 elements apart modulo their number, alone, copied, or by places that are read
 * (put, put_copy, put_by, H200, cold), MB; the last more than a round fits in, where each comes anew:
 *
 *     stored                24              32              48
 *     read besides      0   24   36     0   32   48     0
 *     read             22   46   58    31   62   78    48
 *     here             23   47   59    32   64   80    48
 *     written          22   23   23    57   54   55   181
 *     here             24   25   25    54   54   54   165
 *
 * So does what each block goes over several times, of as many lines as the blocks have that are resident at once
 * (sections of a filter, 40 MB in place in four rounds, H200, cold and warm: written 126 and 149 MB, here 143 and 170).
 *
 * Warm: the same launch has just run. Of data that are read again in the same order L2 has kept
 *
 *     kept  = L((1 - x) / 0.06)           x = lines in one half / kept_launches + 1.5 lines in both / kept_read
 *     dirty = min(L((1 - x / 0.96) / 0.08), Phi((1 - lines written / kept_written) / 0.075))
 *
 * with L(z) = 1 / (1 + e^-z): more is lost of what has room, and more is found of what has not, than where a launch sweeps
 * over the same again. Blocks come to other SMs than before: the room is that of launches. Percent lost by the third of
 * three launches on an H200 (once_load, once_copy, and halves.cu: an array of so many MiB that 8 neighbouring blocks read
 * each piece of, and one of them writes half of elsewhere; reports/measured/l2_halves.csv), and here:
 *
 *     loaded              32   36   40   44   48   56    copied, of stores   32   36   40   44   48
 *     lost               2.5  6.6   18   54   87   99                       7.7   22   42   69   80
 *     here               1.4  6.2   24   60   87   99                       5.7   17   40   69   88
 *
 *     by 8                24   28   32   36   40         and half written    16   20   24   28   32
 *     lost               0.0  2.5   39   88  100                         1.1   14   57   90   99
 *     here               1.0  7.2   37   81   97                         0.4  6.2   52   95  100
 *
 * What does not fit moves as in the middle of a long grid: a row of blocks
 * that reads what all rows read finds it. What is stored at places in no order is touched all along, and what is read
 * once passes it: of it is kept what has room without that (scattering, `put_copy` of 8 and 4 B, 16 MiB each way
 * and 16 or 33 MB more that is read: 0.6 MB are written in a launch after an equal one, and nothing is completed).
 *
 * A device file that does not state kept_read has half of L2 taken for it: other streams and the sets
 * that addresses fall into leave no more to rely on.
 */
#ifndef GM_MODEL_L2_LIFE_H
#define GM_MODEL_L2_LIFE_H

#include "device/device.h"
#include "model/cache_state.h"
#include "model/reach.h"
#include "model/scattered.h"

/* What goes in. */
typedef struct gm_l2_grid {
	gm_reach reach;
	gm_scattered scattered;
	double blocks, wave;               /* of the grid; resident at once */
	double row, plane;                 /* blocks */
	double share_read, share_written;  /* of what the steps reach, what there is */
	double rounds;                     /* in which all that is stored is gone over, one fits in L2; 1: once */
	double own_rounds;                 /* in which each block goes over all that it stores; 1, or not said: once */
	double room_read, room_written;    /* and of its lines at most, of which several rounds touch parts */
	double asked_read, asked_written;  /* bytes: DRAM cannot move more for what L2 is asked */
	double kept_read, kept_written, kept_random, kept_launches;
	double kept_pieces;                /* 0: not known */
	double others;                     /* dirty of others before, cold */
	double halves;                     /* of L2, each with a copy of what both read */
	bool masked;                       /* DRAM takes parts of sectors: none is completed */
	double unjoined;                   /* of stores to parts of sectors, those that L2 gets one by one */
} gm_l2_grid;

/* Of one direction: moved = min(first + each * (blocks - first_blocks) + drawn, asked). */
typedef struct gm_l2_moved {
	double first_blocks, first, each, drawn, asked;
} gm_l2_moved;

typedef struct gm_l2_life {
	gm_reach_bytes once;      /* of the whole grid, each piece once */
	gm_reach_bytes after;     /* the same, of reads those after the first stores; all when warm */
	double occupancy, age;    /* of the whole grid */
	gm_l2_span span;
	gm_l2_moved read, written;
	gm_reach_bytes moved;     /* were all of it read, and all that is stored written back */
	double left_bytes;        /* of what is written: what the last blocks leave in L2 */
	double kept_ratio;        /* warm: of what was read, what is still there */
	double stored_ratio;      /* warm: of sectors that were stored in part, what is still there, whole */
	double rewritten_ratio;   /* warm: of what is stored, what is still dirty from before */
	double rounds_ratio;      /* 0: each place is stored once, to 1: in rounds */
	double again_ratio;       /* of what is stored in rounds, what is dirty still when it is stored again */
	double written_times;     /* for that, of `moved.written`; 1: all comes once */
	double evicted_bytes;     /* of what is stored, what leaves L2 before the kernel ends */
	double others_ratio;      /* cold: of what others left dirty in L2, what is written back */
	double completed_ratio;   /* of sectors stored in part */
	double completed_bytes;
	double soon_ratio;        /* of these, what is written back as well: all at places in no order */
} gm_l2_life;

/* Of what warps come back to (model/returns.h), what DRAM moves once more. */
typedef struct gm_l2_returns {
	double read_bytes, written_bytes;
} gm_l2_returns;

/* Of sectors that are filled bit by bit, what DRAM moves besides. */
typedef struct gm_l2_filling {
	double completed_bytes, written_bytes;
} gm_l2_filling;

/* The room that the device has; the rest is filled in by the caller. */
gm_l2_grid gm_l2_grid_of(const gm_device *device);

/* Of so many blocks; regular sites alone. */
gm_reach_bytes gm_l2_reached(const gm_l2_grid *grid, double blocks);

/* Bytes of these that an L2 of so many halves holds in both. */
double gm_l2_both_halves(double halves, gm_reach_bytes touched);

double gm_l2_occupancy(const gm_l2_grid *grid, gm_reach_bytes touched);

/* x of what the same launch right after it finds, see above: 1 where that is half. */
double gm_l2_repeated(const gm_l2_grid *grid, gm_reach_bytes touched);

gm_l2_life gm_l2_life_evaluate(const gm_l2_grid *grid, gm_cache_state state);

gm_l2_returns gm_l2_returns_evaluate(const gm_l2_grid *grid);

/* Of a grid that fetches so many bytes; what L2 has kept of the launch before is whole. */
gm_l2_filling gm_l2_filling_evaluate(const gm_l2_grid *grid, const gm_l2_life *life, double fetched_bytes);

#endif
