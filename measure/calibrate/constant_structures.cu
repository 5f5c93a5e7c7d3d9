// Sums over structures of four floats in constant memory, of which ptxas loads some words by ULDC and others by LDC: U
// warps of each quarter of an SM, one round of blocks or six. Prints a line for each launch: kind (as below), bytes of the
// table, U, rounds, microseconds by events, the least of four, and clocks of a quarter for each structure of a warp.
#include "quarters.cuh"
#include <vector>
__constant__ float table[16384];
static float *dump;

template <int KIND> __global__ void charges(float *out, int w, int count, float step)
{
	int x = (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y;
	float u = x * step, v = y * step, s0 = 0, s1 = 0;
	const float4 *c4 = (const float4 *)table;
	if (KIND == 0) // two points, rsqrt: ULDC and LDC in turn
		for (int k = 0; k < count; k++) {
			float4 c = c4[k];
			float dy = v - c.y, t = dy * dy + c.z * c.z + 0.01f, d0 = u - c.x, d1 = d0 + step;
			s0 += c.w * rsqrtf(d0 * d0 + t);
			s1 += c.w * rsqrtf(d1 * d1 + t);
		}
	if (KIND == 1) // the same, one structure a turn
#pragma unroll 1
		for (int k = 0; k < count; k++) {
			float4 c = c4[k];
			float dy = v - c.y, t = dy * dy + c.z * c.z + 0.01f, d0 = u - c.x, d1 = d0 + step;
			s0 += c.w * rsqrtf(d0 * d0 + t);
			s1 += c.w * rsqrtf(d1 * d1 + t);
		}
	if (KIND == 2) // two loads a turn, the second behind the first's products and a sine
#pragma unroll 1
		for (int k = 0; k < count; k++) {
			float4 c = c4[k];
			s0 += c.z * __sinf(c.x * u + c.y * v + c.w);
		}
	if (KIND == 3) // ULDC alone: products of each word in turn
		for (int k = 0; k < count; k++) {
			float4 c = c4[k];
			s0 = fmaf(c.x, u, s0), s0 = fmaf(c.y, v, s0), s0 = fmaf(c.z, s0, u), s0 = fmaf(c.w, s0, v);
		}
	if (KIND == 4) // LDC alone: words that are squared
		for (int k = 0; k < count; k++) {
			float4 c = c4[k];
			s0 += rsqrtf(c.x * c.x + c.y * c.y * u) * rsqrtf(c.z * c.z + c.w * c.w * v);
		}
	if (KIND == 5) { // the same loads by lanes that could differ
		int z = threadIdx.x >> 10;
		for (int k = 0; k < count; k++) {
			float4 c = c4[k + z];
			float dy = v - c.y, t = dy * dy + c.z * c.z + 0.01f, d0 = u - c.x, d1 = d0 + step;
			s0 += c.w * rsqrtf(d0 * d0 + t);
			s1 += c.w * rsqrtf(d1 * d1 + t);
		}
	}
	if (s0 + s1 == 12345.0f)
		out[0] = s0;
}

template <int KIND> void run()
{
	char s[40];
	const int bytes[] = {512, 1536, 4096, 8192, 16384}, sharing[] = {1, 2, 4, 6, 8, 12, 16};
	CHECK(cudaFuncSetAttribute((const void *)charges<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_MOST));
	for (int b : bytes)
		for (int u : sharing)
			for (int rounds = 1; rounds <= 6; rounds += 5) {
				const int count = b / 16, shared = shared_for(u); // blocks of 4 warps
				snprintf(s, sizeof s, "%d,%d", KIND, b);
				tell(s, u, rounds, count, timed([&] {
					charges<KIND><<<SMS * u * rounds, 128, shared>>>(dump, 1000, count, 0.001f);
				}));
			}
}
int main()
{
	CHECK(cudaMalloc(&dump, 1 << 20));
	std::vector<float> t(16384);
	for (size_t i = 0; i < t.size(); i++)
		t[i] = 0.1f + (float)(i * 2654435761u >> 8 & 0xffff) / 65536;
	CHECK(cudaMemcpyToSymbol(table, t.data(), 65536));
	printf("kind,bytes,warps,rounds,us,clocks\n");
	run<0>();
	run<1>();
	run<2>();
	run<3>();
	run<4>();
	run<5>();
	return 0;
}
