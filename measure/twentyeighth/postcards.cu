// Pictures: tables, palettes, colour, warps and votes.

struct Grade { float lift[3], gain[3], power[3], saturation; };
struct Affine { float a, b, c, d, tx, ty; };

__constant__ unsigned char tone_curve[256];
__constant__ uchar4 palette_of_frame[256];
__constant__ Grade grade;
__constant__ unsigned char bayer[64];
__constant__ float2 angle_table[180];

// a curve of bytes for each of four channels
extern "C" __global__ void img_tone_curve_bytes(const uchar4 *in, uchar4 *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = in[i];
        p.x = tone_curve[p.x];
        p.y = tone_curve[p.y];
        p.z = tone_curve[p.z];
        out[i] = p;
    }
}

// one byte of index to four of colour
extern "C" __global__ void img_palette_to_colours(const unsigned char *__restrict__ index, uchar4 *__restrict__ out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = palette_of_frame[index[i]];
}

// lift, gain, power and saturation on three planes
extern "C" __global__ void img_grade_planes(float *r, float *g, float *b, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[3] = {r[i], g[i], b[i]};
#pragma unroll
    for (int k = 0; k < 3; k++) v[k] = __powf(fmaxf(v[k] * grade.gain[k] + grade.lift[k], 1e-6f), grade.power[k]);
    const float grey = 0.2126f * v[0] + 0.7152f * v[1] + 0.0722f * v[2];
    r[i] = grey + grade.saturation * (v[0] - grey);
    g[i] = grey + grade.saturation * (v[1] - grey);
    b[i] = grey + grade.saturation * (v[2] - grey);
}

// ordered dither, eight levels of threshold by place
extern "C" __global__ void img_dither_by_place(const unsigned char *grey, unsigned *bits, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    bool on = false;
    if (x < w && y < h) on = grey[y * w + x] > bayer[(y & 7) * 8 + (x & 7)];
    const unsigned word = __ballot_sync(0xffffffffu, on);
    if ((threadIdx.x & 31) == 0 && x < w && y < h) bits[y * ((w + 31) / 32) + x / 32] = word;
}

// picture under an affine map, bilinear, grey floats
extern "C" __global__ void img_affine_bilinear(const float *__restrict__ in, int w, int h, float *__restrict__ out, int ow, int oh, Affine m)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    const float u = m.a * x + m.b * y + m.tx, v = m.c * x + m.d * y + m.ty;
    const int iu = (int)floorf(u), iv = (int)floorf(v);
    float value = 0.0f;
    if (iu >= 0 && iv >= 0 && iu < w - 1 && iv < h - 1) {
        const float fu = u - iu, fv = v - iv;
        const float *p = in + iv * w + iu;
        value = (p[0] * (1 - fu) + p[1] * fu) * (1 - fv) + (p[w] * (1 - fu) + p[w + 1] * fu) * fv;
    }
    out[y * ow + x] = value;
}

// votes of edge points for lines: 180 angles each
extern "C" __global__ void img_lines_by_votes(const unsigned char *edge, int *votes, int w, int h, int rhos, int threshold)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h || edge[y * w + x] < threshold) return;
    for (int a = 0; a < 180; a++) {
        const float2 t = angle_table[a];
        const int rho = (int)(x * t.x + y * t.y) + rhos / 2;
        if (rho >= 0 && rho < rhos) atomicAdd(&votes[a * rhos + rho], 1);
    }
}

__device__ __forceinline__ void keepOrder(float &a, float &b)
{
    const float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}

// median of three by three by a network of comparisons
extern "C" __global__ void __launch_bounds__(256, 4) img_median_by_network(const float *in, float *out, int w, int h)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[min(max(y + k / 3 - 1, 0), h - 1) * w + min(max(x + k % 3 - 1, 0), w - 1)];
    keepOrder(v[1], v[2]); keepOrder(v[4], v[5]); keepOrder(v[7], v[8]);
    keepOrder(v[0], v[1]); keepOrder(v[3], v[4]); keepOrder(v[6], v[7]);
    keepOrder(v[1], v[2]); keepOrder(v[4], v[5]); keepOrder(v[7], v[8]);
    keepOrder(v[0], v[3]); keepOrder(v[5], v[8]); keepOrder(v[4], v[7]);
    keepOrder(v[3], v[6]); keepOrder(v[1], v[4]); keepOrder(v[2], v[5]);
    keepOrder(v[4], v[7]); keepOrder(v[4], v[2]); keepOrder(v[6], v[4]); keepOrder(v[4], v[2]);
    out[y * w + x] = v[4];
}
