/* Sorting networks, bodies, fractals, chases, branches and loops that data end. */
#include <cstddef>
#include <cstdint>

/* One step of the network over memory. */
extern "C" __global__ void
bitonic_memory(float *data, int j, int k)
{
	unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
	unsigned int other = i ^ j;
	if (other > i) {
		if ((i & k) == 0) {
			if (data[i] > data[other]) {
				float t = data[i];
				data[i] = data[other];
				data[other] = t;
			}
		} else if (data[i] < data[other]) {
			float t = data[i];
			data[i] = data[other];
			data[other] = t;
		}
	}
}

/* Keys and values of a block's 1024, sorted whole by 512 threads. */
extern "C" __global__ void
bitonic_pairs(unsigned int *keys, unsigned int *values, int up)
{
	__shared__ unsigned int key[1024], value[1024];
	unsigned int t = threadIdx.x, base = blockIdx.x * 1024;
	for (int h = 0; h < 2; h++) {
		key[t + 512 * h] = keys[base + t + 512 * h];
		value[t + 512 * h] = values[base + t + 512 * h];
	}
	for (unsigned int size = 2; size <= 1024; size <<= 1) {
		int direction = up ^ ((t & (size / 2)) != 0);
		for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
			__syncthreads();
			unsigned int at = 2 * t - (t & (stride - 1));
			if ((key[at] > key[at + stride]) == direction) {
				unsigned int k = key[at], v = value[at];
				key[at] = key[at + stride];
				value[at] = value[at + stride];
				key[at + stride] = k;
				value[at + stride] = v;
			}
		}
	}
	__syncthreads();
	for (int h = 0; h < 2; h++) {
		keys[base + t + 512 * h] = key[t + 512 * h];
		values[base + t + 512 * h] = value[t + 512 * h];
	}
}

/* A thread sorts its own eight in registers. */
extern "C" __global__ void
bitonic_own(const int4 *in, int4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 a = in[2 * i], b = in[2 * i + 1];
	int v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
	for (int pass = 0; pass < 8; pass++)
#pragma unroll
		for (int k = pass & 1; k + 1 < 8; k += 2) {
			int low = min(v[k], v[k + 1]), high = max(v[k], v[k + 1]);
			v[k] = low;
			v[k + 1] = high;
		}
	out[2 * i] = make_int4(v[0], v[1], v[2], v[3]);
	out[2 * i + 1] = make_int4(v[4], v[5], v[6], v[7]);
}

static __device__ float3
pull(float4 to, float4 from, float3 a, float soft)
{
	float3 d = make_float3(from.x - to.x, from.y - to.y, from.z - to.z);
	float square = d.x * d.x + d.y * d.y + d.z * d.z + soft;
	float inverse = rsqrtf(square);
	float s = from.w * inverse * inverse * inverse;
	a.x += d.x * s;
	a.y += d.y * s;
	a.z += d.z * s;
	return a;
}

/* All pairs, tiles of one block's width. */
extern "C" __global__ void
body_tiles(const float4 *position, float4 *acceleration, int n, float soft)
{
	extern __shared__ float4 others[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 mine = position[i];
	float3 a = make_float3(0.0f, 0.0f, 0.0f);
	for (int tile = 0; tile < n / blockDim.x; tile++) {
		others[threadIdx.x] = position[tile * blockDim.x + threadIdx.x];
		__syncthreads();
#pragma unroll 32
		for (int j = 0; j < blockDim.x; j++)
			a = pull(mine, others[j], a, soft);
		__syncthreads();
	}
	acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

/* Double precision, straight from memory, with a proper square root. */
extern "C" __global__ void
body_direct(const double *x, const double *y, const double *z, double *potential, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double sum = 0.0;
	for (int j = 0; j < n; j++) {
		double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
		sum += 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 1e-3);
	}
	potential[i] = sum;
}

/* Forces only between neighbours closer than a limit. */
extern "C" __global__ void
body_cutoff(const float4 *__restrict__ position, float *__restrict__ energy, int n, int near,
            float limit)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 mine = position[i];
	float sum = 0.0f;
	for (int k = 1; k <= near; k++) {
		float4 other = position[(i + k) % n];
		float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z;
		float r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < limit) {
			float r6 = 1.0f / (r2 * r2 * r2 + 0.01f);
			sum += mine.w * other.w * (r6 * r6 - r6) + expf(-r2);
		}
	}
	energy[i] = sum;
}

template <typename T> static __device__ int
escape(T cx, T cy, int most)
{
	T x = 0, y = 0;
	int i = 0;
	while (i < most && x * x + y * y <= (T)4) {
		T t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
		i++;
	}
	return i;
}

extern "C" __global__ void
fractal_counts(unsigned short *out, int width, int height, REAL left, REAL top, REAL step, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = escape<REAL>(left + x * step, top + y * step, most);
}

