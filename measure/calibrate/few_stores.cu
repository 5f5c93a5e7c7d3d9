// What few SMs store, load or add to at places that lie apart: lanes `lane` bytes apart, `each` words in a row of each, again and
// again over a part of its own of each block. OP 0 stores, 1 loads past L1, 2 adds, 3 loads, 4 adds and wants what was there.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
static int *at_, *out_;
template <int OP> __global__ void
few(int *x, int *out, int lane, int each, int turns, int span)
{
	int sum = 0;
	for (int r = 0; r < turns; r++) {
		int *at = x + (size_t)blockIdx.x * span + (size_t)(r * blockDim.x + threadIdx.x) * (lane / 4) % span;
#pragma unroll 4
		for (int k = 0; k < each; k++) {
			if (OP == 0) at[k] = r + k;
			if (OP == 1) sum += __ldcg(at + k);
			if (OP == 2) atomicAdd(at + k, 1);
			if (OP == 3) sum += at[k];
			if (OP == 4) sum += atomicAdd(at + k, 1);
		}
	}
	if (sum == 12345)
		out[threadIdx.x] = 1;
}
template <int OP> static void
fews(int blocks, int threads, int lane, int each)
{
	const int span = 1 << 18, turns = 1 + 65536 / threads / each;
	cudaEvent_t a, b;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	std::vector<float> v;
	for (int r = 0; r < 5; r++) {
		cudaEventRecord(a);
		few<OP><<<blocks, threads>>>(at_, out_, lane, each, turns, span);
		cudaEventRecord(b);
		cudaEventSynchronize(b);
		float ms;
		cudaEventElapsedTime(&ms, a, b);
		if (r)
			v.push_back(1000 * ms);
	}
	std::sort(v.begin(), v.end());
	printf("few%d,%d,%d,%d,%d,%d,%.3f,%.3f\n", OP, lane, each, blocks, threads, turns, v[2], v[0]);
}
int main()
{
	cudaMalloc(&at_, 256 << 20);
	cudaMalloc(&out_, 1 << 20);
	cudaMemset(at_, 0, 256 << 20);
	printf("name,lane,each,blocks,threads,turns,us,least\n");
	for (int blocks : {1, 2, 4, 8, 33})
		for (int lane : {4, 8, 16, 32, 44, 128}) {
			fews<0>(blocks, 1024, lane, lane == 44 ? 11 : 1);
			fews<1>(blocks, 1024, lane, lane == 44 ? 11 : 1);
			fews<2>(blocks, 1024, lane, lane == 44 ? 11 : 1);
			fews<3>(blocks, 1024, lane, lane == 44 ? 11 : 1);
			fews<4>(blocks, 1024, lane, lane == 44 ? 11 : 1);
		}
	fews<0>(1, 32, 128, 1);
	fews<0>(1, 256, 128, 1);
	return 0;
}
