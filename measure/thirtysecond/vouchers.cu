// Signals, rays and shapes.
#include <cuda_fp16.h>
#include <mma.h>

__constant__ float low_pass[64];

extern "C" __global__ void sig_low_pass_of_64(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = 0.0f;
    for (int k = 0; k < 64; k++)
        if (i - k >= 0)
            s += low_pass[k] * in[i - k];
    out[i] = s;
}

// eight results a thread from a window that slides through registers
extern "C" __global__ void __launch_bounds__(128) sig_low_pass_eight_at_once(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float s[1024 + 64];
    const int base = blockIdx.x * 1024;
    for (int k = threadIdx.x; k < 1088; k += 128) {
        int g = base + k - 64;
        s[k] = g >= 0 && g < n ? in[g] : 0.0f;
    }
    __syncthreads();
    float acc[8] = {};
#pragma unroll 8
    for (int k = 0; k < 64; k++) {
        float t = low_pass[k];
#pragma unroll
        for (int j = 0; j < 8; j++)
            acc[j] = fmaf(t, s[64 + threadIdx.x + 128 * j - k], acc[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        int g = base + threadIdx.x + 128 * j;
        if (g < n)
            out[g] = acc[j];
    }
}

struct Section {
    float b0, b1, b2, a1, a2;
};
__constant__ Section sections[8];

// a chain of sections over every channel; samples of a moment lie side by side
extern "C" __global__ void sig_chain_of_sections(const float *__restrict__ in, float *__restrict__ out, int channels, int samples, int stages)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;
    for (int s = 0; s < stages; s++) {
        const Section q = sections[s];
        const float *src = s == 0 ? in : out;
        float z1 = 0.0f, z2 = 0.0f;
        for (int t = 0; t < samples; t++) {
            float x = src[(size_t)t * channels + c];
            float y = q.b0 * x + z1;
            z1 = q.b1 * x - 0.25f * q.a1 * y + z2;
            z2 = q.b2 * x - 0.25f * q.a2 * y;
            out[(size_t)t * channels + c] = y;
        }
    }
}

// strength of one tone in each frame
extern "C" __global__ void sig_tone_in_each_frame(const short *samples, float *power, int frames, int length, float turn)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= frames)
        return;
    float k = 2.0f * cosf(turn), a = 0.0f, b = 0.0f;
    for (int t = 0; t < length; t++) {
        float s = samples[(long long)f * length + t] * (1.0f / 32768.0f) + k * a - b;
        b = a;
        a = s;
    }
    power[f] = a * a + b * b - k * a * b;
}

// pass of a transform by fours: n points, groups of p done before
extern "C" __global__ void fft_pass_by_fours(const float2 *__restrict__ in, float2 *__restrict__ out, int n, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, q = n / 4;
    if (i >= q)
        return;
    int k = i & (p - 1);
    float2 v[4];
    float angle = -6.2831853f * k / (4.0f * p);
#pragma unroll
    for (int r = 0; r < 4; r++) {
        float2 a = in[i + r * q];
        float s, c;
        __sincosf(angle * r, &s, &c);
        v[r] = make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
    }
    float2 e0 = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), e1 = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 o0 = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), o1 = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    int j = ((i - k) << 2) + k;
    out[j] = make_float2(e0.x + o0.x, e0.y + o0.y);
    out[j + p] = make_float2(e1.x + o1.x, e1.y + o1.y);
    out[j + 2 * p] = make_float2(e0.x - o0.x, e0.y - o0.y);
    out[j + 3 * p] = make_float2(e1.x - o1.x, e1.y - o1.y);
}

