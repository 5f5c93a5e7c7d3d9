// Asynchronous copies to shared memory, with and without what makes them arrive. The tests name lines of
// this file.

#include <cuda_pipeline.h>

#define BRING(to, from) __pipeline_memcpy_async(to, from, 4)

extern "C" __global__ void brought_and_awaited(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x];
}

// A barrier is none for what is still to come.
extern "C" __global__ void never_awaited(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x];
}

// Each thread waits for its own copies, and the barrier came before.
extern "C" __global__ void awaited_behind_the_barrier(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	__syncthreads();
	__pipeline_wait_prior(0);
	out[threadIdx.x] = s[127 - threadIdx.x];
}

extern "C" __global__ void own_never_awaited(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void own_awaited(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	asm volatile("cp.async.wait_all;" ::: "memory");
	out[threadIdx.x] = s[threadIdx.x];
}

// A wait for a group that is not closed waits for nothing.
extern "C" __global__ void awaited_without_group(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	asm volatile("cp.async.wait_group 0;" ::: "memory");
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x];
}

// Two stages: while one is read, the other is filled.
extern "C" __global__ void two_stages(const float *in, float *out, int n)
{
	__shared__ float s[2][128];
	float sum = 0;
	BRING(&s[0][threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	for (int t = 0; t < n; t++) {
		if (t + 1 < n)
			BRING(&s[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 128 + threadIdx.x]);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[t % 2][127 - threadIdx.x];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

// The last turn commits no group, and leaves under way what it reads.
extern "C" __global__ void two_stages_but_for_the_last(const float *in, float *out, int n)
{
	__shared__ float s[2][128];
	float sum = 0;
	BRING(&s[0][threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	for (int t = 0; t < n; t++) {
		if (t + 1 < n) {
			BRING(&s[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 128 + threadIdx.x]);
			__pipeline_commit();
		}
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[t % 2][127 - threadIdx.x];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

extern "C" __global__ void two_stages_and_the_last(const float *in, float *out, int n)
{
	__shared__ float s[2][128];
	float sum = 0;
	BRING(&s[0][threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	for (int t = 0; t < n; t++) {
		if (t + 1 < n) {
			BRING(&s[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 128 + threadIdx.x]);
			__pipeline_commit();
			__pipeline_wait_prior(1);
		} else {
			__pipeline_wait_prior(0);
		}
		__syncthreads();
		sum += s[t % 2][127 - threadIdx.x];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

// The barrier behind the readers is missing: the next but one tile is copied over what they read.
extern "C" __global__ void two_stages_without_second_barrier(const float *in, float *out, int n)
{
	__shared__ float s[2][128];
	float sum = 0;
	BRING(&s[0][threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	for (int t = 0; t < n; t++) {
		BRING(&s[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 128 + threadIdx.x]);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[t % 2][127 - threadIdx.x];
	}
	out[threadIdx.x] = sum;
}

// Three stages and one barrier a turn, the usual pipeline.
extern "C" __global__ void three_stages(const float *in, float *out, int n)
{
	__shared__ float s[3][128];
	float sum = 0;
	for (int t = 0; t < 2; t++) {
		BRING(&s[t][threadIdx.x], &in[t * 128 + threadIdx.x]);
		__pipeline_commit();
	}
	for (int t = 0; t < n; t++) {
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[t % 3][127 - threadIdx.x];
		BRING(&s[(t + 2) % 3][threadIdx.x], &in[(t + 2) * 128 + threadIdx.x]);
		__pipeline_commit();
	}
	out[threadIdx.x] = sum;
}

extern "C" __global__ void three_stages_one_too_early(const float *in, float *out, int n)
{
	__shared__ float s[3][128];
	float sum = 0;
	for (int t = 0; t < 2; t++) {
		BRING(&s[t][threadIdx.x], &in[t * 128 + threadIdx.x]);
		__pipeline_commit();
	}
	for (int t = 0; t < n; t++) {
		__pipeline_wait_prior(2);
		__syncthreads();
		sum += s[t % 3][127 - threadIdx.x];
		BRING(&s[(t + 2) % 3][threadIdx.x], &in[(t + 2) * 128 + threadIdx.x]);
		__pipeline_commit();
	}
	out[threadIdx.x] = sum;
}

// Many groups of a loop, of which the older half is waited for and read.
extern "C" __global__ void older_half_first(const float *in, float *out)
{
	__shared__ float s[32][128];
	float sum = 0;
#pragma unroll 1
	for (int t = 0; t < 32; t++) {
		BRING(&s[t][threadIdx.x], &in[t * 128 + threadIdx.x]);
		__pipeline_commit();
	}
	__pipeline_wait_prior(16);
	__syncthreads();
#pragma unroll 1
	for (int t = 0; t < 16; t++)
		sum += s[t][127 - threadIdx.x];
	__pipeline_wait_prior(0);
	__syncthreads();
#pragma unroll 1
	for (int t = 16; t < 32; t++)
		sum += s[t][127 - threadIdx.x];
	out[threadIdx.x] = sum;
}

// Which of the two arrives last is open.
extern "C" __global__ void brought_twice(const float *in, float *out)
{
	__shared__ float s[128];
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	__pipeline_commit();
	BRING(&s[threadIdx.x], &in[threadIdx.x + 128]);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	out[threadIdx.x] = s[threadIdx.x];
}

// A barrier in shared memory that knows of the copies, as cuda::memcpy_async uses it.
extern "C" __global__ void told_to_a_barrier(const float *in, float *out)
{
	__shared__ float s[128];
	__shared__ unsigned long long bar;
	const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
	int over = 0;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at) : "memory");
	__syncthreads();
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
	while (!over)
		asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; "
			     "selp.b32 %0, 1, 0, p; }"
			     : "=r"(over)
			     : "r"(at)
			     : "memory");
	out[threadIdx.x] = s[127 - threadIdx.x];
}

extern "C" __global__ void not_told_to_the_barrier(const float *in, float *out)
{
	__shared__ float s[128];
	__shared__ unsigned long long bar;
	const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
	int over = 0;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at) : "memory");
	__syncthreads();
	BRING(&s[threadIdx.x], &in[threadIdx.x]);
	asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(at) : "memory");
	while (!over)
		asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; "
			     "selp.b32 %0, 1, 0, p; }"
			     : "=r"(over)
			     : "r"(at)
			     : "memory");
	out[threadIdx.x] = s[127 - threadIdx.x];
}
