// Bodies, fractals, chance, prices and motion.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Every body with every other, by tiles of the block's size.
extern "C" __global__ void nbody_pulled_by_all(const float4 *__restrict__ body, float4 *__restrict__ pull, int n, float soft)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[min(i, n - 1)];
	float ax = 0, ay = 0, az = 0;
	for (int base = 0; base < n; base += blockDim.x) {
		int j = base + threadIdx.x;
		tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < blockDim.x; k++) {
			float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
			float f = tile[k].w * r * r * r;
			ax += f * dx;
			ay += f * dy;
			az += f * dz;
		}
		__syncthreads();
	}
	if (i < n)
		pull[i] = make_float4(ax, ay, az, 0.0f);
}

// Short range: particles lie in the cells of a cube, first[c] to first[c + 1]; repulsion within a cutoff.
extern "C" __global__ void nbody_cells_within_cutoff(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
                                                     const int *__restrict__ first, double *__restrict__ energy, int side, int per, float cutoff)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= side * side * side * per)
		return;
	int cell = i / per;
	int cx = cell % side, cy = cell / side % side, cz = cell / (side * side);
	float px = cx + x[i], py = cy + y[i], pz = cz + z[i];
	double sum = 0.0;
	for (int kz = max(cz - 1, 0); kz <= min(cz + 1, side - 1); kz++)
		for (int ky = max(cy - 1, 0); ky <= min(cy + 1, side - 1); ky++)
			for (int kx = max(cx - 1, 0); kx <= min(cx + 1, side - 1); kx++) {
				int other = (kz * side + ky) * side + kx;
				for (int j = first[other]; j < first[other + 1]; j++) {
					float dx = kx + x[j] - px, dy = ky + y[j] - py, dz = kz + z[j] - pz;
					float d2 = dx * dx + dy * dy + dz * dz;
					if (j != i && d2 < cutoff * cutoff) {
						float d = sqrtf(d2);
						sum += (double)((cutoff - d) * (cutoff - d));
					}
				}
			}
	energy[i] = 0.5 * sum;
}

template <typename T>
__global__ void roundsInside(unsigned short *out, int w, int h, T left, T top, T step, int most)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	T cx = left + px * step, cy = top + py * step, zx = 0, zy = 0, xx = 0, yy = 0;
	int k = 0;
	while (k < most && xx + yy <= T(4)) {
		zy = 2 * zx * zy + cy;
		zx = xx - yy + cx;
		xx = zx * zx;
		yy = zy * zy;
		k++;
	}
	out[(size_t)py * w + px] = (unsigned short)k;
}
template __global__ void roundsInside<float>(unsigned short *, int, int, float, float, float, int);
template __global__ void roundsInside<double>(unsigned short *, int, int, double, double, double, int);

// Which root of z^3 = 1 Newton's steps find, and after how many.
extern "C" __global__ void fractal_basins_of_newton(uchar2 *out, int w, int h, float scale)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
		float x = (i % w - 0.5f * w + 0.25f) * scale, y = (i / w - 0.5f * h + 0.25f) * scale;
		int step = 0, root = 0;
		for (; step < 60 && !root; step++) {
			float x2 = x * x - y * y, y2 = 2 * x * y, den = 3 * (x2 * x2 + y2 * y2);
			if (den < 1e-12f)
				break;
			float nx = (2 * x) / 3 + x2 / den, ny = (2 * y) / 3 - y2 / den;
			x = nx;
			y = ny;
			if ((x - 1) * (x - 1) + y * y < 1e-6f)
				root = 1;
			else if ((x + 0.5f) * (x + 0.5f) + (y - 0.8660254f) * (y - 0.8660254f) < 1e-6f)
				root = 2;
			else if ((x + 0.5f) * (x + 0.5f) + (y + 0.8660254f) * (y + 0.8660254f) < 1e-6f)
				root = 3;
		}
		out[i] = make_uchar2(root, step);
	}
}

// Philox with seven rounds: four words for a counter and a key.
__host__ __device__ inline uint4 philox(uint4 c, uint2 k)
{
	for (int r = 0; r < 7; r++) {
		unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
		c = make_uint4((unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y, (unsigned)a);
		k.x += 0x9E3779B9u;
		k.y += 0xBB67AE85u;
	}
	return c;
}

// Points in the quarter of a circle; a warp counts together and adds once.
extern "C" __global__ void mc_darts_thrown(unsigned long long *hits, unsigned rounds, unsigned seed)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	unsigned id = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
	for (unsigned r = 0; r < rounds; r++) {
		uint4 v = philox(make_uint4(id, r, 0, 0), make_uint2(seed, 7));
		float a = v.x * 0x1p-32f, b = v.y * 0x1p-32f, c = v.z * 0x1p-32f, d = v.w * 0x1p-32f;
		mine += (a * a + b * b < 1.0f) + (c * c + d * d < 1.0f);
	}
	for (int o = warp.size() / 2; o; o /= 2)
		mine += warp.shfl_down(mine, o);
	if (warp.thread_rank() == 0)
		atomicAdd(hits, (unsigned long long)mine);
}

