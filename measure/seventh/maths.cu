// Arithmetic: bodies, fractals, chances, branches, functions, small matrices.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>

extern "C" __global__ void nbd_direct(const float4 *body, float3 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 me = body[i];
	float3 a = {0, 0, 0};
	for (int j = 0; j < n; j++) {
		float4 o = body[j];
		float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
		float d2 = dx * dx + dy * dy + dz * dz + 1e-9f;
		float inv = 1.0f / sqrtf(d2);
		float s = o.w * inv * inv * inv;
		a.x += dx * s;
		a.y += dy * s;
		a.z += dz * s;
	}
	force[i] = a;
}

extern "C" __global__ void nbd_tiled(const float4 *body, float4 *velocity, int n, float dt)
{
	__shared__ float3 tile[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[i];
	float fx = 0, fy = 0, fz = 0;
	for (int t = 0; t < gridDim.x; t++) {
		float4 o = body[t * blockDim.x + threadIdx.x];
		tile[threadIdx.x] = make_float3(o.x, o.y, o.z);
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < blockDim.x; j++) {
			float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
			float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
			float inv3 = inv * inv * inv;
			fx += dx * inv3;
			fy += dy * inv3;
			fz += dz * inv3;
		}
		__syncthreads();
	}
	velocity[i].x += dt * fx;
	velocity[i].y += dt * fy;
	velocity[i].z += dt * fz;
}

extern "C" __global__ void nbd_double(const double *x, const double *y, const double *z,
                                      const double *mass, double *potential, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double p = 0.0;
	for (int j = 0; j < n; j++) {
		double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		p -= mass[j] / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
	}
	potential[i] = p;
}

extern "C" __global__ void frc_mandelbrot(int *out, int width, int height, float left, float top,
                                          float step, int most)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= width || py >= height)
		return;
	float cx = left + px * step, cy = top - py * step;
	float x = 0, y = 0;
	int i = 0;
	while (i < most && x * x + y * y < 4.0f) {
		float t = x * x - y * y + cx;
		y = 2.0f * x * y + cy;
		x = t;
		i++;
	}
	out[py * width + px] = i;
}

struct complex_number {
	float r, i;
	__device__ float length2() const { return r * r + i * i; }
	__device__ complex_number operator*(const complex_number &b) const
	{
		return {r * b.r - i * b.i, i * b.r + r * b.i};
	}
	__device__ complex_number operator+(const complex_number &b) const { return {r + b.r, i + b.i}; }
};

extern "C" __global__ void frc_julia(unsigned char *picture, int dim, float cr, float ci)
{
	int x = blockIdx.x, y = blockIdx.y * blockDim.x + threadIdx.x;
	const float scale = 1.5f;
	complex_number c = {cr, ci};
	complex_number a = {scale * (float)(dim / 2 - x) / (dim / 2), scale * (float)(dim / 2 - y) / (dim / 2)};
	int inside = 1;
	for (int i = 0; i < 200; i++) {
		a = a * a + c;
		if (a.length2() > 1000) {
			inside = 0;
			break;
		}
	}
	int offset = (x + y * dim) * 4;
	picture[offset] = 255 * inside;
	picture[offset + 1] = 0;
	picture[offset + 2] = 0;
	picture[offset + 3] = 255;
}

__device__ unsigned xorshift(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}

extern "C" __global__ void mcl_pi(unsigned long long *hits, int samples, unsigned seed)
{
	unsigned s = seed + (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1;
	int in = 0;
	for (int i = 0; i < samples; i++) {
		float x = xorshift(s) * 2.3283064e-10f, y = xorshift(s) * 2.3283064e-10f;
		if (x * x + y * y <= 1.0f)
			in++;
	}
	for (int d = 16; d > 0; d >>= 1)
		in += __shfl_down_sync(0xffffffff, in, d);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(hits, (unsigned long long)in);
}

extern "C" __global__ void mcl_option(float *payoff, int paths, int steps, float s0, float strike,
                                      float drift, float vol)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= paths)
		return;
	unsigned s = 1234567u + 747796405u * (i + 1);
	float price = s0;
	for (int t = 0; t < steps; t += 2) {
		float u = ((xorshift(s) >> 8) + 1) * 5.9604645e-8f, v = (xorshift(s) >> 8) * 5.9604645e-8f;
		float r = sqrtf(-2.0f * logf(u));
		float z1 = r * cosf(6.2831853f * v), z2 = r * sinf(6.2831853f * v);
		price *= expf(drift + vol * z1);
		price *= expf(drift + vol * z2);
	}
	payoff[i] = fmaxf(price - strike, 0.0f);
}

extern "C" __global__ void dvg_even_odd(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = in[i];
	if (i % 2 == 0) {
		for (int k = 0; k < 32; k++)
			v = v * 0.99f + 0.5f;
	} else {
		for (int k = 0; k < 32; k++)
			v = sqrtf(v * v + 1.0f);
	}
	out[i] = v;
}

extern "C" __global__ void dvg_switch(const int *kind, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = in[i];
	switch (kind[i] & 7) {
	case 0: x = x + 1.0f; break;
	case 1: x = x * x; break;
	case 2: x = sinf(x); break;
	case 3: x = expf(x); break;
	case 4: x = logf(fabsf(x) + 1.0f); break;
	case 5: x = sqrtf(fabsf(x)); break;
	case 6: x = x / (1.0f + fabsf(x)); break;
	default: x = -x;
	}
	out[i] = x;
}

