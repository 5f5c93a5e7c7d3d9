// Pictures.
#include <cstdint>

// middle of 25 bytes, by counting how many are below a guess, bit by bit
extern "C" __global__ void img_middle_of_25_by_bits(const uint8_t *in, uint8_t *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int low = 0;
    for (int bit = 128; bit; bit >>= 1) {
        int guess = low | bit, below = 0;
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++) {
                int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
                below += in[yy * width + xx] < guess;
            }
        if (below <= 12) low = guess;
    }
    out[y * width + x] = (uint8_t)low;
}

// middle of nine floats by a short list of one's own
extern "C" __global__ void img_middle_of_nine_floats(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= width - 1 || y >= height - 1) return;
    float v[9];
    int k = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) v[k++] = in[(y + dy) * width + x + dx];
    for (int a = 0; a < 5; a++) {
        int least = a;
        for (int b = a + 1; b < 9; b++)
            if (v[b] < v[least]) least = b;
        float t = v[a];
        v[a] = v[least];
        v[least] = t;
    }
    out[y * width + x] = v[4];
}

// smooth where it is alike, edges stay
template <int RADIUS>
__global__ void bilateralFilter(const float *__restrict__ in, float *__restrict__ out, int width, int height, float spread, float likeness)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float centre = in[y * width + x], sum = 0.f, weights = 0.f;
    for (int dy = -RADIUS; dy <= RADIUS; dy++) {
        int yy = y + dy;
        if (yy < 0 || yy >= height) continue;
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            int xx = x + dx;
            if (xx < 0 || xx >= width) continue;
            float v = in[yy * width + xx], d = v - centre;
            float w = __expf(-(dx * dx + dy * dy) * spread - d * d * likeness);
            sum += w * v;
            weights += w;
        }
    }
    out[y * width + x] = sum / weights;
}
template __global__ void bilateralFilter<2>(const float *, float *, int, int, float, float);
template __global__ void bilateralFilter<5>(const float *, float *, int, int, float, float);

// a picture of bits grows by one in every direction
extern "C" __global__ void img_bits_grown(const uint32_t *in, uint32_t *out, int words, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height) return;
    uint32_t all = 0;
    for (int yy = max(y - 1, 0); yy <= min(y + 1, height - 1); yy++) {
        uint32_t c = in[yy * words + x];
        uint32_t l = x > 0 ? in[yy * words + x - 1] : 0, r = x + 1 < words ? in[yy * words + x + 1] : 0;
        all |= c | c << 1 | c >> 1 | l >> 31 | r << 31;
    }
    out[y * words + x] = all;
}

// lowest within a long window of a row, by van Herk: a block for a row
extern "C" __global__ void img_lowest_of_windows(const uint8_t *in, uint8_t *out, int width, int window)
{
    extern __shared__ uint8_t s[];
    uint8_t *forth = s, *back = s + width;
    const uint8_t *row = in + (size_t)blockIdx.x * width;
    int parts = (width + window - 1) / window;
    for (int p = threadIdx.x; p < parts; p += blockDim.x) {
        int from = p * window, to = min(from + window, width);
        uint8_t m = 255;
        for (int x = from; x < to; x++) forth[x] = m = min(m, row[x]);
        m = 255;
        for (int x = to - 1; x >= from; x--) back[x] = m = min(m, row[x]);
    }
    __syncthreads();
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
        int last = x + window - 1;
        uint8_t v = back[x];
        if (last < width) v = min(v, forth[last]);
        else if (x / window < parts - 1) v = min(v, forth[width - 1]);
        out[(size_t)blockIdx.x * width + x] = v;
    }
}

// distances along columns, down and up again
extern "C" __global__ void img_distance_down_and_up(const uint8_t *mask, unsigned short *distance, int width, int height, int level)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    unsigned d = 30000;
    for (int y = 0; y < height; y++) {
        d = mask[y * width + x] > level ? 0 : d + 1;
        distance[y * width + x] = (unsigned short)min(d, 30000u);
    }
    for (int y = height - 2; y >= 0; y--) {
        unsigned below = distance[(y + 1) * width + x] + 1u, here = distance[y * width + x];
        if (below < here) distance[y * width + x] = (unsigned short)below;
    }
}

