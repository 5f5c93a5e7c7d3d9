/*
 * Loops over the lanes of a warp, for processors with wider vectors.
 *
 * A function marked GM_WIDE is compiled twice: for any processor, and for those with AVX2; the loader
 * picks one when the program starts. Both give the same numbers, as no product is fused with a sum
 * (-ffp-contract=off); and lanes that are not asked for may be computed too, as nobody looks at the flags
 * that this raises (-fno-trapping-math). Where compilers or the system cannot do that, it is compiled once.
 */
#ifndef GM_BASE_WIDE_H
#define GM_BASE_WIDE_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) &&   \
	!defined(__SANITIZE_ADDRESS__)
#define GM_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define GM_WIDE
#endif

#endif
