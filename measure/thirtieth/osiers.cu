// Convolutions with weights in constant memory, and pictures seen through constant tables.
#include <cuda_runtime.h>

__constant__ float row_weights[65];

// The radius is told at the launch; the border is repeated.
extern "C" __global__ void conv_rows_of_any_radius(const float *in, float *out, int w, int h, int radius)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		const float *row = in + (size_t)y * w;
		float sum = 0.f;
		for (int k = -radius; k <= radius; ++k) {
			int at = x + k;
			at = at < 0 ? 0 : at > w - 1 ? w - 1 : at;
			sum += row_weights[k + radius] * row[at];
		}
		out[(size_t)y * w + x] = sum;
	}
}

__constant__ float col_weights[33];

template <int R>
__global__ void __launch_bounds__(256) columnsFromTile(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	constexpr int ROWS = 32;
	__shared__ float tile[ROWS + 2 * R][32];
	const int x = blockIdx.x * 32 + threadIdx.x;
	const int y0 = blockIdx.y * ROWS;
	for (int r = threadIdx.y; r < ROWS + 2 * R; r += 8) {
		const int y = y0 + r - R;
		tile[r][threadIdx.x] = x < w && y >= 0 && y < h ? in[y * w + x] : 0.0f;
	}
	__syncthreads();
	if (x >= w)
		return;
#pragma unroll
	for (int q = 0; q < ROWS / 8; q++) {
		const int r = threadIdx.y + 8 * q;
		float sum = 0.0f;
#pragma unroll
		for (int k = 0; k <= 2 * R; k++)
			sum = fmaf(col_weights[k], tile[r + k][threadIdx.x], sum);
		if (y0 + r < h)
			out[(y0 + r) * w + x] = sum;
	}
}
template __global__ void columnsFromTile<3>(const float *, float *, int, int);
template __global__ void columnsFromTile<9>(const float *, float *, int, int);

__constant__ float five_square[5][5];

extern "C" __global__ void conv_five_square_of_rgba(const float4 *__restrict__ in, float4 *__restrict__ out, int w,
                                                    int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
	for (int j = 0; j < 5; j++) {
		int yy = min(max(y + j - 2, 0), h - 1);
#pragma unroll
		for (int i = 0; i < 5; i++) {
			int xx = min(max(x + i - 2, 0), w - 1);
			float4 p = __ldg(&in[yy * w + xx]);
			float k = five_square[j][i];
			s.x += k * p.x;
			s.y += k * p.y;
			s.z += k * p.z;
			s.w += k * p.w;
		}
	}
	out[y * w + x] = s;
}

// Eight filters of 3 x 3 x 3; each thread takes the filter of its lane.
__constant__ float filter_bank[8 * 27];

extern "C" __global__ void conv_bank_filter_by_lane(const float *in, float *out, int w, int h)
{
	const unsigned f = threadIdx.x & 7;
	const unsigned pixel = (blockIdx.x * blockDim.x + threadIdx.x) >> 3;
	const int ow = w - 2, oh = h - 2;
	if (pixel >= (unsigned)(ow * oh))
		return;
	const int x = pixel % ow, y = pixel / ow;
	float sum = 0;
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++)
			for (int c = 0; c < 3; c++)
				sum += filter_bank[f * 27 + (j * 3 + i) * 3 + c] * in[((y + j) * w + x + i) * 3 + c];
	out[pixel * 8 + f] = sum > 0 ? sum : 0;
}

__constant__ uchar4 palette_of_256[256];

extern "C" __global__ void img_indexed_to_true_colour(const unsigned char *index, uchar4 *out, long long n)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = palette_of_256[index[i]];
}

__constant__ unsigned char tone_curves[3][256];

// Packed red, green, blue; four bytes a turn.
extern "C" __global__ void img_tone_curves_of_bytes(const unsigned *__restrict__ in, unsigned *__restrict__ out,
                                                    unsigned words)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
		const unsigned v = in[i];
		unsigned channel = i * 4 % 3, r = 0;
#pragma unroll
		for (int b = 0; b < 4; b++) {
			r |= (unsigned)tone_curves[channel][v >> 8 * b & 255] << 8 * b;
			channel = channel == 2 ? 0 : channel + 1;
		}
		out[i] = r;
	}
}

struct Grade {
	float matrix[9];
	float lift[3];
	float gain[3];
	float gamma;
};
__constant__ Grade grade;

extern "C" __global__ void img_grade_of_a_film(const float4 *in, float4 *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float4 p = in[i];
	const float v[3] = {p.x, p.y, p.z};
	float r[3];
	for (int c = 0; c < 3; c++) {
		float m = grade.matrix[3 * c] * v[0] + grade.matrix[3 * c + 1] * v[1] + grade.matrix[3 * c + 2] * v[2];
		m = __saturatef(m * grade.gain[c] + grade.lift[c]);
		r[c] = __powf(m + 1e-4f, grade.gamma);
	}
	out[i] = make_float4(r[0], r[1], r[2], p.w);
}

// The middle of nine by sorted columns.
extern "C" __global__ void img_median_of_three_by_three(const unsigned char *__restrict__ in,
                                                        unsigned char *__restrict__ out, int w, int h)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int lo[3], mid[3], hi[3];
#pragma unroll
	for (int i = 0; i < 3; i++) {
		const int xx = min(max(x + i - 1, 0), w - 1);
		const int a = in[max(y - 1, 0) * w + xx], b = in[y * w + xx], c = in[min(y + 1, h - 1) * w + xx];
		lo[i] = min(a, min(b, c));
		hi[i] = max(a, max(b, c));
		mid[i] = a + b + c - lo[i] - hi[i];
	}
	const int highest_low = max(lo[0], max(lo[1], lo[2]));
	const int lowest_high = min(hi[0], min(hi[1], hi[2]));
	const int middle = max(min(mid[0], mid[1]), min(max(mid[0], mid[1]), mid[2]));
	out[y * w + x] = max(min(highest_low, middle), min(max(highest_low, middle), lowest_high));
}