// then along rows: outwards until no nearer one is possible
extern "C" __global__ void img_distance_along_rows(const unsigned short *columns, float *distance, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    const unsigned short *row = columns + (size_t)y * width;
    int best = row[x] * row[x];
    for (int d = 1; d * d < best; d++) {
        if (x - d < 0 && x + d >= width) break;
        if (x - d >= 0) {
            int v = row[x - d];
            best = min(best, v * v + d * d);
        }
        if (x + d < width) {
            int v = row[x + d];
            best = min(best, v * v + d * d);
        }
    }
    distance[(size_t)y * width + x] = sqrtf((float)best);
}

// a step of jumping floods: whose seed is nearest; none where it lies beyond the width
extern "C" __global__ void img_seeds_by_jumps(const ushort2 *in, ushort2 *out, int width, int height, int jump)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    ushort2 best = in[y * width + x];
    int least = best.x >= width ? 0x7fffffff : (best.x - x) * (best.x - x) + (best.y - y) * (best.y - y);
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            int xx = x + i * jump, yy = y + j * jump;
            if ((i == 0 && j == 0) || xx < 0 || yy < 0 || xx >= width || yy >= height) continue;
            ushort2 s = in[yy * width + xx];
            if (s.x >= width) continue;
            int d = (s.x - x) * (s.x - x) + (s.y - y) * (s.y - y);
            if (d < least) {
                least = d;
                best = s;
            }
        }
    out[y * width + x] = best;
}

// edges made thin: only who is highest across the edge stays
extern "C" __global__ void img_edges_made_thin(const float *in, uint8_t *out, int width, int height, float low, float high)
{
    __shared__ float g[10][34];
    __shared__ uint8_t way[8][32];
    int bx = blockIdx.x * 32, by = blockIdx.y * 8;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
        int x = min(max(bx + k % 34 - 1, 1), width - 2), y = min(max(by + k / 34 - 1, 1), height - 2);
        const float *p = in + (size_t)y * width + x;
        float dx = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[width - 1];
        float dy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[1 - width];
        g[k / 34][k % 34] = fabsf(dx) + fabsf(dy);
        int i = k % 34 - 1, j = k / 34 - 1;
        if (i >= 0 && i < 32 && j >= 0 && j < 8) {
            float a = fabsf(dx), b = fabsf(dy);
            way[j][i] = b < 0.4142f * a ? 0 : b > 2.4142f * a ? 2 : (dx > 0) == (dy > 0) ? 1 : 3;
        }
    }
    __syncthreads();
    int x = bx + threadIdx.x, y = by + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    float v = g[j][i], p, q;
    switch (way[threadIdx.y][threadIdx.x]) {
    case 0: p = g[j][i - 1]; q = g[j][i + 1]; break;
    case 1: p = g[j - 1][i - 1]; q = g[j + 1][i + 1]; break;
    case 2: p = g[j - 1][i]; q = g[j + 1][i]; break;
    default: p = g[j - 1][i + 1]; q = g[j + 1][i - 1];
    }
    out[(size_t)y * width + x] = v < low || v < p || v < q ? 0 : v >= high ? 255 : 128;
}

// marks spread within a tile over what is open, until nothing changes
extern "C" __global__ void img_marks_spread_in_tile(const uint8_t *open, const uint8_t *mark, uint8_t *out, int width, int height)
{
    __shared__ uint8_t m[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 512) (&m[0][0])[k] = 0;
    __syncthreads();
    bool inside = x < width && y < height, may = inside && open[y * width + x] > 0;
    if (inside && mark[y * width + x] == 0) m[ty][tx] = may;
    bool again = true;
    while (again) {
        __syncthreads();
        bool now = may && !m[ty][tx] && (m[ty - 1][tx] | m[ty + 1][tx] | m[ty][tx - 1] | m[ty][tx + 1]);
        again = __syncthreads_or(now);
        if (now) m[ty][tx] = 1;
    }
    __syncthreads();
    if (inside) out[y * width + x] = m[ty][tx];
}
