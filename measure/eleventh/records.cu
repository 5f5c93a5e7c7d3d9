// Arrays of structures, gathers, scatters and chases.

struct Particle {
    float px, py, pz;
    float vx, vy, vz;
    float mass;
    int alive;
};

struct Vec3 {
    float x, y, z;
};

struct Star {
    double pos[3];
    double vel[3];
    double lum;
};

struct Node {
    int next;
    int payload[15];
};

extern "C" __global__ void aosAdvance(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle q = p[i];
    q.px += q.vx * dt;
    q.py += q.vy * dt;
    q.pz += q.vz * dt;
    p[i] = q;
}

extern "C" __global__ void soaAdvance(float *px, float *py, float *pz, const float *vx,
                                      const float *vy, const float *vz, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    px[i] += vx[i] * dt;
    py[i] += vy[i] * dt;
    pz[i] += vz[i] * dt;
}

extern "C" __global__ void aosTotalMass(const Particle *p, float *mass, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mass[i] = p[i].alive > 0 ? p[i].mass : 0.0f;
}

extern "C" __global__ void aosNormalize(Vec3 *out, const Vec3 *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Vec3 v = in[i];
        float r = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1e-12f);
        v.x *= r;
        v.y *= r;
        v.z *= r;
        out[i] = v;
    }
}

extern "C" __global__ void aosStarEnergy(const Star *stars, double *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double e = 0;
        for (int k = 0; k < 3; k++)
            e += stars[i].vel[k] * stars[i].vel[k];
        energy[i] = 0.5 * e * stars[i].lum;
    }
}

// groups of 32 particles: 32 x, 32 y, 32 z, ...
extern "C" __global__ void aosoaAdvance(float *tiles, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float *tile = tiles + (i / 32) * (32 * 6) + i % 32;
        for (int k = 0; k < 3; k++)
            tile[32 * k] += dt * tile[32 * (k + 3)];
    }
}

template <typename T>
__global__ void gatherTable(T *out, const T *table, const int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[index[i]];
}

template __global__ void gatherTable<float>(float *, const float *, const int *, int);
template __global__ void gatherTable<double>(double *, const double *, const int *, int);

extern "C" __global__ void gatherRowsWide(float *out, const float *rows, const int *which, int width)
{
    const float *from = rows + (size_t)which[blockIdx.x] * width;
    for (int c = threadIdx.x; c < width; c += blockDim.x)
        out[(size_t)blockIdx.x * width + c] = from[c];
}

extern "C" __global__ void scatter_permuted(float *out, const float *in, const int *where, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[where[i]] = 2.0f * in[i];
}

__constant__ float palette[256];

extern "C" __global__ void gather_palette(float *out, const unsigned char *pixel, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = palette[pixel[i]];
}

extern "C" __global__ void chaseOneThread(const int *next, int *out, int hops)
{
    int at = 0;
    for (int k = 0; k < hops; k++)
        at = next[at];
    *out = at;
}

extern "C" __global__ void chaseManyStarts(const int *next, int *out, int n, int hops)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int at = (int)((unsigned)t * 40503u % (unsigned)n);
    for (int k = 0; k < hops; k++)
        at = next[at];
    out[t] = at;
}

extern "C" __global__ void chaseNodes(const Node *nodes, int *sums, int stride, int hops)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int at = t * stride, sum = 0;
    while (hops-- > 0) {
        sum += nodes[at].payload[at & 7];
        at = nodes[at].next;
    }
    sums[t] = sum;
}

extern "C" __global__ void chaseShared(const unsigned short *ring, unsigned *out, int hops)
{
    __shared__ unsigned short s[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = ring[i];
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < hops; k++)
        at = s[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
