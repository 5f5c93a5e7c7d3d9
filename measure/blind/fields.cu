// Simulations: grids, particles, chance.
#include <math.h>
#include <stdint.h>

extern "C" __global__ void
sim_jacobi2d(const double *__restrict__ u, const double *__restrict__ f, double *__restrict__ next,
	     int nx, int ny, double h2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (i < nx - 1 && j < ny - 1) {
		int at = j * nx + i;
		next[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - h2 * f[at]);
	}
}

/* Several sweeps of a tile that stays in shared memory; the rim is kept. */
extern "C" __global__ void
sim_jacobi_tile(const float *in, float *out, int n, int sweeps)
{
	__shared__ float a[2][18][18];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

	for (int t = threadIdx.y * 16 + threadIdx.x; t < 18 * 18; t += 256) {
		int gy = min(max((int)blockIdx.y * 16 + t / 18 - 1, 0), n - 1);
		int gx = min(max((int)blockIdx.x * 16 + t % 18 - 1, 0), n - 1);
		a[0][t / 18][t % 18] = a[1][t / 18][t % 18] = in[gy * n + gx];
	}
	__syncthreads();
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	for (int s = 0; s < sweeps; s++) {
		const int from = s & 1;
		a[from ^ 1][ty][tx] = 0.25f * (a[from][ty][tx - 1] + a[from][ty][tx + 1] +
					       a[from][ty - 1][tx] + a[from][ty + 1][tx]);
		__syncthreads();
	}
	out[y * n + x] = a[sweeps & 1][ty][tx];
}

/* Seven points, marching along z with the column in registers. */
extern "C" __global__ void
sim_jacobi3d(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz,
	     float c0, float c1)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
	int plane = nx * ny, at = y * nx + x + plane;
	float below = in[at - plane], here = in[at];
	for (int z = 1; z < nz - 1; z++) {
		float above = in[at + plane];
		out[at] = c0 * here + c1 * (below + above + in[at - 1] + in[at + 1] + in[at - nx] +
					    in[at + nx]);
		below = here;
		here = above;
		at += plane;
	}
}

__device__ __forceinline__ float2
cmul(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* 1024 points a block, 512 threads: bits reversed, then ten butterflies. */
extern "C" __global__ void
sim_fft_radix2(float2 *data)
{
	__shared__ float2 s[1024];
	float2 *mine = data + blockIdx.x * 1024;
	int t = threadIdx.x;

	s[__brev(t) >> 22] = mine[t];
	s[__brev(t + 512) >> 22] = mine[t + 512];
	__syncthreads();
	for (int half = 1; half < 1024; half <<= 1) {
		int k = t & (half - 1);
		int i = ((t - k) << 1) + k;
		float sn, cs;
		sincospif(-(float)k / half, &sn, &cs);
		float2 a = s[i], b = cmul(s[i + half], make_float2(cs, sn));
		s[i] = make_float2(a.x + b.x, a.y + b.y);
		s[i + half] = make_float2(a.x - b.x, a.y - b.y);
		__syncthreads();
	}
	mine[t] = s[t];
	mine[t + 512] = s[t + 512];
}

__device__ __forceinline__ void
fft4(float2 *v)
{
	float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y);
	float2 b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
	float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y);
	float2 d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
	v[0] = make_float2(a.x + c.x, a.y + c.y);
	v[1] = make_float2(b.x + d.x, b.y + d.y);
	v[2] = make_float2(a.x - c.x, a.y - c.y);
	v[3] = make_float2(b.x - d.x, b.y - d.y);
}

/* 1024 points by 256 threads that keep four each; Stockham's order, so nothing is reversed. */
extern "C" __global__ void
sim_fft_radix4(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	__shared__ float re[1024], im[1024];
	int t = threadIdx.x;
	float2 v[4];

	in += blockIdx.x * 1024;
	out += blockIdx.x * 1024;
	for (int r = 0; r < 4; r++)
		v[r] = in[t + r * 256];
#pragma unroll
	for (int ns = 1; ns < 1024; ns *= 4) {
		float angle = -6.2831853f * (t % ns) / (ns * 4);
		for (int r = 1; r < 4; r++) {
			float sn, cs;
			__sincosf(r * angle, &sn, &cs);
			v[r] = cmul(v[r], make_float2(cs, sn));
		}
		fft4(v);
		int base = (t / ns) * ns * 4 + t % ns;
		if (ns < 256) {
			for (int r = 0; r < 4; r++) {
				re[base + r * ns] = v[r].x;
				im[base + r * ns] = v[r].y;
			}
			__syncthreads();
			for (int r = 0; r < 4; r++)
				v[r] = make_float2(re[t + r * 256], im[t + r * 256]);
			__syncthreads();
		} else {
			for (int r = 0; r < 4; r++)
				out[base + r * ns] = v[r];
		}
	}
}

#define EPS2 1e-3f

__device__ float3
body_pull(float4 bi, float4 bj, float3 ai)
{
	float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
	float dist = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
	float inv = rsqrtf(dist * dist * dist);
	float s = bj.w * inv;
	ai.x += r.x * s;
	ai.y += r.y * s;
	ai.z += r.z * s;
	return ai;
}

