// Lanes that part, and loops that end by data.

extern "C" __global__ void branchTwoValues(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float ia = 0.0f, ib = 0.0f;
    if (tid % 2 == 0)
        ia = 100.0f;
    else
        ib = 200.0f;
    c[tid] = ia + ib;
}

// lanes take 1, 2, 4 ... ways
extern "C" __global__ void branchWays(const float *in, float *out, int n, int ways)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    switch (i % ways) {
    case 0: for (int k = 0; k < 16; k++) v = v * 1.5f - 0.25f * v * v; break;
    case 1: for (int k = 0; k < 16; k++) v = __sinf(v) + 0.1f; break;
    case 2: for (int k = 0; k < 16; k++) v = v / (1.5f + v * v); break;
    case 3: for (int k = 0; k < 16; k++) v = sqrtf(fabsf(v) + 0.3f); break;
    case 4: for (int k = 0; k < 16; k++) v = v * v * 0.5f - 0.7f; break;
    case 5: for (int k = 0; k < 16; k++) v = fmaxf(0.9f * v, v - 0.2f); break;
    case 6: for (int k = 0; k < 16; k++) v = __expf(-v); break;
    default: for (int k = 0; k < 16; k++) v = 1.0f - fabsf(v); break;
    }
    out[i] = v;
}

extern "C" __global__ void branchNested(const int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = a[i];
    if (v & 1) {
        if (v & 2) {
            if (v & 4) v = v * 31 + 7;
            else v = v / 3;
        } else {
            v ^= v >> 5;
        }
    } else if (v % 5 == 0) {
        for (int k = 0; k < 10; k++) v = v * 1103515245 + 12345;
    } else {
        v = -v;
    }
    b[i] = v;
}

extern "C" __global__ void collatzLongest(unsigned *best, int first, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned most = 0;
    for (int i = t; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long v = first + i;
        unsigned steps = 0;
        while (v > 1) {
            v = (v % 2 == 0) ? v / 2 : 3 * v + 1;
            steps++;
        }
        if (steps > most) most = steps;
    }
    best[t] = most;
}

extern "C" __global__ void loopNewtonRoot(const double *a, double *root, int *rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = a[i], x = v > 1 ? v : 1;
    int k = 0;
    while (fabs(x * x - v) > 1e-12 * v && k < 60) {
        x = 0.5 * (x + v / x);
        k++;
    }
    root[i] = x;
    rounds[i] = k;
}

// work of a thread: as many steps as its number says
extern "C" __global__ void loopByCount(const int *count, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = 1.0f;
        int c = count[i];
        for (int k = 0; k < c; k++) s = s * 0.99f + 0.01f * k;
        out[i] = s;
    }
}

extern "C" __global__ void loopBinarySearch(const int *__restrict__ sorted, int size, const int *__restrict__ keys,
                                            int *__restrict__ found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int key = keys[i], l = 0, r = size - 1, at = -1;
    while (l <= r) {
        int m = l + (r - l) / 2;
        int v = sorted[m];
        if (v == key) {
            at = m;
            break;
        }
        if (v < key) l = m + 1;
        else r = m - 1;
    }
    found[i] = at;
}

// a walk on a line until it leaves
extern "C" __global__ void loopRandomWalk(int *steps, int half, int most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = i * 1664525u + 1013904223u;
    int at = 0, k = 0;
    while (at > -half && at < half && k < most) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        at += (s >> 16) & 1 ? 1 : -1;
        k++;
    }
    steps[i] = k;
}

// words that end with a byte below `end`
extern "C" __global__ void loopWordHash(const unsigned char *text, unsigned *hash, int n, int pitch, int end)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= n) return;
    const unsigned char *p = text + (size_t)w * pitch;
    unsigned h = 2166136261u;
    for (int k = 0; k < pitch && p[k] >= end; k++) h = (h ^ p[k]) * 16777619u;
    hash[w] = h;
}

// how many primes below each number's square root divide it
extern "C" __global__ void loopTrialDivision(const int *numbers, int *factors, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = numbers[i] + 2, count = 0;
    for (int d = 2; d * d <= v; d++)
        while (v % d == 0) {
            v /= d;
            count++;
        }
    if (v > 1) count++;
    factors[i] = count;
}
