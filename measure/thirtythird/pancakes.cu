// Stencils and explicit steps of partial differential equations.

// Pressure under a moving lid: one Jacobi sweep, one thread per cell.
extern "C" __global__ void stencil_lid_pressure(const double *p, const double *rhs, double *out, int nx, int ny,
                                                double h2)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	int i = y * nx + x;
	if (x == 0 || y == 0 || x == nx - 1 || y == ny - 1) {
		out[i] = p[i];
		return;
	}
	out[i] = 0.25 * (p[i - 1] + p[i + 1] + p[i - nx] + p[i + nx] - h2 * rhs[i]);
}

// Tile with a halo of R cells in shared memory; a diamond of weights 1 / (1 + distance).
template <typename T, int R, int TX, int TY>
__global__ void __launch_bounds__(TX *TY) diamondTile(const T *__restrict__ in, T *__restrict__ out, unsigned w, unsigned h)
{
	__shared__ T tile[TY + 2 * R][TX + 2 * R];
	const int bx = blockIdx.x * TX - R, by = blockIdx.y * TY - R;
	for (int j = threadIdx.y; j < TY + 2 * R; j += TY)
		for (int i = threadIdx.x; i < TX + 2 * R; i += TX) {
			int gx = min(max(bx + i, 0), (int)w - 1), gy = min(max(by + j, 0), (int)h - 1);
			tile[j][i] = in[(size_t)gy * w + gx];
		}
	__syncthreads();
	unsigned x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
	if (x < w && y < h) {
		T sum = 0;
#pragma unroll
		for (int dy = -R; dy <= R; dy++)
#pragma unroll
			for (int dx = -R; dx <= R; dx++) {
				int d = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
				if (d <= R)
					sum += tile[threadIdx.y + R + dy][threadIdx.x + R + dx] * (T(1) / T(1 + d));
			}
		out[(size_t)y * w + x] = sum;
	}
}
template __global__ void diamondTile<float, 2, 32, 8>(const float *, float *, unsigned, unsigned);
template __global__ void diamondTile<double, 1, 16, 16>(const double *, double *, unsigned, unsigned);

__constant__ float march_weight[3];

// Thirteen points in 3-D: the column along z lives in registers, the plane in shared memory.
extern "C" __global__ void __launch_bounds__(256) stencil_march_thirteen(const float *__restrict__ in, float *__restrict__ out,
                                                                         int nx, int ny, int nz)
{
	__shared__ float plane[12][36];
	int tx = threadIdx.x + 2, ty = threadIdx.y + 2;
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	int cx = min(x, nx - 1), cy = min(y, ny - 1);
	size_t slice = (size_t)nx * ny, at = (size_t)cy * nx + cx;
	float b2 = in[at], b1 = in[at + slice], c = in[at + 2 * slice], f1 = in[at + 3 * slice];
	bool inside = x >= 2 && y >= 2 && x < nx - 2 && y < ny - 2;
	for (int z = 2; z < nz - 2; z++) {
		float f2 = in[at + (size_t)(z + 2) * slice];
		size_t here = at + (size_t)z * slice;
		plane[ty][tx] = c;
		if (threadIdx.x < 2) {
			plane[ty][tx - 2] = cx >= 2 ? in[here - 2] : 0.f;
			int far = min(cx + 32, nx - 1) - cx;
			plane[ty][tx + 32] = in[here + far];
		}
		if (threadIdx.y < 2) {
			plane[ty - 2][tx] = cy >= 2 ? in[here - 2 * nx] : 0.f;
			int far = min(cy + 8, ny - 1) - cy;
			plane[ty + 8][tx] = in[here + (size_t)far * nx];
		}
		__syncthreads();
		if (inside)
			out[here] = march_weight[0] * c
			            + march_weight[1] * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + b1 + f1)
			            + march_weight[2] * (plane[ty][tx - 2] + plane[ty][tx + 2] + plane[ty - 2][tx] + plane[ty + 2][tx] + b2 + f2);
		__syncthreads();
		b2 = b1;
		b1 = c;
		c = f1;
		f1 = f2;
	}
}