extern "C" __global__ void
sim_nbody(const float4 *__restrict__ positions, float4 *__restrict__ forces, int n)
{
	extern __shared__ float4 sh_position[];
	float3 acc = {0.0f, 0.0f, 0.0f};
	int gtid = blockIdx.x * blockDim.x + threadIdx.x;
	float4 mine = positions[gtid];

	for (int tile = 0; tile < n / blockDim.x; tile++) {
		sh_position[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
		__syncthreads();
#pragma unroll 4
		for (int i = 0; i < blockDim.x; i++)
			acc = body_pull(mine, sh_position[i], acc);
		__syncthreads();
	}
	forces[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

extern "C" __global__ void
sim_pi(unsigned long long *hits, int samples, uint32_t seed)
{
	uint32_t s = seed ^ ((blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u);
	unsigned inside = 0;
	for (int i = 0; i < samples; i++) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		float x = s * 2.3283064e-10f;
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		float y = s * 2.3283064e-10f;
		if (x * x + y * y < 1.0f)
			inside++;
	}
	atomicAdd(hits, (unsigned long long)inside);
}

#define CAPACITY 16

/* A block of 32 threads for a cell, neighbours read from global memory. */
extern "C" __global__ void
sim_lennard_jones(const float4 *__restrict__ where, const int *__restrict__ counts,
		  float4 *__restrict__ force, int side, float cut2)
{
	int cx = blockIdx.x, cy = blockIdx.y, cz = blockIdx.z;
	int cell = (cz * side + cy) * side + cx;
	int mine = threadIdx.x;
	if (mine >= counts[cell])
		return;
	float4 p = where[cell * CAPACITY + mine];
	p.x += cx;
	p.y += cy;
	p.z += cz;
	float fx = 0, fy = 0, fz = 0, energy = 0;
	for (int dz = -1; dz <= 1; dz++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int ox = cx + dx, oy = cy + dy, oz = cz + dz;
				if (ox < 0 || oy < 0 || oz < 0 || ox >= side || oy >= side ||
				    oz >= side)
					continue;
				int other = (oz * side + oy) * side + ox;
				int count = counts[other];
				for (int j = 0; j < count; j++) {
					float4 q = where[other * CAPACITY + j];
					float rx = p.x - q.x - ox, ry = p.y - q.y - oy,
					      rz = p.z - q.z - oz;
					float r2 = rx * rx + ry * ry + rz * rz;
					if (r2 < cut2 && r2 > 1e-8f) {
						float i2 = 1.0f / r2, i6 = i2 * i2 * i2;
						float f = 24.0f * i6 * (2.0f * i6 - 1.0f) * i2;
						fx += f * rx;
						fy += f * ry;
						fz += f * rz;
						energy += 4.0f * i6 * (i6 - 1.0f);
					}
				}
			}
	force[cell * CAPACITY + mine] = make_float4(fx, fy, fz, energy);
}

__constant__ int cxs[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cys[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float ws[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
			    1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

/* Lattice Boltzmann: pull from nine planes, collide, store. Periodic. */
extern "C" __global__ void
sim_lbm_d2q9(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= nx)
		return;
	float fi[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
	for (int q = 0; q < 9; q++) {
		int sx = (x - cxs[q] + nx) % nx, sy = (y - cys[q] + ny) % ny;
		fi[q] = f[(q * ny + sy) * nx + sx];
		rho += fi[q];
		ux += fi[q] * cxs[q];
		uy += fi[q] * cys[q];
	}
	ux /= rho;
	uy /= rho;
	float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
	for (int q = 0; q < 9; q++) {
		float cu = 3.0f * (cxs[q] * ux + cys[q] * uy);
		float eq = ws[q] * rho * (1.0f + cu + 0.5f * cu * cu - uu);
		g[(q * ny + y) * nx + x] = fi[q] - omega * (fi[q] - eq);
	}
}

/* One colour of a checkerboard of spins, kept as bytes 0 and 1. */
extern "C" __global__ void
sim_ising(unsigned char *spins, int n, int colour, float beta, uint32_t seed)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= n || y >= n || ((x + y) & 1) != colour)
		return;
	int sum = spins[y * n + (x + 1) % n] + spins[y * n + (x + n - 1) % n] +
		  spins[((y + 1) % n) * n + x] + spins[((y + n - 1) % n) * n + x];
	int s = 2 * spins[y * n + x] - 1;
	float change = 2.0f * s * (2 * sum - 4);
	uint32_t r = (y * n + x) * 747796405u + seed;
	r = ((r >> ((r >> 28) + 4)) ^ r) * 277803737u;
	r = (r >> 22) ^ r;
	if (r * 2.3283064e-10f < expf(-beta * change))
		spins[y * n + x] = (unsigned char)(s < 0);
}

/* Particle in cell: charge spread to the four corners of a cell. */
extern "C" __global__ void
sim_deposit(const float2 *__restrict__ at, float *rho, int n, int nx, int ny)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 p = at[i];
	float gx = p.x * (nx - 1), gy = p.y * (ny - 1);
	int ix = min((int)gx, nx - 2), iy = min((int)gy, ny - 2);
	float fx = gx - ix, fy = gy - iy;
	atomicAdd(&rho[iy * nx + ix], (1 - fx) * (1 - fy));
	atomicAdd(&rho[iy * nx + ix + 1], fx * (1 - fy));
	atomicAdd(&rho[(iy + 1) * nx + ix], (1 - fx) * fy);
	atomicAdd(&rho[(iy + 1) * nx + ix + 1], fx * fy);
}
