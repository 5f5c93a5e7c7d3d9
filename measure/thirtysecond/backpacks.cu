// Moving data about: pitched copies, layout changes, transposes, gathers and scatters.
#include <cuda_fp16.h>

// A sub-image: both pitches in bytes, rows are taken in turn by the blocks along y.
extern "C" __global__ void copy_pitched_rows(const char *src, size_t src_pitch, char *dst,
                                             size_t dst_pitch, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= width)
		return;
	for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
		const float *from = reinterpret_cast<const float *>(src + y * src_pitch);
		float *to = reinterpret_cast<float *>(dst + y * dst_pitch);
		to[x] = from[x];
	}
}

template <typename V, int UNROLL>
__global__ void copyInHandfuls(const V *__restrict__ in, V *__restrict__ out, size_t n)
{
	size_t first = (size_t)blockIdx.x * blockDim.x * UNROLL + threadIdx.x;
	V held[UNROLL];
#pragma unroll
	for (int i = 0; i < UNROLL; i++) {
		size_t at = first + i * blockDim.x;
		if (at < n)
			held[i] = in[at];
	}
#pragma unroll
	for (int i = 0; i < UNROLL; i++) {
		size_t at = first + i * blockDim.x;
		if (at < n)
			out[at] = held[i];
	}
}
template __global__ void copyInHandfuls<float, 4>(const float *, float *, size_t);
template __global__ void copyInHandfuls<double2, 2>(const double2 *, double2 *, size_t);
template __global__ void copyInHandfuls<unsigned char, 8>(const unsigned char *, unsigned char *, size_t);

// Planar floats in 0..255 to interleaved, normalised halves, as before a vision network.
extern "C" __global__ void copy_planes_to_pixels_half(const float *__restrict__ planes,
                                                      __half *__restrict__ pixels, unsigned count,
                                                      float3 mean, float3 inv_std)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count) {
		float r = planes[i], g = planes[count + i], b = planes[2 * count + i];
		pixels[3 * i] = __float2half((r - mean.x) * inv_std.x);
		pixels[3 * i + 1] = __float2half((g - mean.y) * inv_std.y);
		pixels[3 * i + 2] = __float2half((b - mean.z) * inv_std.z);
	}
}

// No padding: the column within the tile is exchanged by the row's number.
template <typename T>
__global__ void transposeSwizzled(const T *in, T *out, int width, int height)
{
	__shared__ T tile[32][32];
	int tx = threadIdx.x;
	int x = blockIdx.x * 32 + tx;
	for (int ty = threadIdx.y; ty < 32; ty += blockDim.y) {
		int y = blockIdx.y * 32 + ty;
		if (x < width && y < height)
			tile[ty][tx ^ ty] = in[y * width + x];
	}
	__syncthreads();
	x = blockIdx.y * 32 + tx;
	for (int ty = threadIdx.y; ty < 32; ty += blockDim.y) {
		int y = blockIdx.x * 32 + ty;
		if (x < height && y < width)
			out[y * height + x] = tile[tx][ty ^ tx];
	}
}
template __global__ void transposeSwizzled<float>(const float *, float *, int, int);
template __global__ void transposeSwizzled<double>(const double *, double *, int, int);

// [batch][length][heads][dim] to [batch][heads][length][dim], eight halves a thread.
extern "C" __global__ void transpose_heads_before_length(const uint4 *__restrict__ in,
                                                         uint4 *__restrict__ out, int length,
                                                         int heads, int octets)
{
	int d = threadIdx.x;
	int head = blockIdx.y * blockDim.y + threadIdx.y;
	int at = blockIdx.x * blockDim.z + threadIdx.z;
	int batch = blockIdx.z;
	if (d < octets && head < heads && at < length)
		out[((batch * heads + head) * length + at) * octets + d] =
			in[((batch * length + at) * heads + head) * octets + d];
}

struct Particle {
	float px, py, pz;
	float vx, vy, vz;
	float mass;
	int alive;
};

extern "C" __global__ void aos_particles_fall(Particle *particles, long long n, float dt, float floor)
{
	long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Particle p = particles[i];
	if (p.alive & 1) {
		float drag = 1.0f - 0.1f * dt / (p.mass + 0.5f);
		p.vx *= drag;
		p.vy = p.vy * drag - 9.81f * dt;
		p.vz *= drag;
		p.px += p.vx * dt;
		p.py += p.vy * dt;
		p.pz += p.vz * dt;
		if (p.py < floor) {
			p.py = floor;
			p.vy = -0.6f * p.vy;
		}
		particles[i] = p;
	}
}

// Three floats a point: read as they lie, through shared memory, written as three arrays.
extern "C" __global__ void __launch_bounds__(96) aos_points_split_staged(
	const float *__restrict__ points, float *__restrict__ x, float *__restrict__ y,
	float *__restrict__ z, int n)
{
	__shared__ float stage[3 * 96];
	int base = blockIdx.x * 96;
	for (int k = threadIdx.x; k < 3 * 96; k += 96)
		if (3 * base + k < 3 * n)
			stage[k] = points[3 * base + k];
	__syncthreads();
	int i = base + threadIdx.x;
	if (i < n) {
		x[i] = stage[3 * threadIdx.x];
		y[i] = stage[3 * threadIdx.x + 1];
		z[i] = stage[3 * threadIdx.x + 2];
	}
}

// Messages of edges summed at their targets.
extern "C" __global__ void scatter_add_messages(const float *message, const int *target, float *node,
                                                int edges, int dim)
{
	int edge = blockIdx.x * blockDim.y + threadIdx.y;
	if (edge >= edges)
		return;
	float *to = node + (size_t)target[edge] * dim;
	for (int c = threadIdx.x; c < dim; c += blockDim.x)
		atomicAdd(to + c, message[(size_t)edge * dim + c]);
}

extern "C" __global__ void gather_bilinear_samples(const float *__restrict__ image,
                                                   const float2 *__restrict__ uv,
                                                   float *__restrict__ out, int width, int height,
                                                   int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 c = uv[i];
		float fx = c.x * (width - 1), fy = c.y * (height - 1);
		int x0 = (int)fx, y0 = (int)fy;
		int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
		float ax = fx - x0, ay = fy - y0;
		float top = image[y0 * width + x0] * (1 - ax) + image[y0 * width + x1] * ax;
		float low = image[y1 * width + x0] * (1 - ax) + image[y1 * width + x1] * ax;
		out[i] = top * (1 - ay) + low * ay;
	}
}
