/* What memory instructions take of the schedulers beside arithmetic; how long a request of many lines or
   conflicts takes; integer products beside others. Prints name, parameters, clocks. */
#include <cstdio>
#include <cuda_runtime.h>
#define SMS 132
typedef unsigned u32;

__device__ static u32
shared_of(const void *p)
{
	return (u32)__cvta_generic_to_shared(p);
}

template <int KIND, int WORK> __global__ void
slots(long long *cycles, float *in, int rounds, float a, int step)
{
	extern __shared__ float held[];
	float x[8], sum = 0;
	float4 got = {0, 0, 0, 0};
	for (int i = 0; i < 8; i++) x[i] = threadIdx.x + i;
	for (int i = threadIdx.x; i < 8192; i += blockDim.x) held[i] = 0;
	const float *g = in + (threadIdx.x % 256) * 4;
	float *gw = in + 65536 + (blockIdx.x * 1024 + threadIdx.x) * 4;
	float *s = held + threadIdx.x % 1024;
	float *s4 = held + (threadIdx.x % 256) * 4;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < 16; i++) {
			if (KIND == 1)
				sum += s[i * 32];
			if (KIND == 2)
				asm volatile("ld.shared.v2.f32 {%0,%1}, [%2];"
				             : "=f"(got.x), "=f"(got.y) : "r"(shared_of(s4 + i * 32)));
			if (KIND == 3)
				asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];"
				             : "=f"(got.x), "=f"(got.y), "=f"(got.z), "=f"(got.w)
				             : "r"(shared_of(s4 + i * 32)));
			if (KIND == 4)
				asm volatile("ld.global.f32 %0, [%1];" : "=f"(got.x) : "l"(g + i * 32));
			if (KIND == 5)
				asm volatile("ld.global.v2.f32 {%0,%1}, [%2];"
				             : "=f"(got.x), "=f"(got.y) : "l"(g + i * 32));
			if (KIND == 6)
				asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4];"
				             : "=f"(got.x), "=f"(got.y), "=f"(got.z), "=f"(got.w)
				             : "l"(g + i * 32));
			if (KIND >= 2 && KIND <= 6)
				sum += got.x;
			if (KIND == 7)
				asm volatile("st.shared.f32 [%1], %0;" :: "f"(x[0]), "r"(shared_of(s + i * 32)));
			if (KIND == 8)
				asm volatile("st.shared.v4.f32 [%1], {%0,%0,%0,%0};"
				             :: "f"(x[0]), "r"(shared_of(s4 + i * 32)));
			if (KIND == 9)
				sum += __shfl_xor_sync(~0u, x[i % 8], 1);
			if (KIND == 10)
				asm volatile("{.reg .f32 t; ex2.approx.ftz.f32 t, %1; add.f32 %0, %0, t;}"
				             : "+f"(sum) : "f"(x[i % 8]));
#pragma unroll
			for (int w = 0; w < WORK; w++)
				asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[(i * WORK + w) % 8]) : "f"(a));
		}
		g += step; s += step; s4 += step; gw += step;
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0) cycles[blockIdx.x] = end - start;
	for (int i = 0; i < 8; i++) sum += x[i];
	if (sum + got.y + got.z + got.w == 1234.5f) cycles[0] = 0;
}

/* chains whose lanes lie on LINES lines, in L1, shared memory (ways of conflict) or L2 */
template <int SPACE> __global__ void
ways(long long *cycles, u32 *next, int steps, int apart, int lines)
{
	extern __shared__ u32 inner[];
	u32 lane = threadIdx.x % 32;
	u32 at = (lane % lines) * apart;
	if (SPACE == 1) { for (int i = threadIdx.x; i < 2048; i += blockDim.x) inner[i] = i; }
	__syncthreads();
	u32 warm = 0;
	for (int i = 0; SPACE == 0 && i < 4; i++) {
		u32 v;
		asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(next + at));
		warm += v;
	}
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < steps; r++)
#pragma unroll
		for (int i = 0; i < 8; i++) {
			if (SPACE == 1) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(at) : "r"(shared_of(inner) + at * 4));
			if (SPACE == 0) asm volatile("ld.global.u32 %0, [%1];" : "=r"(at) : "l"(next + at));
			if (SPACE == 2) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(next + at));
		}
	const long long end = clock64();
	if (threadIdx.x == 0) cycles[blockIdx.x] = end - start;
	if (at + warm == 123456789) cycles[0] = 0;
}

