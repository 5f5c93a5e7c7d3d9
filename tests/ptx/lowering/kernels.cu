/*
 * Kernels from whose machine code the rules of src/ptx/issue were read, and on which their counts
 * were measured (counts.txt). None of them is in the suite that the model is judged by.
 */
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

#define K extern "C" __global__ void
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

/* straight lines: address arithmetic */
K scale(float *y, const float *x, float a, float b, int n)
{
	int i = ID;
	if (i < n)
		y[i] = a * x[i] + b;
}
K scale_unchecked(float *y, const float *x)
{
	y[ID] = 3.0f * x[ID];
}
K axpby_f64(double *y, const double *x, double a, double b, size_t n)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + b * y[i];
}
K horner(float *y, const float *x, int n)
{
	int i = ID;
	if (i >= n)
		return;
	float v = x[i];
	y[i] = (((v * 0.1f + 0.2f) * v + 0.3f) * v + 0.4f) * v + 0.5f;
}
K add_pitched(float *c, const float *a, const float *b, int w, int h)
{
	int x = ID, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		c[y * w + x] = a[y * w + x] + b[y * w + x];
}
K four_outputs(float *a, float *b, float *c, float *d, int n)
{
	int i = ID;
	if (i >= n)
		return;
	float v = a[i];
	b[i] = v + 1;
	c[i] = v * v;
	d[i] = v * v * v + b[i];
}
K rotate_struct(float3 *p, float s, float c, int n)
{
	int i = ID;
	if (i >= n)
		return;
	float3 v = p[i];
	p[i] = make_float3(c * v.x - s * v.y, s * v.x + c * v.y, v.z);
}
K brighten_u16(uint16_t *image, int add, int n)
{
	int i = ID;
	if (i < n) {
		int v = image[i] + add;
		image[i] = v > 65535 ? 65535 : v < 0 ? 0 : v;
	}
}
K gray_u8(uint8_t *out, const uchar4 *in, int n)
{
	int i = ID;
	if (i < n) {
		uchar4 p = in[i];
		out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
	}
}
K lerp4(float4 *y, const float4 *a, const float4 *b, float t)
{
	int i = ID;
	float4 u = a[i], v = b[i];
	y[i] = make_float4(u.x + t * (v.x - u.x), u.y + t * (v.y - u.y), u.z + t * (v.z - u.z),
			   u.w + t * (v.w - u.w));
}
K neighbours(float *y, const float *x, int n)
{
	int i = ID;
	if (i > 1 && i < n - 2)
		y[i] = x[i - 2] + 2 * x[i - 1] + 4 * x[i] + 2 * x[i + 1] + x[i + 2];
}
K shifted_size_t(float *y, const float *x, size_t n, size_t by)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i + by < n)
		y[i + by] = x[i] + 1;
}
K permute_stride(float *y, const float *x, int n, int s)
{
	int i = ID;
	if (i < n)
		y[(i * s) % n] = x[i];
}
K twice_gather(float *y, const float *x, const int *index, int n)
{
	int i = ID;
	if (i < n)
		y[i] = x[index[index[i]]];
}

