/* Warps that wait, and work of an SM's units beside: where one becomes the other. Each turn of a warp waits for a load (of L2 or, all the
   same place, of what others have fetched), works, and needs the work for the next address. */
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

enum { FFMA, SHARED, HITS, DFMA };
enum { CHASE, WALK };

template <int OFFSET> __device__ inline float
shared_load(unsigned at)
{
	float v;
	asm volatile("ld.volatile.shared.f32 %0, [%1+%2];" : "=f"(v) : "r"(at), "n"(OFFSET));
	return v;
}

template <int OFFSET> __device__ inline float
near_load(const float *at)
{
	float v;
	asm volatile("ld.relaxed.cta.global.f32 %0, [%1+%2];" : "=f"(v) : "l"(at), "n"(OFFSET) : "memory");
	return v;
}

/* Of each kind `count`, in eight chains. */
template <int WORK> __device__ inline float
work_of(int count, float x, unsigned part, const float *near)
{
	float s[8] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
	double d[8] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
#pragma unroll 1
	for (int i = 0; i < count; i += 8) {
		float v[8] = {};
		if (WORK == SHARED) {
			v[0] = shared_load<0>(part), v[1] = shared_load<128>(part), v[2] = shared_load<256>(part);
			v[3] = shared_load<384>(part), v[4] = shared_load<512>(part), v[5] = shared_load<640>(part);
			v[6] = shared_load<768>(part), v[7] = shared_load<896>(part);
		}
		if (WORK == HITS) {
			v[0] = near_load<0>(near), v[1] = near_load<128>(near), v[2] = near_load<256>(near);
			v[3] = near_load<384>(near), v[4] = near_load<512>(near), v[5] = near_load<640>(near);
			v[6] = near_load<768>(near), v[7] = near_load<896>(near);
		}
#pragma unroll
		for (int k = 0; k < 8; k++) {
			if (WORK == FFMA)
				s[k] = s[k] * 0.5f + x;
			if (WORK == DFMA)
				d[k] = d[k] * 0.5 + (double)x;
			if (WORK == SHARED || WORK == HITS)
				s[k] += v[k];
		}
	}
	if (WORK == DFMA)
		for (int k = 0; k < 8; k++)
			s[k] = (float)d[k];
	return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/* CHASE: each warp in its own order through 8 MiB. WALK: all warps of all SMs through the same lines. */
template <int WAIT, int WORK> __global__ void
beside(const unsigned *next, const float *near, float *out, int turns, int count)
{
	__shared__ float part[1024];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		part[i] = near[i] * i;
	__syncthreads();
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	unsigned at = WAIT == CHASE ? (warp * 1031u % 32768u) * 64u : 0;
	const unsigned mine = (unsigned)__cvta_generic_to_shared(part + threadIdx.x % 32);
	float sum = 0;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		const unsigned v = WAIT == CHASE ? __ldcg(&next[at]) : __ldca(&next[at]);
		sum += work_of<WORK>(count, (float)(v & 1), mine, near + threadIdx.x % 32);
		const unsigned step = WAIT == CHASE ? v : v * 0 + at + 32;
		at = step + (sum > 1e30f);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

typedef void kernel(const unsigned *, const float *, float *, int, int);
static unsigned *next_;
static float *near_, *out_;
static char *flush_;
static FILE *file;

static float
median(kernel *k, int blocks, int threads, int turns, int count, bool cold, float *least)
{
	std::vector<float> v;
	cudaEvent_t a, b;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	for (int r = 0; r < 4; r++) {
		if (cold)
			cudaMemsetAsync(flush_, r, 256 << 20);
		cudaEventRecord(a);
		k<<<blocks, threads>>>(next_, near_, out_, turns, count);
		cudaEventRecord(b);
		cudaEventSynchronize(b);
		float ms;
		cudaEventElapsedTime(&ms, a, b);
		if (r)
			v.push_back(1000 * ms);
	}
	cudaEventDestroy(a);
	cudaEventDestroy(b);
	std::sort(v.begin(), v.end());
	*least = v[0];
	return v[1];
}

/* Blocks of an SM, warps of a block. */
static void
some(const char *name, kernel *k, bool walk)
{
	static const int shapes[][2] = {{1, 1}, {1, 8}, {1, 16}, {1, 32}, {2, 8}, {2, 16}, {2, 32}, {4, 2}, {4, 4}, {4, 8}, {4, 16}, {8, 1}, {8, 4}, {8, 8}, {16, 4}};
	static const int counts[] = {0, 16, 32, 64, 128, 256};
	for (const int *s : shapes)
		for (int c : counts)
			for (int cold = 0; cold <= walk; cold++) {
				const int turns = 128;
				float least, us = median(k, 132 * s[0], 32 * s[1], turns, c, cold, &least);
				fprintf(file, "%s,%d,%d,%d,%d,%s,%.3f,%.3f\n", name, s[0], s[1], c, turns, cold ? "cold" : "warm", us, least);
			}
	printf("%s %s\n", name, cudaGetErrorString(cudaGetLastError()));
	fflush(stdout);
	fflush(file);
}

int
main(int, char **argv)
{
	file = fopen(argv[1], "w");
	const size_t words = 32768u * 64u;
	std::vector<unsigned> host(words);
	unsigned seed = 1, order[32768];
	for (unsigned i = 0; i < 32768; i++)
		order[i] = i;
	for (unsigned i = 32767; i > 0; i--) {
		seed = seed * 1664525u + 1013904223u;
		std::swap(order[i], order[(seed >> 8) % (i + 1)]);
	}
	for (unsigned i = 0; i < 32768; i++)
		host[order[i] * 64u] = order[(i + 1) % 32768u] * 64u;
	cudaMalloc(&next_, words * 4);
	cudaMalloc(&near_, 4096);
	cudaMalloc(&out_, 1 << 22);
	cudaMalloc(&flush_, 256 << 20);
	cudaMemcpy(next_, host.data(), words * 4, cudaMemcpyHostToDevice);
	cudaMemset(near_, 0, 4096);
	fprintf(file, "kernel,blocks,warps,count,turns,cache,us,least\n");
	some("walk_ffma", beside<WALK, FFMA>, true);
	some("walk_shared", beside<WALK, SHARED>, true);
	some("walk_hits", beside<WALK, HITS>, true);
	some("chase_ffma", beside<CHASE, FFMA>, false);
	some("chase_shared", beside<CHASE, SHARED>, false);
	some("chase_hits", beside<CHASE, HITS>, false);
	return 0;
}
