// Pictures, sound, waves.
#include <cstddef>
#include <cstdint>

__constant__ float bilateral_near[121];

template <int R>
__global__ void edgesKept(const float *__restrict__ in, float *__restrict__ out, int width, int height, float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float mid = in[y * width + x], sum = 0, all = 0;
    for (int dy = -R; dy <= R; dy++) {
        int yy = min(max(y + dy, 0), height - 1);
        for (int dx = -R; dx <= R; dx++) {
            int xx = min(max(x + dx, 0), width - 1);
            float v = in[yy * width + xx], d = v - mid;
            float w = bilateral_near[(dy + R) * (2 * R + 1) + dx + R] * __expf(-d * d * range);
            sum += w * v;
            all += w;
        }
    }
    out[y * width + x] = sum / (all + 1e-6f);
}
template __global__ void edgesKept<2>(const float *, float *, int, int, float);
template __global__ void edgesKept<5>(const float *, float *, int, int, float);

extern "C" __global__ void img_sobel_tile_of_bytes(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int width, int height)
{
    __shared__ uint8_t t[18][34];
    int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 512) {
        int x = min(max(x0 + k % 34, 0), width - 1), y = min(max(y0 + k / 34, 0), height - 1);
        t[k / 34][k % 34] = in[y * width + x];
    }
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int gx = t[j - 1][i + 1] + 2 * t[j][i + 1] + t[j + 1][i + 1] - t[j - 1][i - 1] - 2 * t[j][i - 1] - t[j + 1][i - 1];
    int gy = t[j + 1][i - 1] + 2 * t[j + 1][i] + t[j + 1][i + 1] - t[j - 1][i - 1] - 2 * t[j - 1][i] - t[j - 1][i + 1];
    float g = sqrtf((float)(gx * gx + gy * gy));
    out[y * width + x] = g > 255.0f ? 255 : (uint8_t)g;
}

__device__ __forceinline__ void order(float &a, float &b)
{
    float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}

// Nineteen exchanges bring the middle one of nine into place.
extern "C" __global__ void img_median_by_nineteen_exchanges(const float *in, float *out, unsigned width, unsigned height, unsigned pitch)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x + 1 >= width || y + 1 >= height) return;
    const float *p = in + (y - 1) * pitch + x - 1;
    float a = p[0], b = p[1], c = p[2], d = p[pitch], e = p[pitch + 1], f = p[pitch + 2], g = p[2 * pitch],
          h = p[2 * pitch + 1], i = p[2 * pitch + 2];
    order(b, c); order(e, f); order(h, i); order(a, b); order(d, e); order(g, h); order(b, c); order(e, f); order(h, i);
    order(a, d); order(f, i); order(e, h); order(d, g); order(b, e); order(c, f); order(e, h); order(e, c); order(g, e);
    order(e, c);
    out[y * pitch + x] = e;
}

// Running sums along each row, a block to a row, four pixels a thread.
extern "C" __global__ void img_integral_along_each_row(const uchar4 *__restrict__ in, uint4 *__restrict__ out, int quads)
{
    __shared__ unsigned of_warp[32];
    unsigned carry = 0;
    in += (size_t)blockIdx.x * quads;
    out += (size_t)blockIdx.x * quads;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    for (int start = 0; start < quads; start += blockDim.x) {
        int q = start + threadIdx.x;
        uchar4 v = q < quads ? in[q] : make_uchar4(0, 0, 0, 0);
        uint4 s = make_uint4(v.x, v.x + v.y, v.x + v.y + v.z, v.x + v.y + v.z + v.w);
        unsigned run = s.w;
        for (int d = 1; d < 32; d *= 2) {
            unsigned o = __shfl_up_sync(0xffffffffu, run, d);
            if (lane >= d) run += o;
        }
        if (lane == 31) of_warp[warp] = run;
        __syncthreads();
        unsigned before = carry + run - s.w;
        for (int w = 0; w < warps; w++) {
            if (w < warp) before += of_warp[w];
            carry += of_warp[w];
        }
        if (q < quads) out[q] = make_uint4(s.x + before, s.y + before, s.z + before, s.w + before);
        __syncthreads();
    }
}

