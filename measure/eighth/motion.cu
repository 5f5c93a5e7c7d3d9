// Copies, structures, gathers, embeddings and transposes.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void
cpy_grid_stride(const double *in, double *out, size_t n)
{
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

// The bandwidth test of many: as many int4 as there are, the rest by one thread each.
extern "C" __global__ void
cpy_int4_rest(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int wide = n / 4;

	if (i < wide)
		reinterpret_cast<int4 *>(out)[i] = reinterpret_cast<const int4 *>(in)[i];
	if (i < n - 4 * wide)
		out[4 * wide + i] = in[4 * wide + i];
}

extern "C" __global__ void
cpy_plus_one_shifted(float *a, int s)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x + s;

	a[i] = a[i] + 1;
}

extern "C" __global__ void
cpy_plus_one_strided(float *a, int s)
{
	int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;

	a[i] = a[i] + 1;
}

// A rectangle out of a picture with a pitch, in shorts.
extern "C" __global__ void
cpy_rectangle(const unsigned short *from, int from_pitch, unsigned short *to, int to_pitch, int x0,
              int y0, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
		if (x < width)
			to[y * to_pitch + x] = from[(y + y0) * from_pitch + x + x0];
}

struct Particle {
	float x, y, z;
	float vx, vy, vz;
	float mass;
	int alive;
};

extern "C" __global__ void
rec_step_aos(Particle *p, int n, float dt, float g)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	p[i].vy -= g * dt;
	p[i].x += p[i].vx * dt;
	p[i].y += p[i].vy * dt;
	p[i].z += p[i].vz * dt;
}

extern "C" __global__ void
rec_step_soa(float *x, float *y, float *z, const float *vx, float *vy, const float *vz, int n,
             float dt, float g)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	vy[i] -= g * dt;
	x[i] += vx[i] * dt;
	y[i] += vy[i] * dt;
	z[i] += vz[i] * dt;
}

struct Colour {
	unsigned char r, g, b;
};

extern "C" __global__ void
rec_split_colours(const Colour *in, unsigned char *r, unsigned char *g, unsigned char *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		Colour c = in[i];
		r[i] = c.r;
		g[i] = c.g;
		b[i] = c.b;
	}
}

struct __align__(16) Sample {
	double value;
	float weight;
	int key;
};

// One field of each record.
extern "C" __global__ void
rec_read_one_field(const Sample *s, float *weights, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		weights[i] = 2.0f * s[i].weight;
}

extern "C" __global__ void
gth_pick(const float *__restrict__ table, const int *__restrict__ index, float *out, int n)
{
	int tid = threadIdx.x + blockIdx.x * blockDim.x;

	while (tid < n) {
		out[tid] = table[index[tid]];
		tid += blockDim.x * gridDim.x;
	}
}

extern "C" __global__ void
gth_put(const float2 *in, const unsigned *where, float2 *out, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[where[i]] = in[i];
}

// A copy of the rows that a list names: a block each, float4.
extern "C" __global__ void
gth_rows_block(const float4 *table, const int *rows, float4 *out, int width)
{
	const float4 *from = table + (size_t)rows[blockIdx.x] * width;
	float4 *to = out + (size_t)blockIdx.x * width;

	for (int i = threadIdx.x; i < width; i += blockDim.x)
		to[i] = from[i];
}

// Interpolation in a table of values: two neighbours of a place that the data chooses.
extern "C" __global__ void
gth_interpolate(const float *table, int entries, const float *at, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;

	float place = at[i] * (entries - 1);
	int low = min((int)place, entries - 2);
	float part = place - low;
	out[i] = table[low] * (1.0f - part) + table[low + 1] * part;
}

// Words and places of a transformer: a block for each token.
extern "C" __global__ void
emb_words_and_places(const int *tokens, const float *words, const float *places, float *out,
                     int length, int width)
{
	int token = tokens[blockIdx.x];
	int place = blockIdx.x % length;

	for (int c = threadIdx.x; c < width; c += blockDim.x)
		out[(size_t)blockIdx.x * width + c] = words[(size_t)token * width + c]
		                                      + places[place * width + c];
}

// The mean of the rows of each bag; bags begin at offsets.
extern "C" __global__ void
emb_bag_mean(const float *__restrict__ table, const int *__restrict__ ids,
             const int *__restrict__ offsets, float *__restrict__ out, int bags, int width)
{
	int bag = blockIdx.x * blockDim.y + threadIdx.y;
	if (bag >= bags)
		return;

	int begin = offsets[bag], end = offsets[bag + 1];
	for (int c = threadIdx.x; c < width; c += blockDim.x) {
		float sum = 0.0f;
		for (int k = begin; k < end; k++)
			sum += table[(size_t)ids[k] * width + c];
		out[(size_t)bag * width + c] = end > begin ? sum / (end - begin) : 0.0f;
	}
}

extern "C" __global__ void
emb_gradient(const int *tokens, const float *gradient, float *table, int count, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < count * width)
		atomicAdd(&table[tokens[i / width] * width + i % width], gradient[i]);
}

#define TILE 32
#define ROWS 8

extern "C" __global__ void
tsp_column_writes(const double *in, double *out, int rows, int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < rows && col < cols)
		out[col * rows + row] = in[row * cols + col];
}

extern "C" __global__ void
tsp_tile_conflicts(float *odata, const float *idata, int width)
{
	__shared__ float tile[TILE][TILE];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;

	for (int j = 0; j < TILE; j += ROWS)
		tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Blocks along diagonals, tiles with a spare column.
extern "C" __global__ void
tsp_diagonal(float *odata, const float *idata, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];
	int by, bx;

	if (width == height) {
		by = blockIdx.x;
		bx = (blockIdx.x + blockIdx.y) % gridDim.x;
	} else {
		int bid = blockIdx.x + gridDim.x * blockIdx.y;
		by = bid % gridDim.y;
		bx = ((bid / gridDim.y) + by) % gridDim.x;
	}
	int x = bx * TILE + threadIdx.x, y = by * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += ROWS)
		tile[threadIdx.y + i][threadIdx.x] = idata[x + (y + i) * width];
	__syncthreads();
	x = by * TILE + threadIdx.x;
	y = bx * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += ROWS)
		odata[x + (y + i) * height] = tile[threadIdx.x][threadIdx.y + i];
}

// Halves, the columns of the tile turned by xor in place of a spare one, any size.
extern "C" __global__ void
tsp_half_xor(const __half *__restrict__ in, __half *__restrict__ out, int rows, int cols)
{
	__shared__ __half tile[32][32];
	int c = blockIdx.x * 32 + threadIdx.x;
	int r0 = blockIdx.y * 32;

	for (int j = threadIdx.y; j < 32; j += blockDim.y)
		if (r0 + j < rows && c < cols)
			tile[j][threadIdx.x ^ j] = in[(size_t)(r0 + j) * cols + c];
	__syncthreads();
	int r = r0 + threadIdx.x;
	for (int j = threadIdx.y; j < 32; j += blockDim.y) {
		int to = blockIdx.x * 32 + j;
		if (to < cols && r < rows)
			out[(size_t)to * rows + r] = tile[threadIdx.x][j ^ threadIdx.x];
	}
}
