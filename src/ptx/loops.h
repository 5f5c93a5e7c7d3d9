/*
 * Loops over the lanes of a warp. Many lanes take the branch-free loop, which vectorises.
 */
#ifndef GM_PTX_LOOPS_H
#define GM_PTX_LOOPS_H

#include "base/bits.h"
#include "base/wide.h"

#include <stdint.h>

#if defined(__clang__)
#define PTX_INDEPENDENT /* it checks for overlap when the loop runs */
#else
#define PTX_INDEPENDENT _Pragma("GCC ivdep")
#endif

#define FOR_LANES(mask, ...)                                                                       \
	if ((mask) == PTX_ALL_LANES) {                                                             \
		PTX_INDEPENDENT for (int l = 0; l < PTX_LANES; l++)                                \
		{                                                                                  \
			__VA_ARGS__                                                                \
		}                                                                                  \
	} else {                                                                                   \
		for (uint32_t rest_ = (mask); rest_; rest_ &= rest_ - 1) {                         \
			const int l = __builtin_ctz(rest_);                                        \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}

/* Fewer lanes than that are done one by one. */
enum { PTX_LANES_MANY = 8 };

/* A bit for each lane, to ask a mask for several at once. */
static const uint32_t ptx_lane_bits[32] = {
	1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
	1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
	1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
	1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

/* d[l] = value for the lanes of the mask; with many of them the value, which must harm nobody, is
   made for all. */
#define SET_LANES(mask, type, value, ...)                                                          \
	if ((mask) != PTX_ALL_LANES && gm_bits_count(mask) >= PTX_LANES_MANY) {                    \
		PTX_INDEPENDENT for (int l = 0; l < PTX_LANES; l++)                                \
		{                                                                                  \
			__VA_ARGS__                                                                \
			const type made_ = value, kept_ = d[l];                                    \
			d[l] = (mask)&ptx_lane_bits[l] ? made_ : kept_;                            \
		}                                                                                  \
	} else {                                                                                   \
		FOR_LANES(mask, __VA_ARGS__ d[l] = value;)                                         \
	}

/* The lane arrays of a container type (uint32_t, uint64_t, float, double). */
#define LANES_OF(container, unit)                                                                  \
	((container *)(void *)(warp->registers + (size_t)(unit)*PTX_UNIT_BYTES))

/* Functions NAME(warp, step, mask) of one, two and three sources. T is the type a lane is read as,
   C the container in the file, R the type of the result and RC its container. SCALAR_n: vectors do not have what the
   expression asks for. */
#define LANES_1(name, T, C, R, RC, expression)                                                     \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a);                                                 \
		RC *d = LANES_OF(RC, step->d);                                                     \
		SET_LANES(mask, RC, (RC)(R)(expression), const T x = (T)a[l];)                     \
	}

#define LANES_2(name, T, C, R, RC, expression)                                                     \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		RC *d = LANES_OF(RC, step->d);                                                     \
		SET_LANES(mask, RC, (RC)(R)(expression), const T x = (T)a[l], y = (T)b[l];)        \
	}

/* The third source has a container of its own (mad.wide). */
#define LANES_3(name, T, C, R, RC, expression)                                                     \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const RC *c = LANES_OF(RC, step->c);                                               \
		RC *d = LANES_OF(RC, step->d);                                                     \
		SET_LANES(mask, RC, (RC)(R)(expression), const T x = (T)a[l], y = (T)b[l];         \
			  const R z = (R)c[l];)                                                    \
	}

#define SCALAR_1(name, T, C, R, RC, expression)                                                    \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a);                                                 \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l]; d[l] = (RC)(R)(expression);)                  \
	}

#define SCALAR_2(name, T, C, R, RC, expression)                                                    \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l], y = (T)b[l]; d[l] = (RC)(R)(expression);)     \
	}

#define SCALAR_3(name, T, C, R, RC, expression)                                                    \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const RC *c = LANES_OF(RC, step->c);                                               \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l], y = (T)b[l]; const R z = (R)c[l];             \
			  d[l] = (RC)(R)(expression);)                                             \
	}

#endif
