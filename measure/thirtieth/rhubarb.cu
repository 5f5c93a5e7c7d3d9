// Graphs, rays, points and pointers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

extern "C" __global__ void graph_one_level_outwards(const int *first, const int *next, int *level, int *changed,
                                                    int vertices, int depth)
{
	const int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= vertices || level[v] != depth)
		return;
	bool any = false;
	for (int e = first[v]; e < first[v + 1]; e++) {
		const int u = next[e];
		if (level[u] > depth + 1) {
			level[u] = depth + 1;
			any = true;
		}
	}
	if (any)
		*changed = 1;
}

// A tile of threads gathers for one vertex what its neighbours hand out.
template <int TILE>
__global__ void rankPulledByTile(const int *__restrict__ first, const int *__restrict__ from,
                                 const float *__restrict__ rank, float *__restrict__ out, int vertices, float damping)
{
	auto tile = cg::tiled_partition<TILE>(cg::this_thread_block());
	const int v = (blockIdx.x * blockDim.x + threadIdx.x) / TILE;
	if (v >= vertices)
		return;
	float sum = 0;
	for (int e = first[v] + tile.thread_rank(); e < first[v + 1]; e += TILE) {
		const int u = from[e];
		sum += rank[u] / (first[u + 1] - first[u]);
	}
	sum = cg::reduce(tile, sum, cg::plus<float>());
	if (tile.thread_rank() == 0)
		out[v] = (1 - damping) / vertices + damping * sum;
}
template __global__ void rankPulledByTile<8>(const int *, const int *, const float *, float *, int, float);
template __global__ void rankPulledByTile<32>(const int *, const int *, const float *, float *, int, float);

__constant__ float4 balls[128];

struct Eye {
	float x, y, z, spread;
};

// Rays that mirrors throw on until they leave or tire.
extern "C" __global__ void geo_rays_among_mirror_balls(float *picture, int w, int h, Eye eye, int count, int bounces)
{
	const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float ox = eye.x, oy = eye.y, oz = eye.z;
	float dx = eye.spread * (px - 0.5f * w) / w, dy = eye.spread * (py - 0.5f * h) / w, dz = 1.0f;
	const float r = rsqrtf(dx * dx + dy * dy + dz * dz);
	dx *= r;
	dy *= r;
	dz *= r;
	float light = 0, weight = 1;
	for (int bounce = 0; bounce <= bounces; bounce++) {
		float nearest = 1e30f;
		int hit = -1;
		for (int k = 0; k < count; k++) {
			const float4 ball = balls[k];
			const float cx = ball.x - ox, cy = ball.y - oy, cz = ball.z - oz, radius = 0.15f * ball.w;
			const float along = cx * dx + cy * dy + cz * dz;
			const float left = radius * radius - (cx * cx + cy * cy + cz * cz - along * along);
			if (left > 0) {
				const float t = along - sqrtf(left);
				if (t > 1e-3f && t < nearest) {
					nearest = t;
					hit = k;
				}
			}
		}
		if (hit < 0) {
			light += weight * (0.5f + 0.5f * dy);
			break;
		}
		ox += nearest * dx;
		oy += nearest * dy;
		oz += nearest * dz;
		const float4 ball = balls[hit];
		const float s = 1.0f / (0.15f * ball.w);
		const float nx = (ox - ball.x) * s, ny = (oy - ball.y) * s, nz = (oz - ball.z) * s;
		const float twice = 2 * (dx * nx + dy * ny + dz * nz);
		dx -= twice * nx;
		dy -= twice * ny;
		dz -= twice * nz;
		weight *= 0.7f;
	}
	picture[py * w + px] = light;
}

__constant__ float2 corners_of_field[64];

extern "C" __global__ void geo_points_inside_field(const float2 *points, unsigned *inside, unsigned *total, int n, int corners)
{
	for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
		const int i = base + threadIdx.x;
		bool in = false;
		if (i < n) {
			const float2 p = points[i];
			for (int a = 0, b = corners - 1; a < corners; b = a++) {
				const float2 u = corners_of_field[a], v = corners_of_field[b];
				if ((u.y > p.y) != (v.y > p.y) && p.x < (v.x - u.x) * (p.y - u.y) / (v.y - u.y) + u.x)
					in = !in;
			}
		}
		const unsigned votes = __ballot_sync(0xffffffffu, in);
		if ((threadIdx.x & 31) == 0) {
			if (i < n)
				inside[i / 32] = votes;
			atomicAdd(total, __popc(votes));
		}
	}
}

// Each thread follows its list; how far, its start tells.
extern "C" __global__ void chase_lists_of_own_length(const unsigned *__restrict__ next, const float *__restrict__ payload,
                                                     float *__restrict__ sums, int lists, unsigned nodes, int most)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= lists)
		return;
	unsigned at = (unsigned)i * 2654435761u % nodes;
	int hops = 1 + (at >> 3) % most;
	float sum = 0;
	while (hops-- > 0) {
		sum += payload[at];
		at = next[at];
	}
	sums[i] = sum;
}

// Six shapes, each with a formula or a loop of its own.
extern "C" __global__ void branch_shapes_of_six_kinds(const int *kind, const float2 *size, float *area, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = size[i].x + 0.5f, b = size[i].y + 0.5f, r;
	switch (kind[i]) {
	case 0:
		r = a * b;
		break;
	case 1:
		r = 3.14159265f * a * b;
		break;
	case 2: {
		float s = a + 0.5f * b;
		r = sqrtf(fabsf(s * (s - a) * (s - a) * (s - b)));
		break;
	}
	case 3: {
		r = 0;
		for (int k = 0; k < 64; k++) {
			float x = (k + 0.5f) / 64;
			r += powf(1 - powf(x, 2 + a), 1 / (2 + b));
		}
		r /= 16;
		break;
	}
	case 4: {
		float m = a, g = b;
		while (fabsf(m - g) > 1e-5f) {
			float t = 0.5f * (m + g);
			g = sqrtf(m * g);
			m = t;
		}
		r = m;
		break;
	}
	default:
		r = 0.5f * (a * a - b * b) * sinf(a + b);
	}
	area[i] = r;
}
