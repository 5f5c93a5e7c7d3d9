/*
 * Multiply-adds that the compiler makes of products and sums: rounded once, where a replay of both would round
 * twice. A difference x * x - a is hardly ever zero then, and what a loop does a thousand times comes out
 * otherwise.
 *
 * Fused is the sum or difference of a product that only such ones read, in its basic block, where neither says how
 * it is rounded; its sign may change between, for such sums alone. The product is still made, for nobody. Source: code of ptxas 13.0 for sm_90; issue_product.c
 * prices the same, and what goes to other blocks, too.
 */
#ifndef GM_SASS_FUSE_H
#define GM_SASS_FUSE_H

#include "simt/machine.h"

void gm_ptx_fuse(ptx_program *program);

#endif
