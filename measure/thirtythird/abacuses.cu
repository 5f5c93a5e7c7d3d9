// Copies, transposes, structures, gathers and scatters.
#include <cuda_fp16.h>
#include <cstdint>

template <typename T, int PER>
__global__ void copySeveralEach(const T *__restrict__ from, T *__restrict__ to, size_t n)
{
	size_t base = (size_t)blockIdx.x * blockDim.x * PER + threadIdx.x;
#pragma unroll
	for (int k = 0; k < PER; k++) {
		size_t i = base + (size_t)k * blockDim.x;
		if (i < n)
			to[i] = from[i];
	}
}
template __global__ void copySeveralEach<float, 4>(const float *, float *, size_t);
template __global__ void copySeveralEach<uint8_t, 8>(const uint8_t *, uint8_t *, size_t);

// A window of a wide image into a packed buffer.
extern "C" __global__ void copy_crop_of_frame(const uchar4 *frame, uchar4 *crop, int pitch, int x0,
                                              int y0, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	crop[y * w + x] = frame[(y + y0) * pitch + x + x0];
}

extern "C" __global__ void copy_halves_widened(const __half2 *__restrict__ in, float2 *__restrict__ out,
                                               int pairs)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
		out[i] = __half22float2(in[i]);
}

extern "C" __global__ void transpose_padded_double_tile(const double *in, double *out, int w, int h)
{
	__shared__ double tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x < w && y < h)
		tile[threadIdx.y][threadIdx.x] = in[(long long)y * w + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < h && y < w)
		out[(long long)y * h + x] = tile[threadIdx.x][threadIdx.y];
}

// Channels first to channels last.
extern "C" __global__ void transpose_planes_into_pixels(const float *__restrict__ planes,
                                                      float *__restrict__ pixels, int channels,
                                                      int area, int total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int c = i % channels, p = i / channels % area, b = i / channels / area;
	pixels[i] = planes[(b * channels + c) * area + p];
}

struct Drone {
	float x, y, z, vx, vy, vz, charge;
};

extern "C" __global__ void __launch_bounds__(192) aos_drones_steered(Drone *drones, unsigned n, float dt)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		Drone d = drones[i];
		if (d.charge > 0.1f) {
			d.vz -= 0.5f * dt;
			d.x += dt * d.vx;
			d.y += dt * d.vy;
			d.z = fabsf(d.z + dt * d.vz);
		}
		drones[i] = d;
	}
}

extern "C" __global__ void gather_midpoints_of_edges(const int2 *__restrict__ edges,
                                                     const float *__restrict__ points,
                                                     float *__restrict__ middles, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 e = edges[i];
	for (int k = 0; k < 3; k++)
		middles[3 * i + k] = 0.5f * (points[3 * e.x + k] + points[3 * e.y + k]);
}

extern "C" __global__ void scatter_votes_to_owners(const int *owner, const int *weight, int *total,
                                                   long long n)
{
	long long step = (long long)gridDim.x * blockDim.x;
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step)
		atomicAdd(&total[owner[i]], weight[i] & 7);
}