// Arrival times of a front: the local update of the eikonal equation.
extern "C" __global__ void stencil_front_arrival(const float *t, const float *slow, float *out, unsigned nx, unsigned ny, unsigned nz)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	unsigned z = blockIdx.z * blockDim.z + threadIdx.z + 1;
	if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	unsigned i = (z * ny + y) * nx + x;
	float a = fminf(t[i - 1], t[i + 1]), b = fminf(t[i - nx], t[i + nx]), c = fminf(t[i - nx * ny], t[i + nx * ny]);
	float lo = fminf(a, fminf(b, c)), hi = fmaxf(a, fmaxf(b, c)), mid = a + b + c - lo - hi, s = slow[i];
	float u = lo + s;
	if (u > mid) {
		float d = lo - mid;
		u = 0.5f * (lo + mid + sqrtf(fmaxf(2.f * s * s - d * d, 0.f)));
		if (u > hi) {
			float sum = lo + mid + hi, sq = lo * lo + mid * mid + hi * hi;
			u = (sum + sqrtf(fmaxf(sum * sum - 3.f * (sq - s * s), 0.f))) / 3.f;
		}
	}
	out[i] = fminf(t[i], u);
}

struct Medium {
	float courant2, damping, edge, spare;
};
__constant__ Medium medium;

// Waves in a basin with a sponge along its rim.
extern "C" __global__ void pde_basin_with_sponge(const float *now, const float *before, float *next, int w, int h)
{
	for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y)
		for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += gridDim.x * blockDim.x) {
			int i = y * w + x;
			float c = now[i];
			float l = x > 0 ? now[i - 1] : c, r = x < w - 1 ? now[i + 1] : c;
			float u = y > 0 ? now[i - w] : c, d = y < h - 1 ? now[i + w] : c;
			int rim = min(min(x, w - 1 - x), min(y, h - 1 - y));
			float sponge = rim < 20 ? medium.edge * (20 - rim) : medium.damping;
			next[i] = c + (1.f - sponge) * (c - before[i]) + medium.courant2 * (l + r + u + d - 4.f * c);
		}
}

// Burgers' equation on a ring, some steps inside a block with overlapping ghost cells.
extern "C" __global__ void pde_shock_on_ring(const double *u, double *out, long long n, int steps, double dtdx)
{
	extern __shared__ double cells[];
	double *a = cells, *b = cells + blockDim.x;
	int t = threadIdx.x, own = blockDim.x - steps;
	long long i = (long long)blockIdx.x * own + t - steps;
	long long j = i < 0 ? i + n : i % n;
	a[t] = u[j];
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		double v = a[t];
		if (t > 0)
			v -= dtdx * v * (v - a[t - 1]);
		b[t] = v;
		__syncthreads();
		double *swap = a;
		a = b;
		b = swap;
	}
	if (t >= steps && i < n)
		out[i] = a[t];
}

// Two species that feed on one another, four cells a thread.
extern "C" __global__ void pde_spots_by_four(const float4 *__restrict__ u, const float4 *__restrict__ v, float4 *__restrict__ un,
                                             float4 *__restrict__ vn, int quads, int h, float feed, float kill)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (q >= quads || y >= h)
		return;
	int up = (y + h - 1) % h * quads + q, down = (y + 1) % h * quads + q, i = y * quads + q;
	int left = y * quads + (q ? q - 1 : quads - 1), right = y * quads + (q + 1 < quads ? q + 1 : 0);
	float4 a = u[i], au = u[up], ad = u[down], b = v[i], bu = v[up], bd = v[down];
	float al = u[left].w, ar = u[right].x, bl = v[left].w, br = v[right].x;
	float ua[6] = {al, a.x, a.y, a.z, a.w, ar}, va[6] = {bl, b.x, b.y, b.z, b.w, br};
	float uu[4] = {au.x + ad.x, au.y + ad.y, au.z + ad.z, au.w + ad.w}, vv[4] = {bu.x + bd.x, bu.y + bd.y, bu.z + bd.z, bu.w + bd.w};
	float ru[4], rv[4];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float x = ua[k + 1], y2 = va[k + 1], react = x * y2 * y2;
		ru[k] = x + 0.2f * (ua[k] + ua[k + 2] + uu[k] - 4.f * x) - react + feed * (1.f - x);
		rv[k] = y2 + 0.1f * (va[k] + va[k + 2] + vv[k] - 4.f * y2) + react - (feed + kill) * y2;
	}
	un[i] = make_float4(ru[0], ru[1], ru[2], ru[3]);
	vn[i] = make_float4(rv[0], rv[1], rv[2], rv[3]);
}