// An option on the mean of the path, normal steps by Box and Muller from xorshift.
extern "C" __global__ void __launch_bounds__(256) mc_mean_price_option(float *payoff, int paths, int steps, float s0, float strike, float drift, float vol)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= paths)
		return;
	unsigned x = i * 2654435761u + 12345u, y = 362436069u, z = 521288629u, w = 88675123u ^ i;
	auto next = [&]() {
		unsigned t = x ^ (x << 11);
		x = y, y = z, z = w;
		w = w ^ (w >> 19) ^ t ^ (t >> 8);
		return (w >> 8) * 0x1p-24f + 0x1p-25f;
	};
	float s = s0, sum = 0.0f;
	for (int k = 0; k < steps; k += 2) {
		float r = sqrtf(-2.0f * __logf(next())), sn, cs;
		__sincosf(6.2831853f * next(), &sn, &cs);
		s *= __expf(drift + vol * r * cs);
		sum += s;
		s *= __expf(drift + vol * r * sn);
		sum += s;
	}
	payoff[i] = fmaxf(sum / steps - strike, 0.0f);
}

// An American put by a binomial tree, an option to a block, values in shared memory.
extern "C" __global__ void fin_american_put_trees(const double *__restrict__ strike, double *__restrict__ price, int steps, double up, double keep, double p)
{
	extern __shared__ double value[];
	const double k = 80.0 + 40.0 * strike[blockIdx.x], logup = log(up);
	for (int j = threadIdx.x; j <= steps; j += blockDim.x)
		value[j] = fmax(k - 100.0 * exp((2 * j - steps) * logup), 0.0);
	for (int level = steps - 1; level >= 0; level--) {
		for (int base = 0; base <= level; base += blockDim.x) {
			int j = base + threadIdx.x;
			double v = 0.0;
			__syncthreads();
			if (j <= level) {
				v = keep * (p * value[j + 1] + (1.0 - p) * value[j]);
				v = fmax(v, k - 100.0 * exp((2 * j - level) * logup));
			}
			__syncthreads();
			if (j <= level)
				value[j] = v;
		}
	}
	__syncthreads();
	if (threadIdx.x == 0)
		price[blockIdx.x] = value[0];
}

// The oscillator of van der Pol, steps as long as the error allows (Bogacki and Shampine).
extern "C" __global__ void sim_oscillators_adaptive(const float *__restrict__ stiffness, float2 *__restrict__ state, int *__restrict__ taken, int n, float until)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float mu = 0.5f + 8.0f * stiffness[i];
	float t = 0, h = 0.01f, x = 2.0f, v = 0.0f;
	int steps = 0;
	while (t < until && steps < 5000) {
		steps++;
		h = fminf(h, until - t);
		float k1x = v, k1v = mu * (1 - x * x) * v - x;
		float ax = x + 0.5f * h * k1x, av = v + 0.5f * h * k1v;
		float k2x = av, k2v = mu * (1 - ax * ax) * av - ax;
		float bx = x + 0.75f * h * k2x, bv = v + 0.75f * h * k2v;
		float k3x = bv, k3v = mu * (1 - bx * bx) * bv - bx;
		float nx = x + h / 9 * (2 * k1x + 3 * k2x + 4 * k3x), nv = v + h / 9 * (2 * k1v + 3 * k2v + 4 * k3v);
		float k4x = nv, k4v = mu * (1 - nx * nx) * nv - nx;
		float ex = h * (-5.f / 72 * k1x + 1.f / 12 * k2x + 1.f / 9 * k3x - 1.f / 8 * k4x);
		float ev = h * (-5.f / 72 * k1v + 1.f / 12 * k2v + 1.f / 9 * k3v - 1.f / 8 * k4v);
		float error = fmaxf(fabsf(ex), fabsf(ev)) / 1e-3f;
		if (error <= 1.0f) {
			t += h;
			x = nx;
			v = nv;
		}
		h *= fminf(3.0f, fmaxf(0.3f, 0.9f * cbrtf(1.0f / fmaxf(error, 1e-6f))));
	}
	state[i] = make_float2(x, v);
	taken[i] = steps;
}
