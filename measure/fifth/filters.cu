// Filters of pictures.

static __device__ __forceinline__ void
sort2(unsigned &a, unsigned &b)
{
	unsigned t = min(a, b);
	b = max(a, b);
	a = t;
}

// Median of 5 x 5 bytes: bubbles until half are in order.
extern "C" __global__ void
pic_median_5x5(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int width,
	       int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	unsigned v[25];
#pragma unroll
	for (int j = 0; j < 5; j++)
#pragma unroll
		for (int i = 0; i < 5; i++) {
			int u = min(max(x + i - 2, 0), width - 1),
			    w = min(max(y + j - 2, 0), height - 1);
			v[j * 5 + i] = in[w * width + u];
		}
#pragma unroll
	for (int i = 0; i < 13; i++)
#pragma unroll
		for (int j = i + 1; j < 25; j++)
			sort2(v[i], v[j]);
	out[y * width + x] = v[12];
}

// Bilateral filter of RGBA bytes of radius r with weights of distance from constant memory.
__constant__ float near_weights[32];

extern "C" __global__ void
pic_bilateral_rgba(const uchar4 *in, uchar4 *out, int width, int height, int r, float inverse)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	uchar4 c = in[y * width + x];
	float sum = 0, red = 0, green = 0, blue = 0;
	for (int j = -r; j <= r; j++)
		for (int i = -r; i <= r; i++) {
			int u = max(0, min(width - 1, x + i)), w = max(0, min(height - 1, y + j));
			uchar4 p = in[w * width + u];
			float dr = c.x - p.x, dg = c.y - p.y, db = c.z - p.z;
			float f = near_weights[j + r] * near_weights[i + r] *
				  __expf(-(dr * dr + dg * dg + db * db) * inverse);
			sum += f;
			red += f * p.x;
			green += f * p.y;
			blue += f * p.z;
		}
	out[y * width + x] = make_uchar4(red / sum, green / sum, blue / sum, c.w);
}

// Mean over a column of 2r+1 rows, kept running; a thread walks down a strip.
extern "C" __global__ void
pic_box_strip(const float *in, float *out, int width, int height, int r, int strip)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= width)
		return;
	int y0 = blockIdx.y * strip, y1 = min(y0 + strip, height);
	float sum = 0, scale = 1.0f / (2 * r + 1);
	for (int y = y0 - r; y < y0 + r; y++)
		sum += in[min(max(y, 0), height - 1) * width + x];
	for (int y = y0; y < y1; y++) {
		sum += in[min(y + r, height - 1) * width + x];
		out[y * width + x] = sum * scale;
		sum -= in[max(y - r, 0) * width + x];
	}
}

// Counts of the 256 values of bytes read as words; each warp counts for itself.
extern "C" __global__ void
pic_count_values(const unsigned *data, unsigned *counts, int words)
{
	__shared__ unsigned mine[8 * 256];
	for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x)
		mine[i] = 0;
	__syncthreads();
	unsigned *w = mine + threadIdx.x / 32 * 256;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words;
	     i += gridDim.x * blockDim.x) {
		unsigned v = data[i];
		atomicAdd(w + (v & 255), 1u);
		atomicAdd(w + (v >> 8 & 255), 1u);
		atomicAdd(w + (v >> 16 & 255), 1u);
		atomicAdd(w + (v >> 24), 1u);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x) {
		unsigned sum = 0;
		for (int k = 0; k < 8; k++)
			sum += mine[b + k * 256];
		atomicAdd(counts + b, sum);
	}
}

// Each byte through a table in shared memory, four at a time.
extern "C" __global__ void
pic_through_table(const uchar4 *__restrict__ in, uchar4 *__restrict__ out,
		  const unsigned char *table, int n)
{
	__shared__ unsigned char t[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		t[i] = table[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uchar4 p = in[i];
		out[i] = make_uchar4(t[p.x], t[p.y], t[p.z], t[p.w]);
	}
}

// Edges by Canny: of the gradient only what is larger than both neighbours along it.
extern "C" __global__ void
pic_thin_edges(const float *__restrict__ gx, const float *__restrict__ gy,
	       unsigned char *__restrict__ out, int width, int height, float low, float high)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
		return;
	int i = y * width + x;
	float a = gx[i], b = gy[i], m = a * a + b * b;
	int dx = fabsf(a) > 0.4142f * fabsf(b) ? 1 : 0, dy = fabsf(b) > 0.4142f * fabsf(a) ? 1 : 0;
	if (a * b < 0)
		dy = -dy;
	int p = i + dy * width + dx, q = i - dy * width - dx;
	float mp = gx[p] * gx[p] + gy[p] * gy[p], mq = gx[q] * gx[q] + gy[q] * gy[q];
	out[i] = m >= mp && m >= mq ? (m > high ? 255 : m > low ? 128 : 0) : 0;
}

// The set of Mandelbrot in double, smooth colours, a thread four pixels of a row.
extern "C" __global__ void
pic_fractal_smooth(uchar4 *out, int width, int height, double cx, double cy, double scale,
		   int limit)
{
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	for (int k = 0; k < 4; k++) {
		int x = (blockIdx.x * 4 + k) * blockDim.x + threadIdx.x;
		if (x >= width || y >= height)
			return;
		double a = cx + (x - width / 2) * scale, b = cy + (y - height / 2) * scale, u = 0,
		       v = 0, r = 0;
		int n = 0;
		while (n < limit && r < 256) {
			double t = u * u - v * v + a;
			v = 2 * u * v + b;
			u = t;
			r = u * u + v * v;
			n++;
		}
		float s = n < limit ? n - log2f(log2f((float)r)) : 0;
		out[y * width + x] = make_uchar4((int)(s * 3) & 255, (int)(s * 5) & 255,
						 (int)(s * 7) & 255, 255);
	}
}