/* straight lines: arithmetic */
K divide_index(int *y, int w, int h)
{
	int i = ID;
	y[i] = (i / w) * h + i % w;
}
K divide_unsigned(unsigned *y, unsigned d)
{
	unsigned i = ID;
	y[i] = y[i] / d;
}
K divide_constants(int *y)
{
	int i = ID, v = y[i];
	y[i] = v / 7 + v % 100 + v / 16;
}
K divide_u64(uint64_t *y, uint64_t d)
{
	int i = ID;
	y[i] = y[i] / d;
}
K remainder_s64(int64_t *y, int64_t d)
{
	int i = ID;
	y[i] = y[i] % d;
}
K divide_f32(float *y, const float *x)
{
	int i = ID;
	y[i] = (x[i] + 1.0f) / (y[i] + 2.0f);
}
K divide_f64(double *y, const double *x)
{
	int i = ID;
	y[i] = (x[i] + 1.0) / (y[i] + 2.0);
}
K roots_f32(float *y)
{
	int i = ID;
	float v = y[i] + 1.0f;
	y[i] = sqrtf(v) + rsqrtf(v) + 1.0f / v;
}
K roots_f64(double *y)
{
	int i = ID;
	double v = y[i] + 1.0;
	y[i] = sqrt(v);
}
K reciprocal_f64(double *y)
{
	int i = ID;
	y[i] = 1.0 / (y[i] + 1.0);
}
K functions_f32(float *y)
{
	int i = ID;
	float v = y[i] + 0.5f;
	y[i] = expf(v) + logf(v) + powf(v, 1.5f);
}
K functions_fast(float *y)
{
	int i = ID;
	float v = y[i] + 0.5f;
	y[i] = __expf(v) + __logf(v) + __sinf(v) * __cosf(v) + __fdividef(v, v + 1);
}
K trigonometry(float *y)
{
	int i = ID;
	y[i] = sinf(y[i]);
}
K hyperbolic(float *y)
{
	int i = ID;
	y[i] = tanhf(y[i]) + erff(y[i]);
}
K exponential_f64(double *y)
{
	int i = ID;
	y[i] = exp(y[i]);
}
K bit_tricks(unsigned *y)
{
	int i = ID;
	unsigned v = y[i];
	y[i] = __popc(v) + __clz(v | 1) + __brev(v) + __ffs(v) + __byte_perm(v, i, 0x1234);
}
K xorshift(unsigned *y)
{
	int i = ID;
	unsigned v = y[i];
	v ^= v << 13;
	v ^= v >> 17;
	v ^= v << 5;
	v = (v & 0xff00ff) | ((v ^ 0x5555) & ~i & 0xf0f0f0);
	y[i] = (v << 7 | v >> 25) + (v >> 3 & 31);
}
K splitmix(uint64_t *y)
{
	int i = ID;
	uint64_t z = y[i] + 0x9e3779b97f4a7c15ull;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	y[i] = z ^ (z >> 31);
}
K wide_compare(uint64_t *y, uint64_t a, int64_t b)
{
	int i = ID;
	uint64_t v = y[i];
	uint64_t w = v < a ? v + 3 : v - a;
	int64_t s = (int64_t)w > b ? (int64_t)w * b : b - (int64_t)w;
	y[i] = s >> 3;
}
K clamp_select(float *y, const float *x, float lo, float hi)
{
	int i = ID;
	float v = x[i];
	v = fminf(fmaxf(v, lo), hi);
	y[i] = v > 0.5f ? v * 2 : fabsf(v - 1.0f);
}
K conversions(float *y, const int *a, const uint8_t *b, const double *c)
{
	int i = ID;
	y[i] = (float)a[i] + (float)b[i] + (float)c[i] + (float)(int)(y[i] * 3.5f);
}
K half_pairs(__half2 *y, const __half2 *x, float s)
{
	int i = ID;
	__half2 h = __float2half2_rn(s);
	y[i] = __hfma2(h, x[i], __hadd2(y[i], __hmul2(h, h)));
}
K half_convert(__half *y, const __half *x)
{
	int i = ID;
	y[i] = __float2half(__half2float(x[i]) * 1.5f + 2.0f);
}
K dot4(int *y, const int *a, const int *b)
{
	int i = ID;
	y[i] = __dp4a(a[i], b[i], __mulhi(a[i], b[i])) + abs(a[i] - b[i]);
}
K sort_network(int *y)
{
	int i = ID * 4, a = y[i], b = y[i + 1], c = y[i + 2], d = y[i + 3];
	int p = min(a, b), q = max(a, b), r = min(c, d), s = max(c, d);
	y[i] = min(p, r);
	y[i + 3] = max(q, s);
	int m = max(p, r), l = min(q, s);
	y[i + 1] = min(m, l);
	y[i + 2] = max(m, l);
}
K determinant(float *y, const float *m)
{
	int i = ID;
	const float *a = m + 9 * i;
	y[i] = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
	       a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/* branches */
K three_ways(float *y, int n)
{
	int i = ID;
	if (i >= n)
		return;
	float v = y[i];
	if (v < 0.3f)
		v = v * v + 1;
	else if (v < 0.6f)
		v = sqrtf(v) * 3 - v;
	else
		v = 2 - v;
	y[i] = v;
}
K long_sides(float *y, const float *x)
{
	int i = ID;
	float v = x[i];
	if (threadIdx.x & 1) {
		for (int k = 0; k < 6; k++)
			v = v * v + 0.1f * (float)k;
		y[i] = v;
	} else {
		v = 1 / (v + 3);
		y[i + 1] = x[i + 1] * v;
	}
}
K choose_case(int *y)
{
	int i = ID, v = y[i];
	switch (v & 7) {
	case 0: v += 3; break;
	case 1: v *= i; break;
	case 2: v ^= 0x1234; break;
	case 3: v = __popc(v); break;
	case 4: v -= i * i; break;
	case 5: v = v << (i & 3); break;
	default: v = ~v;
	}
	y[i] = v;
}
K guarded_store(int *y, const int *x, int n)
{
	int i = ID;
	int v = x[i];
	if (v > 100)
		y[i] = v;
	if (i == 0)
		y[n] = 1;
}

/* loops */
K row_sum(float *y, const float *x, int w)
{
	int i = ID;
	float s = 0;
	for (int k = 0; k < w; k++)
		s += x[i * w + k];
	y[i] = s;
}
K column_weighted(float *y, const float *x, const float *c, int w, int h)
{
	int i = ID;
	float s = 0;
	for (int k = 0; k < h; k++)
		s += x[k * w + i] * c[k];
	y[i] = s;
}
K running_sum(int *x, int w)
{
	int i = ID, s = 0;
	for (int k = 0; k < w; k++) {
		s += x[i * w + k];
		x[i * w + k] = s;
	}
}
K grid_stride(float *y, const float *x, int n)
{
	for (int i = ID; i < n; i += gridDim.x * blockDim.x)
		y[i] = y[i] * 0.5f + x[i];
}
K grid_stride_size_t(double *y, const double *x, size_t n)
{
	const size_t step = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		y[i] = x[i] * x[i];
}
K generator(unsigned *y, int n)
{
	unsigned v = y[ID];
	for (int k = 0; k < n; k++)
		v = v * 1664525u + 1013904223u;
	y[ID] = v;
}
K generator_fixed(unsigned *y)
{
	unsigned v = y[ID];
	for (int k = 0; k < 1000; k++)
		v = v * 1664525u + 1013904223u;
	y[ID] = v;
}
K generator_rolled(unsigned *y, int n)
{
	unsigned v = y[ID];
#pragma unroll 1
	for (int k = 0; k < n; k++)
		v = v * 1664525u + (v >> 3);
	y[ID] = v;
}
K bisect(float *y, float target)
{
	int i = ID;
	float lo = 0, hi = 2 + y[i];
	for (int k = 0; k < 20; k++) {
		float mid = 0.5f * (lo + hi);
		if (mid * mid < target)
			lo = mid;
		else
			hi = mid;
	}
	y[i] = lo;
}
K greatest_divisor(unsigned *y, const unsigned *x)
{
	int i = ID;
	unsigned a = y[i] + 1, b = x[i] + 1;
	while (b) {
		unsigned t = a % b;
		a = b;
		b = t;
	}
	y[i] = a;
}
K escape(int *y, float r0, float step, int limit)
{
	int i = ID, n = 0;
	float r = r0 + step * i, x = 0.5f;
	while (n < limit && x < 4.0f && x > -4.0f) {
		x = r * x * (1 - x);
		n++;
	}
	y[i] = n;
}
K bits_loop(int *y)
{
	int i = ID, n = 0;
	unsigned v = y[i];
	while (v) {
		v &= v - 1;
		n++;
	}
	y[i] = n;
}
K newton(float *y)
{
	int i = ID;
	float a = y[i] + 1, x = a;
	for (int k = 0; k < 8; k++)
		x = 0.5f * (x + a / x);
	y[i] = x;
}
K runge_kutta(double *y, double h, int n)
{
	int i = ID;
	double v = y[i], t = 0;
	for (int k = 0; k < n; k++) {
		double a = v - t, b = v + 0.5 * h * a - t, c = v + 0.5 * h * b - t;
		v += h * (a + 4 * b + c) * 0.16666;
		t += h;
	}
	y[i] = v;
}
K box_window(float *y, const float *x, int n, int r)
{
	int i = ID;
	float s = 0;
	for (int k = -r; k <= r; k++)
		if (i + k >= 0 && i + k < n)
			s += x[i + k];
	y[i] = s;
}
K nearest_point(int *y, const float2 *p, const float2 *q, int m)
{
	int i = ID, best = -1;
	float2 a = p[i];
	float least = 1e30f;
	for (int k = 0; k < m; k++) {
		float dx = a.x - q[k].x, dy = a.y - q[k].y, d = dx * dx + dy * dy;
		if (d < least) {
			least = d;
			best = k;
		}
	}
	y[i] = best;
}
__constant__ float4 atoms[64];
K potential(float *y, float h, int w)
{
	int x = ID, z = blockIdx.y;
	float s = 0;
	for (int k = 0; k < 64; k++) {
		float dx = x * h - atoms[k].x, dy = z * h - atoms[k].y;
		s += atoms[k].w * rsqrtf(dx * dx + dy * dy + atoms[k].z);
	}
	y[z * w + x] = s;
}
K two_loops(float *y, const float *a, const float *b, int n, int m)
{
	int i = ID;
	float s = 0;
	for (int j = 0; j < n; j++)
		for (int k = 0; k < m; k++)
			s += a[i * n + j] * b[j * m + k];
	y[i] = s;
}
K triangular(float *y, const float *x, int n)
{
	int i = ID;
	float s = 0;
	for (int k = 0; k <= (i & 63); k++)
		s = s * 0.5f + x[k * n + i];
	y[i] = s;
}
K find_byte(int *y, const uint8_t *text, int w, int what)
{
	int i = ID, k = 0;
	while (k < w && text[i * w + k] != what)
		k++;
	y[i] = k;
}
K degrees(int *y, const int *start, const int *edge, int n)
{
	int i = ID;
	if (i >= n)
		return;
	int most = 0;
	for (int e = start[i]; e < start[i] + 7; e++)
		most = max(most, edge[e]);
	y[i] = most;
}
K checksum(unsigned *y, const uint8_t *text, int w)
{
	unsigned a = 1, b = 0;
	const uint8_t *p = text + (size_t)ID * w;
	for (int k = 0; k < w; k++) {
		a = (a + p[k]) % 65521u;
		b = (b + a) % 65521u;
	}
	y[ID] = b << 16 | a;
}
K walk_z(float *y, const float *x, int nx, int ny, int nz)
{
	int i = ID, j = blockIdx.y;
	if (i < 1 || i >= nx - 1)
		return;
	float below = x[j * nx + i], here = x[(ny + j) * nx + i];
	for (int k = 1; k < nz - 1; k++) {
		float above = x[((k + 1) * ny + j) * nx + i];
		y[(k * ny + j) * nx + i] = 0.5f * here + 0.25f * (below + above);
		below = here;
		here = above;
	}
}
K sobel(uint8_t *y, const uint8_t *x, int w, int h)
{
	int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y;
	int l = max(i - 1, 0), r = min(i + 1, w - 1), u = max(j - 1, 0), d = min(j + 1, h - 1);
	int gx = x[u * w + r] + 2 * x[j * w + r] + x[d * w + r] - x[u * w + l] - 2 * x[j * w + l] -
		 x[d * w + l];
	int gy = x[d * w + l] + 2 * x[d * w + i] + x[d * w + r] - x[u * w + l] - 2 * x[u * w + i] -
		 x[u * w + r];
	y[j * w + i] = min((abs(gx) + abs(gy)) >> 2, 255);
}

/* shared memory and warps */
K block_sum(float *y, const float *x)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	s[t] = x[ID];
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		y[blockIdx.x] = s[0];
}
K block_sum_fixed(float *y, const float *x)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	s[t] = x[ID] + x[ID + gridDim.x * 256];
	__syncthreads();
