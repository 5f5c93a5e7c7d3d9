/*
 * cp.async from runs of bytes to places of any stride; loads of constants (LDC); products of integers. A
 * program of its own, as its launches differ in their numbers alone:
 *
 *     nvcc -arch=sm_90 -O3 -o ahead ahead.cu
 *     ncu --clock-control none --cache-control all --metrics ... --page raw --csv ./ahead
 *
 * It prints a line for each launch, in their order.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct shape { int run, gstride, sstride, turns, advance, goffset, soffset, first, lanes, given; };

template <int C, int WAY> __global__ void
ahead(const char *in, unsigned *out, shape s)
{
	extern __shared__ __align__(1024) char held[];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	const int each = s.run / C, per = 32 / each > 0 ? 32 / each : 1;
	const int row = lane / each + warp * per, column = lane % each;
	const char *from = in + s.goffset + (size_t)row * s.gstride + column * C +
			   (size_t)blockIdx.x * s.first;
	const unsigned to = (unsigned)__cvta_generic_to_shared(held) + s.soffset + row * s.sstride + column * C;
	if (lane < s.lanes)
		for (int t = 0; t < s.turns; t++) {
			if (WAY == 0)
				asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(C) : "memory");
			if (WAY == 1)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
			if (WAY == 2)
				asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
			if (WAY == 3)
				asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(C) : "memory");
			if (WAY == 4)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(s.given) : "memory");
			if (WAY == 5)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
			else
				asm volatile("cp.async.wait_all;" ::: "memory");
			from += s.advance;
		}
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	if (out && held[threadIdx.x] == 77)
		out[0] = 1;
}

__constant__ unsigned table[4096];

template <int W> __global__ void
ldc(unsigned *out, int rounds, int spread, int index)
{
	unsigned at = ((threadIdx.x & 31) * spread + index) & 1023, sum = 0;
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int u = 0; u < 32; u++) {
			if (W == 1) {
				unsigned v;
				asm volatile("ld.const.u32 %0, [%1];" : "=r"(v) : "r"((unsigned)(4 * at + 4 * u)));
				sum ^= v;
			} else {
				unsigned v, w;
				asm volatile("ld.const.v2.u32 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : "r"((unsigned)(8 * at + 8 * u)));
				sum ^= v ^ w;
			}
		}
		at = (at + (sum & 1)) & 1023;
	}
	if (sum == 12345)
		out[0] = sum;
}

/* The same without LDC, to be taken away: XORs alone. */
__global__ void
ldc_none(unsigned *out, int rounds, int spread, int index)
{
	unsigned at = ((threadIdx.x & 31) * spread + index) & 1023, sum = 0;
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int u = 0; u < 32; u++)
			asm volatile("xor.b32 %0, %0, %1;" : "+r"(sum) : "r"(at));
		at = (at + (sum & 1)) & 1023;
	}
	if (sum == 12345)
		out[0] = sum;
}

/* Eight chains of one operation each. */
#define CHAINS(name, type, constraint, line)                                                       \
	__global__ void name(type *out, int rounds, type a, type b)                                \
	{                                                                                          \
		type v[8];                                                                         \
		for (int c = 0; c < 8; c++)                                                        \
			v[c] = (type)(threadIdx.x + c);                                            \
		for (int r = 0; r < rounds; r++) {                                                 \
			_Pragma("unroll") for (int u = 0; u < 8; u++)                              \
			{                                                                          \
				_Pragma("unroll") for (int c = 0; c < 8; c++)                      \
					asm volatile(line : "+" constraint(v[c]) : constraint(a), constraint(b)); \
			}                                                                          \
		}                                                                                  \
		type sum = 0;                                                                      \
		for (int c = 0; c < 8; c++)                                                        \
			sum += v[c];                                                               \
		if (sum == (type)12345)                                                            \
			out[0] = sum;                                                              \
	}
