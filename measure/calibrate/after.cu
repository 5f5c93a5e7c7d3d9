// Structures whose members are changed in place: some are loaded and waited for, others, of the same lines, later; how many of the
// stores leave L1 as one? Sectors are counted by ncu.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t bad = (x); if (bad) { printf("error %s line %d\n", cudaGetErrorString(bad), __LINE__); exit(1); } } while (0)
static __device__ __forceinline__ float get(const float *p)
{
	float v;
	asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p) : "memory");
	return v;
}
static __device__ __forceinline__ void put(float *p, float v)
{
	asm volatile("st.global.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory");
}
/* KIND 0: STORES members are loaded and stored, each waits for its own load. 1: first another member is loaded and waited for (so
   that the line is there), then as 0. 2: as 1, but each loads where no line is there. 3: as 1, all loads are waited for before the first
   store. 4: no second loads: all wait for the first. WORK: multiply-adds between the first load and the others. */
template <int KIND, int STORES, int STRIDE, int WORK> __global__ void after(float *list, const float *other, int n, float dt)
{
	extern __shared__ float unused[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float *at = list + (size_t)i * STRIDE;
	float first = dt, v[STORES];
	if (KIND > 0) {
		first = get(at + STORES);
		for (int k = 0; k < WORK; k++) first = first * dt + 1;
		at += first == 12345.0f;
	}
	const float *from = KIND == 2 ? other + (size_t)i * STRIDE + (first == 54321.0f) : at;
	for (int k = 0; k < STORES; k++)
		v[k] = KIND == 4 ? first + k : get(from + k);
	if (KIND == 3) {
		float sum = 0;
		for (int k = 0; k < STORES; k++) sum += v[k];
		first += sum;
	}
	for (int k = 0; k < STORES; k++)
		put(at + k, v[k] * dt + first);
}
static float *d, *e;
template <int KIND, int STORES, int STRIDE, int WORK> static void run(int warps, int n)
{
	const int per = warps < 64 ? warps / 8 : 0, shared = per ? 222 * 1024 / per - 1024 : 0;
	CHECK(cudaFuncSetAttribute(after<KIND, STORES, STRIDE, WORK>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
	after<KIND, STORES, STRIDE, WORK><<<(n + 255) / 256, 256, shared>>>(d, e, n, 0.5f);
	CHECK(cudaDeviceSynchronize());
	printf("kind %d stores %d stride %d work %d warps %d n %d\n", KIND, STORES, STRIDE, WORK, warps, n);
	fflush(stdout);
}
template <int STORES, int STRIDE> static void kinds(int warps)
{
	const int n = 1 << 20;
	run<0, STORES, STRIDE, 0>(warps, n); run<1, STORES, STRIDE, 0>(warps, n); run<1, STORES, STRIDE, 40>(warps, n);
	run<2, STORES, STRIDE, 0>(warps, n); run<3, STORES, STRIDE, 0>(warps, n); run<4, STORES, STRIDE, 0>(warps, n);
}
int main()
{
	CHECK(cudaMalloc(&d, 128 << 20)); CHECK(cudaMalloc(&e, 128 << 20));
	CHECK(cudaMemset(d, 0, 128 << 20)); CHECK(cudaMemset(e, 0, 128 << 20));
	for (int warps : {8, 16, 32, 64}) { kinds<3, 8>(warps); kinds<6, 7>(warps); }
	kinds<2, 8>(64); kinds<3, 4>(64); kinds<6, 8>(64); kinds<6, 16>(64); kinds<3, 16>(64);
	run<1, 6, 7, 0>(64, 100000); run<1, 6, 7, 40>(64, 3000000);
	return 0;
}