/* integer products beside other instructions: N of the first to M of the second */
template <int A, int N, int B, int M> __global__ void
products(long long *cycles, u32 *out, int rounds, u32 a)
{
	u32 x[8]; float f[8]; unsigned long long w[4];
	for (int i = 0; i < 8; i++) x[i] = threadIdx.x + i, f[i] = x[i];
	for (int i = 0; i < 4; i++) w[i] = x[i];
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int i = 0; i < 16; i++) {
#pragma unroll
			for (int n = 0; n < N + M; n++) {
				const int k = n < N ? A : B, j = (i * (N + M) + n) % 8;
				if (k == 1) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x[j]) : "r"(a));
				if (k == 2) asm volatile("mad.hi.u32 %0, %0, %1, %1;" : "+r"(x[j]) : "r"(a));
				if (k == 3) asm volatile("mad.wide.u32 %0, %1, %2, %0;" : "+l"(w[j % 4]) : "r"(x[j]), "r"(a));
				if (k == 4) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(f[j]) : "f"(__uint_as_float(a)));
				if (k == 5) asm volatile("lop3.b32 %0, %0, %1, %0, 0x6a;" : "+r"(x[j]) : "r"(a));
				if (k == 6) asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x[j]) : "r"(a));
				if (k == 7) asm volatile("add.u32 %0, %0, %1;" : "+r"(x[j]) : "r"(a));
			}
		}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0) cycles[blockIdx.x] = end - start;
	u32 s = 0;
	for (int i = 0; i < 8; i++) s += x[i] + (u32)f[i];
	for (int i = 0; i < 4; i++) s += (u32)w[i] + (u32)(w[i] >> 32);
	if (s == 12345) out[0] = s;
}

static long long *cycles;
static long long best(void)
{
	long long c[SMS];
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess) { printf("error %s\n", cudaGetErrorString(e)); return -1; }
	cudaMemcpy(c, cycles, sizeof c, cudaMemcpyDeviceToHost);
	long long s = 0;
	for (int i = 0; i < SMS; i++) s += c[i];
	return s / SMS;
}
template <int K, int W> static void run_slots(float *in)
{
	cudaFuncSetAttribute(slots<K, W>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
	for (int warps = 4; warps <= 32; warps *= 2) {
		long long c = 0;
		for (int i = 0; i < 3; i++) {
			slots<K, W><<<SMS, 32 * warps, 49152>>>(cycles, in, 64, 0.5f, 0);
			c = best();
		}
		printf("slots kind %d work %d warps %d cycles %.4f\n", K, W, warps, c / (64.0 * 16 * warps));
	}
}
template <int K> static void run_kind(float *in)
{
	run_slots<K, 0>(in);
	run_slots<K, 2>(in);
	run_slots<K, 4>(in);
	run_slots<K, 8>(in);
	run_slots<K, 12>(in);
}
template <int S> static void run_ways(u32 *next, int apart, const char *name)
{
	for (int lines = 1; lines <= 32; lines *= 2) {
		long long c = 0;
		for (int i = 0; i < 3; i++) { ways<S><<<SMS, 32, 16384>>>(cycles, next, 64, apart, lines); c = best(); }
		printf("ways %s lines %d apart %d cycles %.2f\n", name, lines, apart, c / (64.0 * 8));
	}
}
template <int A, int N, int B, int M> static void run_products(u32 *out)
{
	long long c = 0;
	for (int i = 0; i < 3; i++) { products<A, N, B, M><<<SMS, 1024>>>(cycles, out, 64, 3); c = best(); }
	printf("products %d x %d with %d x %d cycles %.4f\n", A, N, B, M, c / (64.0 * 16 * 32));
}
int main(void)
{
	float *in; u32 *next, h[65536];
	cudaMalloc(&in, 64 << 20); cudaMemset(in, 0, 64 << 20);
	cudaMalloc(&cycles, 8 * SMS);
	cudaMalloc(&next, sizeof h);
	for (u32 i = 0; i < 65536; i++) h[i] = i;
	cudaMemcpy(next, h, sizeof h, cudaMemcpyHostToDevice);
	run_kind<1>(in); run_kind<2>(in); run_kind<3>(in); run_kind<4>(in); run_kind<5>(in); run_kind<6>(in);
	run_kind<7>(in); run_kind<8>(in); run_kind<9>(in); run_kind<10>(in);
	run_ways<0>(next, 32, "l1"); run_ways<0>(next, 33, "l1"); run_ways<0>(next, 8, "l1");
	run_ways<1>(next, 32, "shared"); run_ways<1>(next, 33, "shared");
	run_ways<2>(next, 32, "l2"); run_ways<2>(next, 8, "l2"); run_ways<2>(next, 1024, "l2");
	run_products<1, 1, 1, 0>(next); run_products<2, 1, 1, 0>(next); run_products<3, 1, 1, 0>(next); run_products<6, 1, 1, 0>(next);
	run_products<1, 1, 4, 1>(next); run_products<1, 1, 4, 2>(next); run_products<1, 1, 4, 3>(next);
	run_products<2, 1, 4, 1>(next); run_products<2, 1, 4, 2>(next); run_products<2, 1, 4, 3>(next);
	run_products<3, 1, 4, 1>(next); run_products<3, 1, 4, 3>(next); run_products<6, 1, 4, 1>(next); run_products<6, 1, 4, 3>(next);
	run_products<1, 1, 5, 1>(next); run_products<1, 1, 5, 2>(next); run_products<2, 1, 5, 1>(next); run_products<2, 1, 5, 2>(next);
	run_products<3, 1, 5, 1>(next); run_products<3, 1, 5, 2>(next); run_products<6, 1, 7, 1>(next); run_products<6, 1, 7, 2>(next);
	run_products<5, 1, 4, 1>(next); run_products<5, 1, 4, 2>(next); run_products<5, 1, 4, 3>(next);
	return 0;
}