CHAINS(imad, int, "r", "mad.lo.s32 %0, %0, %1, %2;")
CHAINS(imad_hi, unsigned, "r", "mul.hi.u32 %0, %0, %1;")
CHAINS(imad_mul, int, "r", "mul.lo.s32 %0, %0, %1;")
CHAINS(ffma, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
CHAINS(fmul, float, "f", "mul.rn.f32 %0, %0, %1;")
CHAINS(imad_wide, unsigned long long, "l", "{.reg .u32 x, y; mov.b64 {x, y}, %0; mul.wide.u32 %0, x, y;}")
CHAINS(dp4a, int, "r", "dp4a.s32.s32 %0, %0, %1, %2;")

static char *in;
static unsigned *out;
static int many;

template <int C, int WAY> static void
go(const char *what, shape s, int warps, int blocks)
{
	const int bytes = s.soffset + (32 * C / s.run > 0 ? 32 * C / s.run : 1) * warps * s.sstride + 1024;
	cudaFuncSetAttribute(ahead<C, WAY>, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
	ahead<C, WAY><<<blocks, 32 * warps, bytes>>>(in, out, s);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s C=%d way=%d run=%d gstride=%d sstride=%d turns=%d advance=%d goffset=%d soffset=%d "
	       "lanes=%d given=%d warps=%d blocks=%d %s\n", many++, what, C, WAY, s.run, s.gstride, s.sstride,
	       s.turns, s.advance, s.goffset, s.soffset, s.lanes, s.given, warps, blocks, cudaGetErrorString(e));
}

static void
strides(void)
{
	static const int runs[] = {16, 32, 64, 128, 256, 512};
	static const int pads[] = {0, 16, 32, 64};
	for (int r : runs)
		for (int p : pads)
			go<16, 1>("one", {r, 2048, r + p, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	for (int p : pads)
		go<16, 1>("half", {64, 2048, 64 + p, 1, 0, 64, 0, 0, 32, 16}, 1, 1);
	for (int p : pads)
		go<16, 1>("odd", {64, 2048 + 64, 64 + p, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	for (int p : pads)
		go<16, 1>("next", {64, 64, 64 + p, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	for (int p : pads)
		go<16, 1>("sector", {32, 64, 32 + p, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("askew", {128, 2048, 128, 1, 0, 16, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("askew", {128, 2048, 128, 1, 0, 32, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("askew", {128, 2048, 128, 1, 0, 64, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("askew", {512, 2048, 512, 1, 0, 64, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("askew", {512, 2048, 512, 1, 0, 16, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("soffset", {512, 2048, 512, 1, 0, 0, 16, 0, 32, 16}, 1, 1);
	go<16, 1>("soffset", {512, 2048, 512, 1, 0, 0, 64, 0, 32, 16}, 1, 1);
	go<16, 1>("soffset", {128, 2048, 128, 1, 0, 0, 64, 0, 32, 16}, 1, 1);
	go<16, 1>("few", {512, 2048, 512, 1, 0, 0, 0, 0, 8, 16}, 1, 1);
	go<16, 1>("few", {512, 2048, 512, 1, 0, 0, 0, 0, 16, 16}, 1, 1);
	go<16, 1>("few", {64, 2048, 80, 1, 0, 0, 0, 0, 8, 16}, 1, 1);
	go<16, 1>("few", {64, 2048, 80, 1, 0, 0, 0, 0, 16, 16}, 1, 1);
	go<16, 1>("few", {64, 2048, 80, 1, 0, 0, 0, 0, 4, 16}, 1, 1);
	go<16, 4>("zero", {512, 2048, 512, 1, 0, 0, 0, 0, 32, 0}, 1, 1);
	go<16, 4>("zero", {512, 2048, 512, 1, 0, 0, 0, 0, 32, 8}, 1, 1);
	go<16, 2>("l2_128", {64, 2048, 64, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 2>("l2_128", {64, 2048, 80, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
}

static void
steps(void)
{
	go<16, 1>("gemm_a", {64, 2048, 80, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_a64", {64, 2048, 64, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_a96", {64, 2048, 96, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_a128", {64, 2048, 128, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_a144", {64, 2048, 144, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_b", {256, 2048, 272, 32, 65536, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 1>("gemm_b256", {256, 2048, 256, 32, 65536, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 5>("gemm_a_ahead", {64, 2048, 80, 32, 64, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 5>("gemm_b_ahead", {256, 2048, 272, 32, 65536, 0, 0, 0, 32, 16}, 8, 8);
	go<16, 5>("along_ahead", {64, 2048, 80, 2, 64, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("same", {64, 2048, 80, 32, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("same", {512, 2048, 512, 32, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("along", {64, 2048, 80, 2, 64, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("along", {64, 2048, 64, 2, 64, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("along", {32, 2048, 48, 4, 32, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("along", {32, 2048, 32, 4, 32, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 0>("along", {64, 2048, 80, 2, 64, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 0>("same", {64, 2048, 80, 32, 0, 0, 0, 0, 32, 16}, 1, 1);
}

static void
narrow(void)
{
	static const int runs[] = {32, 64, 128, 512};
	static const int pads[] = {0, 16};
	for (int r : runs)
		for (int p : pads)
			go<16, 0>("ca", {r, 2048, r + p, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	static const int short_runs[] = {16, 32, 64, 128};
	static const int short_pads[] = {0, 4, 16};
	for (int r : short_runs)
		for (int p : short_pads)
			go<4, 0>("ca", {r, 2048, r + p, 1, 0, 0, 0, 0, 32, 4}, 1, 1);
	static const int long_runs[] = {16, 32, 64, 256};
	static const int long_pads[] = {0, 8, 16};
	for (int r : long_runs)
		for (int p : long_pads)
			go<8, 0>("ca", {r, 2048, r + p, 1, 0, 0, 0, 0, 32, 8}, 1, 1);
	go<4, 0>("spread", {4, 4, 128, 1, 0, 0, 0, 0, 32, 4}, 1, 1);
	go<4, 0>("spread", {4, 4, 132, 1, 0, 0, 0, 0, 32, 4}, 1, 1);
	go<4, 0>("spread", {4, 128, 4, 1, 0, 0, 0, 0, 32, 4}, 1, 1);
	go<4, 0>("spread", {4, 32, 4, 1, 0, 0, 0, 0, 32, 4}, 1, 1);
	go<16, 0>("spread", {16, 16, 80, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("spread", {16, 16, 80, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("spread", {16, 16, 144, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
	go<16, 1>("spread", {16, 0, 16, 1, 0, 0, 0, 0, 32, 16}, 1, 1);
}

#define RUN(call, text)                                                                            \
	do {                                                                                       \
		call;                                                                              \
		cudaError_t e = cudaDeviceSynchronize();                                           \
		printf("%d %s %s\n", many++, text, cudaGetErrorString(e));                         \
	} while (0)

static void
rates(void)
{
	char text[200];
	static const int spreads[] = {0, 1, 2, 16};
	for (int r = 16; r <= 64; r *= 4) {
		for (int s : spreads) {
			snprintf(text, sizeof text, "ldc32 rounds=%d spread=%d", r, s);
			RUN((ldc<1><<<132 * 4, 512>>>(out, r, s, 3)), text);
		}
		snprintf(text, sizeof text, "ldc64 rounds=%d spread=0", r);
		RUN((ldc<2><<<132 * 4, 512>>>(out, r, 0, 3)), text);
		snprintf(text, sizeof text, "ldc64 rounds=%d spread=1", r);
		RUN((ldc<2><<<132 * 4, 512>>>(out, r, 1, 3)), text);
		snprintf(text, sizeof text, "ldc_none rounds=%d", r);
		RUN((ldc_none<<<132 * 4, 512>>>(out, r, 0, 3)), text);
		snprintf(text, sizeof text, "ldc32 one_warp rounds=%d spread=0", r);
		RUN((ldc<1><<<1, 32>>>(out, r, 0, 3)), text);
#define CHAIN(name, type)                                                                          \
		snprintf(text, sizeof text, #name " rounds=%d", r);                                \
		RUN((name<<<132 * 4, 512>>>((type *)out, r, (type)3, (type)5)), text);
		CHAIN(imad, int)
		CHAIN(imad_hi, unsigned)
		CHAIN(imad_mul, int)
		CHAIN(imad_wide, unsigned long long)
		CHAIN(ffma, float)
		CHAIN(fmul, float)
		CHAIN(dp4a, int)
	}
}

int
main(void)
{
	cudaMalloc(&in, 64 << 20);
	cudaMalloc(&out, 1 << 20);
	cudaMemset(in, 0, 64 << 20);
	strides();
	steps();
	narrow();
	rates();
	return 0;
}
