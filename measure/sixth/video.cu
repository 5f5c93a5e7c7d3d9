// Pictures and video: sizes, colours, borders, moves, blocks of eight.
#include <cstdint>

// Catmull-Rom in both directions, one channel of floats, borders repeated.
extern "C" __global__ void vid_resize_bicubic(const float *__restrict__ in, float *__restrict__ out,
	int in_width, int in_height, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float fx = (x + 0.5f) * in_width / width - 0.5f,
	      fy = (y + 0.5f) * in_height / height - 0.5f;
	int ix = (int)floorf(fx), iy = (int)floorf(fy);
	float tx = fx - ix, ty = fy - iy, wx[4], wy[4];
	auto weights = [](float t, float *w) {
		w[0] = ((-0.5f * t + 1.0f) * t - 0.5f) * t;
		w[1] = (1.5f * t - 2.5f) * t * t + 1.0f;
		w[2] = ((-1.5f * t + 2.0f) * t + 0.5f) * t;
		w[3] = (0.5f * t - 0.5f) * t * t;
	};
	weights(tx, wx);
	weights(ty, wy);
	float sum = 0;
	for (int j = 0; j < 4; j++) {
		int sy = min(max(iy + j - 1, 0), in_height - 1);
		float line = 0;
		for (int i = 0; i < 4; i++)
			line += wx[i] * in[sy * in_width + min(max(ix + i - 1, 0), in_width - 1)];
		sum += wy[j] * line;
	}
	out[y * width + x] = sum;
}

// A plane of brightness and one of paired colours at half the size, to three planes of floats.
extern "C" __global__ void vid_nv12_to_planes(
	const uint8_t *luma, const uchar2 *chroma, float *rgb, int width, int height, int pitch)
{
	int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x),
	    y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
	if (x >= width || y >= height)
		return;
	uchar2 uv = chroma[(y / 2) * (pitch / 2) + x / 2];
	float u = uv.x - 128.0f, v = uv.y - 128.0f;
	float r = 1.596f * v, g = -0.392f * u - 0.813f * v, b = 2.017f * u;
	size_t plane = (size_t)width * height;
	for (int j = 0; j < 2; j++)
		for (int i = 0; i < 2; i++) {
			float l = 1.164f * (luma[(y + j) * pitch + x + i] - 16);
			size_t at = (size_t)(y + j) * width + x + i;
			rgb[at] = fminf(fmaxf(l + r, 0.0f), 255.0f) / 255.0f;
			rgb[plane + at] = fminf(fmaxf(l + g, 0.0f), 255.0f) / 255.0f;
			rgb[2 * plane + at] = fminf(fmaxf(l + b, 0.0f), 255.0f) / 255.0f;
		}
}

// Where a block of 16 x 16 of a frame lies in the one before: sums of absolute differences, four
// bytes at once, of all places up to 8 away; a thread for each place.
extern "C" __global__ void vid_motion_search(const uint8_t *__restrict__ now,
	const uint8_t *__restrict__ before, uint32_t *__restrict__ best, int width, int height)
{
	__shared__ uint32_t block[16][4];
	__shared__ uint8_t window[32][36];
	__shared__ uint32_t least;
	int bx = blockIdx.x * 16, by = blockIdx.y * 16, t = threadIdx.y * 16 + threadIdx.x;
	if (t < 64)
		block[t / 4][t % 4] =
			*(const uint32_t *)(now + (size_t)(by + t / 4) * width + bx + t % 4 * 4);
	for (int i = t; i < 32 * 32; i += 256) {
		int y = min(max(by - 8 + i / 32, 0), height - 1),
		    x = min(max(bx - 8 + i % 32, 0), width - 1);
		window[i / 32][i % 32] = before[(size_t)y * width + x];
	}
	if (t == 0)
		least = 0xffffffffu;
	__syncthreads();
	uint32_t sum = 0;
	for (int y = 0; y < 16; y++)
#pragma unroll
		for (int q = 0; q < 4; q++) {
			const uint8_t *p = &window[threadIdx.y + y][threadIdx.x + 4 * q];
			uint32_t v = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
			sum += __vsadu4(v, block[y][q]);
		}
	atomicMin(&least, sum << 8 | t);
	__syncthreads();
	if (t == 0)
		best[blockIdx.y * gridDim.x + blockIdx.x] = least;
}

