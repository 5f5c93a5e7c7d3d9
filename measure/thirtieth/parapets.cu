// Bodies, escapes, chance and motion.
#include <cuda_runtime.h>
#include <stdint.h>

extern __shared__ float4 near_bodies[];

extern "C" __global__ void nbody_softened_tiles(const float4 *__restrict__ at, float4 *__restrict__ pull, int n,
                                                float soft)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 me = i < n ? at[i] : make_float4(0, 0, 0, 0);
	float ax = 0, ay = 0, az = 0;
	for (int base = 0; base < n; base += blockDim.x) {
		const int j = base + threadIdx.x;
		near_bodies[threadIdx.x] = j < n ? at[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < blockDim.x; k++) {
			const float4 other = near_bodies[k];
			const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
			const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
			const float s = other.w * inverse * inverse * inverse;
			ax += dx * s;
			ay += dy * s;
			az += dz * s;
		}
		__syncthreads();
	}
	if (i < n)
		pull[i] = make_float4(ax, ay, az, 0);
}

struct Bodies {
	const double *x, *y, *z, *mass;
};

// The potential of every body, all the others straight from memory.
extern "C" __global__ void nbody_potential_in_double(Bodies b, double *potential, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		double sum = 0;
		for (unsigned j = 0; j < n; j++) {
			if (j == i)
				continue;
			double dx = b.x[i] - b.x[j], dy = b.y[i] - b.y[j], dz = b.z[i] - b.z[j];
			sum -= b.mass[j] / sqrt(dx * dx + dy * dy + dz * dz + 1e-6);
		}
		potential[i] = sum * b.mass[i];
	}
}

__constant__ float4 glow[16];

extern "C" __global__ void mandel_smooth_in_sixteen_colours(uchar4 *out, int w, int h, float left, float top, float step,
                                                            int most)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	const float cr = left + step * x, ci = top + step * y;
	float zr = 0, zi = 0, r2 = 0, i2 = 0;
	int n = 0;
	while (n < most && r2 + i2 < 64.0f) {
		zi = 2 * zr * zi + ci;
		zr = r2 - i2 + cr;
		r2 = zr * zr;
		i2 = zi * zi;
		n++;
	}
	uchar4 colour = make_uchar4(0, 0, 0, 255);
	if (n < most) {
		const float smooth = n + 1 - __log2f(0.5f * __log2f(r2 + i2));
		const int k = (int)smooth;
		const float part = smooth - k;
		const float4 a = glow[k & 15], b = glow[(k + 1) & 15];
		colour.x = (unsigned char)(255 * (a.x + part * (b.x - a.x)));
		colour.y = (unsigned char)(255 * (a.y + part * (b.y - a.y)));
		colour.z = (unsigned char)(255 * (a.z + part * (b.z - a.z)));
	}
	out[(size_t)y * w + x] = colour;
}

// An option on the mean of a path; each thread walks some paths, each block leaves its sum.
extern "C" __global__ void mc_mean_of_path_option(float *sums, int paths, int steps, float spot, float strike,
                                                  float drift, float vol, unsigned seed)
{
	__shared__ float of_warp[32];
	unsigned a = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u ^ seed;
	unsigned b = a * 1664525u + 1013904223u;
	a |= 1;
	float total = 0;
	for (int p = 0; p < paths; p++) {
		float logarithm = 0, sum = 0;
		for (int s = 0; s < steps; s++) {
			a ^= a << 13;
			a ^= a >> 17;
			a ^= a << 5;
			b = b * 1664525u + 1013904223u;
			const float u = ((a >> 8) + 1) * 0x1p-24f, v = (b >> 8) * 0x1p-24f;
			const float normal = sqrtf(-2.0f * __logf(u)) * __cosf(6.2831853f * v);
			logarithm += drift + vol * normal;
			sum += __expf(logarithm);
		}
		total += fmaxf(spot * sum / steps - strike, 0.0f);
	}
	for (int d = 16; d > 0; d >>= 1)
		total += __shfl_down_sync(0xffffffffu, total, d);
	if ((threadIdx.x & 31) == 0)
		of_warp[threadIdx.x >> 5] = total;
	__syncthreads();
	if (threadIdx.x < 32) {
		total = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
		for (int d = 16; d > 0; d >>= 1)
			total += __shfl_down_sync(0xffffffffu, total, d);
		if (threadIdx.x == 0)
			sums[blockIdx.x] = total;
	}
}

