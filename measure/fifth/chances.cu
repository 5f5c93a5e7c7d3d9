// Random numbers and what they are for; prices.
#include <stdint.h>

static __device__ __forceinline__ uint4
philox(uint4 c, uint2 k)
{
#pragma unroll
	for (int i = 0; i < 10; i++) {
		uint32_t h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
		uint32_t h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
		c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
		k.x += 0x9E3779B9u;
		k.y += 0xBB67AE85u;
	}
	return c;
}

// Four normal numbers a counter, by the method of Box and Muller.
extern "C" __global__ void
rnd_philox_normal(float4 *__restrict__ out, int n, unsigned seed, float mean, float deviation)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 r = philox(make_uint4(i, 0, 0, 0), make_uint2(seed, seed ^ 0x5bd1e995u));
		float u0 = (r.x + 0.5f) * 2.3283064e-10f, u1 = (r.z + 0.5f) * 2.3283064e-10f;
		float s0, c0, s1, c1;
		float a = deviation * sqrtf(-2 * logf(u0)), b = deviation * sqrtf(-2 * logf(u1));
		sincospif(r.y * 4.6566129e-10f, &s0, &c0);
		sincospif(r.w * 4.6566129e-10f, &s1, &c1);
		out[i] = make_float4(mean + a * c0, mean + a * s0, mean + b * c1, mean + b * s1);
	}
}

// Points in a circle: state of 128 bits a thread, sums by shared memory.
extern "C" __global__ void
rnd_circle_xorwow(unsigned long long *hits, int turns, unsigned seed)
{
	__shared__ unsigned sums[256];
	unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = seed ^ (id * 2654435761u), y = 362436069u + id, z = 521288629u, w = 88675123u,
		 d = 6615241u;
	unsigned v = 5783321u, n = 0;
	for (int i = 0; i < turns; i++) {
		unsigned p[2];
#pragma unroll
		for (int k = 0; k < 2; k++) {
			unsigned t = x ^ (x >> 2);
			x = y, y = z, z = w, w = v;
			v = (v ^ (v << 4)) ^ (t ^ (t << 1));
			p[k] = (d += 362437) + v;
		}
		float a = p[0] * 2.3283064e-10f, b = p[1] * 2.3283064e-10f;
		n += a * a + b * b <= 1.0f;
	}
	sums[threadIdx.x] = n;
	__syncthreads();
	for (int s = blockDim.x / 2; s; s >>= 1) {
		if (threadIdx.x < s)
			sums[threadIdx.x] += sums[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(hits, (unsigned long long)sums[0]);
}

// A price that depends on the mean of a path, in double.
extern "C" __global__ void
rnd_asian_paths(double *__restrict__ payoff, int paths, int steps, double spot, double strike,
		double drift, double volatility)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= paths)
		return;
	uint64_t s = 0x9E3779B97F4A7C15ull * (i + 1);
	double price = spot, sum = 0;
	for (int t = 0; t < steps; t++) {
		s ^= s << 13;
		s ^= s >> 7;
		s ^= s << 17;
		double u = ((s >> 11) + 0.5) * 1.1102230246251565e-16;
		s ^= s << 13;
		s ^= s >> 7;
		s ^= s << 17;
		double w = (s >> 11) * 1.1102230246251565e-16;
		price *= exp(drift + volatility * sqrt(-2 * log(u)) * cospi(2 * w));
		sum += price;
	}
	payoff[i] = fmax(sum / steps - strike, 0.0);
}

// Call and put in double by the error function.
extern "C" __global__ void
rnd_price_double(const double *__restrict__ spot, const double *__restrict__ strike,
		 const double *__restrict__ years, double *__restrict__ call,
		 double *__restrict__ put, double rate, double vol, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = spot[i] + 10, x = strike[i] + 10, t = years[i] + 0.25, root = sqrt(t);
	double d1 = (log(s / x) + (rate + 0.5 * vol * vol) * t) / (vol * root),
	       d2 = d1 - vol * root;
	double n1 = 0.5 * erfc(-d1 * 0.70710678118654752),
	       n2 = 0.5 * erfc(-d2 * 0.70710678118654752);
	double back = exp(-rate * t);
	call[i] = s * n1 - x * back * n2;
	put[i] = x * back * (1 - n2) - s * (1 - n1);
}

// An option by a tree of prices in shared memory, a block an option.
extern "C" __global__ void
rnd_binomial_tree(const float *spots, const float *strikes, float *prices, int steps, float up,
		  float chance, float discount)
{
	extern __shared__ float v[];
	float s = spots[blockIdx.x] * 20 + 30, x = strikes[blockIdx.x] * 20 + 30;
	float log_up = __logf(up);
	for (int i = threadIdx.x; i <= steps; i += blockDim.x)
		v[i] = fmaxf(s * __expf(log_up * (2 * i - steps)) - x, 0.0f);
	__syncthreads();
	for (int t = steps; t > 0; t--) {
		for (int base = 0; base < t; base += blockDim.x) {
			int i = base + threadIdx.x;
			float a = 0;
			if (i < t)
				a = discount * (chance * v[i + 1] + (1 - chance) * v[i]);
			__syncthreads();
			if (i < t)
				v[i] = a;
			__syncthreads();
		}
	}
	if (threadIdx.x == 0)
		prices[blockIdx.x] = v[0];
}

// Words of a generator of linear recurrence, its state in memory, a struct a thread.
struct lcg_state {
	uint64_t s, inc;
};

extern "C" __global__ void
rnd_pcg_states(lcg_state *states, unsigned *out, int n, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	lcg_state g = states[i];
	for (int k = 0; k < each; k++) {
		uint64_t old = g.s;
		g.s = old * 6364136223846793005ull + (g.inc | 1);
		unsigned x = ((old >> 18) ^ old) >> 27, r = old >> 59;
		out[(size_t)k * n + i] = __funnelshift_r(x, x, r);
	}
	states[i] = g;
}
