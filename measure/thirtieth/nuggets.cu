// Stencils in two and three dimensions, and explicit steps of some equations.
#include <cuda_runtime.h>
#include <stddef.h>

extern "C" __global__ void stencil_heat_one_step(const float *t, float *out, int w, int h, float k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int i = y * w + x;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
		out[i] = t[i];
		return;
	}
	out[i] = t[i] + k * (t[i - 1] + t[i + 1] + t[i - w] + t[i + w] - 4.0f * t[i]);
}

// Nine points of a tile with an apron of one; the rim of the field is repeated.
template <typename T, int BX, int BY>
__global__ void apronOfOne(const T *__restrict__ in, T *__restrict__ out, int w, int h, T side, T corner)
{
	__shared__ T tile[BY + 2][BX + 2];
	const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
	for (int i = threadIdx.y * BX + threadIdx.x; i < (BX + 2) * (BY + 2); i += BX * BY) {
		int ty = i / (BX + 2), tx = i % (BX + 2);
		int gx = min(max(x0 + tx - 1, 0), w - 1);
		int gy = min(max(y0 + ty - 1, 0), h - 1);
		tile[ty][tx] = in[(size_t)gy * w + gx];
	}
	__syncthreads();
	const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
	if (x < w && y < h) {
		T sides = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
		T corners = tile[ty - 1][tx - 1] + tile[ty - 1][tx + 1] + tile[ty + 1][tx - 1] + tile[ty + 1][tx + 1];
		out[(size_t)y * w + x] = (T(1) - T(4) * (side + corner)) * tile[ty][tx] + side * sides + corner * corners;
	}
}
template __global__ void apronOfOne<float, 32, 8>(const float *, float *, int, int, float, float);
template __global__ void apronOfOne<double, 16, 16>(const double *, double *, int, int, double, double);

// A column of threads climbs in z; the values below and above stay in registers.
extern "C" __global__ void __launch_bounds__(256)
stencil_climb_seven(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz,
                    float centre, float arm)
{
	__shared__ float plane[8 + 2][32 + 2];
	const int x = blockIdx.x * 32 + threadIdx.x + 1;
	const int y = blockIdx.y * 8 + threadIdx.y + 1;
	const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	const int layer = nx * ny;
	const bool loads = x < nx && y < ny;
	const bool inside = x < nx - 1 && y < ny - 1;
	int i = y * nx + x;
	float below = loads ? in[i] : 0.0f;
	float here = loads ? in[i + layer] : 0.0f;
	for (int z = 1; z < nz - 1; z++) {
		i += layer;
		float above = loads ? in[i + layer] : 0.0f;
		__syncthreads();
		plane[ty][tx] = here;
		if (threadIdx.x == 0 && y < ny)
			plane[ty][0] = in[i - 1];
		if (threadIdx.x == 31 && x + 1 < nx && y < ny)
			plane[ty][33] = in[i + 1];
		if (threadIdx.y == 0 && x < nx)
			plane[0][tx] = in[i - nx];
		if (threadIdx.y == 7 && y + 1 < ny && x < nx)
			plane[9][tx] = in[i + nx];
		__syncthreads();
		if (inside)
			out[i] = centre * here + arm * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1]
			                                + plane[ty - 1][tx] + plane[ty + 1][tx]);
		below = here;
		here = above;
	}
}

// Faces and edges of the cube of 27, in double.
extern "C" __global__ void stencil_nineteen_of_cube(const double *a, double *b, size_t nx, size_t ny, size_t nz)
{
	size_t x = blockIdx.x * (size_t)blockDim.x + threadIdx.x + 1;
	size_t y = blockIdx.y * (size_t)blockDim.y + threadIdx.y + 1;
	size_t z = blockIdx.z * (size_t)blockDim.z + threadIdx.z + 1;
	if (x + 1 < nx && y + 1 < ny && z + 1 < nz) {
		double faces = 0, edges = 0;
		for (int dz = -1; dz <= 1; dz++)
			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++) {
					int far = abs(dx) + abs(dy) + abs(dz);
					double v = a[((z + dz) * ny + (y + dy)) * nx + (x + dx)];
					if (far == 1)
						faces += v;
					else if (far == 2)
						edges += v;
				}
		size_t i = (z * ny + y) * nx + x;
		b[i] = (2.0 * faces + edges - 24.0 * a[i]) / 6.0;
	}
}

__constant__ float wave_arms[5];

