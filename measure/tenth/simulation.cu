/*
 * Bodies, fractals, chance, prices, polynomials: arithmetic above all.
 */

#define SOFTENING 1e-3f

__device__ float3
pull(float4 a, float4 b, float3 acc)
{
	float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
	float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
	float inv = rsqrtf(d2);
	float s = b.w * inv * inv * inv;

	acc.x += dx * s;
	acc.y += dy * s;
	acc.z += dz * s;
	return acc;
}

extern "C" __global__ void
nbody_all_pairs(const float4 *bodies, float3 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float4 me = bodies[i];
	float3 acc = make_float3(0.0f, 0.0f, 0.0f);
	for (int j = 0; j < n; j++)
		acc = pull(me, bodies[j], acc);
	force[i] = acc;
}

/* Tiles of as many bodies as a block has threads; n is a multiple. */
template <int P>
__global__ void
nbody_blocks(const float4 *bodies, float4 *force, int n)
{
	__shared__ float4 tile[P];
	int i = blockIdx.x * P + threadIdx.x;
	float4 me = bodies[i];
	float3 acc = make_float3(0.0f, 0.0f, 0.0f);

	for (int t = 0; t < n; t += P) {
		tile[threadIdx.x] = bodies[t + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < P; j++)
			acc = pull(me, tile[j], acc);
		__syncthreads();
	}
	force[i] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

template __global__ void nbody_blocks<128>(const float4 *, float4 *, int);
template __global__ void nbody_blocks<256>(const float4 *, float4 *, int);

template <typename T>
__global__ void
mandelbrot_plane(int *out, int width, int height, T x0, T y0, T step, int limit)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;

	if (px >= width || py >= height)
		return;
	T cx = x0 + px * step, cy = y0 + py * step;
	T x = 0, y = 0;
	int k = 0;
	while (k < limit && x * x + y * y <= T(4)) {
		T t = x * x - y * y + cx;
		y = T(2) * x * y + cy;
		x = t;
		k++;
	}
	out[py * width + px] = k;
}

template __global__ void mandelbrot_plane<float>(int *, int, int, float, float, float, int);
template __global__ void mandelbrot_plane<double>(int *, int, int, double, double, double, int);

/* Darts at a quarter of a circle; a shift register for each thread. */
extern "C" __global__ void
monte_carlo_darts(unsigned *hits, int tries)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned state = 2463534242u + 7919u * i;
	unsigned inside = 0;

	for (int k = 0; k < tries; k++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		float x = (state >> 8) * (1.0f / 16777216.0f);
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		float y = (state >> 8) * (1.0f / 16777216.0f);
		if (x * x + y * y < 1.0f)
			inside++;
	}
	hits[i] = inside;
}

__device__ inline float
normal_below(float d)
{
	return 0.5f * erfcf(-d * 0.70710678f);
}

/* Prices of calls and puts, the textbook's formula. */
extern "C" __global__ void
black_scholes_pairs(const float *price, const float *strike, const float *years, float *call,
                    float *put, float rate, float volatility, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float s = price[i], k = strike[i], t = years[i];
	float root = volatility * sqrtf(t);
	float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / root;
	float d2 = d1 - root;
	float discounted = k * expf(-rate * t);
	call[i] = s * normal_below(d1) - discounted * normal_below(d2);
	put[i] = discounted * normal_below(-d2) - s * normal_below(-d1);
}

/* a x + b again and again: CHAINS independent ones. */
template <typename T, int CHAINS>
__global__ void
polynomial_chains(T *out, T a, T b, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T x[CHAINS];

	for (int c = 0; c < CHAINS; c++)
		x[c] = T(i + c) * T(1e-6);
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int c = 0; c < CHAINS; c++)
			x[c] = a * x[c] + b;
	T sum = 0;
	for (int c = 0; c < CHAINS; c++)
		sum += x[c];
	out[i] = sum;
}

template __global__ void polynomial_chains<float, 1>(float *, float, float, int);
template __global__ void polynomial_chains<float, 4>(float *, float, float, int);
template __global__ void polynomial_chains<double, 2>(double *, double, double, int);

extern "C" __global__ void
polynomial_sines(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float x = in[i];
		out[i] = sinf(x) * cosf(2.0f * x) + tanhf(x);
	}
}
