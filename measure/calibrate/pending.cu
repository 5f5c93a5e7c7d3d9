/*
 * Warps load `U` words (pairs, quads) in a row of each of 32 rows that lie `stride` of them apart, independent of each other,
 * wait, and load the next U, so that requests find what has come, what is on its way, and what nobody has asked for; `own`:
 * each warp its own rows, or all the same. A program of its own:
 *
 *     nvcc -arch=sm_90 -O3 -o pending pending.cu
 *     ncu --clock-control none --metrics l1tex__data_pipe_lsu_wavefronts.sum,
 *         l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum --page raw --csv ./pending quiet
 *
 * What it gave stands in reports/measured/l1_pending.csv.
 */
#include <cstdio>
#include <cstdlib>
template <typename T> __device__ float sum_of(T v);
template <> __device__ float sum_of(float v) { return v; }
template <> __device__ float sum_of(float2 v) { return v.x + v.y; }
template <> __device__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }
template <typename T, int U> __global__ void loads(const T *a, float *out, long long *clocks, int stride, int turns, int own)
{
    const T *at = a + (size_t)(threadIdx.x % 32 + (own ? threadIdx.x / 32 * 32 : 0)) * stride;
    float s = 0;
    __syncthreads();
    long long begin = clock64();
    for (int t = 0; t < turns; t++) {
        T v[U];
#pragma unroll
        for (int u = 0; u < U; u++) v[u] = at[t * U + u];
#pragma unroll
        for (int u = 0; u < U; u++) s += sum_of(v[u]);
        if (s == 1.5f) at++; // never: the next loads wait for these
    }
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) clocks[0] = end - begin;
    out[threadIdx.x] = s;
}
static float *a, *out; static long long *c; static bool quiet;
template <typename T, int U> void go(const char *name, int stride, int warps, int own, int words)
{
    long long h;
    int turns = words / U;
    for (int k = 0; k < (quiet ? 1 : 3); k++) loads<T, U><<<1, 32 * warps>>>((const T *)a, out, c, stride, turns, own);
    cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
    printf("%s,U %d,stride %d,warps %d,own %d,loads %d,clocks %lld\n", name, U, stride, warps, own, words * warps, h);
}
int main(int argc, char **argv)
{
    cudaMalloc(&a, 256 << 20); cudaMemset(a, 0, 256 << 20); cudaMalloc(&out, 8192); cudaMalloc(&c, 64);
    quiet = argc > 1;
    for (int warps : {1, 8, 24})
        for (int own = warps == 1; own < 2; own++)
            for (int stride : {1, 33, 64, 300, 1000}) {
                if (stride == 1 && warps == 24) continue;
                go<float, 1>("word", stride, warps, own, 32);
                go<float, 2>("word", stride, warps, own, 32);
                go<float, 4>("word", stride, warps, own, 32);
                go<float, 8>("word", stride, warps, own, 32);
                if (stride == 1 || stride == 300) {
                    go<float4, 1>("quad", stride == 300 ? 75 : 1, warps, own, 16);
                    go<float4, 4>("quad", stride == 300 ? 75 : 1, warps, own, 16);
                    go<float2, 1>("pair", stride == 300 ? 150 : 1, warps, own, 16);
                    go<float2, 4>("pair", stride == 300 ? 150 : 1, warps, own, 16);
                }
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
