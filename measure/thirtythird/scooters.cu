// Bodies, fractals and games of chance.

// Charges in a plane of tiles: forces between all pairs.
extern "C" __global__ void nbody_charges_by_tiles(const float4 *__restrict__ body, float3 *__restrict__ force, int n, float soft)
{
	extern __shared__ float4 shelf[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[min(i, n - 1)];
	float fx = 0.f, fy = 0.f, fz = 0.f;
	for (int base = 0; base < n; base += blockDim.x) {
		int j = base + threadIdx.x;
		shelf[threadIdx.x] = j < n ? body[j] : make_float4(0.f, 0.f, 0.f, 0.f);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < blockDim.x; k++) {
			float4 o = shelf[k];
			float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
			float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
			float s = o.w * inv * inv * inv;
			fx += s * dx;
			fy += s * dy;
			fz += s * dz;
		}
		__syncthreads();
	}
	if (i < n)
		force[i] = make_float3(fx * me.w, fy * me.w, fz * me.w);
}

// The same by the book: separate arrays of doubles, no tiles.
extern "C" __global__ void nbody_book_doubles(const double *x, const double *y, const double *m, double *ax, double *ay, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double sx = 0, sy = 0;
	for (int j = 0; j < n; j++) {
		if (j == i)
			continue;
		double dx = x[j] - x[i], dy = y[j] - y[i];
		double d2 = dx * dx + dy * dy + 1e-6;
		double s = m[j] / (d2 * sqrt(d2));
		sx += s * dx;
		sy += s * dy;
	}
	ax[i] = sx;
	ay[i] = sy;
}

struct Grain {
	float x, y, vx, vy;
};

// Grains bounce in a box for some steps.
extern "C" __global__ void phys_grains_in_box(const Grain *from, Grain *to, unsigned n, int steps, float dt)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Grain g = from[i];
	for (int s = 0; s < steps; s++) {
		g.vy -= 9.81f * dt;
		g.x += g.vx * dt;
		g.y += g.vy * dt;
		if (g.x < 0.f || g.x > 1.f) {
			g.vx = -0.9f * g.vx;
			g.x = fminf(fmaxf(g.x, 0.f), 1.f);
		}
		if (g.y < 0.f) {
			g.vy = -0.8f * g.vy;
			g.y = 0.f;
		}
	}
	to[i] = g;
}

// The usual picture with a smooth colour.
extern "C" __global__ void mandelbrot_smooth_shade(float *shade, int w, int h, float cx, float cy, float span, int most)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float a = cx + span * ((float)px / w - 0.5f), b = cy + span * ((float)py / h - 0.5f);
	float x = 0.f, y = 0.f, x2 = 0.f, y2 = 0.f;
	int k = 0;
	while (k < most && x2 + y2 < 64.f) {
		y = 2.f * x * y + b;
		x = x2 - y2 + a;
		x2 = x * x;
		y2 = y * y;
		k++;
	}
	shade[py * w + px] = k == most ? 0.f : k + 1.f - __log2f(0.5f * __log2f(x2 + y2));
}

// Newton's method for z^3 = 1: which root, after how many steps.
template <typename T>
__global__ void newtonBasins(unsigned char *root, unsigned char *steps, unsigned w, unsigned h, T span)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)w * h; i += (size_t)gridDim.x * blockDim.x) {
		T x = span * (T(i % w) / w - T(0.5)), y = span * (T(i / w) / h - T(0.5)) + T(0.001);
		int k = 0;
		for (; k < 50; k++) {
			T x2 = x * x - y * y, y2 = 2 * x * y;          // z^2
			T x3 = x2 * x - y2 * y - 1, y3 = x2 * y + y2 * x; // z^3 - 1
			T d = 3 * (x2 * x2 + y2 * y2) + T(1e-20);
			T sx = (x3 * x2 + y3 * y2) / d, sy = (y3 * x2 - x3 * y2) / d;
			x -= sx;
			y -= sy;
			if (sx * sx + sy * sy < T(1e-8))
				break;
		}
		root[i] = x > 0 ? 0 : y > 0 ? 1 : 2;
		steps[i] = k;
	}
}
template __global__ void newtonBasins<float>(unsigned char *, unsigned char *, unsigned, unsigned, float);
template __global__ void newtonBasins<double>(unsigned char *, unsigned char *, unsigned, unsigned, double);

__device__ __forceinline__ unsigned spin(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}

// Points in the unit ball of four dimensions.
extern "C" __global__ void __launch_bounds__(256) mc_ball_in_four(unsigned long long *hits, int tries, unsigned seed)
{
	unsigned s = (blockIdx.x * 256u + threadIdx.x) * 2654435761u ^ seed;
	s = s ? s : 1u;
	int in = 0;
	for (int k = 0; k < tries; k++) {
		float r = 0.f;
#pragma unroll
		for (int d = 0; d < 4; d++) {
			float u = spin(s) * 2.3283064e-10f;
			r += u * u;
		}
		in += r < 1.f;
	}
	in = __reduce_add_sync(0xffffffffu, in);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(hits, (unsigned long long)in);
}

struct Market {
	float spot, strike, drift, sigma;
};
__constant__ Market market;

// An option on the mean of a path, two paths with opposite signs.
extern "C" __global__ void mc_mean_price_mirrored(float *pay, int paths, int steps)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= paths)
		return;
	unsigned s = p * 747796405u + 2891336453u;
	float up = market.spot, down = market.spot, sumUp = 0.f, sumDown = 0.f;
	for (int k = 0; k < steps; k += 2) {
		float u1 = ((spin(s) >> 8) + 1) * (1.f / 16777217.f), u2 = (spin(s) >> 8) * (1.f / 16777216.f);
		float r = sqrtf(-2.f * __logf(u1)), si, co;
		__sincosf(6.2831853f * u2, &si, &co);
		up *= __expf(market.drift + market.sigma * r * co);
		down *= __expf(market.drift - market.sigma * r * co);
		sumUp += up;
		sumDown += down;
		up *= __expf(market.drift + market.sigma * r * si);
		down *= __expf(market.drift - market.sigma * r * si);
		sumUp += up;
		sumDown += down;
	}
	pay[p] = 0.5f * (fmaxf(sumUp / steps - market.strike, 0.f) + fmaxf(sumDown / steps - market.strike, 0.f));
}

// A counter-based generator of ten rounds, four words a thread.
extern "C" __global__ void rng_ten_rounds(uint4 *out, int n, uint2 key)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint4 c = make_uint4(i, 0, 0, 7);
	uint2 k = key;
#pragma unroll
	for (int r = 0; r < 10; r++) {
		unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
		unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
		c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
		k.x += 0x9E3779B9u;
		k.y += 0xBB67AE85u;
	}
	out[i] = c;
}