// Philox with ten rounds, then normals in pairs.
extern "C" __global__ void rng_counter_to_normals(float4 *out, int64_t quads, uint2 key)
{
	for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < quads; i += (int64_t)gridDim.x * blockDim.x) {
		uint4 c = make_uint4((unsigned)i, (unsigned)(i >> 32), 7, 11);
		unsigned k0 = key.x, k1 = key.y;
#pragma unroll
		for (int round = 0; round < 10; round++) {
			const unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
			const unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
			c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
			k0 += 0x9E3779B9u;
			k1 += 0xBB67AE85u;
		}
		float s, t;
		float4 r;
		float radius = sqrtf(-2.0f * logf(((c.x >> 8) + 0.5f) * 0x1p-24f));
		sincospif(2.0f * (c.y >> 8) * 0x1p-24f, &s, &t);
		r.x = radius * s;
		r.y = radius * t;
		radius = sqrtf(-2.0f * logf(((c.z >> 8) + 0.5f) * 0x1p-24f));
		sincospif(2.0f * (c.w >> 8) * 0x1p-24f, &s, &t);
		r.z = radius * s;
		r.w = radius * t;
		out[i] = r;
	}
}

struct Lorenz {
	double sigma, rho, beta;
	__device__ double3 operator()(double3 p) const
	{
		return make_double3(sigma * (p.y - p.x), p.x * (rho - p.z) - p.y, p.x * p.y - beta * p.z);
	}
};

static __device__ double3 along(double3 p, double h, double3 v)
{
	return make_double3(p.x + h * v.x, p.y + h * v.y, p.z + h * v.z);
}

extern "C" __global__ void phys_lorenz_many_starts(const double *start, double *end, int n, int steps, double h,
                                                   Lorenz f)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double3 p = make_double3(start[3 * i], start[3 * i + 1], start[3 * i + 2]);
	for (int s = 0; s < steps; s++) {
		const double3 a = f(p), b = f(along(p, h / 2, a)), c = f(along(p, h / 2, b)), d = f(along(p, h, c));
		p.x += h / 6 * (a.x + 2 * (b.x + c.x) + d.x);
		p.y += h / 6 * (a.y + 2 * (b.y + c.y) + d.y);
		p.z += h / 6 * (a.z + 2 * (b.z + c.z) + d.z);
	}
	end[3 * i] = p.x;
	end[3 * i + 1] = p.y;
	end[3 * i + 2] = p.z;
}

// Bogacki and Shampine: stages, then the weights of both orders.
__constant__ float tableau[5][4] = {{0, 0, 0, 0},
                                    {0.5f, 0, 0, 0},
                                    {0, 0.75f, 0, 0},
                                    {2.0f / 9, 1.0f / 3, 4.0f / 9, 0},
                                    {7.0f / 24, 0.25f, 1.0f / 3, 0.125f}};

// Oscillators of many stiffnesses; each takes the steps it needs.
extern "C" __global__ void phys_van_der_pol_adaptive(const float *stiffness, float2 *out, int *taken, int n, float until,
                                                     float tolerance, int most)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float mu = 10.0f * stiffness[i];
	float t = 0, h = 0.01f;
	float2 y = make_float2(2, 0);
	int steps = 0;
	while (t < until && steps < most) {
		h = fminf(h, until - t);
		float2 k[4];
#pragma unroll
		for (int s = 0; s < 4; s++) {
			float2 p = y;
#pragma unroll
			for (int j = 0; j < s; j++) {
				p.x += h * tableau[s][j] * k[j].x;
				p.y += h * tableau[s][j] * k[j].y;
			}
			k[s] = make_float2(p.y, mu * (1 - p.x * p.x) * p.y - p.x);
		}
		float2 high = y, low = y;
#pragma unroll
		for (int j = 0; j < 4; j++) {
			high.x += h * tableau[3][j] * k[j].x;
			high.y += h * tableau[3][j] * k[j].y;
			low.x += h * tableau[4][j] * k[j].x;
			low.y += h * tableau[4][j] * k[j].y;
		}
		const float error = fmaxf(fabsf(high.x - low.x), fabsf(high.y - low.y)) / tolerance;
		if (error <= 1 || h < 1e-5f) {
			t += h;
			y = high;
		}
		h *= fminf(4.0f, fmaxf(0.2f, 0.9f * cbrtf(1.0f / (error + 1e-6f))));
		steps++;
	}
	out[i] = y;
	taken[i] = steps;
}
