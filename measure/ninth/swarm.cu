/*
 * Bodies, fractals, chance, branches, loops that end when the data says so.
 */
extern "C" __global__ void
num_bodies_tile(const float4 *bodies, float4 *force, int n, float soft)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
	float3 f = make_float3(0, 0, 0);
	for (int base = 0; base < n; base += blockDim.x) {
		int j = base + threadIdx.x;
		tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < blockDim.x; k++) {
			float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
			float s = tile[k].w * r * r * r;
			f.x += dx * s;
			f.y += dy * s;
			f.z += dz * s;
		}
		__syncthreads();
	}
	if (i < n)
		force[i] = make_float4(f.x, f.y, f.z, 0);
}

extern "C" __global__ void
num_bodies_double(const double *x, const double *y, const double *m, double *ax, double *ay, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double xi = x[i], yi = y[i], sx = 0, sy = 0;
	for (int j = 0; j < n; j++) {
		double dx = x[j] - xi, dy = y[j] - yi;
		double d2 = dx * dx + dy * dy + 1e-6;
		double w = m[j] / (d2 * sqrt(d2));
		sx += w * dx;
		sy += w * dy;
	}
	ax[i] = sx;
	ay[i] = sy;
}

/* Forces within a radius only: most pairs go no further than the comparison. */
extern "C" __global__ void
num_pairs_cutoff(const float *x, const float *y, const float *z, float *energy, int n,
		 float cutoff2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float e = 0.0f;
	for (int j = 0; j < n; j++) {
		float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
		float r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < cutoff2 && j != i) {
			float s = 0.01f / (r2 + 0.01f);
			float s3 = s * s * s;
			e += 4.0f * (s3 * s3 - s3);
		}
	}
	energy[i] = e;
}

extern "C" __global__ void
num_mandel_plain(int *out, int w, int h, float x0, float y0, float step, int most)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float cr = x0 + px * step, ci = y0 + py * step;
	float zr = 0, zi = 0;
	int it = 0;
	while (it < most && zr * zr + zi * zi <= 4.0f) {
		float t = zr * zr - zi * zi + cr;
		zi = 2.0f * zr * zi + ci;
		zr = t;
		it++;
	}
	out[py * w + px] = it;
}

struct Complex {
	double re, im;
	__device__
	Complex(double a, double b)
	    : re(a), im(b)
	{
	}
	__device__ Complex
	operator*(const Complex &o) const
	{
		return Complex(re * o.re - im * o.im, re * o.im + im * o.re);
	}
	__device__ Complex
	operator+(const Complex &o) const
	{
		return Complex(re + o.re, im + o.im);
	}
	__device__ double
	norm() const
	{
		return re * re + im * im;
	}
};

extern "C" __global__ void
num_julia_class(unsigned char *out, int w, int h, double cr, double ci)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	Complex z(3.0 * x / w - 1.5, 3.0 * y / h - 1.5), c(cr, ci);
	int n = 0;
	for (; n < 255; n++) {
		if (z.norm() > 4.0)
			break;
		z = z * z + c;
	}
	out[y * w + x] = n;
}

__device__ __forceinline__ unsigned
xorshift(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}

extern "C" __global__ void
num_chance_pi(unsigned *inside, int tries, unsigned seed)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + seed;
	if (state == 0)
		state = 1;
	int hits = 0;
	for (int k = 0; k < tries; k++) {
		float x = (xorshift(state) >> 8) * (1.0f / 16777216.0f);
		float y = (xorshift(state) >> 8) * (1.0f / 16777216.0f);
		if (x * x + y * y < 1.0f)
			hits++;
	}
	inside[blockIdx.x * blockDim.x + threadIdx.x] = hits;
}

/* Walks on a line until an edge is met. */
extern "C" __global__ void
num_chance_ruin(int *steps, int n, int edge, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long state = 6364136223846793005ull * (i + 1) + 1442695040888963407ull;
	int place = 0, k = 0;
	while (k < most && place < edge && place > -edge) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		place += (state >> 63) ? 1 : -1;
		k++;
	}
	steps[i] = k;
}

