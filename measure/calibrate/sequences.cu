/*
 * What the compiler makes of one operator or function: how long a chain of them takes in one warp, and
 * how many an SM does when it is full.
 *
 * sequence_*: each thread applies it LINKS times `rounds` times, each time to what the last time gave.
 *             cycles[block] is the time between two barriers; with one warp that is the latency.
 * stream_near: what a thread can have under way: LOADS loads of 16 bytes from L2, the same for all
 *             threads of a block, then WORK multiply-adds for each that need all four words.
 */
#ifndef LOADS
#define LOADS 4
#endif
#ifndef WORK
#define WORK 4
#endif
#define LINKS 8

#include <cuda_fp16.h>

#define KEEP(type, value)                                                                          \
	if (cycles[0] == -12345)                                                                   \
		*(type *)cycles = (value)

/* `next` computes from x, y the new x; x begins as the thread's number and `first`, y is `second`. */
#define SEQUENCE(name, type, next)                                                                 \
	extern "C" __global__ void sequence_##name(long long *cycles, int rounds, type first,      \
	                                           type second)                                    \
	{                                                                                          \
		type x = (type)((type)(int)(threadIdx.x & 31) + first), y = second;                \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++)                               \
		{                                                                                  \
			_Pragma("unroll") for (int i = 0; i < LINKS; i++) x = (type)(next);        \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		KEEP(type, x);                                                                     \
	}

typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;

SEQUENCE(u32_div, u32, y / (x | 1))
SEQUENCE(u32_rem, u32, y % (x | 1))
SEQUENCE(s32_div, int, y / (x | 1))
SEQUENCE(s32_rem, int, y % (x | 1))
SEQUENCE(u64_div, u64, y / (x | 1))
SEQUENCE(u64_rem, u64, y % (x | 1))
SEQUENCE(s64_div, s64, y / (x | 1))
SEQUENCE(s64_rem, s64, y % (x | 1))
SEQUENCE(u64_mul, u64, x * y)
SEQUENCE(u64_mulhi, u64, __umul64hi(x, y))
SEQUENCE(u32_mulhi, u32, __umulhi(x, y))
SEQUENCE(u64_add, u64, x + (x ^ y))
SEQUENCE(u64_shift, u64, x << (y & 63))
SEQUENCE(u64_compare, u64, x < y ? y : x + 3)
SEQUENCE(f32_div, float, y / x)
SEQUENCE(f32_div_fast, float, __fdividef(y, x))
SEQUENCE(f32_rcp, float, 1.0f / x)
SEQUENCE(f32_sqrt, float, sqrtf(x))
SEQUENCE(f32_sqrt_fast, float, __fsqrt_rn(x) * y)
SEQUENCE(f32_rsqrt, float, rsqrtf(x))
SEQUENCE(f32_exp, float, expf(-x))
SEQUENCE(f32_exp_fast, float, __expf(-x))
SEQUENCE(f32_exp2, float, exp2f(-x))
SEQUENCE(f32_log, float, logf(x + y))
SEQUENCE(f32_log_fast, float, __logf(x + y))
SEQUENCE(f32_log2, float, log2f(x + y))
SEQUENCE(f32_sin, float, sinf(x))
SEQUENCE(f32_cos, float, cosf(x))
SEQUENCE(f32_sin_fast, float, __sinf(x))
SEQUENCE(f32_cos_fast, float, __cosf(x))
SEQUENCE(f32_tanh, float, tanhf(x))
SEQUENCE(f32_erf, float, erff(x))
SEQUENCE(f32_pow, float, powf(x, y))
SEQUENCE(f32_fmod, float, fmodf(y, x + 1.5f))
SEQUENCE(f32_min, float, fminf(x, y) + 1.0f)
SEQUENCE(f32_floor, float, floorf(x) + y)
SEQUENCE(f64_add, double, x + y)
SEQUENCE(f64_mul, double, x *y)
SEQUENCE(f64_div, double, y / x)
SEQUENCE(f64_rcp, double, 1.0 / x)
SEQUENCE(f64_sqrt, double, sqrt(x))
SEQUENCE(f64_rsqrt, double, rsqrt(x))
SEQUENCE(f64_exp, double, exp(-x))
SEQUENCE(f64_log, double, log(x + y))
SEQUENCE(f64_sin, double, sin(x))
SEQUENCE(u32_popc, u32, __popc(x) + y)
SEQUENCE(u32_clz, u32, __clz(x) + y)
SEQUENCE(u32_ffs, u32, __ffs(x) + y)
SEQUENCE(u32_brev, u32, __brev(x) + y)
SEQUENCE(u32_prmt, u32, __byte_perm(x, y, 0x3210 + (x & 7)))
SEQUENCE(u32_funnel, u32, __funnelshift_l(x, y, x))
SEQUENCE(u32_dp4a, u32, __dp4a(x, y, x))
SEQUENCE(u32_min, u32, min(x, y) ^ x)
SEQUENCE(u32_select, u32, x < 7 ? y : x + 1)
SEQUENCE(u32_imad, u32, x *y + 7)
SEQUENCE(u32_lea, u32, (x << 3) + y)
SEQUENCE(u32_xorshift, u32, (x ^= x << 13, x ^= x >> 17, x ^ x << 5))
SEQUENCE(s32_f32, int, (int)((float)x * 1.5f))
SEQUENCE(u32_f32, u32, (u32)((float)x * 1.5f))
SEQUENCE(s64_f32, s64, (s64)((float)x * 1.5f))
SEQUENCE(s32_f64, int, (int)((double)x * 1.5))
SEQUENCE(f32_f64, float, (float)((double)x * 1.5))
SEQUENCE(f32_f16, float, __half2float(__float2half(x)) * 1.5f)
SEQUENCE(f32_u8, float, (float)(unsigned char)(u32)x + 1.5f)
SEQUENCE(shfl_idx, u32, __shfl_sync(0xffffffffu, x, (int)x & 31))
SEQUENCE(shfl_xor, u32, __shfl_xor_sync(0xffffffffu, x, 1) + y)
SEQUENCE(vote, u32, __ballot_sync(0xffffffffu, x & 1) ^ x)
SEQUENCE(any, u32, __any_sync(0xffffffffu, x & 1) + x)
SEQUENCE(match_any, u32, __match_any_sync(0xffffffffu, x & 3) ^ y)
SEQUENCE(redux_add, u32, __reduce_add_sync(0xffffffffu, x))
SEQUENCE(redux_min, u32, __reduce_min_sync(0xffffffffu, x))
SEQUENCE(activemask, u32, __activemask() ^ x)
SEQUENCE(syncwarp, u32, (__syncwarp(), x + y))

