/*
 * Lines that several warps change in place, each a part of them, while DRAM brings them.
 *
 * Where the rows of an array begin off a line of 128 bytes, the first and the last line of a request are
 * another warp's as well. One of them stores its part when the other has yet to ask for its own: such a line
 * takes L2 as long as GM_SHARED_LINE_BYTES more that are written into it. It does so only where warps go on
 * after they have stored, and drift apart; where each changes one place and leaves, neighbours ask for a line at
 * once, and nothing is held up.
 *
 *     lines = of the stores in loops to arrays that are loaded there first, in the same loop: lines touched - lines
 *             that as many bytes of a request could fill
 *
 * Of requests that are one stretch; those that lie apart share their lines, if at all, with other requests of the
 * same warp.
 *
 * Walks down a matrix of 3072 floats a row, a float by each thread of blocks of 256, cold, on an H200
 * (measure/calibrate/shared_lines.cu, us between events): aligned, and 32 and 64 B off a line,
 *
 *     rows, blocks     4000, 528    4000, 1056   4000, 3168   16000, 1056    16000, 3168
 *     copied            46  47  50   32  32  34   32  33  35   126  134  152   126  135  146
 *     in place          44  58  58   30  48  55   30  55  64   129  173  182   127  199  204
 *     here, in place    44  60  61   30  52  52   30  52  52   119  201  202   119  201  202
 *
 * and of rows of 3000 floats, three of four off a line, 4000 of them: 33 copied and 46 in place by 1056 blocks, 33 and
 * 54 by 3000. A float by each of as many threads as there are floats, 192 MB: copied 143, in place 140; 32 B off a
 * line both 148. The bytes are those with which all walks in place off a line, cold and warm, are met best, the
 * launch (1 us between events) taken off: the mean error is 12 to 13 % with 300 to 360, 33 % without.
 */
#ifndef GM_MODEL_SHARED_LINES_H
#define GM_MODEL_SHARED_LINES_H

#include "model/counts.h"

#define GM_SHARED_LINE_BYTES 320

/* Of the grid. */
double gm_shared_lines(const gm_kernel *kernel, const gm_counts *counts);

#endif
