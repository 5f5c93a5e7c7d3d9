// Copies, structures, gathers, scatters, transposes: how memory is walked.
#include <cuda_runtime.h>

extern "C" __global__ void cp_plain(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

extern "C" __global__ void cp_offset(const float *in, float *out, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + offset < n)
		out[i] = in[i + offset];
}

extern "C" __global__ void cp_strided(const float *in, float *out, int n, int stride)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
	if (i < n)
		out[i] = in[i] * 2.0f;
}

extern "C" __global__ void cp_vec2_loop(const float2 *in, float2 *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

extern "C" __global__ void cp_vec4_tail(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n4 = n / 4;
	if (i < n4)
		reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
	if (i == 0)
		for (int k = n4 * 4; k < n; k++)
			out[k] = in[k];
}

extern "C" __global__ void cp_chars(const unsigned char *in, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

extern "C" __global__ void cp_double_four(const double *__restrict__ in, double *__restrict__ out,
                                          int n)
{
	int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = base + k * blockDim.x;
		if (i < n)
			out[i] = in[i] + 1.0;
	}
}

struct particle {
	float x, y, z;
	float vx, vy, vz;
	float mass;
	int id;
};

extern "C" __global__ void aos_advance(particle *p, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p[i].x += p[i].vx * dt;
	p[i].y += p[i].vy * dt;
	p[i].z += p[i].vz * dt;
}

extern "C" __global__ void soa_advance(float *x, float *y, float *z, const float *vx,
                                       const float *vy, const float *vz, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	x[i] += vx[i] * dt;
	y[i] += vy[i] * dt;
	z[i] += vz[i] * dt;
}

struct vec3 {
	float x, y, z;
};

extern "C" __global__ void aos_lengths(const vec3 *v, float *length, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		vec3 a = v[i];
		length[i] = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
	}
}

struct cell {
	double density, momentum, energy;
	int kind;
	int flags;
};

extern "C" __global__ void aos_pressure(const cell *cells, double *pressure, int n, double gamma)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		double u = cells[i].momentum / cells[i].density;
		pressure[i] = (gamma - 1.0) * (cells[i].energy - 0.5 * cells[i].density * u * u);
	}
}

extern "C" __global__ void idx_gather(const float *table, const int *index, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = table[index[i]];
}

extern "C" __global__ void idx_scatter(const float *in, const int *index, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[index[i]] = in[i];
}

// A warp copies a row of 64 floats.
extern "C" __global__ void idx_gather_rows(const float *table, const int *rows, float *out, int n)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;
	if (warp >= n)
		return;
	const float *row = table + (size_t)rows[warp] * 64;
	out[(size_t)warp * 64 + lane] = row[lane];
	out[(size_t)warp * 64 + lane + 32] = row[lane + 32];
}

extern "C" __global__ void idx_scatter_add(const float *value, const int *key, float *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&sums[key[i]], value[i]);
}

extern "C" __global__ void tp_naive(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void tp_tiled(const float *in, float *out, int width, int height)
{
	__shared__ float tile[16][16];
	int x = blockIdx.x * 16 + threadIdx.x;
	int y = blockIdx.y * 16 + threadIdx.y;
	if (x < width && y < height)
		tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < height && y < width)
		out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

#define TILE 32
#define ROWS 8

extern "C" __global__ void tp_padded(const float *in, float *out, int n)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Matrices of doubles one after the other, a block for each tile of each.
extern "C" __global__ void tp_batched_double(const double *in, double *out, int rows, int cols)
{
	__shared__ double tile[16][17];
	size_t base = (size_t)blockIdx.z * rows * cols;
	int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
	if (r < rows && c < cols)
		tile[threadIdx.y][threadIdx.x] = in[base + (size_t)r * cols + c];
	__syncthreads();
	int tr = blockIdx.x * 16 + threadIdx.y, tc = blockIdx.y * 16 + threadIdx.x;
	if (tr < cols && tc < rows)
		out[base + (size_t)tr * rows + tc] = tile[threadIdx.x][threadIdx.y];
}
