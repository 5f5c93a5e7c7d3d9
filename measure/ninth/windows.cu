/*
 * Convolutions, pools and picture filters.
 */
__constant__ float taps[64];
__constant__ float kernel5[25];

extern "C" __global__ void
win_line_constant(const float *in, float *out, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0.0f;
	int start = i - width / 2;
	for (int j = 0; j < width; j++)
		if (start + j >= 0 && start + j < n)
			sum += in[start + j] * taps[j];
	out[i] = sum;
}

/* Filter of any size in global memory, edges by clamping. */
extern "C" __global__ void
win_plane_any(const float *in, const float *filter, float *out, int w, int h, int radius)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0.0f;
	int side = 2 * radius + 1;
	for (int fy = -radius; fy <= radius; fy++) {
		int yy = min(max(y + fy, 0), h - 1);
		for (int fx = -radius; fx <= radius; fx++) {
			int xx = min(max(x + fx, 0), w - 1);
			sum += filter[(fy + radius) * side + fx + radius] * in[yy * w + xx];
		}
	}
	out[y * w + x] = sum;
}

template <int RADIUS>
__global__ void
win_plane_tile(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	constexpr int SIDE = 16 + 2 * RADIUS;
	__shared__ float tile[SIDE][SIDE];
	int bx = blockIdx.x * 16 - RADIUS, by = blockIdx.y * 16 - RADIUS;
	for (int y = threadIdx.y; y < SIDE; y += 16)
		for (int x = threadIdx.x; x < SIDE; x += 16) {
			int gx = bx + x, gy = by + y;
			tile[y][x] =
				gx >= 0 && gy >= 0 && gx < w && gy < h ? in[gy * w + gx] : 0.0f;
		}
	__syncthreads();
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0.0f;
#pragma unroll
	for (int j = 0; j <= 2 * RADIUS; j++)
#pragma unroll
		for (int i = 0; i <= 2 * RADIUS; i++)
			sum += tile[threadIdx.y + j][threadIdx.x + i] *
			       kernel5[j * (2 * RADIUS + 1) + i];
	out[y * w + x] = sum;
}
template __global__ void win_plane_tile<1>(const float *, float *, int, int);
template __global__ void win_plane_tile<2>(const float *, float *, int, int);

/* Depthwise 3 x 3 of channels that lie together. */
extern "C" __global__ void
win_depthwise(const float *in, const float *weight, float *out, int h, int w, int channels)
{
	int c = threadIdx.x;
	int x = blockIdx.x * blockDim.y + threadIdx.y;
	int y = blockIdx.y;
	if (x >= w)
		return;
	float sum = 0;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++) {
			int iy = y + dy - 1, ix = x + dx - 1;
			if (iy < 0 || iy >= h || ix < 0 || ix >= w)
				continue;
			sum += in[(iy * w + ix) * channels + c] *
			       weight[(dy * 3 + dx) * channels + c];
		}
	out[(y * w + x) * channels + c] = sum;
}

extern "C" __global__ void
win_unfold(const float *image, float *columns, int channels, int h, int w)
{
	int index = blockIdx.x * blockDim.x + threadIdx.x;
	int total = channels * 9 * h * w;
	for (; index < total; index += gridDim.x * blockDim.x) {
		int x = index % w;
		int y = index / w % h;
		int tap = index / (w * h) % 9;
		int c = index / (w * h * 9);
		int iy = y + tap / 3 - 1, ix = x + tap % 3 - 1;
		columns[index] = (iy >= 0 && iy < h && ix >= 0 && ix < w)
					 ? image[(c * h + iy) * w + ix]
					 : 0.0f;
	}
}