// The sound field two steps back is replaced by the next one.
extern "C" __global__ void stencil_wave_of_eighth_order(const float *__restrict__ now, float *__restrict__ old,
                                                        const float *__restrict__ speed, int w, int h)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 4;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 4;
	if (x >= w - 4 || y >= h - 4)
		return;
	const int i = y * w + x;
	float sum = 2.0f * wave_arms[0] * now[i];
#pragma unroll
	for (int r = 1; r <= 4; r++)
		sum += wave_arms[r] * (now[i - r] + now[i + r] + now[i - r * w] + now[i + r * w]);
	old[i] = 2.0f * now[i] - old[i] + speed[i] * sum;
}

struct Feeding {
	float du, dv, feed, kill, dt;
};
__constant__ Feeding feeding;

// Gray and Scott on a torus.
extern "C" __global__ void pde_two_species_torus(const float *u, const float *v, float *u2, float *v2,
                                                 unsigned w, unsigned h)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
		unsigned x = i % w, y = i / w;
		unsigned left = x ? i - 1 : i + w - 1, right = x + 1 < w ? i + 1 : i + 1 - w;
		unsigned up = y ? i - w : i + (h - 1) * w, down = y + 1 < h ? i + w : x;
		float uu = u[i], vv = v[i];
		float lu = u[left] + u[right] + u[up] + u[down] - 4 * uu;
		float lv = v[left] + v[right] + v[up] + v[down] - 4 * vv;
		float r = uu * vv * vv;
		u2[i] = uu + feeding.dt * (feeding.du * lu - r + feeding.feed * (1 - uu));
		v2[i] = vv + feeding.dt * (feeding.dv * lv + r - (feeding.feed + feeding.kill) * vv);
	}
}

// Shallow water by the scheme of Lax and Friedrichs; walls keep their values.
extern "C" __global__ void pde_shallow_water_lax(const float *__restrict__ h, const float *__restrict__ p,
                                                 const float *__restrict__ q, float *__restrict__ h2,
                                                 float *__restrict__ p2, float *__restrict__ q2, int nx, int ny,
                                                 float lambda)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
		return;
	const int at = y * nx + x;
	const int w = at - 1, e = at + 1, n = at - nx, s = at + nx;
	auto flux = [](float depth, float along) { return along * along / (depth + 0.1f) + 4.905f * depth * depth; };
	auto cross = [](float depth, float a, float b) { return a * b / (depth + 0.1f); };
	h2[at] = 0.25f * (h[w] + h[e] + h[n] + h[s]) - 0.5f * lambda * (p[e] - p[w] + q[s] - q[n]);
	p2[at] = 0.25f * (p[w] + p[e] + p[n] + p[s])
	         - 0.5f * lambda * (flux(h[e], p[e]) - flux(h[w], p[w]) + cross(h[s], p[s], q[s]) - cross(h[n], p[n], q[n]));
	q2[at] = 0.25f * (q[w] + q[e] + q[n] + q[s])
	         - 0.5f * lambda * (cross(h[e], p[e], q[e]) - cross(h[w], p[w], q[w]) + flux(h[s], q[s]) - flux(h[n], q[n]));
}

// Red and black sweeps inside a tile of 32 x 32 whose rim stands still.
extern "C" __global__ void pde_red_black_in_tile(const float *in, const float *source, float *out, int w, int h,
                                                 int sweeps)
{
	__shared__ float u[32][33];
	const int x = blockIdx.x * 30 + threadIdx.x;
	const int y0 = blockIdx.y * 30;
	const int tx = threadIdx.x;
	for (int ty = threadIdx.y; ty < 32; ty += 8)
		u[ty][tx] = x < w && y0 + ty < h ? in[(y0 + ty) * w + x] : 0.0f;
	__syncthreads();
	for (int sweep = 0; sweep < 2 * sweeps; sweep++) {
		for (int ty = threadIdx.y; ty < 32; ty += 8) {
			int y = y0 + ty;
			if (tx > 0 && tx < 31 && ty > 0 && ty < 31 && x < w - 1 && y < h - 1 && ((tx + ty + sweep) & 1) == 0)
				u[ty][tx] = 0.25f * (u[ty][tx - 1] + u[ty][tx + 1] + u[ty - 1][tx] + u[ty + 1][tx]
				                     - source[y * w + x]);
		}
		__syncthreads();
	}
	for (int ty = threadIdx.y; ty < 32; ty += 8)
		if (tx > 0 && tx < 31 && ty > 0 && ty < 31 && x < w - 1 && y0 + ty < h - 1)
			out[(y0 + ty) * w + x] = u[ty][tx];
}