// Dilation by a line of 2r + 1 along rows, by running maxima from both sides of each piece.
extern "C" __global__ void vid_dilate_running(const uint8_t *__restrict__ in,
	uint8_t *__restrict__ out, int width, int height, int radius)
{
	extern __shared__ uint8_t line[];
	int span = 2 * radius + 1, padded = width + 2 * radius,
	    whole = (padded + span - 1) / span * span;
	uint8_t *left = line, *right = line + whole;
	const uint8_t *row = in + (size_t)blockIdx.x * width;
	for (int piece = threadIdx.x; piece < whole / span; piece += blockDim.x) {
		uint8_t most = 0;
		for (int i = 0; i < span; i++) {
			int x = piece * span + i - radius;
			most = max(most, x >= 0 && x < width ? row[x] : (uint8_t)0);
			left[piece * span + i] = most;
		}
		most = 0;
		for (int i = span - 1; i >= 0; i--) {
			int x = piece * span + i - radius;
			most = max(most, x >= 0 && x < width ? row[x] : (uint8_t)0);
			right[piece * span + i] = most;
		}
	}
	__syncthreads();
	for (int x = threadIdx.x; x < width; x += blockDim.x)
		out[(size_t)blockIdx.x * width + x] = max(right[x], left[x + 2 * radius]);
}

// Sums down the columns, a warp's width of columns at a time, in chunks of rows that are put right
// by what stands above them.
extern "C" __global__ void vid_sum_columns(
	const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
	__shared__ float totals[16][33];
	int x = blockIdx.x * 32 + threadIdx.x, each = (height + 15) / 16, from = threadIdx.y * each;
	int to = min(from + each, height);
	float sum = 0;
	if (x < width)
		for (int y = from; y < to; y++)
			sum += in[(size_t)y * width + x];
	totals[threadIdx.y][threadIdx.x] = sum;
	__syncthreads();
	sum = 0;
	for (int i = 0; i < threadIdx.y; i++)
		sum += totals[i][threadIdx.x];
	if (x < width)
		for (int y = from; y < to; y++) {
			sum += in[(size_t)y * width + x];
			out[(size_t)y * width + x] = sum;
		}
}

// Weak edges that touch strong ones become strong, again and again within a tile.
extern "C" __global__ void vid_link_edges(
	const uint8_t *edges, uint8_t *out, int *changed, int width, int height)
{
	__shared__ uint8_t tile[18][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
	int t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 18 * 34; i += 512) {
		int y = y0 - 1 + i / 34, x = x0 - 1 + i % 34;
		tile[i / 34][i % 34] =
			x >= 0 && y >= 0 && x < width && y < height ? edges[y * width + x] : 0;
	}
	__syncthreads();
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, any = 0, more;
	do {
		int turn = 0;
		if (tile[ty][tx] == 1) {
			int strong = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					strong |= tile[ty + j][tx + i] == 2;
			turn = strong;
		}
		__syncthreads();
		if (turn)
			tile[ty][tx] = 2;
		more = __syncthreads_or(turn);
		any |= more;
	} while (more);
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = tile[ty][tx];
	if (t == 0 && any)
		*changed = 1;
}

// Each tile's counts of grey, cut off at a limit, what is cut shared out; the table that evens
// them.
extern "C" __global__ void __launch_bounds__(256) vid_equalise_tiles(const uint8_t *__restrict__ in,
	uint8_t *__restrict__ tables, int width, int tile_width, int tile_height, int limit)
{
	__shared__ int counts[256], over;
	int t = threadIdx.x, x0 = blockIdx.x * tile_width, y0 = blockIdx.y * tile_height;
	counts[t] = 0;
	if (t == 0)
		over = 0;
	__syncthreads();
	for (int i = t; i < tile_width * tile_height; i += 256)
		atomicAdd(&counts[in[(size_t)(y0 + i / tile_width) * width + x0 + i % tile_width]],
			1);
	__syncthreads();
	int n = counts[t], cut = max(n - limit, 0);
	for (int d = 16; d; d >>= 1)
		cut += __shfl_xor_sync(~0u, cut, d);
	if (t % 32 == 0)
		atomicAdd(&over, cut);
	__syncthreads();
	counts[t] = min(n, limit) + over / 256;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? counts[t - d] : 0;
		__syncthreads();
		counts[t] += v;
		__syncthreads();
	}
	float by = 255.0f / (tile_width * tile_height);
	tables[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + t] =
		(uint8_t)min(255, __float2int_rn(counts[t] * by));
}

