// Chases, branches, loops and chances.
#include <math.h>
#include <stdint.h>

extern "C" __global__ void
chs_walk(const unsigned *next, unsigned *out, int steps)
{
	unsigned at = 0;

#pragma unroll 1
	for (int i = 0; i < steps; i++)
		at = next[at];
	*out = at;
}

// Every thread walks on its own, in 64 bits.
extern "C" __global__ void
chs_many_walks(const long long *next, long long *out, int steps, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	long long at = (long long)t * 977 % n, sum = 0;

	for (int i = 0; i < steps; i++) {
		at = next[at];
		sum += at;
	}
	out[t] = sum;
}

// A list in shared memory, one warp.
extern "C" __global__ void
chs_shared(const int *next, int *out, int n, int steps)
{
	__shared__ int s[2048];

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = next[i];
	__syncthreads();
	int at = threadIdx.x * 7 % n;
	for (int i = 0; i < steps; i++)
		at = s[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

extern "C" __global__ void
dvr_odd_threads(float *c, int n)
{
	int tid = blockIdx.x * blockDim.x + threadIdx.x;
	float a = 0.0f, b = 0.0f;

	if (tid >= n)
		return;
	if (tid % 2 == 0) {
		for (int i = 0; i < 50; i++)
			a = a * 0.99f + sinf(a + tid);
	} else {
		for (int i = 0; i < 50; i++)
			b = b * 1.01f - cosf(b - tid);
	}
	c[tid] = a + b;
}

extern "C" __global__ void
dvr_odd_warps(float *c, int n)
{
	int tid = blockIdx.x * blockDim.x + threadIdx.x;
	float a = 0.0f, b = 0.0f;

	if (tid >= n)
		return;
	if ((tid / warpSize) % 2 == 0) {
		for (int i = 0; i < 50; i++)
			a = a * 0.99f + __expf(-a * a) * 0.5f;
	} else {
		for (int i = 0; i < 50; i++)
			b = b * 0.98f - __logf(2.0f + b * b);
	}
	c[tid] = a + b;
}

// What to do stands in the data: four operations.
extern "C" __global__ void
dvr_operations(const unsigned char *op, const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = a[i], y = b[i], r;
	switch (op[i]) {
	case 0: r = x + y; break;
	case 1: r = sqrtf(fabsf(x)) / (y * y + 1.0f); break;
	case 2:
		r = 0.0f;
		for (int k = 0; k < 12; k++)
			r = r * x + y;
		break;
	default: r = powf(fabsf(x), y);
	}
	c[i] = r;
}

extern "C" __global__ void
lps_is_prime(const unsigned *numbers, unsigned char *prime, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = numbers[i];
	bool yes = v > 1;
	for (unsigned d = 2; d * d <= v; d++)
		if (v % d == 0) {
			yes = false;
			break;
		}
	prime[i] = yes;
}

// Newton's root of each until it stands still.
extern "C" __global__ void
lps_newton_root(const double *x, double *root, int n, double eps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = x[i] + 1e-6, g = v > 1.0 ? v : 1.0;
	for (int k = 0; k < 60; k++) {
		double now = 0.5 * (g + v / g);
		double d = fabs(now - g);
		g = now;
		if (d < eps)
			break;
	}
	root[i] = g;
}

// The sum of lists of different lengths, a list a thread.
extern "C" __global__ void
lps_ragged_sums(const int *begin, const int *count, const float *values, float *sum, int lists)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= lists)
		return;
	float s = 0.0f;
	for (int k = 0, at = begin[t]; k < count[t]; k++)
		s += values[at + k];
	sum[t] = s;
}

// Pi by a linear congruence a thread, counts added by a warp.
extern "C" __global__ void
mco_pi_congruence(unsigned *inside, int tries, unsigned seed)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + seed, count = 0;

	for (int i = 0; i < tries; i++) {
		state = state * 1664525u + 1013904223u;
		float x = (state >> 8) * (1.0f / 16777216.0f);
		state = state * 1664525u + 1013904223u;
		float y = (state >> 8) * (1.0f / 16777216.0f);
		if (x * x + y * y < 1.0f)
			count++;
	}
	for (int o = 16; o > 0; o >>= 1)
		count += __shfl_down_sync(0xffffffffu, count, o);
	if (threadIdx.x % 32 == 0)
		atomicAdd(inside, count);
}

__device__ uint64_t
xorshift(uint64_t &s)
{
	s ^= s >> 12;
	s ^= s << 25;
	s ^= s >> 27;
	return s * 2685821657736338717ull;
}

// An average along each path: normals by Box and Muller.
extern "C" __global__ void
mco_asian_option(float *payoff, int paths, int steps, float s0, float strike, float drift,
                 float vol)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= paths)
		return;
	uint64_t state = 88172645463325252ull ^ (uint64_t)(p + 1) * 0x9e3779b97f4a7c15ull;
	float s = s0, sum = 0.0f;
	for (int k = 0; k < steps; k += 2) {
		uint64_t r = xorshift(state);
		float u = ((uint32_t)r + 0.5f) * 2.3283064e-10f, v = (uint32_t)(r >> 32) * 2.3283064e-10f;
		float radius = sqrtf(-2.0f * logf(u)), z0, z1;
		sincosf(6.2831853f * v, &z1, &z0);
		s *= expf(drift + vol * radius * z0);
		sum += s;
		s *= expf(drift + vol * radius * z1);
		sum += s;
	}
	payoff[p] = fmaxf(sum / steps - strike, 0.0f);
}

// Walkers on a line of cells, each leaves a mark where it ends.
extern "C" __global__ void
mco_walkers(unsigned *marks, int cells, int steps, int walkers)
{
	int w = blockIdx.x * blockDim.x + threadIdx.x;
	if (w >= walkers)
		return;
	unsigned s = w * 747796405u + 2891336453u;
	int at = cells / 2;
	for (int k = 0; k < steps; k++) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		at += s & 1 ? 1 : -1;
		at = at < 0 ? 0 : at >= cells ? cells - 1 : at;
	}
	atomicAdd(&marks[at], 1u);
}
