/*
 * Loops over the lanes of a warp. A full warp takes the branch-free loop, which vectorises.
 */
#ifndef GM_PTX_LOOPS_H
#define GM_PTX_LOOPS_H

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

/* The lane arrays of a container type (uint32_t, uint64_t, float, double). */
#define LANES_OF(container, unit)                                                                  \
	((container *)(void *)(warp->registers + (size_t)(unit)*PTX_UNIT_BYTES))

/* Functions NAME(warp, step, mask) of one, two and three sources. T is the type a lane is read as,
   C the container in the file, R the type of the result and RC its container. */
#define LANES_1(name, T, C, R, RC, expression)                                                     \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a);                                                 \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l]; d[l] = (RC)(R)(expression);)                  \
	}

#define LANES_2(name, T, C, R, RC, expression)                                                     \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l], y = (T)b[l]; d[l] = (RC)(R)(expression);)     \
	}

/* The third source has a container of its own (mad.wide). */
#define LANES_3(name, T, C, R, RC, expression)                                                     \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const RC *c = LANES_OF(RC, step->c);                                               \
		RC *d = LANES_OF(RC, step->d);                                                     \
		FOR_LANES(mask, const T x = (T)a[l], y = (T)b[l]; const R z = (R)c[l];             \
			  d[l] = (RC)(R)(expression);)                                             \
	}

#endif
