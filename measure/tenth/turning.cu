/*
 * Transposes: from the plain one to shared memory without conflicts.
 */

extern "C" __global__ void
transpose_coalesced_reads(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < width && y < height)
		out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void
transpose_coalesced_writes(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < height && y < width)
		out[y * height + x] = in[x * width + y];
}

/* 32 x 32 tiles by 32 x 8 threads, PAD words after each row. */
template <typename T, int PAD>
__global__ void
transpose_tiles(T *out, const T *in, int width, int height)
{
	__shared__ T tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 32 + threadIdx.y;

	for (int j = 0; j < 32; j += 8)
		if (x < width && y + j < height)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < height && y + j < width)
			out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template __global__ void transpose_tiles<float, 0>(float *, const float *, int, int);
template __global__ void transpose_tiles<float, 1>(float *, const float *, int, int);
template __global__ void transpose_tiles<double, 1>(double *, const double *, int, int);
template __global__ void transpose_tiles<short, 2>(short *, const short *, int, int);

/* Columns of the tile are exchanged instead of padded; n is a multiple of 32. */
extern "C" __global__ void
transpose_exchanged(float *out, const float *in, int n)
{
	__shared__ float tile[32][32];
	int tx = threadIdx.x;
	int x = blockIdx.x * 32 + tx;

	for (int r = threadIdx.y; r < 32; r += blockDim.y)
		tile[r][tx ^ r] = in[(blockIdx.y * 32 + r) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + tx;
	for (int r = threadIdx.y; r < 32; r += blockDim.y)
		out[(blockIdx.x * 32 + r) * n + x] = tile[tx][r ^ tx];
}

/* Four by four values of a thread, in registers; n is a multiple of 4. */
extern "C" __global__ void
transpose_registers(float4 *__restrict__ out, const float4 *__restrict__ in, int quads)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= quads || y >= quads)
		return;
	const float4 a = in[(4 * y + 0) * quads + x];
	const float4 b = in[(4 * y + 1) * quads + x];
	const float4 c = in[(4 * y + 2) * quads + x];
	const float4 d = in[(4 * y + 3) * quads + x];
	out[(4 * x + 0) * quads + y] = make_float4(a.x, b.x, c.x, d.x);
	out[(4 * x + 1) * quads + y] = make_float4(a.y, b.y, c.y, d.y);
	out[(4 * x + 2) * quads + y] = make_float4(a.z, b.z, c.z, d.z);
	out[(4 * x + 3) * quads + y] = make_float4(a.w, b.w, c.w, d.w);
}
