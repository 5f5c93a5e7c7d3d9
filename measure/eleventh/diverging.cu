// Branches that part a warp, and loops whose end the data decide.

extern "C" __global__ void branchEvenOdd(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = i * 1e-6f;
    if (threadIdx.x % 2 == 0) {
        for (int k = 0; k < 32; k++) v = v * 1.01f + 0.5f;
    } else {
        for (int k = 0; k < 32; k++) v = sqrtf(v + 2.0f);
    }
    a[i] = v;
}

extern "C" __global__ void branchWholeWarps(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = i * 1e-6f;
    if ((threadIdx.x / warpSize) % 2 == 0) {
        for (int k = 0; k < 32; k++) v = v * 1.01f + 0.5f;
    } else {
        for (int k = 0; k < 32; k++) v = sqrtf(v + 2.0f);
    }
    a[i] = v;
}

extern "C" __global__ void branchSwitch(const unsigned char *op, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    switch (op[i]) {
    case 0: v = v + 1.0f; break;
    case 1: v = expf(v); break;
    case 2: v = sinf(v); break;
    case 3: v = sqrtf(fabsf(v)); break;
    case 4: v = v * v * v - v; break;
    default: v = 1.0f / (1.0f + v * v);
    }
    y[i] = v;
}

extern "C" __global__ void branchThreshold(const float *in, float *out, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] < limit)
        return;
    float v = in[i];
    for (int k = 0; k < 20; k++)
        v = logf(1.0f + v) + 0.3f * v;
    out[i] = v;
}

extern "C" __global__ void loopCollatz(int *steps, unsigned long long first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = first + i;
    int count = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v >> 1;
        count++;
    }
    steps[i] = count;
}

extern "C" __global__ void loopLengths(const int *length, const float *x, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0.0f;
    for (int k = 0; k < length[i]; k++)
        s += x[(i + k) % n];
    sum[i] = s;
}

extern "C" __global__ void loopEuclid(const int *a, const int *b, int *g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = a[i] + 1, y = b[i] + 1;
        while (y != 0) {
            int t = x % y;
            x = y;
            y = t;
        }
        g[i] = x;
    }
}

extern "C" __global__ void loopBisect(const double *target, double *root, int n, double eps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double lo = 0.0, hi = 1.0 + target[i], goal = target[i];
    while (hi - lo > eps) {
        double mid = 0.5 * (lo + hi);
        if (mid * mid * mid < goal)
            lo = mid;
        else
            hi = mid;
    }
    root[i] = lo;
}

extern "C" __global__ void loopLowerBound(const float *sorted, int size, const float *query, int *pos,
                                          int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float q = query[i];
        int lo = 0, hi = size;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (sorted[mid] < q)
                lo = mid + 1;
            else
                hi = mid;
        }
        pos[i] = lo;
    }
}

// steps along a ray until a sphere is near, missed, or patience ends
extern "C" __global__ void loopRayMarch(float *depth, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float dx = (px - 0.5f * w) / w, dy = (py - 0.5f * h) / w, dz = 1.0f;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz), t = 0.0f;
    dx *= inv;
    dy *= inv;
    dz *= inv;
    for (int k = 0; k < 100; k++) {
        float x = t * dx, y = t * dy, z = t * dz - 3.0f;
        float ball = sqrtf(x * x + y * y + z * z) - 1.0f;
        float floorDistance = 1.2f - y;
        float d = fminf(ball, floorDistance);
        if (d < 1e-3f || t > 20.0f)
            break;
        t += d;
    }
    depth[py * w + px] = t;
}

extern "C" __global__ void loopFirstZero(const unsigned char *text, int *length, int n, int pitch)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned char *s = text + (size_t)i * pitch;
    int k = 0;
    while (k < pitch && s[k] != 0)
        k++;
    length[i] = k;
}