extern "C" __global__ void
win_pool_max(const float *in, float *out, int planes, int h, int w)
{
	int ox = blockIdx.x * blockDim.x + threadIdx.x;
	int oy = blockIdx.y * blockDim.y + threadIdx.y;
	int plane = blockIdx.z;
	int ow = w / 2, oh = h / 2;
	if (ox >= ow || oy >= oh)
		return;
	const float *p = in + ((size_t)plane * h + 2 * oy) * w + 2 * ox;
	out[((size_t)plane * oh + oy) * ow + ox] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[w], p[w + 1]));
}

extern "C" __global__ void
pix_gauss_row(const uchar4 *in, uchar4 *out, int w, int h)
{
	__shared__ uchar4 line[128 + 4];
	int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
	const uchar4 *row = in + y * w;
	line[threadIdx.x + 2] = row[min(x, w - 1)];
	if (threadIdx.x < 2) {
		line[threadIdx.x] = row[max(x - 2, 0)];
		line[threadIdx.x + 130] = row[min(x + 128, w - 1)];
	}
	__syncthreads();
	if (x >= w)
		return;
	const int weight[5] = {1, 4, 6, 4, 1};
	int r = 8, g = 8, b = 8;
#pragma unroll
	for (int k = 0; k < 5; k++) {
		uchar4 p = line[threadIdx.x + k];
		r += weight[k] * p.x;
		g += weight[k] * p.y;
		b += weight[k] * p.z;
	}
	out[y * w + x] = make_uchar4(r >> 4, g >> 4, b >> 4, 255);
}

extern "C" __global__ void
pix_erode3(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	unsigned char least = 255;
	for (int j = -1; j <= 1; ++j)
		for (int i = -1; i <= 1; ++i) {
			int xx = x + i, yy = y + j;
			if (xx < 0 || yy < 0 || xx >= w || yy >= h)
				continue;
			unsigned char v = in[yy * w + xx];
			least = v < least ? v : least;
		}
	out[y * w + x] = least;
}

extern "C" __global__ void
pix_unsharp(const float *__restrict__ in, const float *__restrict__ blurred,
	    float *__restrict__ out, int n, float amount, float threshold)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float d = in[i] - blurred[i];
		float v = fabsf(d) > threshold ? in[i] + amount * d : in[i];
		out[i] = fminf(fmaxf(v, 0.0f), 1.0f);
	}
}

extern "C" __global__ void
pix_rgb_to_ycbcr(const uchar3 *in, uchar3 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar3 p = in[i];
	float y = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
	float cb = 128.0f + 0.564f * (p.z - y);
	float cr = 128.0f + 0.713f * (p.x - y);
	out[i] = make_uchar3((unsigned char)y, (unsigned char)fminf(fmaxf(cb, 0.f), 255.f),
			     (unsigned char)fminf(fmaxf(cr, 0.f), 255.f));
}

/* Any angle, nearest neighbour, centre fixed. */
extern "C" __global__ void
pix_turn_nearest(const unsigned *in, unsigned *out, int w, int h, float cosine, float sine)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float dx = x - 0.5f * w, dy = y - 0.5f * h;
	int sx = (int)floorf(cosine * dx + sine * dy + 0.5f * w);
	int sy = (int)floorf(cosine * dy - sine * dx + 0.5f * h);
	out[y * w + x] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[sy * w + sx] : 0u;
}

/* Edges by differences of two boxes; a pixel's magnitude and a rough direction. */
extern "C" __global__ void
pix_prewitt(const float *in, float *magnitude, unsigned char *direction, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= w - 1 || y >= h - 1)
		return;
	const float *p = in + y * w + x;
	float gx = p[1 - w] + p[1] + p[1 + w] - p[-1 - w] - p[-1] - p[w - 1];
	float gy = p[w - 1] + p[w] + p[w + 1] - p[-w - 1] - p[-w] - p[1 - w];
	magnitude[y * w + x] = sqrtf(gx * gx + gy * gy);
	direction[y * w + x] =
		(gx > 0 ? 1 : 0) | (gy > 0 ? 2 : 0) | (fabsf(gx) > fabsf(gy) ? 4 : 0);
}
