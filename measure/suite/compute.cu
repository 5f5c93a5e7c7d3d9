/*
 * Arithmetic with little memory: n bodies, fractals, special functions, integers, and loops and
 * branches that hang on the data.
 */
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef DEGREE
#define DEGREE 64
#endif

static __device__ float3
pull(float4 self, float4 other, float3 sum)
{
	const float dx = other.x - self.x;
	const float dy = other.y - self.y;
	const float dz = other.z - self.z;
	const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
	const float strength = other.w * inverse * inverse * inverse;

	return make_float3(sum.x + dx * strength, sum.y + dy * strength, sum.z + dz * strength);
}

extern "C" __global__ void
nbody_global(const float4 *body, float4 *force, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 self = body[i];
	float3 sum = make_float3(0.0f, 0.0f, 0.0f);

	for (int j = 0; j < n; j++)
		sum = pull(self, body[j], sum);
	force[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}

extern "C" __global__ void
nbody_shared(const float4 *body, float4 *force, int n)
{
	__shared__ float4 part[BLOCK];
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	const float4 self = body[i];
	float3 sum = make_float3(0.0f, 0.0f, 0.0f);

	for (int first = 0; first < n; first += BLOCK) {
		part[threadIdx.x] = body[first + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < BLOCK; j++)
			sum = pull(self, part[j], sum);
		__syncthreads();
	}
	force[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}

extern "C" __global__ void
mandelbrot(int *out, int width, int height, int most)
{
	const int px = blockIdx.x * blockDim.x + threadIdx.x;
	const int py = blockIdx.y * blockDim.y + threadIdx.y;
	const float cx = -2.2f + 3.2f * px / width;
	const float cy = -1.2f + 2.4f * py / height;
	float x = 0.0f;
	float y = 0.0f;
	int steps = 0;

	while (steps < most && x * x + y * y < 4.0f) {
		const float next = x * x - y * y + cx;
		y = 2.0f * x * y + cy;
		x = next;
		steps++;
	}
	out[py * width + px] = steps;
}

/* Steps of the 3n+1 sequence from i+1 down to 1. */
extern "C" __global__ void
collatz(int *out, int n, int first)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long value = (unsigned long long)i + first;
	int steps = 0;

	while (value > 1) {
		value = value % 2 == 0 ? value / 2 : 3 * value + 1;
		steps++;
	}
	if (i < n)
		out[i] = steps;
}

/* A polynomial of a given degree by Horner's rule. */
extern "C" __global__ void
polynomial(const float *x, float *out, int n, float a, float b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	const float at = x[i];
	float sum = a;
#pragma unroll
	for (int k = 0; k < DEGREE; k++)
		sum = sum * at + b;
	out[i] = sum;
}

extern "C" __global__ void
polynomial_f64(const double *x, double *out, int n, double a, double b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	const double at = x[i];
	double sum = a;
#pragma unroll
	for (int k = 0; k < DEGREE; k++)
		sum = sum * at + b;
	out[i] = sum;
}

/* European calls and puts, one option for each thread. */
extern "C" __global__ void
black_scholes(const float *price, const float *strike, const float *years, float *call, float *put,
              int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float rate = 0.02f;
	const float volatility = 0.3f;

	if (i >= n)
		return;
	const float s = price[i] + 10.0f;
	const float k = strike[i] + 10.0f;
	const float t = years[i] + 0.25f;
	const float root = volatility * sqrtf(t);
	const float d1 = (__logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / root;
	const float d2 = d1 - root;
	const float n1 = 0.5f * erfcf(-0.70710678f * d1);
	const float n2 = 0.5f * erfcf(-0.70710678f * d2);
	const float discounted = k * __expf(-rate * t);
	call[i] = s * n1 - discounted * n2;
	put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

/* Rounds of an integer hash. */
extern "C" __global__ void
hash_rounds(const unsigned *in, unsigned *out, int n, int rounds)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned h = in[i];
	for (int r = 0; r < rounds; r++) {
		h ^= h >> 16;
		h *= 0x7feb352du;
		h ^= h >> 15;
		h *= 0x846ca68bu;
		h ^= h >> 16;
	}
	out[i] = h;
}

/* Points in the quarter circle, by a linear congruence in each thread. */
extern "C" __global__ void
monte_carlo(unsigned *hits, int rounds)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
	unsigned count = 0;

	for (int r = 0; r < rounds; r++) {
		state = state * 1664525u + 1013904223u;
		const float x = (state >> 8) * 0x1p-24f;
		state = state * 1664525u + 1013904223u;
		const float y = (state >> 8) * 0x1p-24f;
		count += x * x + y * y < 1.0f;
	}
	hits[blockIdx.x * blockDim.x + threadIdx.x] = count;
}

/* Groups of `ways` lanes take different ways through the same amount of work. */
extern "C" __global__ void
branches(const float *in, float *out, int n, int ways, int rounds)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int way = threadIdx.x % ways;
	float x = in[i];

	for (int w = 0; w < ways; w++) {
		if (way == w) {
			for (int r = 0; r < rounds; r++)
				x = x * 0.999f + (float)w;
		}
	}
	if (i < n)
		out[i] = x;
}

