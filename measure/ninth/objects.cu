/*
 * Structures, gathers, scatters, tables and lists.
 */
struct Body {
	float x, y, z, vx, vy, vz, mass;
};

struct Pixel {
	unsigned char r, g, b;
};

struct Range {
	int first, last;
};

extern "C" __global__ void
obj_body_move(Body *bodies, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		Body b = bodies[i];
		b.x += dt * b.vx;
		b.y += dt * b.vy;
		b.z += dt * b.vz;
		bodies[i] = b;
	}
}

extern "C" __global__ void
obj_body_energy(const Body *bodies, float *energy, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		const Body &b = bodies[i];
		energy[i] = 0.5f * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz);
	}
}

/* Blocks of 32 of each field: what one warp needs lies together. */
extern "C" __global__ void
obj_blocked_fields(float *data, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float *mine = data + (i / 32) * 128 + (i % 32);
	float speed = mine[64] + dt * mine[96];
	mine[0] += dt * speed;
	mine[64] = speed;
}

extern "C" __global__ void
obj_pixels_to_float(const Pixel *in, float *out, int n, float scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		Pixel p = in[i];
		out[i] = (p.r * scale - 0.485f) / 0.229f;
		out[i + n] = (p.g * scale - 0.456f) / 0.224f;
		out[i + 2 * n] = (p.b * scale - 0.406f) / 0.225f;
	}
}

extern "C" __global__ void
obj_cross_double3(const double3 *a, const double3 *b, double3 *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		double3 u = a[i], v = b[i];
		c[i] = make_double3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z,
				    u.x * v.y - u.y * v.x);
	}
}

/* The range comes by value. */
extern "C" __global__ void
obj_copy_range(const float *in, float *out, Range range)
{
	int i = range.first + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < range.last)
		out[i - range.first] = in[i];
}

extern "C" __global__ void
get_with_ldg(const float *__restrict__ table, const int *__restrict__ index,
	     float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2.0f * __ldg(&table[__ldg(&index[i])]);
}

extern "C" __global__ void
get_through_two(const double *values, const int *second, const int *first, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = values[second[first[i]]];
}

extern "C" __global__ void
put_permuted(const float *in, const unsigned *where, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[where[i]] = in[i];
}

extern "C" __global__ void
put_largest(const int *keys, const int *values, int *largest, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(&largest[keys[i]], values[i]);
}

/* A warp copies one token's row, sixteen bytes a lane. */
extern "C" __global__ void
get_token_rows(const float4 *weights, const int *tokens, float4 *out, int count, int quads)
{
	int token = blockIdx.x * blockDim.y + threadIdx.y;
	if (token >= count)
		return;
	const float4 *row = weights + (size_t)tokens[token] * quads;
	for (int q = threadIdx.x; q < quads; q += 32)
		out[(size_t)token * quads + q] = row[q];
}

/* Sum of the rows of several tables, as for features of categories. */
extern "C" __global__ void
get_features_summed(const float *tables, const int *ids, float *out, int features, int entries,
		    int width)
{
	int sample = blockIdx.x;
	int c = threadIdx.x;
	float sum = 0;
	for (int f = 0; f < features; f++) {
		int id = ids[sample * features + f];
		sum += tables[((size_t)f * entries + id) * width + c];
	}
	out[sample * width + c] = sum;
}

extern "C" __global__ void
get_from_shared_table(const unsigned short *codes, const float *table, float *out, int n)
{
	__shared__ float local[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		local[k] = table[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		out[i] = local[codes[i] & 1023];
}

extern "C" __global__ void
get_lower_bound(const unsigned *sorted, int size, const unsigned *queries, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned wanted = queries[i];
	int low = 0, high = size;
	while (low < high) {
		int middle = (low + high) >> 1;
		if (sorted[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	out[i] = low;
}

/* Each thread follows a list of its own and adds what it meets. */
extern "C" __global__ void
get_list_sums(const int *next, const float *value, float *out, int lists, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= lists)
		return;
	int node = i;
	float sum = 0.0f;
	for (int s = 0; s < steps; s++) {
		sum += value[node];
		node = next[node];
	}
	out[i] = sum;
}

/* One thread alone, a ring of words. */
extern "C" __global__ void
get_one_ring(const unsigned *ring, unsigned *end, int hops)
{
	unsigned at = 0;
	while (hops-- > 0)
		at = ring[at];
	*end = at;
}
