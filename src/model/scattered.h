/*
 * What the data-dependent sites of a kernel touch: pieces of arrays, estimated from traced blocks.
 *
 * Pieces that two or more of the traced blocks met are taken to be met by all (the top of a search
 * tree, a popular row). A block's other pieces are draws by lot from the rest of the array, of which n
 * blocks find
 *
 *     found(n) = rest * (1 - exp(-n * draws / rest))
 *
 * different ones. L2 keeps lines, of k pieces each, and each of its H halves those that its own SMs
 * asked for:
 *
 *     held(n) = H * lines * p(n)      p(n) = 1 - exp(-n * draws / (H * lines))      lines = rest / k
 *
 * A draw finds its piece there when the line has stayed and the draws that it got since it came include
 * the piece: the last one does with 1 / k, else the one before counts, if the line was there already:
 *
 *     near = p / k + p * (1 - 1 / k) * near
 *
 * Pieces of a line may be drawn together: a block's lie in fewer lines than as many by lot would. Of c drawn as one
 * a line's k are k / c here, and the draws for lines as many fewer. Of 64 and 128 B each at places in no order of 64 MiB,
 * 69 MB in all, DRAM moves on an H200 (random_store and random_load, bits=24), MB:
 *
 *                       written       read
 *     bytes of each     64   128    64   128
 *     measured          38    21    48    44
 *     here              38    19    48    43
 *
 * What the near half has not the far one may have: found = near + (1 - 1 / H) * (1 - near) * near.
 *
 * chains on an H200, 270336 at random through so many MiB (of L2 60), percent of the draws:
 *
 *     MiB              32   40   48   64   96  128  256  1024
 *     near, measured   82   56   42   29   18   13    6   1.2
 *     near, here       81   56   42   29   18   13    6   1.4
 *     DRAM, measured   10   29   45   62   76   83   92    98
 *     DRAM, here       11   34   45   61   75   82   91    98

 * Where the grid is small enough to replay it all, what all blocks find is counted; when it is less than nine tenths of
 * what lots say (chains a fixed way apart that come where others have been, keys of which there are few), they draw from as
 * few pieces as bring that. 33792 chains of 16 steps of 8 MB, each 8 MB on, from every 3200 bytes of 128 MiB on an H200
 * read 12.2 MB; so counted, 12.2, by lot 33.
 *
 * Where what blocks touch lies in the order of the blocks (rows of a sparse matrix, parts of lists that
 * are merged, a picture that is moved) it is no lot: a block goes on where the one before it is, and what
 * several touch they touch at about the same time. Told from the middles of what the traced blocks
 * touch, at least 6, which rise or fall from each to the next, while a block reaches less far than half of the way
 * from the first to the last. Of such an array n blocks find
 *
 *     found(n) = min(n * min(draws, way of a block - pieces that regular sites touch), rest)
 *
 * once each, as long as L2 holds what blocks touch over the reach of one. So it is where blocks touch parts all over
 * the array (columns of a matrix whose rows a block has) and hardly two of the traced ones the same, when by lot
 * many would have met: draws^2 / (2 rest) of them, of all traced blocks.
 *
 * Paths from piece to piece meet and go on together (model/paths.h): so it is where most loads need one of the
 * same array before them, blocks meet at four times as many pieces as by lot, and few of these are popular, met by
 * more than half of the traced blocks.
 *
 * What atomics change, L2 has from DRAM and stores as it does what is stored. Where the array is loaded at such places
 * too, it comes with that. Of the sectors that it lacks one half come alone, the other with their half line:
 *
 *     fetched = (32 B * sectors missed + 64 B * half lines missed) / 2
 *
 * where L2 keeps all those found, and half of the neighbours that nobody asks for. Additions at random, 541, 2163 and 8651
 * thousand in so many MiB (reports/measured/atomic_misses.csv), MB that an H200 reads:
 *
 *     MiB              4     8    16    32    64   128   256  1024
 *     0.54 M         4.2   7.8  12.7  17.6  21.2  23.4  24.7  25.6
 *     here           4.2   7.8  12.7  17.5  21.1  23.3  24.6  25.6
 *     2.16 M         4.2   8.4  16.6  31.2  52.7  82.1  94.0 101.6
 *     here           4.2   8.4  16.6  31.1  48.2  82.0  94.2 101.6
 *     8.65 M               8.4  16.8  33.6   115
 *     here                 8.4  16.8  33.6   121
 *
 * Of a place that is loaded and then changed L2 keeps one copy, which takes its room once. 2163 thousand additions behind
 * loads of the same places (load_then_atom), MB of 33 and 67 read: 33.0 and 75; here 33.0 and 57, were both halves to keep
 * copies beside what is changed 82 and 114.
 *
 * What regular sites bring of the same array (a cell's own particles, beside those of its neighbours) is not
 * found anew. Where nobody saw draws fall there, as the neighbours of a block were not traced, what is found anew lies at
 * least in what the regular sites of all blocks leave of the array (a point's neighbours, of points that all are read).
 */
