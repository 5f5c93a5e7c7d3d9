// Copies in bulk, one after the other: from its start until all threads know, clocks a turn, of one block and of the slowest of 132
// and 264. KIND 0: cp.async.bulk, all wait in try_wait; 1: the same, thread 0 waits, then a barrier; 2: loads of 16 bytes and
// stores to shared memory, a barrier; 3: cp.async of 16 bytes, wait_all, a barrier; 4: bulk in, then bulk out of the same, waited for.
// And barriers in shared memory: rounds of arrivals and waits.
#include <cstdio>
#include <cstdint>
#include <cuda/barrier>
__device__ static inline uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
template <int KIND> __global__ void bulk(const float *in, float *back, int bytes, int pieces, int turns, size_t step, long long *clocks)
{
	extern __shared__ __align__(128) float row[];
	__shared__ __align__(8) uint64_t bar;
	const uint32_t b = at(&bar);
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
		asm volatile("fence.proxy.async.shared::cta;");
	}
	__syncthreads();
	int phase = 0;
	long long start = 0;
	const char *from = (const char *)in + (size_t)blockIdx.x * bytes;
	for (int k = 0; k < turns; k++, phase ^= 1, from += step) {
		if (k == 2) start = clock64();
		if (KIND == 2) {
			for (int i = threadIdx.x * 4; i < bytes / 4; i += blockDim.x * 4) *(float4 *)(row + i) = __ldcg((const float4 *)(from + i * 4));
			__syncthreads();
		} else if (KIND == 3) {
			for (int i = threadIdx.x * 4; i < bytes / 4; i += blockDim.x * 4)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(row + i)), "l"(from + i * 4) : "memory");
			asm volatile("cp.async.wait_all;" ::: "memory");
			__syncthreads();
		} else {
			if (threadIdx.x == 0) {
				asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(b), "r"(bytes));
				for (int p = 0; p < pieces; p++)
					asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(row) + p * (bytes / pieces)), "l"(from + p * (bytes / pieces)), "r"(bytes / pieces), "r"(b) : "memory");
			}
			if (KIND != 1 || threadIdx.x == 0)
				asm volatile("{\n.reg .pred p;\nL1: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra L2;\nbra L1;\nL2:\n}" ::"r"(b), "r"(phase) : "memory");
			__syncthreads();
			if (KIND == 4 && threadIdx.x == 0) {
				asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"((char *)back + (size_t)blockIdx.x * bytes), "r"(at(row)), "r"(bytes) : "memory");
				asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
			}
			if (KIND == 4) __syncthreads();
		}
	}
	if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
}
// KIND 0: cuda::barrier arrive, `between` multiply-adds, wait; 1: arrive_and_wait; 2: __syncthreads; 3: mbarrier.arrive and try_wait by hand;
// 4: the same with a shuffle-free test_wait loop; 5: bar.arrive and bar.sync are not split here: two named barriers in turn
template <int KIND> __global__ void meet(int rounds, int between, float x, float *out, long long *clocks)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> barrier;
	__shared__ __align__(8) uint64_t bar;
	const uint32_t b = at(&bar);
	if (threadIdx.x == 0) {
		init(&barrier, blockDim.x);
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(blockDim.x));
	}
	__syncthreads();
	float own = threadIdx.x;
	const long long start = clock64();
	for (int k = 0; k < rounds; k++) {
		if (KIND == 0) {
			auto token = barrier.arrive();
			for (int i = 0; i < between; i++) own = own * x + 0.125f;
			barrier.wait(std::move(token));
		} else if (KIND == 1) {
			for (int i = 0; i < between; i++) own = own * x + 0.125f;
			barrier.arrive_and_wait();
		} else if (KIND == 2) {
			for (int i = 0; i < between; i++) own = own * x + 0.125f;
			__syncthreads();
		} else {
			uint64_t token;
			asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(b) : "memory");
			for (int i = 0; i < between; i++) own = own * x + 0.125f;
			if (KIND == 3)
				asm volatile("{\n.reg .pred p;\nL1: mbarrier.try_wait.shared.b64 p, [%0], %1;\n@p bra L2;\nbra L1;\nL2:\n}" ::"r"(b), "l"(token) : "memory");
			else
				asm volatile("{\n.reg .pred p;\nL1: mbarrier.test_wait.shared.b64 p, [%0], %1;\n@p bra L2;\nbra L1;\nL2:\n}" ::"r"(b), "l"(token) : "memory");
		}
	}
	if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
	if (own == -7) *out = own;
}
static char *D, *E;
static long long *C, host[4096];
static double slowest(int blocks, int turns, double *mean)
{
	cudaMemcpy(host, C, blocks * 8, cudaMemcpyDeviceToHost);
	double s = 0, all = 0;
	for (int i = 0; i < blocks; i++) { if (host[i] > s) s = host[i]; all += host[i]; }
	*mean = all / blocks / turns;
	return s / turns;
}
template <int KIND> static void timed(int bytes, int pieces, int blocks, int block, int far)
{
	const int turns = 34;
	cudaFuncSetAttribute(bulk<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
	double best = 1e9, mean = 0, m;
	for (int r = 0; r < 4; r++) {
		if (far) cudaMemset(E, r, 128 << 20);
		bulk<KIND><<<blocks, block, bytes>>>((float *)D, (float *)(E + (64 << 20)), bytes, pieces, turns, far ? (size_t)bytes * blocks : 0, C);
		const double t = slowest(blocks, turns - 2, &m);
		if (t < best) best = t, mean = m;
	}
	printf("bulk,%d,%d,%d,%d,%d,%d,%.1f,%.1f\n", KIND, bytes, pieces, blocks, block, far, best, mean);
	if (cudaGetLastError() != cudaSuccess) printf("error\n");
}
template <int KIND> static void met(int blocks, int block, int between)
{
	double best = 1e9, mean = 0, m;
	for (int r = 0; r < 3; r++) {
		meet<KIND><<<blocks, block>>>(200, between, 0.5f, (float *)D, C);
		const double t = slowest(blocks, 200, &m);
		if (t < best) best = t, mean = m;
	}
	printf("meet,%d,%d,%d,%d,0,0,%.1f,%.1f\n", KIND, blocks, block, between, best, mean);
	if (cudaGetLastError() != cudaSuccess) printf("error\n");
}
int main()
{
	cudaMalloc(&D, 512 << 20); cudaMemset(D, 0, 512 << 20); cudaMalloc(&E, 128 << 20); cudaMalloc(&C, 4096 * 8);
	printf("name,kind,bytes or blocks,pieces or block,blocks or between,block,far,slowest,mean\n");
	for (int far : {0, 1}) for (int blocks : {1, 132, 264}) for (int block : {32, 128, 256})
		for (int bytes : {16, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768}) {
			if (block != 128 && bytes != 512 && bytes != 4096 && bytes != 16384) continue;
			timed<0>(bytes, 1, blocks, block, far); timed<1>(bytes, 1, blocks, block, far); timed<2>(bytes, 1, blocks, block, far);
			timed<3>(bytes, 1, blocks, block, far); timed<4>(bytes, 1, blocks, block, far);
			if (bytes >= 512) { timed<0>(bytes, 4, blocks, block, far); timed<0>(bytes, 16, blocks, block, far); }
		}
	for (int blocks : {132, 264, 528, 1056}) for (int block : {32, 64, 128, 256, 512, 1024}) for (int between : {0, 8, 64}) {
		if ((blocks > 132 && block != 256) || (between == 8 && block != 256)) continue;
		met<0>(blocks, block, between); met<1>(blocks, block, between); met<2>(blocks, block, between); met<3>(blocks, block, between); met<4>(blocks, block, between);
	}
	return 0;
}
