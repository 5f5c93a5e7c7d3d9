// Transposes and other changes of order.

extern "C" __global__ void transposeWriteRows(const float *in, float *out, int nx, int ny)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < ny && iy < nx)
        out[iy * ny + ix] = in[ix * nx + iy];
}

#define DIM 32

template <typename T, int ROWS, bool PAD>
__global__ void transposeBlocks(T *__restrict__ odata, const T *__restrict__ idata, int width, int height)
{
    __shared__ T tile[DIM][DIM + (PAD ? 1 : 0)];
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < DIM; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = idata[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < DIM; j += ROWS)
        if (x < height && y + j < width)
            odata[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transposeBlocks<float, 8, false>(float *, const float *, int, int);
template __global__ void transposeBlocks<float, 16, true>(float *, const float *, int, int);
template __global__ void transposeBlocks<long long, 8, true>(long long *, const long long *, int, int);
template __global__ void transposeBlocks<short, 4, true>(short *, const short *, int, int);

// every thread turns 4 x 4
extern "C" __global__ void transposeQuads(float4 *__restrict__ out, const float4 *__restrict__ in, int w4, int h4)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w4 || y >= h4) return;
    float4 a = in[(4 * y + 0) * w4 + x], b = in[(4 * y + 1) * w4 + x];
    float4 c = in[(4 * y + 2) * w4 + x], d = in[(4 * y + 3) * w4 + x];
    out[(4 * x + 0) * h4 + y] = make_float4(a.x, b.x, c.x, d.x);
    out[(4 * x + 1) * h4 + y] = make_float4(a.y, b.y, c.y, d.y);
    out[(4 * x + 2) * h4 + y] = make_float4(a.z, b.z, c.z, d.z);
    out[(4 * x + 3) * h4 + y] = make_float4(a.w, b.w, c.w, d.w);
}

// a square in its own place; blocks above the diagonal have nothing to do
extern "C" __global__ void transposeInPlace(float *a, int n)
{
    __shared__ float upper[16][17], lower[16][17];
    if (blockIdx.x > blockIdx.y) return;
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * 16, row = blockIdx.y * 16;
    lower[ty][tx] = a[(row + ty) * n + col + tx];
    upper[ty][tx] = a[(col + ty) * n + row + tx];
    __syncthreads();
    a[(col + ty) * n + row + tx] = lower[tx][ty];
    a[(row + ty) * n + col + tx] = upper[tx][ty];
}

// (a, b, c) -> (c, a, b), a thread for each element of the result
extern "C" __global__ void transposeAxes(float *out, const float *in, int A, int B, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= A * B * C) return;
    int b = i % B, a = i / B % A, c = i / (A * B);
    out[i] = in[(a * B + b) * C + c];
}
