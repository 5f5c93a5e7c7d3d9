// Lanes that go different ways; loops that end when the data say so.

extern "C" __global__ void branchByLaneBit(const float *in, float *out, int bit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    if ((threadIdx.x >> bit) & 1) {
        for (int k = 0; k < 20; k++) v = v * 0.9f + 0.1f / (1.0f + v * v);
    } else {
        for (int k = 0; k < 20; k++) v = sqrtf(v * v + 0.01f) - 0.05f;
    }
    out[i] = v;
}

enum Op { ADD, SUB, MUL, DIV, NEG, MAX };
// a small calculator: each thread its own program
extern "C" __global__ void branchCalculator(const unsigned char *code, const float *arg, float *result, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 1.0f;
    for (int pc = 0; pc < length; pc++) {
        float a = arg[pc * n + i];
        switch (code[pc * n + i]) {
        case ADD: acc += a; break;
        case SUB: acc -= a; break;
        case MUL: acc *= a; break;
        case DIV: acc = acc / (a * a + 1.0f); break;
        case NEG: acc = -acc; break;
        default: acc = fmaxf(acc, a); break;
        }
    }
    result[i] = acc;
}

// whole warps part, lanes do not
extern "C" __global__ void branchWarpRoles(const float *in, float *out, int n)
{
    __shared__ float box[128];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int base = blockIdx.x * 96; base < n; base += gridDim.x * 96) {
        if (warp == 3) {
            for (int k = 0; k < 3; k++) box[k * 32 + lane] = base + k * 32 + lane < n ? in[base + k * 32 + lane] : 0.f;
        }
        __syncthreads();
        if (warp < 3) {
            float v = box[warp * 32 + lane];
            for (int k = 0; k < 10; k++) v = v * v - 0.5f;
            if (base + warp * 32 + lane < n) out[base + warp * 32 + lane] = v;
        }
        __syncthreads();
    }
}

extern "C" __global__ void loopTripsGiven(const unsigned char *trips, const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = x[i];
    for (int k = trips[i]; k > 0; --k) v = v * 0.99 + 0.01;
    y[i] = v;
}

extern "C" __global__ void loopGreatestDivisor(const unsigned *a, const unsigned *b, unsigned *g, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned x = a[i] + 1, y = b[i] + 1;
        while (y) {
            unsigned r = x % y;
            x = y;
            y = r;
        }
        g[i] = x;
    }
}

// threads of one row stop together, rows do not
extern "C" __global__ void loopTriangle(const float *a, float *out, int n)
{
    int row = blockIdx.x, t = threadIdx.x;
    float s = 0;
    for (int i = 0; i <= row; i++)
        for (int j = t; j <= i; j += blockDim.x) s += a[i * n + j];
    atomicAdd(out + row, s);
}

// a sorted array laid out as a heap
extern "C" __global__ void loopHeapSearch(const int *tree, int size, const int *keys, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int key = keys[i], k = 1;
    while (k <= size) k = 2 * k + (tree[k - 1] < key);
    found[i] = k >> __ffs(~k);
}

// runs of a packed picture, a thread a line
extern "C" __global__ void loopUnpackRuns(const uchar2 *runs, unsigned char *lines, int count, int width)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= count) return;
    int x = 0;
    const uchar2 *p = runs + l * width;
    while (x < width) {
        uchar2 r = *p++;
        int len = min(1 + (r.x & 31), width - x);
        for (int k = 0; k < len; k++) lines[(size_t)(x + k) * count + l] = r.y;
        x += len;
    }
}

// how far a ray goes through a grid until it meets something
extern "C" __global__ void loopRayThroughGrid(const unsigned char *solid, int side, float *depth, int rays)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rays) return;
    float angle = 6.2831853f * r / rays, dx = __cosf(angle), dy = __sinf(angle);
    float x = side * 0.5f, y = side * 0.5f, t = 0;
    for (;;) {
        t += 0.5f;
        int ix = (int)(x + dx * t), iy = (int)(y + dy * t);
        if (ix < 0 || iy < 0 || ix >= side || iy >= side || solid[iy * side + ix] == 0) break;
    }
    depth[r] = t;
}
