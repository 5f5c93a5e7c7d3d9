/* Reads that blocks share, a line in parts: one after the other with work between, by several warps, of 16 bytes a lane past L1 or not; and
   bodies by tiles. Counted by ncu, every launch twice (warm: the second). */
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
/* A request reads 32 / per parts of rows, the next `step` words on. SHARE: the warps of a block read parts of the same rows, beside each other. */
template <int UNROLL, int SHARE> __global__ void
parts(const float *x, float *out, int sms, int per, int pitch, int step, int count, int shift, int work)
{
	const int rows = 32 / per, warps = SHARE ? 1 : blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const float *own = x + shift + ((size_t)(blockIdx.x / sms) * warps + (SHARE ? 0 : warp)) * rows * pitch +
	                   (size_t)(lane / per) * pitch + lane % per + (SHARE ? warp * per : 0);
	float s[4] = {1, 2, 3, 4};
	for (int t = 0; t < count; t += UNROLL) {
		float v[UNROLL];
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			v[u] = own[(t + u) * step];
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			s[u & 3] = s[u & 3] * 0.5f + v[u];
#pragma unroll 1
		for (int i = 0; i < work; i++)
			s[0] = s[0] * 0.5f + s[1];
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}
/* The same of 16 bytes a lane. KIND 0: through L1, 1: past it, 2: copied to shared memory. */
template <int KIND, int UNROLL> __global__ void
wide(const float4 *x, float *out, int sms, int per, int pitch, int count)
{
	extern __shared__ float4 room[];
	const int rows = 32 / per, warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const float4 *own = x + ((size_t)(blockIdx.x / sms) * warps + warp) * rows * pitch + (size_t)(lane / per) * pitch + lane % per;
	float s[4] = {1, 2, 3, 4};
	for (int t = 0; t < count; t += UNROLL) {
		float4 v[UNROLL];
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			if (KIND == 0)
				v[u] = own[(t + u) * per];
			if (KIND == 1)
				v[u] = __ldcg(&own[(t + u) * per]);
			if (KIND == 2)
				__pipeline_memcpy_async(&room[u * blockDim.x + threadIdx.x], &own[(t + u) * per], 16);
		}
		if (KIND == 2) {
			__pipeline_commit();
			__pipeline_wait_prior(0);
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			s[u & 3] = s[u & 3] * 0.5f + (KIND == 2 ? room[u * blockDim.x + threadIdx.x].x : v[u].x + v[u].w);
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}
/* KIND 0: as bodies attract each other, 1: without the root, 2: without shared memory. */
template <int KIND> __global__ void
attract(const float4 *x, float *out, int tiles, int count)
{
	extern __shared__ float4 room[];
	float ax = 0, ay = 0, az = 0, mx = threadIdx.x, my = blockIdx.x, mz = 1;
	for (int t = 0; t < tiles; t++) {
		const float4 mine = x[(size_t)t * blockDim.x + threadIdx.x];
		room[threadIdx.x] = mine;
		__syncthreads();
#pragma unroll 4
		for (int i = 0; i < count; i++) {
			float4 p = KIND == 2 ? mine : room[i & (blockDim.x - 1)];
			if (KIND == 2)
				p.x += i;
			const float dx = p.x - mx, dy = p.y - my, dz = p.z - mz, d = dx * dx + dy * dy + dz * dz + 0.01f;
			const float r = KIND == 1 ? d * 0.5f : rsqrtf(d), s = p.w * r * r * r;
			ax += s * dx;
			ay += s * dy;
			az += s * dz;
		}
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = ax + ay + az;
}
static float *a, *out;
#define TWICE(...) for (int i_ = 0; i_ < 2; i_++) { __VA_ARGS__; }
template <int U, int S> static void
part(int resident, int per, int step, int shift, int work)
{
	const int count = 64, pitch = (count * step + 31) / 32 * 32 + 32, shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(parts<U, S>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	TWICE((parts<U, S><<<132 * resident, 128, shared>>>(a, out, 132, per, pitch, step, count, shift, work)))
	printf("parts,unroll %d,share %d,resident %d,per %d,step %d,shift %d,work %d,error %d\n", U, S, resident, per, step, shift, work,
	       (int)cudaGetLastError());
}
template <int K, int U> static void
broad(int resident, int per)
{
	const int count = 32, pitch = count * per + 8, shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(wide<K, U>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	TWICE((wide<K, U><<<132 * resident, 128, shared>>>((float4 *)a, out, 132, per, pitch, count)))
	printf("wide,kind %d,unroll %d,resident %d,per %d,error %d\n", K, U, resident, per, (int)cudaGetLastError());
}
template <int K> static void
body(int blocks, int block, int count)
{
	TWICE((attract<K><<<blocks, block, block * 16>>>((float4 *)a, out, 64, count)))
	printf("attract,kind %d,blocks %d,block %d,count %d,error %d\n", K, blocks, block, count, (int)cudaGetLastError());
}
int
main()
{
	cudaMalloc(&a, 256 << 20); cudaMalloc(&out, 64 << 20);
	cudaMemset(a, 0, 256 << 20);
	cudaDeviceSynchronize();
	for (int resident : {1, 4}) {
		part<1, 1>(resident, 8, 32, 0, 0);
		part<4, 1>(resident, 8, 32, 0, 0);
		part<1, 1>(resident, 8, 32, 0, 128);
		part<1, 0>(resident, 32, 32, 8, 0);
		part<4, 0>(resident, 32, 32, 8, 0);
		for (int per : {8, 16})
			for (int work : {0, 32, 128, 512}) {
				part<1, 0>(resident, per, per, 0, work);
				part<4, 0>(resident, per, per, 0, work);
			}
		for (int per : {2, 4, 8}) {
			broad<0, 1>(resident, per);
			broad<0, 4>(resident, per);
			broad<1, 1>(resident, per);
			broad<1, 4>(resident, per);
			broad<2, 1>(resident, per);
			broad<2, 4>(resident, per);
		}
	}
	for (int blocks : {79, 132, 264})
		for (int block : {64, 128, 256, 512})
			for (int count : {32, 256}) {
				body<0>(blocks, block, count);
				body<1>(blocks, block, count);
				body<2>(blocks, block, count);
			}
	return cudaDeviceSynchronize();
}
