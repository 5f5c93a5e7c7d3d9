// Grids in two and three dimensions.
#include <cuda_pipeline.h>

// One explicit step of the heat equation on a plate; the rim keeps its temperature.
extern "C" __global__ void stencil_plate_warming(const float *now, float *next, int nx, int ny, float k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	int i = y * nx + x;
	if (x == 0 || y == 0 || x == nx - 1 || y == ny - 1) {
		next[i] = now[i];
		return;
	}
	next[i] = now[i] + k * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] - 4.0f * now[i]);
}

// Nine points with diagonals, from a tile with a rim of one; clamped at the border.
template <typename T, int BX, int BY>
__global__ void __launch_bounds__(BX *BY) nineTiled(const T *__restrict__ in, T *__restrict__ out, int nx, int ny, T a, T b)
{
	__shared__ T tile[BY + 2][BX + 2];
	const int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
	for (int t = threadIdx.y * BX + threadIdx.x; t < (BX + 2) * (BY + 2); t += BX * BY) {
		int lx = t % (BX + 2), ly = t / (BX + 2);
		int gx = min(max(x0 + lx, 0), nx - 1), gy = min(max(y0 + ly, 0), ny - 1);
		tile[ly][lx] = in[(size_t)gy * nx + gx];
	}
	__syncthreads();
	const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
	if (x < nx && y < ny) {
		const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
		T side = tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx];
		T corner = tile[ly - 1][lx - 1] + tile[ly - 1][lx + 1] + tile[ly + 1][lx - 1] + tile[ly + 1][lx + 1];
		out[(size_t)y * nx + x] = tile[ly][lx] + a * side + b * corner - T(4) * (a + b) * tile[ly][lx];
	}
}
template __global__ void nineTiled<float, 32, 8>(const float *, float *, int, int, float, float);
template __global__ void nineTiled<double, 16, 12>(const double *, double *, int, int, double, double);

// Variable conductivity in a volume, every thread a cell.
extern "C" __global__ void stencil_volume_conducting(const double *__restrict__ u, const double *__restrict__ c,
                                                     double *__restrict__ out, size_t nx, size_t ny, size_t nz, double dt)
{
	size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x + 1;
	size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y + 1;
	size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z + 1;
	if (x < nx - 1 && y < ny - 1 && z < nz - 1) {
		size_t plane = nx * ny, i = z * plane + y * nx + x;
		double mid = u[i], sum = 0;
		sum += 0.5 * (c[i] + c[i - 1]) * (u[i - 1] - mid);
		sum += 0.5 * (c[i] + c[i + 1]) * (u[i + 1] - mid);
		sum += 0.5 * (c[i] + c[i - nx]) * (u[i - nx] - mid);
		sum += 0.5 * (c[i] + c[i + nx]) * (u[i + nx] - mid);
		sum += 0.5 * (c[i] + c[i - plane]) * (u[i - plane] - mid);
		sum += 0.5 * (c[i] + c[i + plane]) * (u[i + plane] - mid);
		out[i] = mid + dt * sum;
	}
}

// Second derivatives of eighth order: weights of the middle and four to each side.
__constant__ float derivative[5];

// Marches along z with nine values of its column in registers and a plane in shared memory.
extern "C" __global__ void __launch_bounds__(256) stencil_acoustic_marching(const float *__restrict__ p, float *__restrict__ older,
                                                                           const float *__restrict__ v, int nx, int ny, int nz)
{
	__shared__ float s[8 + 8][32 + 8];
	const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	const int tx = threadIdx.x + 4, ty = threadIdx.y + 4;
	const int plane = nx * ny;
	const bool inside = x >= 4 && x < nx - 4 && y >= 4 && y < ny - 4;
	const int cx = min(x, nx - 1), cy = min(y, ny - 1);
	int i = cy * nx + cx;
	float q[9];
#pragma unroll
	for (int k = 0; k < 8; k++)
		q[k + 1] = p[i + k * plane];
	for (int z = 4; z < nz - 4; z++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			q[k] = q[k + 1];
		q[8] = p[i + (z + 4) * plane];
		__syncthreads();
		s[ty][tx] = q[4];
		if (threadIdx.x < 4) {
			s[ty][tx - 4] = p[z * plane + cy * nx + max(cx - 4, 0)];
			s[ty][tx + 32] = p[z * plane + cy * nx + min(x + 32, nx - 1)];
		}
		if (threadIdx.y < 4) {
			s[ty - 4][tx] = p[z * plane + max(cy - 4, 0) * nx + cx];
			s[ty + 8][tx] = p[z * plane + min(y + 8, ny - 1) * nx + cx];
		}
		__syncthreads();
		if (inside) {
			float lap = 3.0f * derivative[0] * q[4];
#pragma unroll
			for (int k = 1; k <= 4; k++)
				lap += derivative[k] * (q[4 - k] + q[4 + k] + s[ty][tx - k] + s[ty][tx + k] + s[ty - k][tx] + s[ty + k][tx]);
			int at = z * plane + i;
			older[at] = 2.0f * q[4] - older[at] + v[at] * lap;
		}
	}
}

