/*
 * Arrays of structures against structures of arrays, and indexed access.
 */
#ifndef FIELDS
#define FIELDS 4
#endif

struct particle {
	float field[FIELDS];
};

extern "C" __global__ void
aos_first_field(const particle *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i].field[0];
}

extern "C" __global__ void
aos_norm(const particle *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	if (i >= n)
		return;
#pragma unroll
	for (int f = 0; f < FIELDS; f++)
		sum += in[i].field[f] * in[i].field[f];
	out[i] = sum;
}

extern "C" __global__ void
soa_norm(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	if (i >= n)
		return;
#pragma unroll
	for (int f = 0; f < FIELDS; f++)
		sum += in[f * n + i] * in[f * n + i];
	out[i] = sum;
}

extern "C" __global__ void
gather(const float *in, const int *index, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[index[i]];
}

extern "C" __global__ void
scatter(const float *in, const int *index, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[index[i]] = in[i];
}

/* A row of `width` floats for each index, a warp's lanes along the row. */
extern "C" __global__ void
embedding(const float *table, const int *index, float *out, int rows, int width)
{
	const int row = blockIdx.x * blockDim.y + threadIdx.y;

	if (row >= rows)
		return;
	const float *from = table + (long long)index[row] * width;
	for (int i = threadIdx.x; i < width; i += 32)
		out[(long long)row * width + i] = from[i];
}

/* Red, green and blue bytes next to each other. */
extern "C" __global__ void
grey(const unsigned char *rgb, unsigned char *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = (unsigned char)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
}

extern "C" __global__ void
table_lookup(const unsigned char *in, const unsigned *table, unsigned *out, int n)
{
	__shared__ unsigned local[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		local[k] = table[k];
	__syncthreads();
	if (i < n)
		out[i] = local[in[i]];
}