/* Each thread loops as often as its datum says. */
extern "C" __global__ void
data_loops(const int *length, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = 1.0f;

	if (i >= n)
		return;
	for (int r = 0; r < length[i]; r++)
		x = x * 0.999f + 0.5f;
	out[i] = x;
}

/* Where each key stands in a sorted table (the table is 0, 1, 2 ...). */
extern "C" __global__ void
binary_search(const int *table, int size, const int *keys, int *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int low = 0;
	int high = size;

	if (i >= n)
		return;
	const int key = keys[i];
	while (low < high) {
		const int middle = (low + high) / 2;
		if (table[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	out[i] = low;
}

/* Every thread follows its own chain of indices. */
extern "C" __global__ void
follow(const int *next, int *out, int n, int steps, int spacing)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int at = (int)((long long)i * spacing % n);

	for (int s = 0; s < steps; s++)
		at = next[at];
	out[i] = at;
}

/* One compare-and-exchange pass of a bitonic sort over the whole array, into another array. */
extern "C" __global__ void
bitonic_pass(const int *in, int *out, int distance, int length)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int self = in[i];
	const int other = in[i ^ distance];
	const bool up = (i & length) == 0;
	const bool first = (i & distance) == 0;

	out[i] = up == first ? min(self, other) : max(self, other);
}

/* All passes for one block's 2 * BLOCK elements, in shared memory. */
extern "C" __global__ void
bitonic_block(const int *in, int *out)
{
	__shared__ int part[2 * BLOCK];
	const int base = blockIdx.x * 2 * BLOCK;
	const int tid = threadIdx.x;

	part[tid] = in[base + tid];
	part[tid + BLOCK] = in[base + tid + BLOCK];
	for (int length = 2; length <= 2 * BLOCK; length *= 2) {
		for (int distance = length / 2; distance > 0; distance /= 2) {
			__syncthreads();
			const int low = 2 * tid - (tid & (distance - 1));
			const bool up = (low & length) == 0;
			const int a = part[low];
			const int b = part[low + distance];
			if ((a > b) == up) {
				part[low] = b;
				part[low + distance] = a;
			}
		}
	}
	__syncthreads();
	out[base + tid] = part[tid];
	out[base + tid + BLOCK] = part[tid + BLOCK];
}

/* Products of complex numbers, pair after pair. */
extern "C" __global__ void
complex_multiply(const float2 *a, const float2 *b, float2 *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = make_float2(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}

/* The discrete Fourier transform, term by term: sine and cosine of the fast kind. */
extern "C" __global__ void
fourier(const float *in, float2 *out, int n)
{
	const int k = blockIdx.x * blockDim.x + threadIdx.x;
	float re = 0.0f;
	float im = 0.0f;

	for (int j = 0; j < n; j++) {
		const float angle = -6.2831853f * (float)((long long)j * k % n) / n;
		re += in[j] * __cosf(angle);
		im += in[j] * __sinf(angle);
	}
	out[k] = make_float2(re, im);
}
