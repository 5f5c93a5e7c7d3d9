// Pictures: tables, colours, warps, small filters.

__constant__ unsigned char tone_curve[256];

// each byte through a curve, four of a word
extern "C" __global__ void img_tones_by_curve(const uchar4 *in, uchar4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        p.x = tone_curve[p.x];
        p.y = tone_curve[p.y];
        p.z = tone_curve[p.z];
        out[i] = p;
    }
}

__constant__ uchar4 palette_of_screen[256];

// indexed pixels to colours
extern "C" __global__ void img_screen_from_palette(const unsigned char *__restrict__ index, uchar4 *__restrict__ out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = palette_of_screen[index[i]];
}

struct ColourRows {
    float4 r, g, b;
};
__constant__ ColourRows colour_rows;

// three by four matrix on planar colour, clipped
extern "C" __global__ void img_planes_through_matrix(const float *r, const float *g, const float *b, float *ro, float *go, float *bo, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = r[i], y = g[i], z = b[i];
    ro[i] = __saturatef(colour_rows.r.x * x + colour_rows.r.y * y + colour_rows.r.z * z + colour_rows.r.w);
    go[i] = __saturatef(colour_rows.g.x * x + colour_rows.g.y * y + colour_rows.g.z * z + colour_rows.g.w);
    bo[i] = __saturatef(colour_rows.b.x * x + colour_rows.b.y * y + colour_rows.b.z * z + colour_rows.b.w);
}

__constant__ unsigned char bayer_of_eight[64];

// grey to black and white, thirty-two pixels of a word by a vote
extern "C" __global__ void img_dither_to_bits(const unsigned char *grey, unsigned *bits, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    bool on = x < w && y < h && grey[(size_t)y * w + x] > bayer_of_eight[(y & 7) * 8 + (x & 7)];
    unsigned word = __ballot_sync(0xffffffffu, on);
    if (threadIdx.x == 0 && y < h) bits[y * ((w + 31) / 32) + blockIdx.x] = word;
}

// unsharp mask of small radius on packed colours
extern "C" __global__ void img_sharper_packed(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int w, int h, float amount)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float3 sum = make_float3(0, 0, 0);
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++) {
            uchar4 p = in[min(max(y + b, 0), h - 1) * w + min(max(x + a, 0), w - 1)];
            sum.x += p.x;
            sum.y += p.y;
            sum.z += p.z;
        }
    uchar4 m = in[y * w + x];
    m.x = (unsigned char)fminf(fmaxf(m.x + amount * (m.x - sum.x / 9.0f), 0.f), 255.f);
    m.y = (unsigned char)fminf(fmaxf(m.y + amount * (m.y - sum.y / 9.0f), 0.f), 255.f);
    m.z = (unsigned char)fminf(fmaxf(m.z + amount * (m.z - sum.z / 9.0f), 0.f), 255.f);
    out[y * w + x] = m;
}

template <typename T>
__device__ __forceinline__ void order(T &a, T &b)
{
    T t = a < b ? a : b;
    b = a < b ? b : a;
    a = t;
}

// median of a cross of five, out of shared memory
template <typename T>
__global__ void medianOfCross(const T *in, T *out, int w, int h)
{
    __shared__ T s[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int t = threadIdx.y * 16 + threadIdx.x; t < 324; t += 256) {
        int a = min(max((int)blockIdx.x * 16 + t % 18 - 1, 0), w - 1), b = min(max((int)blockIdx.y * 16 + t / 18 - 1, 0), h - 1);
        s[t / 18][t % 18] = in[b * w + a];
    }
    __syncthreads();
    if (x >= w || y >= h) return;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    T a = s[j][i], b = s[j][i - 1], c = s[j][i + 1], d = s[j - 1][i], e = s[j + 1][i];
    order(a, b);
    order(c, d);
    order(a, c);
    order(b, d);
    order(b, e);
    order(b, c);
    out[y * w + x] = c < e ? c : e;
}
template __global__ void medianOfCross<float>(const float *, float *, int, int);
template __global__ void medianOfCross<unsigned char>(const unsigned char *, unsigned char *, int, int);

__constant__ float turn_and_shift[6];

// affine warp, four neighbours blended
extern "C" __global__ void img_warp_by_six(const float *__restrict__ in, float *__restrict__ out, int w, int h, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float u = turn_and_shift[0] * x + turn_and_shift[1] * y + turn_and_shift[2] * w;
    float v = turn_and_shift[3] * x + turn_and_shift[4] * y + turn_and_shift[5] * h;
    float fu = floorf(u), fv = floorf(v);
    int a = (int)fu, b = (int)fv;
    float value = 0;
    if (a >= 0 && b >= 0 && a < w - 1 && b < h - 1) {
        float p = u - fu, q = v - fv;
        const float *s = in + b * w + a;
        value = (1 - q) * ((1 - p) * s[0] + p * s[1]) + q * ((1 - p) * s[w] + p * s[w + 1]);
    }
    out[y * ow + x] = value;
}

__constant__ float cosines_of_eight[64];

// blocks of eight by eight into frequencies: rows, then columns
extern "C" __global__ void img_cosine_blocks(const float *in, float *out, int w)
{
    __shared__ float a[8][8][9], b[8][8][9];
    int x = threadIdx.x, y = threadIdx.y, g = threadIdx.z;
    size_t at = (size_t)(blockIdx.y * 8 + y) * w + (blockIdx.x * 8 + g) * 8 + x;
    a[g][y][x] = in[at];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 8; k++) s += cosines_of_eight[x * 8 + k] * a[g][y][k];
    b[g][y][x] = s;
    __syncthreads();
    s = 0;
    for (int k = 0; k < 8; k++) s += cosines_of_eight[y * 8 + k] * b[g][k][x];
    out[at] = s;
}
