// Transposes.

extern "C" __global__ void transposeNaive(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// 32 x 32 tile, a thread moves four elements of a column
template <typename T, int PAD>
__global__ void transposeTile(T *out, const T *in, int width, int height)
{
    __shared__ T tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < height && y + j < width)
            out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template __global__ void transposeTile<int, 0>(int *, const int *, int, int);
template __global__ void transposeTile<int, 1>(int *, const int *, int, int);
template __global__ void transposeTile<double, 1>(double *, const double *, int, int);
template __global__ void transposeTile<char, 4>(char *, const char *, int, int);

/* No padding: the column is turned by the row instead. n divides by 32. */
extern "C" __global__ void transposeSwizzle(float *out, const float *in, int n)
{
    __shared__ float tile[32 * 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float *from = in + (size_t)blockIdx.y * 32 * n + blockIdx.x * 32;
    float *to = out + (size_t)blockIdx.x * 32 * n + blockIdx.y * 32;
    for (int j = ty; j < 32; j += blockDim.y)
        tile[j * 32 + (tx ^ j)] = from[(size_t)j * n + tx];
    __syncthreads();
    for (int j = ty; j < 32; j += blockDim.y)
        to[(size_t)j * n + tx] = tile[tx * 32 + (j ^ tx)];
}

extern "C" __global__ void transposeMany(float *out, const float *in, int rows, int cols)
{
    extern __shared__ float image[];
    const float *from = in + (size_t)blockIdx.x * rows * cols;
    float *to = out + (size_t)blockIdx.x * rows * cols;
    for (int i = threadIdx.x; i < rows * cols; i += blockDim.x)
        image[i] = from[i];
    __syncthreads();
    for (int i = threadIdx.x; i < rows * cols; i += blockDim.x) {
        int c = i / rows, r = i - c * rows;
        to[i] = image[r * cols + c];
    }
}

// (z, y, x) becomes (x, y, z)
extern "C" __global__ void transposeCube(float *out, const float *in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    int z = blockIdx.z * blockDim.y + threadIdx.y;
    if (x < n && z < n)
        out[((size_t)x * n + y) * n + z] = in[((size_t)z * n + y) * n + x];
}