// An affine map of packed bytes red, green, blue; bilinear, black outside.
extern "C" __global__ void vid_warp_affine_rgb(const uint8_t *in, uint8_t *out, int width,
	int height, float a, float b, float c, float d, float e, float f)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sx = a * x + b * y + c, sy = d * x + e * y + f;
	int ix = __float2int_rd(sx), iy = __float2int_rd(sy);
	float tx = sx - ix, ty = sy - iy;
	for (int ch = 0; ch < 3; ch++) {
		float v = 0;
		if (ix >= 0 && iy >= 0 && ix < width - 1 && iy < height - 1) {
			const uint8_t *p = in + (iy * width + ix) * 3 + ch;
			float top = p[0] + tx * (p[3] - p[0]),
			      low = p[width * 3] + tx * (p[width * 3 + 3] - p[width * 3]);
			v = top + ty * (low - top);
		}
		out[(y * width + x) * 3 + ch] = (uint8_t)(v + 0.5f);
	}
}

// The mosaic of a sensor, red at even places, to three values of 16 bits each.
extern "C" __global__ void vid_demosaic(
	const uint16_t *__restrict__ raw, ushort4 *__restrict__ out, int width, int height)
{
	__shared__ uint16_t tile[10][68];
	int x0 = blockIdx.x * 64, y0 = blockIdx.y * 8;
	for (int j = threadIdx.y; j < 10; j += 8)
		for (int i = threadIdx.x; i < 66; i += 64) {
			int x = min(max(x0 + i - 1, 0), width - 1),
			    y = min(max(y0 + j - 1, 0), height - 1);
			tile[j][i] = raw[(size_t)y * width + x];
		}
	__syncthreads();
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
	if (x >= width || y >= height)
		return;
	int here = tile[j][i],
	    cross = (tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i]) >> 2;
	int corners = (tile[j - 1][i - 1] + tile[j - 1][i + 1] + tile[j + 1][i - 1] +
			      tile[j + 1][i + 1]) >>
		      2;
	int across = (tile[j][i - 1] + tile[j][i + 1]) >> 1,
	    down = (tile[j - 1][i] + tile[j + 1][i]) >> 1;
	ushort4 p;
	p.w = 65535;
	if ((y & 1) == 0) {
		p.x = x & 1 ? across : here;
		p.y = x & 1 ? here : cross;
		p.z = x & 1 ? down : corners;
	} else {
		p.x = x & 1 ? corners : down;
		p.y = x & 1 ? cross : here;
		p.z = x & 1 ? here : across;
	}
	out[(size_t)y * width + x] = p;
}

__constant__ float vid_quantisers[64];

// Cosine transform of 8 x 8 blocks in integers scaled by 2^13, quantised, a thread for a row of
// eight.
extern "C" __global__ void __launch_bounds__(128)
	vid_jpeg_blocks(const uint8_t *__restrict__ in, short *__restrict__ out, int width)
{
	__shared__ float space[16][8][9];
	int b = threadIdx.x / 8, r = threadIdx.x % 8, bx = blockIdx.x * 16 + b, by = blockIdx.y;
	float v[8];
	uint2 raw = *(const uint2 *)(in + (size_t)(by * 8 + r) * width + bx * 8);
	for (int i = 0; i < 8; i++)
		v[i] = (float)(((i < 4 ? raw.x : raw.y) >> (8 * (i & 3))) & 255) - 128.0f;
	auto transform = [](float *d) {
		float s0 = d[0] + d[7], s1 = d[1] + d[6], s2 = d[2] + d[5], s3 = d[3] + d[4];
		float t0 = d[0] - d[7], t1 = d[1] - d[6], t2 = d[2] - d[5], t3 = d[3] - d[4];
		float a = s0 + s3, bb = s1 + s2, c = s1 - s2, e = s0 - s3;
		d[0] = 0.35355339f * (a + bb);
		d[4] = 0.35355339f * (a - bb);
		d[2] = 0.46193977f * e + 0.19134172f * c;
		d[6] = 0.19134172f * e - 0.46193977f * c;
		d[1] = 0.49039264f * t0 + 0.41573481f * t1 + 0.27778512f * t2 + 0.09754516f * t3;
		d[3] = 0.41573481f * t0 - 0.09754516f * t1 - 0.49039264f * t2 - 0.27778512f * t3;
		d[5] = 0.27778512f * t0 - 0.49039264f * t1 + 0.09754516f * t2 + 0.41573481f * t3;
		d[7] = 0.09754516f * t0 - 0.27778512f * t1 + 0.41573481f * t2 - 0.49039264f * t3;
	};
	transform(v);
	for (int i = 0; i < 8; i++)
		space[b][r][i] = v[i];
	__syncwarp();
	for (int i = 0; i < 8; i++)
		v[i] = space[b][i][r];
	transform(v);
	__syncwarp();
	for (int i = 0; i < 8; i++)
		space[b][i][r] = v[i];
	__syncwarp();
	short q[8];
	for (int i = 0; i < 8; i++)
		q[i] = (short)__float2int_rn(space[b][r][i] / (1.0f + vid_quantisers[r * 8 + i]));
	*(int4 *)(out + ((size_t)(by * gridDim.x * 16 + bx) * 8 + r) * 8) = *(int4 *)q;
}

