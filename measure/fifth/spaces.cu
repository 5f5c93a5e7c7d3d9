// Rays, points and cells in space.
#include <float.h>

struct sphere {
	float x, y, z, r, red, green, blue, shine;
};

// Rays through a picture's places at some spheres, which stand in shared memory; one bounce.
extern "C" __global__ void
geo_rays_spheres(const sphere *__restrict__ all, int count, float4 *__restrict__ out, int width,
		 int height)
{
	extern __shared__ sphere spheres[];
	sphere *s = spheres;
	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < count;
	     i += blockDim.x * blockDim.y)
		s[i] = all[i];
	__syncthreads();
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float ox = 0, oy = 0, oz = -4, dx = (x - width * 0.5f) / width,
	      dy = (y - height * 0.5f) / width, dz = 1;
	float r = 0, g = 0, b = 0, weight = 1;
	for (int bounce = 0; bounce < 2; bounce++) {
		float l = rsqrtf(dx * dx + dy * dy + dz * dz), near = 1e20f;
		int hit = -1;
		dx *= l, dy *= l, dz *= l;
		for (int i = 0; i < count; i++) {
			float cx = s[i].x * 2 - ox, cy = s[i].y * 2 - oy, cz = s[i].z * 2 - oz;
			float along = cx * dx + cy * dy + cz * dz, rad = s[i].r * 0.1f;
			float d2 = cx * cx + cy * cy + cz * cz - along * along;
			if (d2 > rad * rad || along < 0)
				continue;
			float t = along - sqrtf(rad * rad - d2);
			if (t > 1e-3f && t < near) {
				near = t;
				hit = i;
			}
		}
		if (hit < 0) {
			b += weight * (0.5f + 0.5f * dy);
			break;
		}
		ox += near * dx, oy += near * dy, oz += near * dz;
		float nx = ox - 2 * s[hit].x, ny = oy - 2 * s[hit].y, nz = oz - 2 * s[hit].z;
		float n = rsqrtf(nx * nx + ny * ny + nz * nz), dot;
		nx *= n, ny *= n, nz *= n;
		float light = fmaxf(0.2f, 0.577f * (nx + ny - nz));
		r += weight * light * s[hit].red;
		g += weight * light * s[hit].green;
		b += weight * light * s[hit].blue;
		weight *= 0.5f;
		dot = 2 * (dx * nx + dy * ny + dz * nz);
		dx -= dot * nx, dy -= dot * ny, dz -= dot * nz;
	}
	out[y * width + x] = make_float4(r, g, b, 1);
}

// The nearest of many points for each query, points by tiles of a block, D numbers each.
template <int D>
__global__ void
geo_nearest_tile(const float *__restrict__ queries, const float *__restrict__ points,
		 int *__restrict__ nearest, int n, int count)
{
	__shared__ float tile[128][D];
	int i = blockIdx.x * 128 + threadIdx.x, best = -1;
	float q[D], least = FLT_MAX;
#pragma unroll
	for (int d = 0; d < D; d++)
		q[d] = i < n ? queries[d * n + i] : 0;
	for (int t = 0; t < count; t += 128) {
		for (int k = threadIdx.x; k < 128 * D; k += 128)
			tile[k / D][k % D] = t * D + k < count * D ? points[t * D + k] : 1e30f;
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < 128; k++) {
			float sum = 0;
#pragma unroll
			for (int d = 0; d < D; d++) {
				float e = q[d] - tile[k][d];
				sum += e * e;
			}
			if (sum < least) {
				least = sum;
				best = t + k;
			}
		}
		__syncthreads();
	}
	if (i < n)
		nearest[i] = best;
}

template __global__ void geo_nearest_tile<3>(const float *, const float *, int *, int, int);
template __global__ void geo_nearest_tile<16>(const float *, const float *, int *, int, int);

// k-means, second half: each point is added to its centre, in shared memory first.
extern "C" __global__ void
geo_means_update(const float2 *points, const int *member, float *sums, int *counts, int n, int k)
{
	extern __shared__ float totals[];
	float *s = totals;
	for (int i = threadIdx.x; i < 3 * k; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 p = points[i];
		int m = member[i];
		atomicAdd(&s[m], p.x);
		atomicAdd(&s[k + m], p.y);
		atomicAdd((int *)&s[2 * k + m], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < k; i += blockDim.x) {
		atomicAdd(&sums[2 * i], s[i]);
		atomicAdd(&sums[2 * i + 1], s[k + i]);
		atomicAdd(&counts[i], ((int *)s)[2 * k + i]);
	}
}

// Boxes in a tree of the shape of a heap: how many leaves a point is in, by a stack of its own.
extern "C" __global__ void
geo_tree_walk(const float4 *__restrict__ boxes, const float2 *__restrict__ points,
	      int *__restrict__ out, int n, int inner, float reach)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int stack[24], top = 0, found = 0;
	float2 p = points[i];
	stack[top++] = 0;
	while (top > 0) {
		int node = stack[--top];
		float4 b = boxes[node];
		if (fabsf(p.x - b.x) > fabsf(b.z) + reach || fabsf(p.y - b.y) > fabsf(b.w) + reach)
			continue;
		if (node >= inner) {
			found++;
		} else {
			stack[top++] = 2 * node + 1;
			stack[top++] = 2 * node + 2;
		}
	}
	out[i] = found;
}

// A ray marches through cells of a volume until it is dark, front to back.
extern "C" __global__ void
geo_volume_march(const unsigned char *__restrict__ volume, float *__restrict__ out, int width,
		 int height, int side, float step, float density)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float px = (float)x / width * side, py = (float)y / height * side, pz = 0, light = 0,
	      through = 1;
	float dx = 0.3f * ((float)x / width - 0.5f), dy = 0.3f * ((float)y / height - 0.5f);
	while (pz < side - 1 && through > 0.01f) {
		int i = min(max((int)px, 0), side - 1), j = min(max((int)py, 0), side - 1);
		float v = volume[((int)pz * side + j) * side + i] * density;
		light += through * v;
		through *= 1 - v;
		px += dx * step, py += dy * step, pz += step;
	}
	out[y * width + x] = light;
}

// Forces between particles of a cell and its neighbours, each of as many as fit, in double.
extern "C" __global__ void
geo_cell_forces(const double4 *__restrict__ position, const int *__restrict__ neighbours,
		double4 *__restrict__ force, int each, double a2)
{
	__shared__ double4 mine[128], other[128];
	int cell = blockIdx.x, t = threadIdx.x;
	if (t < each)
		mine[t] = position[cell * each + t];
	double4 f = make_double4(0, 0, 0, 0);
	for (int k = 0; k < 9; k++) {
		__syncthreads();
		if (t < each)
			other[t] = position[neighbours[cell * 9 + k] * each + t];
		__syncthreads();
		if (t < each)
			for (int j = 0; j < each; j++) {
				double4 p = mine[t], q = other[j];
				double dot = p.x * q.x + p.y * q.y + p.z * q.z;
				double u2 = a2 * (p.w + q.w - dot), v = exp(-u2), fs = 2 * v;
				f.w += q.w * v;
				f.x += q.w * fs * (p.x - q.x);
				f.y += q.w * fs * (p.y - q.y);
				f.z += q.w * fs * (p.z - q.z);
			}
	}
	if (t < each)
		force[cell * each + t] = f;
}