/* Another set, a colour a point; blocks go down the picture by turns. */
extern "C" __global__ void
fractal_colours(uchar4 *out, int width, int height, float cx, float cy)
{
	for (int y = blockIdx.x; y < height; y += gridDim.x)
		for (int x = threadIdx.x; x < width; x += blockDim.x) {
			float re = 3.0f * x / width - 1.5f, im = 2.0f * y / height - 1.0f;
			int i;
			for (i = 0; i < 200; i++) {
				float r = re * re - im * im + cx;
				im = 2.0f * re * im + cy;
				re = r;
				if (re * re + im * im > 4.0f)
					break;
			}
			out[(size_t)y * width + x] = make_uchar4(i, i * 3, i * 7, 255);
		}
}

/* From place to place, some chases at once. */
extern "C" __global__ void
chase_places(const unsigned int *next, unsigned int *out, int hops, int apart)
{
	unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned int at = thread * apart;
	for (int h = 0; h < hops; h++)
		at = next[at];
	out[thread] = at;
}

struct node {
	int next;
	int key;
	double value;
};

/* Lists: a thread walks from its own head until a key is divisible. */
extern "C" __global__ void
chase_lists(const node *nodes, const int *heads, double *sums, int n, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double sum = 0.0;
	int at = heads[i];
	for (int k = 0; k < most; k++) {
		node here = nodes[at];
		sum += here.value;
		if (here.key % 16 == 0)
			break;
		at = here.next;
	}
	sums[i] = sum;
}

/* What is done depends on a code. */
extern "C" __global__ void
branch_codes(const unsigned char *code, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = in[i];
	switch (code[i]) {
	case 0:
		v = sinf(v);
		break;
	case 1:
		v = sqrtf(v + 1.0f);
		break;
	case 2:
		v = expf(v);
		break;
	case 3:
		v = logf(v + 2.0f);
		break;
	case 4:
		v = 1.0f / (v + 3.0f);
		break;
	case 5:
		v = powf(v + 2.0f, 1.7f);
		break;
	case 6:
		v = v * v * v - v;
		break;
	default:
		v = 0.0f;
	}
	out[i] = v;
}

/* Work in shares of lanes: `lanes` of each 32 do it. */
extern "C" __global__ void
branch_lanes(float *data, int lanes, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = data[i];
	if ((int)(threadIdx.x % 32) < lanes) {
		for (int r = 0; r < rounds; r++)
			v = v * 0.999f + 0.001f;
	} else {
		for (int r = 0; r < rounds; r++)
			v = __fdividef(v, 1.001f) + 0.002f;
	}
	data[i] = v;
}

/* As many rounds as the thread's number in its block. */
extern "C" __global__ void
branch_stairs(double *out, int rounds)
{
	double v = 1.0 + threadIdx.x;
	for (int r = 0; r < rounds * (int)threadIdx.x; r++)
		v = v * 0.5 + 1.0;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

extern "C" __global__ void
loop_divisor(const unsigned int *a, const unsigned int *b, unsigned int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned int u = a[i], v = b[i];
		while (v != 0) {
			unsigned int r = u % v;
			u = v;
			v = r;
		}
		out[i] = u;
	}
}

/* Cube roots by Newton, until they stand still. */
extern "C" __global__ void
loop_roots(const double *in, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double a = in[i] + 1.5, x = a;
	for (;;) {
		double better = x - (x * x * x - a) / (3.0 * x * x);
		if (fabs(better - x) < 1e-12)
			break;
		x = better;
	}
	out[i] = x;
}

/* Sums of pieces whose lengths an array tells. */
extern "C" __global__ void
loop_pieces(const int *start, const int *length, const unsigned char *text, unsigned int *hash,
            int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned int h = 2166136261u;
		const unsigned char *p = text + start[i], *end = p + length[i];
		while (p != end)
			h = (h ^ *p++) * 16777619u;
		hash[i] = h;
	}
}

/* Primes by trial. */
extern "C" __global__ void
loop_primes(int *count, unsigned int first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int prime = 0;
	if (i < n) {
		unsigned int candidate = first + 2 * i + 1;
		prime = 1;
		for (unsigned int d = 3; d * d <= candidate; d += 2)
			if (candidate % d == 0) {
				prime = 0;
				break;
			}
	}
	prime = __popc(__ballot_sync(0xffffffff, prime));
	if (threadIdx.x % 32 == 0 && prime)
		atomicAdd(count, prime);
}

/* Functions of the library, for their own sake. */
extern "C" __global__ void
calc_functions(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float x = in[i];
		float s, c;
		sincosf(x, &s, &c);
		out[i] = s * expf(-x) + c * log1pf(x * x) + tanhf(x) + erff(x) + cbrtf(x);
	}
}

static __device__ uint64_t
stir(uint64_t *state)
{
	uint64_t x = *state;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 2685821657736338717ull;
}

/* Points in a circle by a generator of 64 bits. */
extern "C" __global__ void
calc_circle(unsigned long long *hits, int rounds)
{
	uint64_t state = 88172645463325252ull + blockIdx.x * blockDim.x + threadIdx.x;
	unsigned int inside = 0;
	for (int r = 0; r < rounds; r++) {
		float x = (float)(stir(&state) >> 40) * 0x1p-24f;
		float y = (float)(stir(&state) >> 40) * 0x1p-24f;
		inside += x * x + y * y < 1.0f;
	}
	atomicAdd(hits, (unsigned long long)inside);
}