#ifndef GM_MODEL_SCATTERED_H
#define GM_MODEL_SCATTERED_H

#include "model/reach.h"

enum { GM_SCATTERED_MAX = 16 };

typedef struct gm_scattered_array {
	double hot;     /* pieces that all blocks meet */
	double rest;    /* pieces that draws are from */
	double draws;   /* of one block */
	double meets;   /* of paths that meet: model/paths.h; 0: draws by lot */
	double sectors; /* of a piece that the request asks for that meets it first */
	double bytes;   /* of a piece */
	double together; /* of them, that are drawn as one: 1 and more */
	double scattered; /* share of the pieces, as in model/reach.h */
	double scattered_halves; /* half lines that these are of, for each piece */
	bool round;     /* they come past the end and begin anew */
	double way;     /* pieces from a block to the next where they are in order, else 0 */
	double left;    /* of these, what regular sites leave: model/reach.h has theirs */
	double reach;   /* of a block, in ways: so many blocks later nobody asks for the same */
	double swept;   /* of the array, the share that regular sites of a block bring: model/reach.h has it */
	double covered; /* the same, each piece once for all blocks: the draws are in what these leave, or find them */
	int array;      /* of the kernel */
	double whole;   /* share of the pieces that a block writes whole */
	bool written;
	bool fetched;   /* by atomics alone: L2 has their sectors from DRAM */
	bool packed;    /* changed by atomics: lines at random, which fill L2 as those that are loaded do */
	double paired;  /* of these, half lines that they are of, for each piece; 0: DRAM reads no half lines */
	double lines;   /* that a block's pieces lie in */
	double changed; /* of lines that are loaded, the share that atomics of the same block change: L2 has one copy, among these */
	bool read_too;  /* another site loads the array: a sector stored in part is there already */
} gm_scattered_array;

typedef struct gm_scattered {
	gm_scattered_array arrays[GM_SCATTERED_MAX];
	int count; /* 0: the kernel has no such sites */
	double halves; /* of L2: 1 or 2 */
} gm_scattered;

/* Pieces that are read have `fetch_bytes`, written ones are sectors. */
gm_scattered gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes, double halves);

/* Of so many blocks; each piece once. */
gm_reach_bytes gm_scattered_of_blocks(const gm_scattered *scattered, double blocks);

/* How long things stay in L2, in blocks. */
typedef struct gm_l2_span {
	double blocks; /* of the grid */
	double held;   /* that L2 has room for */
	double dirty;  /* until what is stored is written back */
	bool warm;     /* L2 is full of what an equal launch has left */
} gm_l2_span;

/* What comes from DRAM, and what is stored there. */
gm_reach_bytes gm_scattered_missing(const gm_scattered *scattered, const gm_l2_span *span);

#endif