// a whole transform of 512 points by 256 threads in shared memory, in place in each row
extern "C" __global__ void __launch_bounds__(256) fft_of_512_in_a_block(float2 *data)
{
    __shared__ float2 s[512];
    float2 *row = data + (size_t)blockIdx.x * 512;
    for (int k = threadIdx.x; k < 512; k += 256)
        s[__brev(k) >> 23] = row[k];
    __syncthreads();
    for (int half = 1; half < 512; half *= 2) {
        int k = threadIdx.x & (half - 1), a = ((threadIdx.x - k) << 1) + k;
        float sn, cs;
        sincospif(-(float)k / half, &sn, &cs);
        float2 u = s[a], w = s[a + half];
        float2 t = make_float2(w.x * cs - w.y * sn, w.x * sn + w.y * cs);
        s[a] = make_float2(u.x + t.x, u.y + t.y);
        s[a + half] = make_float2(u.x - t.x, u.y - t.y);
        __syncthreads();
    }
    for (int k = threadIdx.x; k < 512; k += 256)
        row[k] = make_float2(s[k].x * 0.04419417f, s[k].y * 0.04419417f);
}

// sixteen frames of sixteen samples times a matrix of cosines; a warp for each sixteen frames
extern "C" __global__ void sig_cosines_of_sixteen_by_tensor(const __half *__restrict__ frames, const __half *__restrict__ cosines, float *__restrict__ out, int groups)
{
    using namespace nvcuda::wmma;
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (g >= groups)
        return;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    load_matrix_sync(a, frames + (size_t)g * 256, 16);
    load_matrix_sync(b, cosines, 16);
    mma_sync(c, a, b, c);
    store_matrix_sync(out + (size_t)g * 256, c, 16, mem_row_major);
}

__constant__ float2 coast[128];
__constant__ int coast_corners;

extern "C" __global__ void geo_on_land_or_water(const float2 *point, unsigned char *land, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 p = point[i];
    bool in = false;
    for (int k = 0, j = coast_corners - 1; k < coast_corners; j = k++) {
        float2 a = coast[k], b = coast[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    land[i] = in;
}

__constant__ float4 balls[96];

// a ray through each pixel, the nearest ball, a shade by its normal
extern "C" __global__ void geo_rays_meet_balls(float4 *picture, int w, int h, int count, float3 eye)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float dx = (x + 0.5f) / w - 0.5f, dy = (y + 0.5f) / h - 0.5f, dz = 1.0f;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= inv; dy *= inv; dz *= inv;
    float nearest = 1e30f;
    int which = -1;
    for (int k = 0; k < count; k++) {
        float4 s = balls[k];
        float ox = s.x - eye.x, oy = s.y - eye.y, oz = s.z - eye.z;
        float b = ox * dx + oy * dy + oz * dz, r = 0.1f * s.w;
        float disc = b * b - (ox * ox + oy * oy + oz * oz) + r * r;
        if (disc > 0.0f) {
            float t = b - sqrtf(disc);
            if (t > 1e-3f && t < nearest) {
                nearest = t;
                which = k;
            }
        }
    }
    float4 c = make_float4(0.1f, 0.1f, 0.3f, 1.0f);
    if (which >= 0) {
        float4 s = balls[which];
        float nx = eye.x + nearest * dx - s.x, ny = eye.y + nearest * dy - s.y, nz = eye.z + nearest * dz - s.z;
        float l = rsqrtf(nx * nx + ny * ny + nz * nz);
        float shade = fmaxf(0.2f, -(nx * dx + ny * dy + nz * dz) * l);
        c = make_float4(shade * s.x, shade * s.y, shade * s.z, 1.0f);
    }
    picture[(size_t)y * w + x] = c;
}

// steps towards a lattice of rounded posts, as long as nothing can be in the way
extern "C" __global__ void geo_walk_to_the_posts(float *depth, int w, int h, float radius, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float dx = (float)x / w - 0.5f, dy = (float)y / h - 0.5f, t = 0.0f;
    for (int k = 0; k < most; k++) {
        float px = t * dx, py = t * dy, pz = t - 0.5f;
        float qx = px - floorf(px) - 0.5f, qz = pz - floorf(pz) - 0.5f, qy = fabsf(py) - 1.0f;
        float side = sqrtf(qx * qx + qz * qz) - radius;
        float d = fmaxf(side, qy);
        if (d < 0.001f || t > 50.0f)
            break;
        t += 0.7f * fminf(d, 0.5f);
    }
    depth[y * w + x] = t;
}
