/* Pictures: bytes, channels, windows. */

extern "C" __global__ void
picture_depthwise(const float *in, const float *weights, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	const float *plane = in + (size_t)blockIdx.z * width * height;
	const float *w = weights + blockIdx.z * 9;
	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
#pragma unroll
	for (int dy = -1; dy <= 1; dy++)
#pragma unroll
		for (int dx = -1; dx <= 1; dx++)
			if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
				sum += w[dy * 3 + dx + 4] * plane[(y + dy) * width + x + dx];
	out[((size_t)blockIdx.z * height + y) * width + x] = sum;
}

/* Winograd's input transform for 2x2 results of 3x3 windows: 16 planes. */
extern "C" __global__ void
picture_winograd(const float *in, float *out, int wide, int high)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= wide || y >= high)
		return;
	int pitch = 2 * wide + 2;
	float d[4][4], t[4][4];
#pragma unroll
	for (int i = 0; i < 4; i++)
#pragma unroll
		for (int j = 0; j < 4; j++)
			d[i][j] = in[(size_t)(2 * y + i) * pitch + 2 * x + j];
#pragma unroll
	for (int j = 0; j < 4; j++) {
		t[0][j] = d[0][j] - d[2][j];
		t[1][j] = d[1][j] + d[2][j];
		t[2][j] = d[2][j] - d[1][j];
		t[3][j] = d[1][j] - d[3][j];
	}
	size_t plane = (size_t)wide * high, at = (size_t)y * wide + x;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		out[(4 * i + 0) * plane + at] = t[i][0] - t[i][2];
		out[(4 * i + 1) * plane + at] = t[i][1] + t[i][2];
		out[(4 * i + 2) * plane + at] = t[i][2] - t[i][1];
		out[(4 * i + 3) * plane + at] = t[i][1] - t[i][3];
	}
}

/* The largest of 3x3, every second place. */
extern "C" __global__ void
picture_max_pool(const float *in, float *out, int wide, int high)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int x = i % wide, y = i / wide % high, channel = i / wide / high;
	const float *plane = in + (size_t)channel * (2 * wide + 1) * (2 * high + 1);
	float most = -1e30f;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++)
			most = fmaxf(most, plane[(2 * y + dy) * (2 * wide + 1) + 2 * x + dx]);
	out[i] = most;
}

extern "C" __global__ void
picture_bilinear(const float *in, float *out, int wide, int high, int out_wide, int out_high,
                 float scale)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= out_wide || y >= out_high)
		return;
	float fx = x * scale, fy = y * scale;
	int x0 = min((int)fx, wide - 1), y0 = min((int)fy, high - 1);
	int x1 = min(x0 + 1, wide - 1), y1 = min(y0 + 1, high - 1);
	fx -= x0, fy -= y0;
	float a = in[(size_t)y0 * wide + x0], b = in[(size_t)y0 * wide + x1];
	float c = in[(size_t)y1 * wide + x0], d = in[(size_t)y1 * wide + x1];
	float upper = a + (b - a) * fx, lower = c + (d - c) * fx;
	out[(size_t)y * out_wide + x] = upper + (lower - upper) * fy;
}

/* Windows of 3x3 laid out as rows of a matrix. */
extern "C" __global__ void
picture_windows(const float *in, float *out, int width, int height)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int x = i % width, y = i / width;
	int channel = blockIdx.y;
	if (y >= height)
		return;
	const float *plane = in + (size_t)channel * width * height;
	float *to = out + (size_t)channel * 9 * width * height + i;
	for (int k = 0; k < 9; k++) {
		int sx = x + k % 3 - 1, sy = y + k / 3 - 1;
		bool inside = sx >= 0 && sy >= 0 && sx < width && sy < height;
		to[(size_t)k * width * height] = inside ? plane[sy * width + sx] : 0.0f;
	}
}

/* Four pixels of one byte for each thread; rows are WORDS words long. */
extern "C" __global__ void
picture_sobel(const unsigned *in, unsigned *out, int words, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || x >= words - 1 || y < 1 || y >= height - 1)
		return;
	int pixel[3][6];
#pragma unroll
	for (int r = 0; r < 3; r++) {
		const unsigned *row = in + (size_t)(y + r - 1) * words + x;
		unsigned middle = row[0];
		pixel[r][0] = row[-1] >> 24;
		for (int k = 0; k < 4; k++)
			pixel[r][k + 1] = middle >> (8 * k) & 255;
		pixel[r][5] = row[1] & 255;
	}
	unsigned word = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int gx = pixel[0][k + 2] - pixel[0][k] + 2 * (pixel[1][k + 2] - pixel[1][k])
		         + pixel[2][k + 2] - pixel[2][k];
		int gy = pixel[2][k] - pixel[0][k] + 2 * (pixel[2][k + 1] - pixel[0][k + 1])
		         + pixel[2][k + 2] - pixel[0][k + 2];
		word |= (unsigned)min(255, abs(gx) + abs(gy)) << (8 * k);
	}
	out[(size_t)y * words + x] = word;
}

extern "C" __global__ void
picture_colours(const uchar4 *in, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = in[i];
	int y = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
	int u = ((p.z - y) * 144 >> 8) + 128, v = ((p.x - y) * 183 >> 8) + 128;
	out[i] = make_uchar4(y, min(max(u, 0), 255), min(max(v, 0), 255), p.w);
}

/* Running sums down the columns, SHARE rows for each block. */
extern "C" __global__ void
picture_box_columns(const float *in, float *out, int width, int height, int radius, int share)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int first = blockIdx.y * share;
	float sum = 0.0f;
	for (int y = first - radius; y < first + radius; y++)
		sum += in[(size_t)min(max(y, 0), height - 1) * width + x];
	for (int y = first; y < first + share; y++) {
		sum += in[(size_t)min(y + radius, height - 1) * width + x];
		out[(size_t)y * width + x] = sum / (2 * radius + 1);
		sum -= in[(size_t)max(y - radius, 0) * width + x];
	}
}

extern "C" __global__ void
picture_bilateral(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
	if (x >= width - 2 || y >= height - 2)
		return;
	float middle = in[(size_t)y * width + x], sum = 0.0f, weight = 0.0f;
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			float v = in[(size_t)(y + dy) * width + x + dx];
			float w = __expf(-0.1f * (dx * dx + dy * dy) - 8.0f * (v - middle) * (v - middle));
			sum += w * v;
			weight += w;
		}
	out[(size_t)y * width + x] = sum / weight;
}

static __device__ void
order(float *a, float *b)
{
	float low = fminf(*a, *b);
	*b = fmaxf(*a, *b);
	*a = low;
}

extern "C" __global__ void
picture_median(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= width - 1 || y >= height - 1)
		return;
	float v[9];
	for (int k = 0; k < 9; k++)
		v[k] = in[(size_t)(y + k / 3 - 1) * width + x + k % 3 - 1];
	order(&v[1], &v[2]), order(&v[4], &v[5]), order(&v[7], &v[8]);
	order(&v[0], &v[1]), order(&v[3], &v[4]), order(&v[6], &v[7]);
	order(&v[1], &v[2]), order(&v[4], &v[5]), order(&v[7], &v[8]);
	order(&v[0], &v[3]), order(&v[5], &v[8]), order(&v[4], &v[7]);
	order(&v[3], &v[6]), order(&v[1], &v[4]), order(&v[2], &v[5]);
	order(&v[4], &v[7]), order(&v[4], &v[2]), order(&v[6], &v[4]);
	order(&v[4], &v[2]);
	out[(size_t)y * width + x] = v[4];
}
