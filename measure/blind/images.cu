// Filters of pictures and video.
#include <stdint.h>

extern "C" __global__ void
img_sobel(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	const unsigned char *p = in + y * w + x;
	int gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
	int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
	out[y * w + x] = (unsigned char)min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}

extern "C" __global__ void
img_bilateral(const float *in, float *out, int w, int h, int radius, float space, float range)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float centre = in[y * w + x], sum = 0.0f, weight = 0.0f;
	for (int dy = -radius; dy <= radius; dy++)
		for (int dx = -radius; dx <= radius; dx++) {
			int sx = min(max(x + dx, 0), w - 1), sy = min(max(y + dy, 0), h - 1);
			float v = in[sy * w + sx], d = v - centre;
			float g = __expf(-(dx * dx + dy * dy) * space - d * d * range);
			sum += g * v;
			weight += g;
		}
	out[y * w + x] = sum / weight;
}

__device__ __forceinline__ void
sort2(unsigned char &a, unsigned char &b)
{
	unsigned char t = min(a, b);
	b = max(a, b);
	a = t;
}

/* Median of nine by a network. */
extern "C" __global__ void
img_median3(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	unsigned char v[9];
#pragma unroll
	for (int k = 0; k < 9; k++) {
		int sx = min(max(x + k % 3 - 1, 0), w - 1), sy = min(max(y + k / 3 - 1, 0), h - 1);
		v[k] = in[sy * w + sx];
	}
	sort2(v[1], v[2]), sort2(v[4], v[5]), sort2(v[7], v[8]);
	sort2(v[0], v[1]), sort2(v[3], v[4]), sort2(v[6], v[7]);
	sort2(v[1], v[2]), sort2(v[4], v[5]), sort2(v[7], v[8]);
	sort2(v[0], v[3]), sort2(v[5], v[8]), sort2(v[4], v[7]);
	sort2(v[3], v[6]), sort2(v[1], v[4]), sort2(v[2], v[5]);
	sort2(v[4], v[7]), sort2(v[4], v[2]), sort2(v[6], v[4]);
	sort2(v[4], v[2]);
	out[y * w + x] = v[4];
}

/* A box blur along columns: a thread slides down its own. */
extern "C" __global__ void
img_box_columns(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	float scale = 1.0f / (2 * r + 1), sum = in[x] * r;
	for (int y = 0; y <= r; y++)
		sum += in[y * w + x];
	for (int y = 0; y < h; y++) {
		out[y * w + x] = sum * scale;
		sum += in[min(y + r + 1, h - 1) * w + x] - in[max(y - r, 0) * w + x];
	}
}

/* A row of an integral image by one block that carries the sum on. */
extern "C" __global__ void
img_integral_rows(const unsigned char *__restrict__ in, unsigned *__restrict__ out, int w)
{
	__shared__ unsigned s[2][256];
	unsigned carry = 0;
	for (int base = 0; base < w; base += 256) {
		int x = base + threadIdx.x, from = 0;
		s[0][threadIdx.x] = x < w ? in[blockIdx.x * w + x] : 0;
		__syncthreads();
		for (int d = 1; d < 256; d *= 2) {
			unsigned v = s[from][threadIdx.x];
			if (threadIdx.x >= d)
				v += s[from][threadIdx.x - d];
			from ^= 1;
			s[from][threadIdx.x] = v;
			__syncthreads();
		}
		if (x < w)
			out[blockIdx.x * w + x] = carry + s[from][threadIdx.x];
		carry += s[from][255];
		__syncthreads();
	}
}

/* A histogram for each warp in shared memory, four pixels a load. */
extern "C" __global__ void
img_histogram(const uint32_t *pixels, unsigned *histogram, int words)
{
	__shared__ unsigned bins[8][256];
	unsigned *mine = bins[threadIdx.x / 32];
	for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x)
		(&bins[0][0])[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words;
	     i += gridDim.x * blockDim.x) {
		uint32_t four = pixels[i];
		atomicAdd(&mine[four & 255], 1u);
		atomicAdd(&mine[four >> 8 & 255], 1u);
		atomicAdd(&mine[four >> 16 & 255], 1u);
		atomicAdd(&mine[four >> 24], 1u);
	}
	__syncthreads();
	unsigned sum = 0;
	for (int w = 0; w < 8; w++)
		sum += bins[w][threadIdx.x];
	atomicAdd(&histogram[threadIdx.x], sum);
}

extern "C" __global__ void
img_equalise(const uchar4 *in, uchar4 *out, const unsigned char *table, int n)
{
	__shared__ unsigned char lut[256];
	lut[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		uchar4 p = in[i];
		out[i] = make_uchar4(lut[p.x], lut[p.y], lut[p.z], p.w);
	}
}

extern "C" __global__ void
img_resize(const float *__restrict__ in, float *__restrict__ out, int w, int h, int ow, int oh)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= ow || y >= oh)
		return;
	float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
	int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
	float ax = fx - x0, ay = fy - y0;
	int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
	x0 = max(x0, 0), y0 = max(y0, 0);
	for (int c = 0; c < 3; c++) {
		float a = in[(y0 * w + x0) * 3 + c], b = in[(y0 * w + x1) * 3 + c];
		float d = in[(y1 * w + x0) * 3 + c], e = in[(y1 * w + x1) * 3 + c];
		out[(y * ow + x) * 3 + c] =
			(a * (1 - ax) + b * ax) * (1 - ay) + (d * (1 - ax) + e * ax) * ay;
	}
}

extern "C" __global__ void
img_rgb_to_yuv(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = in[i];
	float r = p.x, g = p.y, b = p.z;
	float y = 0.299f * r + 0.587f * g + 0.114f * b;
	float u = -0.14713f * r - 0.28886f * g + 0.436f * b + 128.0f;
	float v = 0.615f * r - 0.51499f * g - 0.10001f * b + 128.0f;
	out[i] = make_uchar4((unsigned char)fminf(fmaxf(y, 0.0f), 255.0f),
			     (unsigned char)fminf(fmaxf(u, 0.0f), 255.0f),
			     (unsigned char)fminf(fmaxf(v, 0.0f), 255.0f), p.w);
}

/* Erosion by a cross of radius 3, the tile and its rim in shared memory. */
extern "C" __global__ void
img_erode(const unsigned char *in, unsigned char *out, int w, int h)
{
	__shared__ unsigned char tile[22][38];
	int bx = blockIdx.x * 32 - 3, by = blockIdx.y * 16 - 3;
	for (int ty = threadIdx.y; ty < 22; ty += 16)
		for (int tx = threadIdx.x; tx < 38; tx += 32) {
			int x = bx + tx, y = by + ty;
			tile[ty][tx] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 255;
		}
	__syncthreads();
	int x = bx + 3 + threadIdx.x, y = by + 3 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	unsigned char least = 255;
	for (int d = -3; d <= 3; d++) {
		least = min(least, tile[threadIdx.y + 3 + d][threadIdx.x + 3]);
		least = min(least, tile[threadIdx.y + 3][threadIdx.x + 3 + d]);
	}
	out[y * w + x] = least;
}

/* Turned by an angle, nearest pixel. */
extern "C" __global__ void
img_rotate(const uint32_t *in, uint32_t *out, int w, int h, float c, float s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float dx = x - 0.5f * w, dy = y - 0.5f * h;
	int sx = __float2int_rn(c * dx - s * dy + 0.5f * w),
	    sy = __float2int_rn(s * dx + c * dy + 0.5f * h);
	out[y * w + x] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0xff000000u;
}
