/*
 * Requests of shared memory 8 and 16 bytes wide, of a warp of which some lanes are idle: each is an instruction of its own,
 * so that the profiler counts its passes apart. shared_wide.py makes the table of requests and tells how to run it.
 */
#include <cstdio>
#include <vector>

enum { REQUESTS = 512, LANES = 32, BLOCK = 64, BYTES = 32768 };
static const unsigned IDLE = 0xffffffff;

template <int WIDTH, bool STORE> static __device__ __forceinline__ unsigned request(unsigned at)
{
	unsigned x = 0, y = 0, z = 0, w = 0;
	if constexpr (!STORE && WIDTH == 16)
		asm volatile("{.reg .pred p; setp.ne.u32 p, %4, 0xffffffff; @p ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];}"
			     : "+r"(x), "+r"(y), "+r"(z), "+r"(w) : "r"(at) : "memory");
	if constexpr (!STORE && WIDTH == 8)
		asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0xffffffff; @p ld.volatile.shared.v2.u32 {%0,%1}, [%2];}"
			     : "+r"(x), "+r"(y) : "r"(at) : "memory");
	if constexpr (STORE && WIDTH == 16)
		asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0xffffffff; @p st.volatile.shared.v4.u32 [%0], {%0,%0,%0,%0};}"
			     :: "r"(at) : "memory");
	if constexpr (STORE && WIDTH == 8)
		asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0xffffffff; @p st.volatile.shared.v2.u32 [%0], {%0,%0};}"
			     :: "r"(at) : "memory");
	return x ^ y ^ z ^ w;
}

/* Unrolled whole: recursion in blocks that the compiler still allows. */
template <int WIDTH, bool STORE, int K>
static __device__ __forceinline__ unsigned requests(const unsigned *table, unsigned lane, unsigned base)
{
	const unsigned at = table[K * LANES + lane];
	const unsigned got = request<WIDTH, STORE>(at == IDLE ? at : at + base);
	if constexpr (K % BLOCK != BLOCK - 1)
		return got + requests<WIDTH, STORE, K + 1>(table, lane, base);
	return got;
}

template <int WIDTH, bool STORE, int K = 0>
static __device__ __forceinline__ unsigned all(const unsigned *table, unsigned lane, unsigned base)
{
	unsigned got = requests<WIDTH, STORE, K>(table, lane, base);
	if constexpr (K + BLOCK < REQUESTS)
		got += all<WIDTH, STORE, K + BLOCK>(table, lane, base);
	return got;
}

template <int WIDTH, bool STORE> __global__ void warp(const unsigned *table, unsigned *out)
{
	__shared__ __align__(128) unsigned held[BYTES / 4];
	const unsigned lane = threadIdx.x;
	for (int i = lane; i < BYTES / 4; i += LANES)
		held[i] = i;
	__syncthreads();
	const unsigned got = all<WIDTH, STORE>(table, lane, (unsigned)__cvta_generic_to_shared(held));
	__syncthreads();
	out[lane] = got + held[lane];
}

int main(int argc, char **argv)
{
	struct { void (*kernel)(const unsigned *, unsigned *); int launches; } of[] = {
		{warp<16, false>, 14}, {warp<8, false>, 10}, {warp<16, true>, 3}, {warp<8, true>, 3}};
	FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
	std::vector<unsigned> table(30 * REQUESTS * LANES);
	if (!file || fread(table.data(), 4, table.size(), file) != table.size()) {
		fprintf(stderr, "usage: shared_wide TABLE\n");
		return 2;
	}
	unsigned *device, *out;
	cudaMalloc(&device, table.size() * 4);
	cudaMalloc(&out, LANES * 4);
	cudaMemcpy(device, table.data(), table.size() * 4, cudaMemcpyHostToDevice);
	const unsigned *at = device;
	for (auto &kind : of)
		for (int n = 0; n < kind.launches; n++, at += REQUESTS * LANES)
			kind.kernel<<<1, LANES>>>(at, out);
	const cudaError_t error = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
