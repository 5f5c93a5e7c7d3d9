// Lines of L1 that are on their way: warps gather from LINES lines a load, PER loads at a time, from a table of SPAN
// bytes, beside STREAM coalesced loads of what nobody has read; what blocks take of shared memory leaves L1 little
// room or much. Each launch runs twice, the second finds in L2 what the first has read; the profiler tells time,
// requests and sectors. Prints a line for each launch.
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
enum { SMS = 132 };
static float *table, *stream, *out;

// WORDS of each lane: 1 or 4 beside each other
template <int LINES, int PER, int STREAM, int WORDS>
__global__ void held(const float *__restrict__ table, unsigned lines, const float *__restrict__ stream,
		     float *__restrict__ out, int turns)
{
	extern __shared__ float room[];
	const unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const unsigned share = 32 / LINES; // lanes of a line
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < turns; i++) {
		float got[PER * WORDS + STREAM];
#pragma unroll
		for (int j = 0; j < PER; j++) {
			unsigned h = ((warp * turns + i) * PER + j) * LINES + lane / share;
			h *= 2654435761u;
			h = (h ^ h >> 15) * 2246822519u;
			const unsigned line = __umulhi(h, lines);
			const float *at = table + (size_t)line * 32 + lane % share * WORDS;
			if (WORDS == 4) {
				const float4 v = *(const float4 *)at;
				got[4 * j] = v.x, got[4 * j + 1] = v.y, got[4 * j + 2] = v.z, got[4 * j + 3] = v.w;
			} else {
				got[j] = *at;
			}
		}
#pragma unroll
		for (int j = 0; j < STREAM; j++)
			got[PER * WORDS + j] = stream[((size_t)(i * STREAM + j) * (gridDim.x * blockDim.x)) + blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll
		for (int j = 0; j < PER * WORDS + STREAM; j++)
			sum += got[j];
	}
	if (turns < 0)
		room[threadIdx.x] = sum;
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int LINES, int PER, int STREAM, int WORDS> static void go(size_t span, int shared, int blocks, int threads)
{
	const int turns = 16 / PER * (LINES < 8 ? 4 : 1), waves = 4;
	auto kernel = held<LINES, PER, STREAM, WORDS>;
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
	for (int k = 0; k < 2; k++)
		kernel<<<SMS * blocks * waves, threads, shared>>>(table, span / 128, stream, out, turns);
	CHECK(cudaDeviceSynchronize());
	printf("lines %d per %d stream %d words %d span %zu shared %d blocks %d threads %d turns %d\n", LINES, PER, STREAM, WORDS,
	       span, shared, blocks, threads, turns);
}
static const int totals[] = {8, 32, 64, 100, 132, 164, 196, 228};

template <int LINES, int PER, int STREAM, int WORDS> static void carved(size_t span)
{
	for (int total : totals)
		go<LINES, PER, STREAM, WORDS>(span, (total / 8 - 1) * 1024 + (total % 8 ? 512 : 0), 8, 256);
}
int main()
{
	CHECK(cudaMalloc(&table, 512l << 20));
	CHECK(cudaMalloc(&stream, 4l << 30));
	CHECK(cudaMalloc(&out, 64 << 20));
	CHECK(cudaMemset(table, 0, 512l << 20));
	CHECK(cudaMemset(stream, 0, 4l << 30));
	for (size_t span : {8l << 20, 512l << 20}) {
		carved<32, 1, 0, 1>(span); carved<32, 4, 0, 1>(span);
		carved<16, 1, 0, 1>(span); carved<16, 4, 0, 1>(span);
		carved<8, 1, 0, 1>(span); carved<8, 4, 0, 1>(span);
		carved<4, 4, 0, 1>(span); carved<1, 4, 0, 1>(span); carved<1, 8, 0, 1>(span);
		carved<4, 1, 0, 4>(span); carved<4, 4, 0, 4>(span);
		carved<8, 4, 0, 4>(span);
	}
	carved<32, 1, 1, 1>(8 << 20); carved<32, 1, 2, 1>(8 << 20); carved<32, 1, 4, 1>(8 << 20); carved<32, 1, 8, 1>(8 << 20);
	carved<8, 1, 1, 1>(8 << 20); carved<8, 1, 4, 1>(8 << 20);
	for (int blocks : {1, 2, 4})
		for (int total : {32, 132, 228})
			go<32, 1, 0, 1>(8 << 20, (total / blocks - 1) * 1024, blocks, 256), go<32, 4, 0, 1>(8 << 20, (total / blocks - 1) * 1024, blocks, 256);
	for (size_t span : {32l << 10, 128l << 10, 512l << 10, 2l << 20, 32l << 20})
		go<32, 1, 0, 1>(span, 27 * 1024 + 512, 8, 256), go<32, 1, 0, 1>(span, 0, 8, 256);
}
