// Filters and pictures, most of them with tables in constant memory.

__constant__ float row_taps[33];

// Rows of a separable filter, the number of taps known when compiling.
template <int RADIUS>
__global__ void tapsOverRow(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	__shared__ float line[256 + 2 * RADIUS];
	int y = blockIdx.y, x = blockIdx.x * 256 + threadIdx.x;
	const float *row = in + (size_t)y * w;
	for (int k = threadIdx.x; k < 256 + 2 * RADIUS; k += 256) {
		int g = (int)blockIdx.x * 256 + k - RADIUS;
		line[k] = g >= 0 && g < w ? row[g] : 0.f;
	}
	__syncthreads();
	if (x >= w)
		return;
	float sum = 0.f;
#pragma unroll
	for (int k = 0; k <= 2 * RADIUS; k++)
		sum += row_taps[k] * line[threadIdx.x + k];
	out[(size_t)y * w + x] = sum;
}
template __global__ void tapsOverRow<3>(const float *, float *, int, int);
template __global__ void tapsOverRow<16>(const float *, float *, int, int);

// Columns, the number of taps told at the launch.
extern "C" __global__ void conv_columns_any_reach(const float *in, float *out, int w, int h, int reach)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float sum = 0.f;
		for (int k = -reach; k <= reach; k++) {
			int yy = min(max(y + k, 0), h - 1);
			sum += row_taps[k + reach] * in[yy * w + x];
		}
		out[y * w + x] = sum;
	}
}

__constant__ float bank[16 * 25];

// A bank of 5 x 5 filters, one for each layer of the grid; four pixels downwards for a thread.
extern "C" __global__ void conv_bank_of_fives(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	const float *f = bank + blockIdx.z * 25;
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
	int ow = w - 4, oh = h - 4;
	if (x >= ow || y0 >= oh)
		return;
	float acc[4] = {0.f, 0.f, 0.f, 0.f};
#pragma unroll
	for (int r = 0; r < 8; r++) {
		int y = min(y0 + r, h - 1);
#pragma unroll
		for (int c = 0; c < 5; c++) {
			float v = in[y * w + x + c];
#pragma unroll
			for (int k = 0; k < 4; k++)
				if (r - k >= 0 && r - k < 5)
					acc[k] += v * f[(r - k) * 5 + c];
		}
	}
	float *to = out + (size_t)blockIdx.z * ow * oh;
#pragma unroll
	for (int k = 0; k < 4; k++)
		if (y0 + k < oh)
			to[(y0 + k) * ow + x] = fmaxf(acc[k], 0.f);
}

__constant__ unsigned paints[256];

// Indexed colours to packed ones.
extern "C" __global__ void img_paints_from_numbers(const unsigned char *numbers, unsigned *pixels, size_t n)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		pixels[i] = paints[numbers[i]];
}

__constant__ unsigned char tone[256];

// A tone curve over four bytes in a word.
extern "C" __global__ void img_tone_of_words(unsigned *words, const unsigned *from, unsigned n)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = from[i];
		words[i] = tone[v & 255] | tone[v >> 8 & 255] << 8 | tone[v >> 16 & 255] << 16 | (unsigned)tone[v >> 24] << 24;
	}
}

struct Lens {
	float cx, cy, k1, k2, scale, gain;
};
__constant__ Lens lens;

// Straightens what a wide lens has bent, bilinear.
extern "C" __global__ void img_straighten_wide_lens(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float dx = (float)x / w - lens.cx, dy = (float)y / w - lens.cy * h / w, r2 = dx * dx + dy * dy;
	float bend = lens.scale * (1.f + r2 * (lens.k1 + r2 * lens.k2));
	float sx = (lens.cx + dx * bend) * w, sy = lens.cy * h + dy * bend * w;
	sx = fminf(fmaxf(sx, 0.f), w - 1.001f);
	sy = fminf(fmaxf(sy, 0.f), h - 1.001f);
	int ix = min((int)sx, w - 2), iy = min((int)sy, h - 2);
	float fx = sx - ix, fy = sy - iy;
	const float *p = in + iy * w + ix;
	float top = p[0] + fx * (p[1] - p[0]), low = p[w] + fx * (p[w + 1] - p[w]);
	out[y * w + x] = lens.gain * (top + fy * (low - top));
}

__constant__ unsigned char threshold_map[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26}, {12, 44, 4, 36, 14, 46, 6, 38},
    {60, 28, 52, 20, 62, 30, 54, 22}, {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
    {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};

// Ordered dither of grey to one bit, a word of bits for a warp.
extern "C" __global__ void img_dots_for_printer(const unsigned char *grey, unsigned *bits, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	bool on = x < w && grey[y * w + x] >> 2 > threshold_map[y & 7][x & 7];
	unsigned word = __ballot_sync(0xffffffffu, on);
	int words = (w + 31) / 32;
	if ((threadIdx.x & 31) == 0 && x / 32 < words)
		bits[y * words + x / 32] = word;
}

__constant__ float4 mixing[3];

// Three rows of a colour matrix with an offset.
extern "C" __global__ void __launch_bounds__(192) img_mix_three_planes(const float *r, const float *g, const float *b, float *out, int n)
{
	int i = blockIdx.x * 192 + threadIdx.x;
	if (i >= n)
		return;
	float x = r[i], y = g[i], z = b[i];
#pragma unroll
	for (int k = 0; k < 3; k++) {
		float4 m = mixing[k];
		out[k * n + i] = __saturatef(m.x * x + m.y * y + m.z * z + m.w);
	}
}

// The middle one of a pixel and its four neighbours, bytes.
__device__ __forceinline__ void order(int &a, int &b)
{
	int t = min(a, b);
	b = max(a, b);
	a = t;
}
extern "C" __global__ void img_middle_of_cross(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int a = in[y * w + x], b = in[y * w + max(x - 1, 0)], c = in[y * w + min(x + 1, w - 1)];
	int d = in[max(y - 1, 0) * w + x], e = in[min(y + 1, h - 1) * w + x];
	order(a, b);
	order(d, e);
	order(a, d);
	order(b, e);
	order(b, c);
	order(c, d);
	order(b, c);
	out[y * w + x] = (unsigned char)max(min(c, d), b);
}
