// Graphs, rays, geometry, pointers to follow and data that decides the way.

// One pull of ranks over the edges that come in, a thread a vertex.
extern "C" __global__ void graph_ranks_pulled(const int *__restrict__ first, const int *__restrict__ from, const float *__restrict__ rank,
                                              float *__restrict__ next, int vertices, float damping)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= vertices)
		return;
	float sum = 0.f;
	for (int e = first[v]; e < first[v + 1]; e++) {
		int u = from[e];
		sum += rank[u] / (first[u + 1] - first[u]);
	}
	next[v] = (1.f - damping) / vertices + damping * sum;
}

// Edges hand the smaller label over.
extern "C" __global__ void graph_smaller_label_wins(const int2 *edges, int *label, int *changed, size_t n)
{
	size_t e = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (e >= n)
		return;
	int2 p = edges[e];
	int a = label[p.x], b = label[p.y];
	if (a < b) {
		if (atomicMin(&label[p.y], a) > a)
			*changed = 1;
	} else if (b < a) {
		if (atomicMin(&label[p.x], b) > b)
			*changed = 1;
	}
}

// Triangles over each edge: two sorted lists of neighbours, K each, are merged.
template <int K>
__global__ void commonNeighbours(const unsigned *sorted, const unsigned *ends, unsigned *common, unsigned edges, unsigned vertices)
{
	unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	const unsigned *a = sorted + (size_t)(ends[2 * e] % vertices) * K, *b = sorted + (size_t)(ends[2 * e + 1] % vertices) * K;
	unsigned i = 0, j = 0, count = 0;
	while (i < K && j < K) {
		unsigned x = a[i], y = b[j];
		count += x == y;
		i += x <= y;
		j += y <= x;
	}
	common[e] = count;
}
template __global__ void commonNeighbours<16>(const unsigned *, const unsigned *, unsigned *, unsigned, unsigned);

__constant__ float2 corner[48];

// Points inside a polygon, by the crossings to the right.
extern "C" __global__ void geo_inside_polygon(const float2 *points, unsigned char *inside, int n, int corners)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 p = points[i];
	bool in = false;
	for (int k = 0, before = corners - 1; k < corners; before = k++) {
		float2 a = corner[k], b = corner[before];
		if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
			in = !in;
	}
	inside[i] = in;
}

__constant__ float4 ball[32];

// Balls in constant memory, a ray for each pixel, a bounce when it hits.
extern "C" __global__ void img_balls_with_bounce(float *light, int w, int h, int balls, int bounces)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float ox = 0.5f, oy = 0.5f, oz = -1.f;
	float dx = (x + 0.5f) / w - 0.5f, dy = (y + 0.5f) / h - 0.5f, dz = 1.f;
	float inv = rsqrtf(dx * dx + dy * dy + dz * dz), got = 0.f, keep = 1.f;
	dx *= inv;
	dy *= inv;
	dz *= inv;
	for (int b = 0; b <= bounces; b++) {
		float near = 1e30f;
		int hit = -1;
		for (int k = 0; k < balls; k++) {
			float4 s = ball[k];
			float cx = s.x - ox, cy = s.y - oy, cz = s.z - oz, r = 0.05f + 0.1f * s.w;
			float along = cx * dx + cy * dy + cz * dz, gap = along * along - (cx * cx + cy * cy + cz * cz) + r * r;
			if (gap > 0.f) {
				float t = along - sqrtf(gap);
				if (t > 1e-3f && t < near) {
					near = t;
					hit = k;
				}
			}
		}
		if (hit < 0) {
			got += keep * (0.5f + 0.5f * dy);
			break;
		}
		ox += near * dx;
		oy += near * dy;
		oz += near * dz;
		float4 s = ball[hit];
		float nx = ox - s.x, ny = oy - s.y, nz = oz - s.z, ni = rsqrtf(nx * nx + ny * ny + nz * nz);
		nx *= ni;
		ny *= ni;
		nz *= ni;
		float d = 2.f * (dx * nx + dy * ny + dz * nz);
		dx -= d * nx;
		dy -= d * ny;
		dz -= d * nz;
		got += keep * 0.3f * fmaxf(ny, 0.f);
		keep *= 0.6f;
	}
	light[y * w + x] = got;
}

// Nearest triangle on a ray, triangles staged in shared memory.
struct Facet {
	float ax, ay, az, e1x, e1y, e1z, e2x, e2y, e2z;
};
extern "C" __global__ void __launch_bounds__(128) geo_rays_on_facets(const float *rays, const Facet *facets, float *depth, int n, int count)
{
	__shared__ Facet some[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	const float *r = rays + 4ll * min(i, n - 1);
	float ox = r[0], oy = r[1], dx = r[2] - 0.5f, dy = r[3] - 0.5f, best = 1e30f;
	for (int base = 0; base < count; base += 128) {
		if (base + threadIdx.x < count)
			some[threadIdx.x] = facets[base + threadIdx.x];
		__syncthreads();
		int here = min(128, count - base);
		for (int k = 0; k < here; k++) {
			Facet f = some[k];
			// direction (dx, dy, 1), origin (ox, oy, -1)
			float px = dy * f.e2z - f.e2y, py = f.e2x - dx * f.e2z, pz = dx * f.e2y - dy * f.e2x;
			float det = f.e1x * px + f.e1y * py + f.e1z * pz;
			if (fabsf(det) < 1e-6f)
				continue;
			float inv = 1.f / det, tx = ox - f.ax, ty = oy - f.ay, tz = -1.f - f.az;
			float u = (tx * px + ty * py + tz * pz) * inv;
			if (u < 0.f || u > 1.f)
				continue;
			float qx = ty * f.e1z - tz * f.e1y, qy = tz * f.e1x - tx * f.e1z, qz = tx * f.e1y - ty * f.e1x;
			float v = (dx * qx + dy * qy + qz) * inv;
			if (v < 0.f || u + v > 1.f)
				continue;
			float t = (f.e2x * qx + f.e2y * qy + f.e2z * qz) * inv;
			if (t > 0.f)
				best = fminf(best, t);
		}
		__syncthreads();
	}
	if (i < n)
		depth[i] = best;
}

// Every thread follows its own ring and adds what lies beside.
extern "C" __global__ void chase_rings_with_weights(const int *next, const float *weight, float *sum, int n, int places, int hops)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = (int)((i * 7919ll) % places);
	float s = 0.f;
	for (int k = 0; k < hops; k++) {
		s += weight[at];
		at = next[at];
	}
	sum[i] = s;
}

// What to do is written with each number.
extern "C" __global__ void branch_by_written_kind(const unsigned char *kind, const float *in, float *out, unsigned n)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = in[i];
		switch (kind[i] & 7) {
		case 0: v = sqrtf(v); break;
		case 1: v = expf(-v); break;
		case 2: v = logf(1.f + v); break;
		case 3: v = sinf(v) * cosf(v); break;
		case 4: v = 1.f / (1.f + v); break;
		case 5:
			for (int k = 0; k < 12; k++)
				v = v * v * 0.5f + 0.1f;
			break;
		case 6: v = atanf(v); break;
		default: break;
		}
		out[i] = v;
	}
}

// The smallest divisor of odd numbers.
extern "C" __global__ void loop_odd_least_divisor(unsigned start, unsigned *divisor, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned v = start + 2u * i, d = 3;
		while (d * d <= v && v % d)
			d += 2;
		divisor[i] = d * d <= v ? d : v;
	}
}