#pragma unroll
	for (int k = 128; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		y[blockIdx.x] = s[0];
}
K warp_sum(float *y, const float *x, int n)
{
	float s = 0;
	for (int i = ID; i < n; i += gridDim.x * blockDim.x)
		s += x[i];
	for (int k = 16; k; k /= 2)
		s += __shfl_down_sync(~0u, s, k);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(y, s);
}
K warp_prefix(int *y, const int *x)
{
	int v = x[ID], lane = threadIdx.x & 31;
	for (int k = 1; k < 32; k *= 2) {
		int u = __shfl_up_sync(~0u, v, k);
		if (lane >= k)
			v += u;
	}
	y[ID] = v;
}
K block_prefix(int *y, const int *x)
{
	__shared__ int s[2][256];
	int t = threadIdx.x, a = 0;
	s[0][t] = x[ID];
	__syncthreads();
	for (int k = 1; k < 256; k *= 2) {
		s[1 - a][t] = s[a][t] + (t >= k ? s[a][t - k] : 0);
		a = 1 - a;
		__syncthreads();
	}
	y[ID] = s[a][t];
}
K shared_histogram(unsigned *y, const uint8_t *x, int n)
{
	__shared__ unsigned h[256];
	h[threadIdx.x] = 0;
	__syncthreads();
	for (int i = ID; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&h[x[i]], 1u);
	__syncthreads();
	atomicAdd(&y[threadIdx.x], h[threadIdx.x]);
}
K transpose_rows(float *y, const float *x, int n)
{
	__shared__ float tile[32][33];
	int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		tile[threadIdx.y + k][threadIdx.x] = x[(j + k) * n + i];
	__syncthreads();
	i = blockIdx.y * 32 + threadIdx.x;
	j = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		y[(j + k) * n + i] = tile[threadIdx.x][threadIdx.y + k];
}
K halo_line(float *y, const float *x, int n)
{
	__shared__ float s[258];
	int i = ID, t = threadIdx.x + 1;
	s[t] = x[i];
	if (threadIdx.x == 0)
		s[0] = i > 0 ? x[i - 1] : 0;
	if (threadIdx.x == blockDim.x - 1)
		s[t + 1] = i + 1 < n ? x[i + 1] : 0;
	__syncthreads();
	y[i] = 0.25f * s[t - 1] + 0.5f * s[t] + 0.25f * s[t + 1];
}
K product_square(float *c, const float *a, const float *b, int n)
{
	int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k = 0; k < n; k++)
		s = fmaf(a[j * n + k], b[k * n + i], s);
	c[j * n + i] = 2 * s;
}
K product_shared8(float *c, const float *a, const float *b, int n)
{
	__shared__ float p[8][8], q[8][9];
	int x = threadIdx.x, y = threadIdx.y, j = blockIdx.y * 8 + y, i = blockIdx.x * 8 + x;
	float s = 1;
	for (int t = 0; t < n; t += 8) {
		p[y][x] = a[j * n + t + x];
		q[y][x] = b[(t + y) * n + i];
		__syncthreads();
		for (int k = 0; k < 8; k++)
			s += p[y][k] * q[k][x];
		__syncthreads();
	}
	c[j * n + i] = s;
}
K rows_by_vectors(float *y, const float *x)
{
	__shared__ __align__(16) float s[32][36];
	int t = threadIdx.x;
	for (int k = 0; k < 32; k++)
		s[k][t] = x[blockIdx.x * 1024 + k * 32 + t];
	__syncthreads();
	float a = 0;
	for (int k = 0; k < 32; k++)
		a = a * 0.5f + s[t][k];
	y[blockIdx.x * 32 + t] = a;
}
K warp_votes(int *y, const int *x)
{
	int v = x[ID];
	unsigned m = __ballot_sync(~0u, v > 50);
	int any = __any_sync(~0u, v > 95), all = __all_sync(~0u, v > 5);
	y[ID] = __popc(m & ((1u << (threadIdx.x & 31)) - 1)) + any + 2 * all;
}
K compact(int *y, int *count, const int *x, int n)
{
	int i = ID;
	if (i < n && x[i] > 70)
		y[atomicAdd(count, 1)] = x[i];
}
K product_wmma(float *c, const __half *a, const __half *b, int n)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, __half, col_major> fb;
	fragment<accumulator, 16, 16, 16, float> fc;
	int i = blockIdx.x * 16, j = blockIdx.y * 16;
	fill_fragment(fc, 0.0f);
	for (int k = 0; k < n; k += 16) {
		load_matrix_sync(fa, a + j * n + k, n);
		load_matrix_sync(fb, b + i * n + k, n);
		mma_sync(fc, fa, fb, fc);
	}
	store_matrix_sync(c + j * n + i, fc, n, mem_row_major);
}
K product_mma(float *c, const __half *a, const __half *b, int n)
{
	__shared__ __align__(16) __half p[16][24], q[8][24];
	int t = threadIdx.x;
	float d[4] = {0, 0, 0, 0};
	for (int k = 0; k < n; k += 16) {
		for (int e = t; e < 256; e += 32)
			p[e / 16][e % 16] = a[(blockIdx.y * 16 + e / 16) * n + k + e % 16];
		for (int e = t; e < 128; e += 32)
			q[e / 16][e % 16] = b[(blockIdx.x * 8 + e / 16) * n + k + e % 16];
		__syncwarp();
		unsigned r[4], s[2];
		unsigned pa = (unsigned)__cvta_generic_to_shared(&p[t % 16][t / 16 * 8]);
		unsigned qa = (unsigned)__cvta_generic_to_shared(&q[t % 8][t / 8 % 2 * 8]);
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
			     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
			     : "r"(pa));
		asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
			     : "=r"(s[0]), "=r"(s[1])
			     : "r"(qa));
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
			     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
			     : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
		__syncwarp();
	}
	for (int e = 0; e < 4; e++)
		c[(blockIdx.y * 16 + t / 4 + e / 2 * 8) * n + blockIdx.x * 8 + t % 4 * 2 + e % 2] = d[e];
}
K copy_async(float *y, const float *x)
{
	__shared__ __align__(16) float s[1024];
	unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x * 4]);
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
		     "l"(x + ID * 4));
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	for (int k = 0; k < 4; k++)
		y[blockIdx.x * 1024 + k * 256 + threadIdx.x] = s[k * 256 + threadIdx.x] + 1;
}
K local_table(int *y, int n)
{
	int t[16];
	int i = ID;
	for (int k = 0; k < 16; k++)
		t[k] = i ^ (k * 77);
	int v = 0;
	for (int k = 0; k < n; k++)
		v = (v + t[(v + k) & 15]) & 0xffff;
	y[i] = v;
}
__device__ __noinline__ float helper(float a, int k)
{
	return k & 1 ? a * 0.5f + 1 : a - (float)k;
}
K calls_function(float *y, int n)
{
	int i = ID;
	float v = y[i];
	for (int k = 0; k < n; k++)
		v = helper(v, k);
	y[i] = v;
}
K register_block(float *c, const float *a, const float *b, int n)
{
	__shared__ float p[16][64], q[16][64];
	float d[4][4] = {};
	int t = threadIdx.x, x = t % 16, y = t / 16;
	for (int k = 0; k < n; k += 16) {
		for (int e = t; e < 1024; e += 256) {
			p[e / 64][e % 64] = a[(k + e / 64) * n + blockIdx.y * 64 + e % 64];
			q[e / 64][e % 64] = b[(k + e / 64) * n + blockIdx.x * 64 + e % 64];
		}
		__syncthreads();
		for (int m = 0; m < 16; m++)
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++)
					d[i][j] += p[m][y * 4 + i] * q[m][x * 4 + j];
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			c[(blockIdx.y * 64 + y * 4 + i) * n + blockIdx.x * 64 + x * 4 + j] = d[i][j];
}
