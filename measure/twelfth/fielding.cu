// Arrays of structures, structures of arrays, gathers, scatters, chains of pointers.

struct Particle {
    float x, y, z;
    float vx, vy, vz;
    float mass;
};

extern "C" __global__ void aosMoveParticles(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].x += p[i].vx * dt;
        p[i].y += p[i].vy * dt;
        p[i].z += p[i].vz * dt;
    }
}

struct Particles {
    float *x, *y, *z;
    const float *vx, *vy, *vz;
};

extern "C" __global__ void soaMoveParticles(Particles p, int n, float dt)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        p.x[i] += p.vx[i] * dt;
        p.y[i] += p.vy[i] * dt;
        p.z[i] += p.vz[i] * dt;
    }
}

struct Record {
    int key;
    int tag;
    double amount;
    float rates[10];
};

// one field of 56 bytes
extern "C" __global__ void aosSumField(const Record *r, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = r[i].amount * 1.19;
}

// three floats a point, brought in by neighbours through shared memory
extern "C" __global__ void aosPointsStaged(const float *__restrict__ xyz, float *__restrict__ length, int n)
{
    __shared__ float s[3 * 256];
    int first = blockIdx.x * 256;
    int here = min(256, n - first);
    for (int k = threadIdx.x; k < 3 * here; k += 256) s[k] = xyz[3 * first + k];
    __syncthreads();
    if (threadIdx.x < here) {
        float x = s[3 * threadIdx.x], y = s[3 * threadIdx.x + 1], z = s[3 * threadIdx.x + 2];
        length[first + threadIdx.x] = sqrtf(x * x + y * y + z * z);
    }
}

extern "C" __global__ void gatherPlain(float *out, const float *table, const int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[index[i]];
}

extern "C" __global__ void scatterAtomicFloat(float *sums, const int *where, const float *what, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sums[where[i]], what[i]);
}

// mean of `bag` rows of a table
extern "C" __global__ void embeddingBagMean(float *out, const float *table, const int *ids, int bag, int dim)
{
    int b = blockIdx.x;
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float s = 0.f;
        for (int k = 0; k < bag; ++k)
            s += table[(size_t)ids[b * bag + k] * dim + d];
        out[(size_t)b * dim + d] = s / bag;
    }
}

extern "C" __global__ void chaseSerial(const unsigned *next, unsigned *end, int hops)
{
    unsigned p = 0;
    for (int k = 0; k < hops; ++k) p = next[p];
    *end = p;
}

extern "C" __global__ void chasePerThread(const int *__restrict__ next, int *__restrict__ last, int hops, int spread, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int p = (int)(((long long)t * spread) % n);
#pragma unroll 4
    for (int k = 0; k < hops; k++)
        p = next[p];
    last[t] = p;
}

struct Node {
    int next;
    float value;
};

extern "C" __global__ void chaseListSum(const Node *nodes, float *sums, int lists, int length)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lists) return;
    float s = 0;
    int at = l;
    for (int k = 0; k < length; k++) {
        Node node = nodes[at];
        s += node.value;
        at = node.next;
    }
    sums[l] = s;
}

// a search tree laid out as a heap: children of i are 2i+1 and 2i+2
extern "C" __global__ void chaseHeapTree(const float *tree, int levels, const float *query, int *leaf, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = query[i];
    int at = 0;
    for (int l = 0; l < levels; l++)
        at = 2 * at + (q < tree[at] ? 1 : 2);
    leaf[i] = at;
}
