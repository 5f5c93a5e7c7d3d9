// Words at random places that are loaded, and stored where they are 0: in place, elsewhere, or not at all; found in DRAM or
// in L2. Each thread goes to `turns` places, one after the other. `warm`: filled just before.
//
// H200, us between events, 12 places, half of the words 0, warm (cold, in brackets, with words of 1.6 and 16 MB):
//
//     words, threads      loaded        stored       loaded, and stored elsewhere   in place
//     0.4 M, 100000     11.9 (12.1)   11.6 (11.5)       19.4 (19.5)                25.5 (25.8)
//     0.4 M, 400000     39.1          38.1              72.4                       54.8
//     4 M,   100000     12.1 (13.7)   11.0 (20.9)       19.3 (31.6)                22.0 (26.6)
//     4 M,   400000     36.8          36.3              73.0                       67.8
//     2 M, each once    11.6                            19.1                       25.2
//
// Elsewhere 0.6 and 2.4 M lanes store, and loads and stores take as long as one after the other. In place fewer do: a word is
// 0 but once, for 0.19, 0.2, 0.52, 1.4 and 0.6 M lanes or a third more, where several come before the first has stored. A store
// in place then takes 19 to 23 ps where words are met once, 12 to 15 elsewhere, and 50 to 80 where all lie on 1.6 MB.
#include <cstdio>
#include <cstdlib>
#define MIB (1 << 20)
__device__ __host__ static inline unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
__global__ void flush(const float4 *in, float *out, size_t n)
{
	float s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) s += in[i].x;
	if (s == 1.5f) *out = s;
}
// of 1024 words so many are 0
__global__ void fill(int *a, size_t n, unsigned zeros)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		a[i] = (mix((unsigned)i * 2654435761u + 77) & 1023) < zeros ? 0 : 5;
}
__global__ void fill_edges(int *a, size_t m, unsigned n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < m; i += (size_t)gridDim.x * blockDim.x)
		a[i] = (int)(((unsigned long long)mix((unsigned)i + 12345) * n) >> 32);
}
static float *F;
static int *A, *B, *E, *S, *Q;
// LOAD: 0 none, 1 yes; STORE: 0 none, 1 in place, 2 to B
template <int LOAD, int STORE> __global__ void scattered(int *a, int *b, unsigned n, int m, int turns, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= m) return;
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
		unsigned u = (unsigned)(((unsigned long long)mix(i * turns + k) * n) >> 32);
		int v = LOAD ? *(volatile int *)(a + u) : (int)(u >> 3 & 1);
		s += v;
		if (STORE && v == 0) (STORE == 1 ? a : b)[u] = 4;
	}
	if (s == -7) *out = s;
}
// each word once: places of a thread are apart, those of a warp scattered
template <int STORE> __global__ void once(int *a, int *b, unsigned n, int m, int turns, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= m) return;
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
		unsigned u = (unsigned)(((unsigned long long)(i * turns + k) * 1640531527ull) & (n - 1));
		int v = *(volatile int *)(a + u);
		s += v;
		if (STORE && v == 0) (STORE == 1 ? a : b)[u] = 4;
	}
	if (s == -7) *out = s;
}
// from a list of vertices, their edges
template <int STORE> __global__ void pushed(const int *__restrict__ frontier, const int *__restrict__ start, const int *__restrict__ edge, int *level, int *other, int m, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= m) return;
	int v = frontier[i];
	for (int k = start[v]; k < start[v + 1]; k++) {
		int u = edge[k];
		int l = level[u];
		if (STORE == 0) s += l;
		else if (l == 0) (STORE == 1 ? level : other)[u] = 4;
	}
	if (STORE == 0 && s == -7) *out = s;
}
template <class Go> static void timed(const char *name, int mode, unsigned n, unsigned zeros, int m, int turns, Go go)
{
	cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
	float cold = 1e9, warm = 1e9, t;
	for (int r = 0; r < 4; r++) {
		fill<<<528, 256>>>(A, n, zeros); fill<<<528, 256>>>(B, n, zeros);
		flush<<<1056, 256>>>((float4 *)F, F, (size_t)256 * MIB / 16);
		cudaEventRecord(e0); go(); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&t, e0, e1); if (t < cold) cold = t;
	}
	for (int r = 0; r < 4; r++) {
		go();
		fill<<<528, 256>>>(B, n, zeros); fill<<<528, 256>>>(A, n, zeros);
		cudaEventRecord(e0); go(); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&t, e0, e1); if (t < warm) warm = t;
	}
	cudaEventDestroy(e0); cudaEventDestroy(e1);
	printf("%s,%d,%u,%u,%d,%d,%.2f,%.2f\n", name, mode, n, zeros, m, turns, cold * 1000, warm * 1000);
	if (cudaGetLastError() != cudaSuccess) printf("error\n");
}
int main()
{
	cudaMalloc(&F, (size_t)256 * MIB); cudaMemset(F, 0, (size_t)256 * MIB);
	cudaMalloc(&A, (size_t)128 * MIB); cudaMalloc(&B, (size_t)128 * MIB);
	cudaMalloc(&E, (size_t)64 * MIB); cudaMalloc(&S, 4 * MIB); cudaMalloc(&Q, 4 * MIB);
	printf("name,mode,words,zeros_of_1024,threads,turns,cold_us,warm_us\n");
	int *out = (int *)F;
	const unsigned sizes[] = {400000, 4000000, 16000000};
	for (unsigned n : sizes)
		for (int m : {100000, 400000}) {
			const int g = (m + 127) / 128, turns = 12;
			for (unsigned zeros : {0u, 64u, 512u, 1024u}) {
				timed("scattered", 1, n, zeros, m, turns, [&] { scattered<1, 1><<<g, 128>>>(A, B, n, m, turns, out); });
				timed("scattered", 2, n, zeros, m, turns, [&] { scattered<1, 2><<<g, 128>>>(A, B, n, m, turns, out); });
			}
			timed("scattered", 0, n, 512, m, turns, [&] { scattered<1, 0><<<g, 128>>>(A, B, n, m, turns, out); });
			timed("scattered", 3, n, 512, m, turns, [&] { scattered<0, 1><<<g, 128>>>(A, B, n, m, turns, out); });
		}
	for (unsigned n : {1u << 21, 1u << 24})
		for (unsigned zeros : {64u, 512u, 1024u})
			for (int m : {100000, 170000}) {
				const int g = (m + 127) / 128, turns = 12;
				timed("once", 0, n, zeros, m, turns, [&] { once<0><<<g, 128>>>(A, B, n, m, turns, out); });
				timed("once", 1, n, zeros, m, turns, [&] { once<1><<<g, 128>>>(A, B, n, m, turns, out); });
				timed("once", 2, n, zeros, m, turns, [&] { once<2><<<g, 128>>>(A, B, n, m, turns, out); });
			}
	// graph of 400000 vertices, 12 edges each
	{
		const unsigned n = 400000; const int m = 100000, g = (m + 127) / 128;
		int *hs = (int *)malloc((n + 1) * 4);
		for (unsigned i = 0; i <= n; i++) hs[i] = 12 * i;
		cudaMemcpy(S, hs, (n + 1) * 4, cudaMemcpyHostToDevice);
		fill_edges<<<528, 256>>>(E, 12 * (size_t)n, n);
		fill_edges<<<528, 256>>>(Q, m, n);
		for (unsigned zeros : {0u, 64u, 512u, 1024u}) {
			timed("pushed", 0, n, zeros, m, 12, [&] { pushed<0><<<g, 128>>>(Q, S, E, A, B, m, out); });
			timed("pushed", 1, n, zeros, m, 12, [&] { pushed<1><<<g, 128>>>(Q, S, E, A, B, m, out); });
			timed("pushed", 2, n, zeros, m, 12, [&] { pushed<2><<<g, 128>>>(Q, S, E, A, B, m, out); });
		}
		cudaDeviceSynchronize();
	}
	return 0;
}