#define HALVES(name, next)                                                                         \
	extern "C" __global__ void sequence_##name(long long *cycles, int rounds, float first,     \
	                                           float second)                                   \
	{                                                                                          \
		__half2 x = __float2half2_rn((float)threadIdx.x + first),                          \
			y = __float2half2_rn(second);                                              \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++)                               \
		{                                                                                  \
			_Pragma("unroll") for (int i = 0; i < LINKS; i++) x = next;                \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		KEEP(__half2, x);                                                                  \
	}

HALVES(f16x2_add, __hadd2(x, y))
HALVES(f16x2_mul, __hmul2(x, y))
HALVES(f16x2_fma, __hfma2(x, y, y))
HALVES(f16x2_max, __hmax2(x, y))
HALVES(f16x2_exp2, h2exp2(__hneg2(x)))

extern "C" __global__ void
stream_near(const float4 *x, float *out, int n, int rounds, long long *cycles)
{
	float sum = threadIdx.x;

	__syncthreads();
	const long long start = clock64();
	for (int r = 0; r < rounds; r++) {
#pragma unroll 1
		for (int i = 0; i < n; i += LOADS) {
			float4 v[LOADS];
#pragma unroll
			for (int u = 0; u < LOADS; u++)
				asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
				             : "=f"(v[u].x), "=f"(v[u].y), "=f"(v[u].z), "=f"(v[u].w)
				             : "l"(x + i + u));
#pragma unroll
			for (int u = 0; u < LOADS; u++) {
#pragma unroll
				for (int w = 0; w < WORK / 4; w++)
					sum = (((sum * v[u].x + 1.0f) * v[u].y + 1.0f) * v[u].z
					       + 1.0f) * v[u].w + 1.0f;
			}
		}
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == 12345.678f)
		out[0] = sum;
}
