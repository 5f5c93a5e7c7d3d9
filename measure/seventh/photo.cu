// Filters of pictures.
#include <cuda_runtime.h>

extern "C" __global__ void flt_sobel(const unsigned char *in, unsigned char *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
		return;
	int a = in[(y - 1) * width + x - 1], b = in[(y - 1) * width + x], c = in[(y - 1) * width + x + 1];
	int d = in[y * width + x - 1], f = in[y * width + x + 1];
	int g = in[(y + 1) * width + x - 1], h = in[(y + 1) * width + x], i = in[(y + 1) * width + x + 1];
	int gx = c + 2 * f + i - a - 2 * d - g;
	int gy = g + 2 * h + i - a - 2 * b - c;
	int m = (int)sqrtf((float)(gx * gx + gy * gy));
	out[y * width + x] = m > 255 ? 255 : m;
}

__device__ void order(float &a, float &b)
{
	float t = a;
	a = fminf(a, b);
	b = fmaxf(t, b);
}

extern "C" __global__ void flt_median_3x3(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float v[9];
	int k = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int sx = min(max(x + dx, 0), width - 1), sy = min(max(y + dy, 0), height - 1);
			v[k++] = in[sy * width + sx];
		}
#pragma unroll
	for (int i = 0; i < 5; i++)
#pragma unroll
		for (int j = i + 1; j < 9; j++)
			order(v[i], v[j]);
	out[y * width + x] = v[4];
}

extern "C" __global__ void flt_bilateral(const float *in, float *out, int width, int height, int radius,
                                         float space, float range)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float centre = in[y * width + x], sum = 0.0f, weights = 0.0f;
	for (int dy = -radius; dy <= radius; dy++)
		for (int dx = -radius; dx <= radius; dx++) {
			int sx = min(max(x + dx, 0), width - 1), sy = min(max(y + dy, 0), height - 1);
			float v = in[sy * width + sx], d = v - centre;
			float w = __expf(-(dx * dx + dy * dy) * space - d * d * range);
			sum += w * v;
			weights += w;
		}
	out[y * width + x] = sum / weights;
}

extern "C" __global__ void flt_rgb_to_grey(const uchar3 *in, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		uchar3 p = in[i];
		out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
	}
}

extern "C" __global__ void flt_resize_bilinear(const uchar4 *in, uchar4 *out, int w, int h, int ow,
                                               int oh)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= ow || y >= oh)
		return;
	float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
	int x0 = max((int)floorf(fx), 0), y0 = max((int)floorf(fy), 0);
	int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
	float ax = fx - x0, ay = fy - y0;
	uchar4 a = in[y0 * w + x0], b = in[y0 * w + x1], c = in[y1 * w + x0], d = in[y1 * w + x1];
	uchar4 r;
	r.x = (1 - ay) * ((1 - ax) * a.x + ax * b.x) + ay * ((1 - ax) * c.x + ax * d.x);
	r.y = (1 - ay) * ((1 - ax) * a.y + ax * b.y) + ay * ((1 - ax) * c.y + ax * d.y);
	r.z = (1 - ay) * ((1 - ax) * a.z + ax * b.z) + ay * ((1 - ax) * c.z + ax * d.z);
	r.w = 255;
	out[y * ow + x] = r;
}
