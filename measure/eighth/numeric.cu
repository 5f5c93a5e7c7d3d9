// Sorting, bodies and fractals.
#include <math.h>
#include <stdint.h>

// A step of the bitonic sort over all of memory, from one array to another.
extern "C" __global__ void
sor_bitonic_step(const float *in, float *out, unsigned j, unsigned k)
{
	unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
	unsigned ixj = i ^ j;
	float mine = in[i], other = in[ixj];
	bool up = (i & k) == 0, low = i < ixj;

	out[i] = up == low ? fminf(mine, other) : fmaxf(mine, other);
}

__device__ inline void
compare(uint32_t &a, uint32_t &va, uint32_t &b, uint32_t &vb, uint32_t dir)
{
	if ((a > b) == dir) {
		uint32_t t = a;
		a = b;
		b = t;
		t = va;
		va = vb;
		vb = t;
	}
}

// The toolkit's sample: 512 keys with values in shared memory by 256 threads.
extern "C" __global__ void
sor_bitonic_shared(uint32_t *dstKey, uint32_t *dstVal, const uint32_t *srcKey,
                   const uint32_t *srcVal, uint32_t dir)
{
	__shared__ uint32_t key[512], val[512];
	int at = blockIdx.x * 512 + threadIdx.x;

	key[threadIdx.x] = srcKey[at];
	val[threadIdx.x] = srcVal[at];
	key[threadIdx.x + 256] = srcKey[at + 256];
	val[threadIdx.x + 256] = srcVal[at + 256];
	for (uint32_t size = 2; size < 512; size <<= 1) {
		uint32_t ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
		for (uint32_t stride = size / 2; stride > 0; stride >>= 1) {
			__syncthreads();
			uint32_t pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
			compare(key[pos], val[pos], key[pos + stride], val[pos + stride], ddd);
		}
	}
	for (uint32_t stride = 256; stride > 0; stride >>= 1) {
		__syncthreads();
		uint32_t pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
		compare(key[pos], val[pos], key[pos + stride], val[pos + stride], dir);
	}
	__syncthreads();
	dstKey[at] = key[threadIdx.x];
	dstVal[at] = val[threadIdx.x];
	dstKey[at + 256] = key[threadIdx.x + 256];
	dstVal[at + 256] = val[threadIdx.x + 256];
}

// Odd and even neighbours by turns, a block sorts its own 256.
extern "C" __global__ void
sor_odd_even(const int *in, int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x;

	s[2 * t] = in[blockIdx.x * 256 + 2 * t];
	s[2 * t + 1] = in[blockIdx.x * 256 + 2 * t + 1];
	__syncthreads();
	for (int phase = 0; phase < 256; phase++) {
		int i = 2 * t + (phase & 1);
		if (i + 1 < 256 && s[i] > s[i + 1]) {
			int x = s[i];
			s[i] = s[i + 1];
			s[i + 1] = x;
		}
		__syncthreads();
	}
	out[blockIdx.x * 256 + 2 * t] = s[2 * t];
	out[blockIdx.x * 256 + 2 * t + 1] = s[2 * t + 1];
}

// Digits of eight bits counted by a block for its tile.
extern "C" __global__ void
sor_radix_counts(const uint32_t *keys, uint32_t *counts, int shift, int tile, int n)
{
	__shared__ uint32_t bins[256];

	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		bins[b] = 0;
	__syncthreads();
	int first = blockIdx.x * tile, last = min(first + tile, n);
	for (int i = first + threadIdx.x; i < last; i += blockDim.x)
		atomicAdd(&bins[keys[i] >> shift & 255], 1u);
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		counts[b * gridDim.x + blockIdx.x] = bins[b];
}

