// Pictures.

__device__ __forceinline__ void ordered(unsigned char &a, unsigned char &b)
{
	unsigned char low = min(a, b);
	b = max(a, b);
	a = low;
}

// Median of nine by a network of exchanges.
extern "C" __global__ void img_middle_by_exchanges(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	unsigned char v[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		v[k] = in[min(max(y + k / 3 - 1, 0), h - 1) * w + min(max(x + k % 3 - 1, 0), w - 1)];
	ordered(v[1], v[2]), ordered(v[4], v[5]), ordered(v[7], v[8]);
	ordered(v[0], v[1]), ordered(v[3], v[4]), ordered(v[6], v[7]);
	ordered(v[1], v[2]), ordered(v[4], v[5]), ordered(v[7], v[8]);
	ordered(v[0], v[3]), ordered(v[5], v[8]), ordered(v[4], v[7]);
	ordered(v[3], v[6]), ordered(v[1], v[4]), ordered(v[2], v[5]);
	ordered(v[4], v[7]), ordered(v[4], v[2]), ordered(v[6], v[4]);
	ordered(v[4], v[2]);
	out[y * w + x] = v[4];
}

// Turns a picture about its middle, with bilinear reads; outside is black.
extern "C" __global__ void img_turn_bilinear(const float *src, float *dst, int w, int h, float c, float s)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float dx = x - 0.5f * w, dy = y - 0.5f * h;
	float u = c * dx + s * dy + 0.5f * w, v = -s * dx + c * dy + 0.5f * h;
	float value = 0.0f;
	if (u >= 0 && v >= 0 && u < w - 1 && v < h - 1) {
		int iu = (int)u, iv = (int)v;
		float fu = u - iu, fv = v - iv;
		const float *p = src + (size_t)iv * w + iu;
		value = (1 - fv) * ((1 - fu) * p[0] + fu * p[1]) + fv * ((1 - fu) * p[w] + fu * p[w + 1]);
	}
	dst[(size_t)y * w + x] = value;
}

// Smooths but keeps edges.
template <int R>
__global__ void __launch_bounds__(256) edgeKeeping(const float *__restrict__ in, float *__restrict__ out, int w, int h, float space, float range)
{
	__shared__ float tile[16 + 2 * R][16 + 2 * R + 1];
	const int side = 16 + 2 * R;
	const int x0 = blockIdx.x * 16 - R, y0 = blockIdx.y * 16 - R;
	for (int ly = threadIdx.y; ly < side; ly += 16)
		for (int lx = threadIdx.x; lx < side; lx += 16)
			tile[ly][lx] = in[min(max(y0 + ly, 0), h - 1) * w + min(max(x0 + lx, 0), w - 1)];
	__syncthreads();
	const float mid = tile[threadIdx.y + R][threadIdx.x + R];
	float sum = 0.0f, weight = 0.0f;
	for (int dy = -R; dy <= R; dy++)
#pragma unroll
		for (int dx = -R; dx <= R; dx++) {
			float v = tile[threadIdx.y + R + dy][threadIdx.x + R + dx];
			float d = v - mid;
			float k = __expf(-(space * (dx * dx + dy * dy) + range * d * d));
			sum += k * v;
			weight += k;
		}
	const int x = x0 + R + threadIdx.x, y = y0 + R + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = __fdividef(sum, weight);
}
template __global__ void edgeKeeping<2>(const float *, float *, int, int, float, float);
template __global__ void edgeKeeping<5>(const float *, float *, int, int, float, float);

// Sums from the left of each row: a block goes along its row piece by piece.
extern "C" __global__ void __launch_bounds__(256) img_integral_of_rows(const unsigned char *__restrict__ in, unsigned *__restrict__ out, int w)
{
	__shared__ unsigned of_warp[8];
	const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	const size_t row = (size_t)blockIdx.x * w;
	unsigned before = 0;
	for (int x0 = 0; x0 < w; x0 += 256) {
		int x = x0 + threadIdx.x;
		unsigned v = x < w ? in[row + x] : 0;
		for (int d = 1; d < 32; d *= 2) {
			unsigned o = __shfl_up_sync(0xffffffffu, v, d);
			if (lane >= d)
				v += o;
		}
		if (lane == 31)
			of_warp[warp] = v;
		__syncthreads();
		unsigned left = before, all = 0;
		for (int k = 0; k < 8; k++) {
			if (k < warp)
				left += of_warp[k];
			all += of_warp[k];
		}
		if (x < w)
			out[row + x] = left + v;
		before += all;
		__syncthreads();
	}
}

// Planes of brightness and halved colour into packed pixels; two by two pixels a thread.
extern "C" __global__ void img_planes_to_pixels(const unsigned char *__restrict__ luma, const unsigned char *__restrict__ cb,
                                                const unsigned char *__restrict__ cr, uchar4 *__restrict__ out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (2 * x >= w || 2 * y >= h)
		return;
	int u = cb[y * (w / 2) + x] - 128, v = cr[y * (w / 2) + x] - 128;
	int r = 409 * v + 128, g = -100 * u - 208 * v + 128, b = 516 * u + 128;
	for (int k = 0; k < 4; k++) {
		int at = (2 * y + k / 2) * w + 2 * x + k % 2;
		int c = 298 * (luma[at] - 16);
		out[at] = make_uchar4(min(max((c + r) >> 8, 0), 255), min(max((c + g) >> 8, 0), 255), min(max((c + b) >> 8, 0), 255), 255);
	}
}

// One round of labelling connected regions: the least label of like neighbours, then a step towards its root.
extern "C" __global__ void img_labels_lowered(const unsigned char *__restrict__ mask, int *label, int *changes, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	bool changed = false;
	if (x < w && y < h && mask[y * w + x]) {
		int i = y * w + x, least = label[i];
		if (x > 0 && mask[i - 1])
			least = min(least, label[i - 1]);
		if (x + 1 < w && mask[i + 1])
			least = min(least, label[i + 1]);
		if (y > 0 && mask[i - w])
			least = min(least, label[i - w]);
		if (y + 1 < h && mask[i + w])
			least = min(least, label[i + w]);
		if (least < label[i]) {
			changed = true;
			atomicMin(&label[label[i]], least);
			atomicMin(&label[i], least);
		}
	}
	int some = __syncthreads_count(changed);
	if (some && threadIdx.x == 0 && threadIdx.y == 0)
		atomicAdd(changes, some);
}

// Each tile of 64 by 64 becomes evenly bright: its histogram, summed, is its table.
extern "C" __global__ void __launch_bounds__(256) img_equalise_tiles(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
	__shared__ unsigned count[256], total[256];
	const int x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
	count[threadIdx.x] = 0;
	__syncthreads();
	const int x = x0 + threadIdx.x % 64;
	for (int y = y0 + threadIdx.x / 64; y < min(y0 + 64, h); y += 4)
		if (x < w)
			atomicAdd(&count[in[y * w + x]], 1u);
	__syncthreads();
	unsigned v = count[threadIdx.x];
	for (int d = 1; d < 256; d *= 2) {
		total[threadIdx.x] = v;
		__syncthreads();
		if (threadIdx.x >= d)
			v += total[threadIdx.x - d];
		__syncthreads();
	}
	total[threadIdx.x] = v;
	__syncthreads();
	const unsigned all = total[255];
	for (int y = y0 + threadIdx.x / 64; y < min(y0 + 64, h); y += 4)
		if (x < w)
			out[y * w + x] = (unsigned char)(total[in[y * w + x]] * 255u / all);
}