/* A price's path ends where it meets the barrier. */
extern "C" __global__ void
num_chance_barrier(float *payoff, int paths, int days, float start, float strike, float barrier,
		   float drift, float spread)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= paths)
		return;
	unsigned s = p * 747796405u + 2891336453u;
	float price = start;
	for (int d = 0; d < days; d++) {
		float u1 = ((xorshift(s) >> 8) + 1) * (1.0f / 16777217.0f);
		float u2 = (xorshift(s) >> 8) * (1.0f / 16777216.0f);
		float normal = sqrtf(-2.0f * logf(u1)) * cosf(6.2831853f * u2);
		price *= expf(drift + spread * normal);
		if (price > barrier) {
			payoff[p] = 0.0f;
			return;
		}
	}
	payoff[p] = fmaxf(price - strike, 0.0f);
}

extern "C" __global__ void
num_switch_five(const unsigned char *kind, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = x[i];
	switch (kind[i]) {
	case 0:
		v = v * v + 1.0f;
		break;
	case 1:
		v = sqrtf(fabsf(v));
		break;
	case 2:
		v = expf(v);
		break;
	case 3:
		for (int k = 0; k < 10; k++)
			v = 0.5f * (v + 1.0f / (1.0f + v * v));
		break;
	default:
		v = 0.0f;
	}
	y[i] = v;
}

/* The loop's length is the thread's number. */
extern "C" __global__ void
num_triangle(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int j = 0; j <= i; j++)
		sum += in[j] * in[i - j];
	out[i] = sum;
}

extern "C" __global__ void
num_power_modulo(const unsigned *base, const unsigned *exponent, unsigned *out, int n,
		 unsigned modulus)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long b = base[i] % modulus, r = 1;
	for (unsigned e = exponent[i]; e; e >>= 1) {
		if (e & 1)
			r = r * b % modulus;
		b = b * b % modulus;
	}
	out[i] = (unsigned)r;
}

extern "C" __global__ void
num_digit_sums(const unsigned *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i];
	int sum = 0;
	while (v > 0) {
		sum += v % 10;
		v /= 10;
	}
	out[i] = sum;
}

/* A root by halving, until the interval is small enough. */
extern "C" __global__ void
num_bisect(const double *a, double *root, int n, double tolerance)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double low = 0.0, high = 1.0 + a[i];
	while (high - low > tolerance) {
		double middle = 0.5 * (low + high);
		if (middle * middle * middle + middle > a[i])
			high = middle;
		else
			low = middle;
	}
	root[i] = 0.5 * (low + high);
}

template <typename F>
__global__ void
num_for_each(float *data, int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = f(data[i]);
}

struct Horner {
	float a, b;
	__device__ float
	operator()(float x) const
	{
		float y = a;
#pragma unroll
		for (int k = 0; k < 12; k++)
			y = y * x + b;
		return y;
	}
};

struct Wave {
	float frequency, phase;
	__device__ float
	operator()(float x) const
	{
		return sinf(frequency * x + phase) * expf(-x * x);
	}
};
template __global__ void num_for_each<Horner>(float *, int, Horner);
template __global__ void num_for_each<Wave>(float *, int, Wave);

/* The area under a curve by a thread's share of slices. */
extern "C" __global__ void
num_integral(double *parts, int slices, double from, double to)
{
	int threads = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
	double width = (to - from) / slices, sum = 0;
	for (int s = t; s < slices; s += threads) {
		double x = from + (s + 0.5) * width;
		sum += 4.0 / (1.0 + x * x);
	}
	parts[t] = sum * width;
}

/* How far each ray goes through a grid of cells until one is full. */
extern "C" __global__ void
num_ray_steps(const unsigned char *full, const float *dx, const float *dy, int *out, int rays,
	      int side)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rays)
		return;
	float x = 0.5f * side, y = 0.5f * side;
	int steps = 0;
	while (x >= 0 && y >= 0 && x < side && y < side) {
		if (full[(int)y * side + (int)x] == 0)
			break;
		x += dx[i];
		y += dy[i];
		if (++steps >= 1000)
			break;
	}
	out[i] = steps;
}