// Two sorted lists into one: each thread finds its start by a search and merges eight.
extern "C" __global__ void
sor_merge_path(const int *a, const int *b, int *out, int na, int nb)
{
	int k = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
	if (k >= na + nb)
		return;
	int low = max(0, k - nb), high = min(k, na);
	while (low < high) {
		int mid = (low + high) / 2;
		if (a[mid] <= b[k - mid - 1])
			low = mid + 1;
		else
			high = mid;
	}
	int i = low, j = k - low;
	for (int s = 0; s < 8 && k + s < na + nb; s++)
		out[k + s] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

__device__ float3
interact(float4 bi, float4 bj, float3 ai)
{
	float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
	float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 1e-9f;
	float distSixth = distSqr * distSqr * distSqr;
	float s = bj.w * (1.0f / sqrtf(distSixth));

	ai.x += r.x * s;
	ai.y += r.y * s;
	ai.z += r.z * s;
	return ai;
}

// The chapter's: tiles of bodies in shared memory.
extern "C" __global__ void
nby_gems_tiles(const float4 *X, float4 *A, int N)
{
	extern __shared__ float4 shPosition[];
	int gtid = blockIdx.x * blockDim.x + threadIdx.x;
	float3 acc = {0.0f, 0.0f, 0.0f};
	float4 mine = X[gtid];

	for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
		shPosition[threadIdx.x] = X[tile * blockDim.x + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++)
			acc = interact(mine, shPosition[k], acc);
		__syncthreads();
	}
	A[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

struct Body {
	float x, y, z, vx, vy, vz;
};

// The course's exercise: structures, everyone with everyone, from memory.
extern "C" __global__ void
nby_exercise(Body *p, float dt, int n)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;

	if (i < n) {
		float Fx = 0.0f, Fy = 0.0f, Fz = 0.0f;
		for (int j = 0; j < n; j++) {
			float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
			float distSqr = dx * dx + dy * dy + dz * dz + 1e-9f;
			float invDist = rsqrtf(distSqr);
			float invDist3 = invDist * invDist * invDist;
			Fx += dx * invDist3;
			Fy += dy * invDist3;
			Fz += dz * invDist3;
		}
		p[i].vx += dt * Fx;
		p[i].vy += dt * Fy;
		p[i].vz += dt * Fz;
	}
}

// Forces of near neighbours from a list, none beyond a cutoff.
extern "C" __global__ void
nby_neighbour_list(const float4 *pos, const int *list, float4 *force, int n, int most, float cut2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = pos[i];
	float fx = 0, fy = 0, fz = 0;
	for (int k = 0; k < most; k++) {
		float4 q = pos[list[k * n + i]];
		float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
		float r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < cut2 && r2 > 0.0f) {
			float inv = 1.0f / r2, six = inv * inv * inv;
			float f = 24.0f * inv * six * (2.0f * six - 1.0f);
			fx += f * dx;
			fy += f * dy;
			fz += f * dz;
		}
	}
	force[i] = make_float4(fx, fy, fz, 0.0f);
}

extern "C" __global__ void
fra_mandelbrot(unsigned char *out, int w, int h, double cx, double cy, double scale, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	double cr = cx + (x - w / 2) * scale, ci = cy + (y - h / 2) * scale;
	double zr = 0.0, zi = 0.0;
	int n = 0;
	while (n < most && zr * zr + zi * zi <= 4.0) {
		double t = zr * zr - zi * zi + cr;
		zi = 2.0 * zr * zi + ci;
		zr = t;
		n++;
	}
	out[y * w + x] = n & 255;
}

struct Complex {
	float r, i;
	__device__ Complex(float a, float b) : r(a), i(b) {}
	__device__ float magnitude2() { return r * r + i * i; }
	__device__ Complex operator*(const Complex &a)
	{
		return Complex(r * a.r - i * a.i, i * a.r + r * a.i);
	}
	__device__ Complex operator+(const Complex &a) { return Complex(r + a.r, i + a.i); }
};

// The book's: a block for each pixel is not needed, a grid of threads is.
extern "C" __global__ void
fra_julia_book(uchar4 *ptr, int dim)
{
	int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
	int offset = x + y * gridDim.x * blockDim.x;
	const float scale = 1.5f;
	float jx = scale * (float)(dim / 2 - x) / (dim / 2);
	float jy = scale * (float)(dim / 2 - y) / (dim / 2);
	Complex c(-0.8f, 0.156f), a(jx, jy);
	int value = 1;

	for (int i = 0; i < 200; i++) {
		a = a * a + c;
		if (a.magnitude2() > 1000) {
			value = 0;
			break;
		}
	}
	ptr[offset] = make_uchar4(255 * value, 0, 0, 255);
}

// Which root Newton finds from each place: z^3 = 1.
extern "C" __global__ void
fra_newton(float *out, int w, int h, float span)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h)
		return;
	float x = span * (i % w) / w - span / 2, y = span * (i / w) / h - span / 2;
	int steps = 0;
	for (; steps < 40; steps++) {
		float x2 = x * x - y * y, y2 = 2 * x * y;
		float x3 = x2 * x - y2 * y - 1.0f, y3 = x2 * y + y2 * x;
		float d = 3.0f * (x2 * x2 + y2 * y2) + 1e-12f;
		float sx = (x3 * x2 + y3 * y2) / d, sy = (y3 * x2 - x3 * y2) / d;
		x -= sx;
		y -= sy;
		if (sx * sx + sy * sy < 1e-8f)
			break;
	}
	out[i] = steps;
}