// Two reacting substances on a torus, both in a float2.
extern "C" __global__ void stencil_gray_scott(const float2 *__restrict__ uv, float2 *__restrict__ to, unsigned w, unsigned h,
                                              float feed, float kill)
{
	const unsigned all = w * h;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
		unsigned y = i / w, x = i - y * w;
		unsigned l = x ? i - 1 : i + w - 1, r = x + 1 < w ? i + 1 : i + 1 - w;
		unsigned up = y ? i - w : i + all - w, down = y + 1 < h ? i + w : x;
		float2 c = uv[i], a = uv[l], b = uv[r], d = uv[up], e = uv[down];
		float lu = a.x + b.x + d.x + e.x - 4.0f * c.x, lv = a.y + b.y + d.y + e.y - 4.0f * c.y;
		float rate = c.x * c.y * c.y;
		to[i] = make_float2(c.x + 0.16f * lu - rate + feed * (1.0f - c.x), c.y + 0.08f * lv + rate - (feed + kill) * c.y);
	}
}

__constant__ signed char stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ signed char stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float share[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

// Lattice Boltzmann, nine directions: pulls, then relaxes.
extern "C" __global__ void stencil_boltzmann_pull(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= nx)
		return;
	int cells = nx * ny;
	float in[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
	for (int d = 0; d < 9; d++) {
		int sx = (x - stepX[d] + nx) % nx, sy = (y - stepY[d] + ny) % ny;
		in[d] = f[d * cells + sy * nx + sx];
		rho += in[d];
		ux += in[d] * stepX[d];
		uy += in[d] * stepY[d];
	}
	ux /= rho;
	uy /= rho;
	float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
	for (int d = 0; d < 9; d++) {
		float cu = 3.0f * (stepX[d] * ux + stepY[d] * uy);
		float eq = share[d] * rho * (1.0f + cu + 0.5f * cu * cu - square);
		g[d * cells + y * nx + x] = in[d] + omega * (eq - in[d]);
	}
}

// Life with 64 cells in a word, on a torus.
extern "C" __global__ void life_packed_words(const unsigned long long *__restrict__ in, unsigned long long *__restrict__ out,
                                             int words, int rows)
{
	int wx = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (wx >= words || y >= rows)
		return;
	int left = wx ? wx - 1 : words - 1, right = wx + 1 < words ? wx + 1 : 0;
	unsigned long long ones = 0, twos = 0, fours = 0, self = 0;
#pragma unroll
	for (int d = -1; d <= 1; d++) {
		int yy = y + d;
		yy = yy < 0 ? rows - 1 : yy == rows ? 0 : yy;
		const unsigned long long *row = in + (long long)yy * words;
		unsigned long long mid = row[wx];
		unsigned long long part[3] = {(mid << 1) | (row[left] >> 63), (mid >> 1) | (row[right] << 63), mid};
		if (d == 0)
			self = mid;
#pragma unroll
		for (int k = 0; k < 3; k++) {
			if (d == 0 && k == 2)
				continue;
			unsigned long long carry = ones & part[k];
			ones ^= part[k];
			fours |= twos & carry;
			twos ^= carry;
		}
	}
	out[(long long)y * words + wx] = twos & ~fours & (ones | self);
}

// Smooths along y; rows of the strip arrive by asynchronous copies two steps ahead.
extern "C" __global__ void __launch_bounds__(128) stencil_strip_async(const float4 *__restrict__ in, float4 *__restrict__ out,
                                                                     int quads, int rows, int strip)
{
	__shared__ float4 ring[4][128];
	const int x = blockIdx.x * 128 + threadIdx.x, from = blockIdx.y * strip;
	const int to = min(from + strip, rows);
	if (x >= quads)
		return;
	auto fetch = [&](int y) {
		int from_row = min(max(y, 0), rows - 1);
		__pipeline_memcpy_async(&ring[(y + 4) & 3][threadIdx.x], in + (size_t)from_row * quads + x, 16);
		__pipeline_commit();
	};
	fetch(from - 1);
	fetch(from);
	fetch(from + 1);
	for (int y = from; y < to; y++) {
		fetch(y + 2);
		__pipeline_wait_prior(1);
		float4 a = ring[(y + 3) & 3][threadIdx.x], b = ring[(y + 4) & 3][threadIdx.x], c = ring[(y + 5) & 3][threadIdx.x];
		out[(size_t)y * quads + x] = make_float4(0.25f * a.x + 0.5f * b.x + 0.25f * c.x, 0.25f * a.y + 0.5f * b.y + 0.25f * c.y,
		                                         0.25f * a.z + 0.5f * b.z + 0.25f * c.z, 0.25f * a.w + 0.5f * b.w + 0.25f * c.w);
	}
}
