// Stencils on lines, planes and in space.

template <int R>
__global__ void stencil1d(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < R || i >= n - R)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -R; k <= R; k++)
        sum += in[i + k];
    out[i] = sum / (2 * R + 1);
}

template __global__ void stencil1d<8>(const float *, float *, int);

extern "C" __global__ void stencil1dShared(const int *in, int *out, int n)
{
    const int RADIUS = 3, BLOCK = 256;
    __shared__ int temp[BLOCK + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = gindex < n ? in[gindex] : 0;
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = gindex >= RADIUS ? in[gindex - RADIUS] : 0;
        temp[lindex + BLOCK] = gindex + BLOCK < n ? in[gindex + BLOCK] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    if (gindex < n)
        out[gindex] = result;
}

template <typename T>
__global__ void stencilJacobi(const T *__restrict__ u, T *__restrict__ v, int nx, int ny, T h2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < nx - 1 && j < ny - 1) {
        int c = j * nx + i;
        v[c] = (T)0.25 * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - h2 * u[c]);
    }
}

template __global__ void stencilJacobi<float>(const float *, float *, int, int, float);
template __global__ void stencilJacobi<double>(const double *, double *, int, int, double);

#define TX 32
#define TY 16

extern "C" __global__ void stencilHeatTile(const float *t, float *next, int width, int height, float k)
{
    __shared__ float s[TY + 2][TX + 2];
    int x = blockIdx.x * TX + threadIdx.x;
    int y = blockIdx.y * TY + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int xc = min(x, width - 1), yc = min(y, height - 1);
    s[ly][lx] = t[yc * width + xc];
    if (threadIdx.x == 0) s[ly][0] = t[yc * width + max(x - 1, 0)];
    if (threadIdx.x == TX - 1) s[ly][TX + 1] = t[yc * width + min(x + 1, width - 1)];
    if (threadIdx.y == 0) s[0][lx] = t[max(y - 1, 0) * width + xc];
    if (threadIdx.y == TY - 1) s[TY + 1][lx] = t[min(y + 1, height - 1) * width + xc];
    __syncthreads();
    if (x < width && y < height)
        next[y * width + x] = s[ly][lx] + k * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx]
                                               + s[ly + 1][lx] - 4.0f * s[ly][lx]);
}

extern "C" __global__ void stencilLife(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                count += in[(y + dy + h) % h * w + (x + dx + w) % w];
    unsigned char self = in[y * w + x];
    out[y * w + x] = count == 3 || (count == 2 && self) ? 1 : 0;
}

extern "C" __global__ void stencil3d7(const float *in, float *out, int nx, int ny, int nz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1) {
        int c = (k * ny + j) * nx + i;
        out[c] = in[c + 1] + in[c - 1] + in[c + nx] + in[c - nx] + in[c + nx * ny] + in[c - nx * ny]
                 - 6.0f * in[c];
    }
}

// up the planes with three values of a column in registers and the middle plane in shared memory
extern "C" __global__ void stencil3dMarch(const float *__restrict__ in, float *__restrict__ out,
                                          int nx, int ny, int nz)
{
    __shared__ float plane[10][34];
    const int i = blockIdx.x * 32 + threadIdx.x + 1, j = blockIdx.y * 8 + threadIdx.y + 1;
    const int slab = nx * ny, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool inside = i < nx - 1 && j < ny - 1;
    int at = j * nx + i;
    float below = inside ? in[at] : 0, here = inside ? in[at + slab] : 0, above;
    for (int k = 1; k < nz - 1; k++) {
        at += slab;
        above = inside ? in[at + slab] : 0;
        if (inside) {
            plane[ty][tx] = here;
            if (tx == 1) plane[ty][0] = in[at - 1];
            if (tx == 32 || i == nx - 2) plane[ty][tx + 1] = in[at + 1];
            if (ty == 1) plane[0][tx] = in[at - nx];
            if (ty == 8 || j == ny - 2) plane[ty + 1][tx] = in[at + nx];
        }
        __syncthreads();
        if (inside)
            out[at] = 0.5f * here + 0.08f * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1]
                                             + plane[ty - 1][tx] + plane[ty + 1][tx]);
        __syncthreads();
        below = here;
        here = above;
    }
}

extern "C" __global__ void stencil3d27(const double *in, double *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    double sum = 0.0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += in[((z + dz) * n + y + dy) * n + x + dx];
    out[(z * n + y) * n + x] = sum / 27.0;
}
