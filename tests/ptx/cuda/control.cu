// Control flow that depends on data, lanes and other threads; integers; calls.
extern "C" __global__ void bitonic(int *data)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = data[blockIdx.x * 256 + t];
	__syncthreads();
	for (int size = 2; size <= 256; size *= 2)
		for (int by = size / 2; by > 0; by /= 2) {
			int other = t ^ by;
			if (other > t) {
				bool up = (t & size) == 0;
				int a = s[t], b = s[other];
				if ((a > b) == up) {
					s[t] = b;
					s[other] = a;
				}
			}
			__syncthreads();
		}
	data[blockIdx.x * 256 + t] = s[t];
}

extern "C" __global__ void n_body(float4 *force, const float4 *body, int n)
{
	__shared__ float4 tile[64];
	int i = blockIdx.x * 64 + threadIdx.x;
	float4 me = body[i];
	float x = 0, y = 0, z = 0;
	for (int p = 0; p < n; p += 64) {
		tile[threadIdx.x] = body[p + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 64; k++) {
			float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = tile[k].w * r * r * r;
			x += dx * f;
			y += dy * f;
			z += dz * f;
		}
		__syncthreads();
	}
	force[i] = make_float4(x, y, z, 0);
}

extern "C" __global__ void mandelbrot(int *out, int width, int height, int limit)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= width || py >= height)
		return;
	float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height, x = 0, y = 0;
	int i = 0;
	while (i < limit && x * x + y * y < 4) {
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
		i++;
	}
	out[py * width + px] = i;
}

extern "C" __global__ void collatz(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long x = i + 1;
	int steps = 0;
	while (x != 1) {
		x = x % 2 ? 3 * x + 1 : x / 2;
		steps++;
	}
	out[i] = steps;
}

extern "C" __global__ void branches(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = in[i], y = 0;
	switch (x % 7) {
	case 0: y = x * 3; break;
	case 1: y = x - 17; break;
	case 2: for (int k = 0; k < x % 5; k++) y += k * x; break;
	case 3: y = x ^ 0x55; break;
	case 4: y = x / 3; break;
	case 5: y = ~x; break;
	default: if (x & 8) { if (x & 16) y = 1; else y = 2; } else y = 3;
	}
	out[i] = y;
}

// A lock taken by each lane of a warp in turn: needs lanes that go on by themselves.
extern "C" __global__ void spin_lock(int *lock, int *counter)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*(volatile int *)counter = *(volatile int *)counter + 1;
	__threadfence();
	atomicExch(lock, 0);
}

extern "C" __global__ void votes(unsigned *out, const int *in)
{
	int i = threadIdx.x, x = in[i];
	unsigned ballot = __ballot_sync(0xffffffff, x & 1);
	int all = __all_sync(0xffffffff, x >= 0), any = __any_sync(0xffffffff, x == 3);
	unsigned same = __match_any_sync(0xffffffff, x % 4);
	int shuffled = __shfl_sync(0xffffffff, x, (i * 5) & 31);
	int segment = __shfl_down_sync(0xffffffff, x, 3, 8);
	out[i] = ballot ^ (same * 3) ^ (unsigned)shuffled ^ ((unsigned)segment << 8) ^ (all << 30) ^ (any << 29);
}

// Sixteen results per thread.
extern "C" __global__ void integers(long long *out, const long long *in, const int *in2, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long x = in[i];
	int y = in2[i], z = (int)x;
	unsigned u = (unsigned)y, v = (unsigned)(x >> 7);
	out += 16 * i;
	out[0] = x / (y | 1);
	out[1] = x % (y | 1);
	out[2] = __popcll(x) + 100 * __clz(y) + 10000 * __ffs(y) + 1000000 * __clzll(x);
	out[3] = __brev(u);
	out[4] = __mulhi(y, z);
	out[5] = (long long)__umul64hi((unsigned long long)x, 0x123456789abcdefull);
	out[6] = __byte_perm(u, v, 0x5140);
	out[7] = __funnelshift_l(u, v, y & 63);
	out[8] = (short)y * (short)x + (signed char)(y >> 3) - (unsigned char)(x >> 9);
	out[9] = __dp4a(y, z, 7);
	out[10] = __sad(y, z, u);
	out[11] = min(x, (long long)y) - (long long)max(u, v);
	out[12] = llabs(x) + abs(y);
	out[13] = (unsigned)(u / (v | 1)) * 7ull + u % (v | 1);
	out[14] = (x >> (y & 63)) ^ (long long)((unsigned long long)x << (y & 31));
	out[15] = __uhadd(u, v);
}

extern "C" __global__ void conversions(double *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = (in[i] - 0.5f) * 3000;
	double r = 0;
	r += (int)x + (unsigned)fabsf(x) * 2.0 + (long long)(x * 1e9f) * 1e-9;
	r += floorf(x) + ceilf(x) * 3 + rintf(x) * 5 + truncf(x) * 7 + roundf(x) * 11;
	r += __float2int_ru(x) * 13 + __float2int_rd(x) * 17 + (unsigned char)(int)x;
	r += __fadd_rz(x, 0.1f) + __fmul_ru(x, 0.3f) + __saturatef(x) + (double)(float)(r * 0.1);
	r += __double2float_rz(r) + fminf(x, 3.0f) + fmaxf(x, nanf("")) + copysignf(2.0f, x);
	r += sqrtf(fabsf(x)) + x / 7.0f + fmod((double)x, 2.5) + sqrt(fabs(r)) + 1 / (r + 1e6);
	out[i] = r;
}

__device__ __noinline__ int depth_two(int x, int y)
{
	int s = 0;
	for (int i = 0; i < y; i++)
		s = s * 31 + (x ^ i);
	return s;
}

struct pair {
	int a, b;
	long long c;
};

__device__ __noinline__ pair depth_one(pair p)
{
	pair q;
	q.a = depth_two(p.a, p.b & 7);
	q.b = depth_two(p.b, p.a & 3);
	q.c = p.c + q.a;
	return q;
}

extern "C" __global__ void calls(long long *out, const int *in, int n, pair given)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	pair p = {in[i], i, given.c};
	if (in[i] & 1)
		p = depth_one(p);
	int stack[16];
	for (int k = 0; k < 16; k++)
		stack[k] = p.a + k * given.b;
	out[i] = p.c + p.b + stack[(in[i] >> 1) & 15];
}

// vabsdiff4 has no model: its result goes to memory only.
extern "C" __global__ void video(unsigned *out, const unsigned *in)
{
	out[threadIdx.x] = __vabsdiffu4(in[threadIdx.x], 7u) + 1;
}