// A pass of Stockham's transform with radix 2: `half` is n / 2, `done` the length already done.
extern "C" __global__ void fft_pass_radix_two(const float2 *__restrict__ in, float2 *__restrict__ out, int half, int done)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    int k = i & (done - 1);
    float2 a = in[i], b = in[i + half];
    float s, c;
    sincospif(-(float)k / done, &s, &c);
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int to = (i - k) * 2 + k;
    out[to] = make_float2(a.x + t.x, a.y + t.y);
    out[to + done] = make_float2(a.x - t.x, a.y - t.y);
}

// 256 points in a block of 64 threads, radix 4, in shared memory.
extern "C" __global__ void __launch_bounds__(64) fft_two_fifty_six_in_shared(const float2 *in, float2 *out)
{
    __shared__ float2 a[256];
    int t = threadIdx.x;
    float2 v[4];
    for (int q = 0; q < 4; q++)
        v[q] = in[blockIdx.x * 256 + t + 64 * q];
    for (int done = 1; done < 256; done *= 4) {
        int k = t & (done - 1);
        for (int q = 1; q < 4; q++) {
            float s, c;
            __sincosf(-6.2831853f * q * k / (4 * done), &s, &c);
            v[q] = make_float2(v[q].x * c - v[q].y * s, v[q].x * s + v[q].y * c);
        }
        float2 e = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), f = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
        float2 g = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), h = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
        int to = (t - k) * 4 + k;
        __syncthreads();
        a[to] = make_float2(e.x + g.x, e.y + g.y);
        a[to + done] = make_float2(f.x + h.x, f.y + h.y);
        a[to + 2 * done] = make_float2(e.x - g.x, e.y - g.y);
        a[to + 3 * done] = make_float2(f.x - h.x, f.y - h.y);
        __syncthreads();
        for (int q = 0; q < 4; q++)
            v[q] = a[t + 64 * q];
    }
    for (int q = 0; q < 4; q++)
        out[blockIdx.x * 256 + t + 64 * q] = v[q];
}

__constant__ float audio_taps[64];

// Stereo samples of 16 bits through a filter; a block holds its stretch in shared memory.
extern "C" __global__ void sig_stereo_filter_of_shorts(const short2 *in, short2 *out, int n, int taps)
{
    extern __shared__ short2 stretch[];
    int base = blockIdx.x * blockDim.x;
    for (int k = threadIdx.x; k < blockDim.x + taps - 1; k += blockDim.x) {
        int p = base + k - (taps - 1);
        stretch[k] = p >= 0 && p < n ? in[p] : make_short2(0, 0);
    }
    __syncthreads();
    int i = base + threadIdx.x;
    if (i >= n) return;
    float l = 0, r = 0;
    for (int k = 0; k < taps; k++) {
        short2 s = stretch[threadIdx.x + taps - 1 - k];
        l += audio_taps[k] * s.x;
        r += audio_taps[k] * s.y;
    }
    out[i] = make_short2((short)__float2int_rn(fminf(fmaxf(l, -32768.f), 32767.f)), (short)__float2int_rn(fminf(fmaxf(r, -32768.f), 32767.f)));
}

// Best match of each 16 x 16 block within four pixels: 81 places, a thread to each.
extern "C" __global__ void vid_motion_of_blocks(const uint8_t *__restrict__ now, const uint8_t *__restrict__ before,
                                                unsigned *__restrict__ best, int width, int height)
{
    __shared__ unsigned block[16][4];
    __shared__ uint8_t area[24][24];
    __shared__ unsigned least;
    int bx = blockIdx.x * 16, by = blockIdx.y * 16, t = threadIdx.x;
    if (t == 0) least = 0xffffffffu;
    if (t < 64) block[t / 4][t % 4] = *(const unsigned *)(now + (by + t / 4) * width + bx + t % 4 * 4);
    for (int k = t; k < 576; k += blockDim.x) {
        int x = min(max(bx + k % 24 - 4, 0), width - 1), y = min(max(by + k / 24 - 4, 0), height - 1);
        area[k / 24][k % 24] = before[y * width + x];
    }
    __syncthreads();
    if (t < 81) {
        int dx = t % 9, dy = t / 9;
        unsigned sad = 0;
        for (int y = 0; y < 16; y++)
            for (int q = 0; q < 4; q++) {
                const uint8_t *p = &area[y + dy][q * 4 + dx];
                unsigned w = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
                sad += __vsadu4(block[y][q], w);
            }
        atomicMin(&least, sad << 8 | t);
    }
    __syncthreads();
    if (t == 0) best[blockIdx.y * gridDim.x + blockIdx.x] = least;
}
