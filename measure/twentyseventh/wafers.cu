// Signals: filters, transforms, spectra.

__constant__ float taps_of_filter[256];

// finite response, number of taps at run time, tile and history in shared memory
extern "C" __global__ void sig_taps_from_table(const float *__restrict__ in, float *__restrict__ out, int n, int taps)
{
    extern __shared__ float part[];
    int base = blockIdx.x * blockDim.x;
    for (int t = threadIdx.x; t < blockDim.x + taps - 1; t += blockDim.x) {
        int i = base + t - (taps - 1);
        part[t] = i >= 0 && i < n ? in[i] : 0.f;
    }
    __syncthreads();
    if (base + threadIdx.x >= n) return;
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < taps; k++) sum += taps_of_filter[k] * part[threadIdx.x + taps - 1 - k];
    out[base + threadIdx.x] = sum;
}

struct Section {
    float b0, b1, b2, a1, a2;
};
__constant__ Section sections[6];

// a cascade of second order sections, a thread for a channel
template <int N>
__global__ void cascadeOfSections(const float *__restrict__ in, float *__restrict__ out, int channels, int length)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float u[N], v[N];
#pragma unroll
    for (int s = 0; s < N; s++) u[s] = v[s] = 0;
    for (int t = 0; t < length; t++) {
        float x = in[(size_t)t * channels + c];
#pragma unroll
        for (int s = 0; s < N; s++) {
            float y = sections[s].b0 * x + u[s];
            u[s] = sections[s].b1 * x - 0.5f * sections[s].a1 * y + v[s];
            v[s] = sections[s].b2 * x - 0.4f * sections[s].a2 * y;
            x = y;
        }
        out[(size_t)t * channels + c] = x;
    }
}
template __global__ void cascadeOfSections<2>(const float *, float *, int, int);
template __global__ void cascadeOfSections<5>(const float *, float *, int, int);

__constant__ float2 roots_of_one[512];

// a transform of 1024 points for each block, the roots from a table
extern "C" __global__ void __launch_bounds__(512) fft_thousand_from_table(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 a[1024];
    in += (size_t)blockIdx.x * 1024;
    out += (size_t)blockIdx.x * 1024;
    for (int k = threadIdx.x; k < 1024; k += 512) a[__brev(k) >> 22] = in[k];
    __syncthreads();
    for (int half = 1; half < 1024; half *= 2) {
        int j = threadIdx.x & (half - 1), i = 2 * (threadIdx.x - j) + j;
        float2 w = roots_of_one[j * (512 / half)], u = a[i], v = a[i + half];
        float x = v.x * w.x - v.y * w.y, y = v.x * w.y + v.y * w.x;
        a[i] = make_float2(u.x + x, u.y + y);
        a[i + half] = make_float2(u.x - x, u.y - y);
        __syncthreads();
    }
    for (int k = threadIdx.x; k < 1024; k += 512) out[k] = a[k];
}

// eight points in registers, plane by plane
extern "C" __global__ void fft_eights_in_registers(float2 *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 a[8], b[8];
#pragma unroll
    for (int k = 0; k < 8; k++) a[k] = data[(size_t)k * n + i];
    const float h = 0.70710678f;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        b[k] = make_float2(a[k].x + a[k + 4].x, a[k].y + a[k + 4].y);
        float2 d = make_float2(a[k].x - a[k + 4].x, a[k].y - a[k + 4].y);
        if (k == 1) d = make_float2(h * (d.x + d.y), h * (d.y - d.x));
        if (k == 2) d = make_float2(d.y, -d.x);
        if (k == 3) d = make_float2(h * (d.y - d.x), -h * (d.x + d.y));
        b[k + 4] = d;
    }
#pragma unroll
    for (int g = 0; g < 8; g += 4) {
        float2 p = make_float2(b[g].x + b[g + 2].x, b[g].y + b[g + 2].y), q = make_float2(b[g].x - b[g + 2].x, b[g].y - b[g + 2].y);
        float2 r = make_float2(b[g + 1].x + b[g + 3].x, b[g + 1].y + b[g + 3].y), s = make_float2(b[g + 1].y - b[g + 3].y, b[g + 3].x - b[g + 1].x);
        int o = g / 4;
        data[(size_t)o * n + i] = make_float2(p.x + r.x, p.y + r.y);
        data[(size_t)(o + 4) * n + i] = make_float2(p.x - r.x, p.y - r.y);
        data[(size_t)(o + 2) * n + i] = make_float2(q.x + s.x, q.y + s.y);
        data[(size_t)(o + 6) * n + i] = make_float2(q.x - s.x, q.y - s.y);
    }
}

// power at a few tones, a thread for a tone of a frame
extern "C" __global__ void sig_power_at_tones(const short *in, float *power, int frames, int length, int tones)
{
    int tone = threadIdx.x, f = blockIdx.x * blockDim.y + threadIdx.y;
    if (f >= frames || tone >= tones) return;
    float c = 2.f * cospif(2.f * (tone + 1) / (float)length), s1 = 0, s2 = 0;
    const short *p = in + (size_t)f * length;
    for (int t = 0; t < length; t++) {
        float s = p[t] * (1.f / 32768.f) + c * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    power[f * tones + tone] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

__constant__ float phases_of_filter[16][12];

// resampled by any ratio; which phase, the place says
extern "C" __global__ void sig_resampled_by_phases(const float *__restrict__ in, float *__restrict__ out, int n, unsigned step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long at = (unsigned long long)i * step;
    const float *p = in + (at >> 16);
    int phase = (at >> 12) & 15;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 12; k++) sum += phases_of_filter[phase][k] * p[k];
    out[i] = sum;
}

// likeness of each frame to itself, shifted; one lag for each thread
extern "C" __global__ void sig_frames_against_shifted(const float *in, float *out, int length, int lags)
{
    extern __shared__ float frame[];
    for (int t = threadIdx.x; t < length; t += blockDim.x) frame[t] = in[(size_t)blockIdx.x * length + t];
    __syncthreads();
    for (int lag = threadIdx.x; lag < lags; lag += blockDim.x) {
        float s = 0;
        for (int t = 0; t + lag < length; t++) s += frame[t] * frame[t + lag];
        out[blockIdx.x * lags + lag] = s;
    }
}