extern "C" __global__ void lop_counted(const int *trips, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = in[i];
	int m = trips[i];
	for (int k = 0; k < m; k++)
		v = fmaf(v, 0.5f, 1.0f);
	out[i] = v;
}

extern "C" __global__ void lop_collatz(int *steps, int n, unsigned first)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long v = first + i;
	int count = 0;
	while (v != 1) {
		v = v & 1 ? 3 * v + 1 : v / 2;
		count++;
	}
	steps[i] = count;
}

extern "C" __global__ void lop_gcd(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = a[i], y = b[i];
	while (y != 0) {
		unsigned r = x % y;
		x = y;
		y = r;
	}
	out[i] = x;
}

extern "C" __global__ void fn_exp_log(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = logf(1.0f + expf(in[i]));
}

extern "C" __global__ void fn_sincos(const float *angle, float2 *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		float s, c;
		sincosf(angle[i], &s, &c);
		out[i] = make_float2(c, s);
	}
}

extern "C" __global__ void fn_pow(const float *in, float *out, int n, float power)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = powf(in[i], power);
}

extern "C" __global__ void fn_gelu_erf(const float4 *in, float4 *out, int n4)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n4)
		return;
	float4 v = in[i];
	v.x = 0.5f * v.x * (1.0f + erff(v.x * 0.70710678f));
	v.y = 0.5f * v.y * (1.0f + erff(v.y * 0.70710678f));
	v.z = 0.5f * v.z * (1.0f + erff(v.z * 0.70710678f));
	v.w = 0.5f * v.w * (1.0f + erff(v.w * 0.70710678f));
	out[i] = v;
}

extern "C" __global__ void fn_double_mix(const double *a, const double *b, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = exp(-a[i] * a[i]) * cos(b[i]) + sqrt(fabs(a[i] * b[i])) / (1.0 + b[i] * b[i]);
}

extern "C" __global__ void fn_half2_axpy(const __half2 *x, __half2 *y, float a, int n2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__half2 s = __float2half2_rn(a);
	if (i < n2)
		y[i] = __hfma2(s, x[i], y[i]);
}

extern "C" __global__ void sml_multiply_4x4(const float *A, const float *B, float *C, int count)
{
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= count)
		return;
	const float *a = A + 16 * m, *b = B + 16 * m;
	float *c = C + 16 * m;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			float sum = 0.0f;
			for (int k = 0; k < 4; k++)
				sum += a[4 * i + k] * b[4 * k + j];
			c[4 * i + j] = sum;
		}
}

// Matrices of 3 x 3, one entry after the other: entry e of matrix m at e * count + m.
extern "C" __global__ void sml_inverse_3x3(const float *A, float *B, int count)
{
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= count)
		return;
	float a[9];
#pragma unroll
	for (int e = 0; e < 9; e++)
		a[e] = A[e * count + m];
	float c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8], c2 = a[3] * a[7] - a[4] * a[6];
	float inv = 1.0f / (a[0] * c0 + a[1] * c1 + a[2] * c2);
	B[0 * count + m] = c0 * inv;
	B[1 * count + m] = (a[2] * a[7] - a[1] * a[8]) * inv;
	B[2 * count + m] = (a[1] * a[5] - a[2] * a[4]) * inv;
	B[3 * count + m] = c1 * inv;
	B[4 * count + m] = (a[0] * a[8] - a[2] * a[6]) * inv;
	B[5 * count + m] = (a[2] * a[3] - a[0] * a[5]) * inv;
	B[6 * count + m] = c2 * inv;
	B[7 * count + m] = (a[1] * a[6] - a[0] * a[7]) * inv;
	B[8 * count + m] = (a[0] * a[4] - a[1] * a[3]) * inv;
}

// LU without pivots of a 32 x 32 matrix for each block of 32 threads: a thread has a column.
extern "C" __global__ void sml_lu_32(const float *in, float *out)
{
	__shared__ float a[32][33];
	int t = threadIdx.x;
	const float *src = in + blockIdx.x * 1024;
	for (int r = 0; r < 32; r++)
		a[r][t] = src[r * 32 + t] + (r == t ? 64.0f : 0.0f);
	__syncthreads();
	for (int k = 0; k < 31; k++) {
		if (t > k)
			a[t][k] /= a[k][k];
		__syncthreads();
		if (t > k)
			for (int r = k + 1; r < 32; r++)
				a[r][t] -= a[r][k] * a[k][t];
		__syncthreads();
	}
	for (int r = 0; r < 32; r++)
		out[blockIdx.x * 1024 + r * 32 + t] = a[r][t];
}

// Thomas: a tridiagonal system for each thread, systems side by side.
extern "C" __global__ void sml_thomas(const double *a, const double *b, const double *c, const double *d,
                                      double *cp, double *x, int systems, int n)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	double w = b[s] + 4.0;
	double cw = c[s] / w, dw = d[s] / w;
	cp[s] = cw;
	x[s] = dw;
	for (int i = 1; i < n; i++) {
		int at = i * systems + s;
		w = b[at] + 4.0 - a[at] * cw;
		cw = c[at] / w;
		dw = (d[at] - a[at] * dw) / w;
		cp[at] = cw;
		x[at] = dw;
	}
	for (int i = n - 2; i >= 0; i--) {
		int at = i * systems + s;
		dw = x[at] - cp[at] * dw;
		x[at] = dw;
	}
}
