// Copies without registers, barriers in shared memory, clusters; for compute capability 9.0 only.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cooperative_groups.h>

// Two tiles in flight through cp.async.
extern "C" __global__ void pipelined(float *out, const float *in, int tiles)
{
	__shared__ float4 buffer[2][64];
	const float4 *from = (const float4 *)in + threadIdx.x;
	float sum = 0;
	__pipeline_memcpy_async(&buffer[0][threadIdx.x], from, 16);
	__pipeline_commit();
	for (int t = 0; t < tiles; t++) {
		if (t + 1 < tiles)
			__pipeline_memcpy_async(&buffer[(t + 1) & 1][threadIdx.x], from + 64 * (t + 1), 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float4 v = buffer[t & 1][63 - threadIdx.x];
		sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

// One thread asks for a bulk copy, all wait for its bytes.
extern "C" __global__ void bulk(int *out, const int *in)
{
	__shared__ alignas(128) int tile[256];
	__shared__ alignas(8) unsigned long long barrier;
	unsigned b = (unsigned)__cvta_generic_to_shared(&barrier), t = (unsigned)__cvta_generic_to_shared(tile);
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
		asm volatile("fence.proxy.async.shared::cta;");
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 1024;" ::"r"(b));
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];"
		             ::"r"(t), "l"(in + 256 * blockIdx.x), "r"(b) : "memory");
	}
	asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\n"
	             "DONE:\n}" ::"r"(b) : "memory");
	out[256 * blockIdx.x + threadIdx.x] = tile[threadIdx.x ^ 5] * 3;
}

// A block-wide barrier object: arrive, then wait.
extern "C" __global__ void arrive_wait(int *out, const int *in)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	s[threadIdx.x] = in[threadIdx.x];
	bar.arrive_and_wait();
	int x = s[127 - threadIdx.x];
	bar.arrive_and_wait();
	s[threadIdx.x] = x * 2;
	bar.arrive_and_wait();
	out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void halves(__half2 *out, const __half2 *in, __nv_bfloat162 *bout, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half2 x = in[i], y = __hfma2(x, x, __float2half2_rn(0.5f));
	out[i] = __hmax2(__hsub2(y, x), __hmul2(x, __float2half2_rn(0.25f)));
	float2 f = __half22float2(x);
	bout[i] = __hadd2(__floats2bfloat162_rn(f.x, f.y), __float2bfloat162_rn(1.0f));
}

extern "C" __global__ void reduce_redux(int *out, const int *in)
{
	namespace cg = cooperative_groups;
	int x = in[threadIdx.x];
	int sum = __reduce_add_sync(0xffffffff, x), best = __reduce_max_sync(0xffffffff, x);
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int s = x;
	for (int by = 4; by > 0; by /= 2)
		s += tile.shfl_down(s, by);
	out[threadIdx.x] = sum + 1000 * best + (tile.thread_rank() == 0 ? 1000000 * s : 0);
}