// One level down: five taps by five, every second place, rows first into shared memory.
extern "C" __global__ void vid_halve(const float *__restrict__ in, float *__restrict__ out,
	int width, int height, int out_width, int out_height)
{
	__shared__ float lines[19][16];
	int ox = blockIdx.x * 16 + threadIdx.x, oy0 = blockIdx.y * 8;
	for (int j = threadIdx.y; j < 19; j += 8) {
		int y = min(max(2 * oy0 - 2 + j, 0), height - 1), x = 2 * ox;
		const float *row = in + (size_t)y * width;
		lines[j][threadIdx.x] =
			0.0625f *
				(row[min(max(x - 2, 0), width - 1)] + row[min(x + 2, width - 1)]) +
			0.25f * (row[min(max(x - 1, 0), width - 1)] + row[min(x + 1, width - 1)]) +
			0.375f * row[min(x, width - 1)];
	}
	__syncthreads();
	int oy = oy0 + threadIdx.y, j = 2 * threadIdx.y;
	if (ox < out_width && oy < out_height)
		out[(size_t)oy * out_width + ox] =
			0.0625f * (lines[j][threadIdx.x] + lines[j + 4][threadIdx.x]) +
			0.25f * (lines[j + 1][threadIdx.x] + lines[j + 3][threadIdx.x]) +
			0.375f * lines[j + 2][threadIdx.x];
}

// How a window of 7 x 7 has moved between two pictures, at every place.
extern "C" __global__ void vid_flow_window(
	const float *first, const float *second, float2 *flow, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 4,
	    y = blockIdx.y * blockDim.y + threadIdx.y + 4;
	if (x >= width - 4 || y >= height - 4)
		return;
	float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
	for (int j = -3; j <= 3; j++)
		for (int i = -3; i <= 3; i++) {
			const float *p = first + (y + j) * width + x + i;
			float gx = 0.5f * (p[1] - p[-1]), gy = 0.5f * (p[width] - p[-width]);
			float gt = second[(y + j) * width + x + i] - p[0];
			xx += gx * gx;
			xy += gx * gy;
			yy += gy * gy;
			xt += gx * gt;
			yt += gy * gt;
		}
	float det = xx * yy - xy * xy;
	float2 f = make_float2(0, 0);
	if (det > 1e-6f) {
		f.x = (xy * yt - yy * xt) / det;
		f.y = (xy * xt - xx * yt) / det;
	}
	flow[y * width + x] = f;
}

// Lines through marked places: each block votes for the distances of one angle.
extern "C" __global__ void vid_vote_lines(const int *__restrict__ places, int *__restrict__ votes,
	int count, int width, int distances)
{
	extern __shared__ int tally[];
	for (int i = threadIdx.x; i < distances; i += blockDim.x)
		tally[i] = 0;
	__syncthreads();
	float s, c;
	sincospif((float)blockIdx.x / gridDim.x, &s, &c);
	for (int i = threadIdx.x; i < count; i += blockDim.x) {
		int p = places[i], x = p % width, y = p / width;
		int r = __float2int_rn(x * c + y * s) + distances / 2;
		if (r >= 0 && r < distances)
			atomicAdd(&tally[r], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < distances; i += blockDim.x)
		votes[blockIdx.x * distances + i] = tally[i];
}

// One picture over another in fixed point, four pixels a thread.
extern "C" __global__ void vid_blend_over(const uint4 *over, uint4 *under, int quads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= quads)
		return;
	uint4 a = over[i], b = under[i];
	uint32_t *pa = (uint32_t *)&a, *pb = (uint32_t *)&b;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		uint32_t alpha = pa[k] >> 24, rest = 255 - alpha;
		uint32_t rb = (pb[k] & 0xff00ff) * rest + 0x800080;
		uint32_t ga = (pb[k] >> 8 & 0xff00ff) * rest + 0x800080;
		rb = (rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
		ga = (ga + (ga >> 8 & 0xff00ff)) & 0xff00ff00;
		pb[k] = __vaddus4(pa[k], rb | ga);
	}
	under[i] = b;
}
