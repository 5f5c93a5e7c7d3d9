/*
 * cp.async of 16 bytes a lane from L2 to shared memory, past L1 and through it, `COPIES` a group, the group before awaited each
 * turn: clocks of a block of `warps`, one or one on each SM. A program of its own:
 *
 *     nvcc -arch=sm_90 -O3 -o copies copies.cu
 *     ./copies
 *
 * What it gave stands in reports/measured/copies_past.csv (measured beside loads that it did without).
 */
#include <cstdio>
#include <cstdlib>
enum { COPIES = 4, REGION = 8192 };
struct way { const char *name; int run, from, to; }; // runs of bytes, how far apart they are read and written
template <bool PAST> __global__ void copies(const char *in, float *out, long long *clocks, int run, int from, int to, int turns)
{
    extern __shared__ __align__(1024) char held[];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, runs = run / 16;
    const char *mine = in + ((size_t)blockIdx.x * (blockDim.x / 32) + warp) * 2 * COPIES * REGION + lane / runs * from + lane % runs * 16;
    const int width = 32 / runs * to;
    const unsigned base = (unsigned)__cvta_generic_to_shared(held) + warp * 2 * COPIES * width;
    const unsigned place = base + lane / runs * to + lane % runs * 16;
    __syncthreads();
    long long begin = clock64();
    for (int t = 0; t < turns; t++) {
        const int side = t % 2 * COPIES;
#pragma unroll
        for (int i = 0; i < COPIES; i++) {
            const unsigned d = place + (side + i) * width;
            const char *f = mine + (size_t)(side + i) * REGION;
            if (PAST) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(f) : "memory");
            else asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(d), "l"(f) : "memory");
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
    }
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) clocks[blockIdx.x] = end - begin;
    out[threadIdx.x] = held[threadIdx.x];
}
static char *in; static float *out; static long long *c;
template <bool PAST> void go(const way &w, int warps, int blocks, int turns)
{
    long long h[132], sum = 0;
    const int shared = warps * 2 * COPIES * (512 / w.run * w.to) + 1024;
    if (shared > 227 * 1024) return;
    if (cudaFuncSetAttribute(copies<PAST>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared)) printf("no room %d\n", shared);
    for (int k = 0; k < 3; k++) copies<PAST><<<blocks, 32 * warps, shared>>>(in, out, c, w.run, w.from, w.to, turns);
    cudaMemcpy(h, c, blocks * 8, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) sum += h[b];
    printf("%s,%s,run %d,from %d,to %d,warps %d,blocks %d,clocks a copy %.2f\n", PAST ? "past" : "through", w.name, w.run, w.from,
           w.to, warps, blocks, (double)sum / blocks / turns / COPIES / warps);
}
int main()
{
    cudaMalloc(&in, 256 << 20); cudaMemset(in, 0, 256 << 20); cudaMalloc(&out, 8192); cudaMalloc(&c, 2048);
    const way ways[] = {{"whole", 512, 512, 512},  {"rows_128", 128, 256, 128}, {"rows_128", 128, 256, 144}, {"rows_64", 64, 256, 64},
                        {"rows_64", 64, 256, 80},  {"rows_64", 64, 64, 80},     {"rows_64", 64, 256, 96},    {"rows_32", 32, 128, 32},
                        {"rows_32", 32, 128, 48},  {"words", 16, 128, 16},      {"words", 16, 16, 80},       {"words", 16, 16, 128}};
    for (int blocks : {1, 132})
        for (int warps : {8, 16})
            for (const way &w : ways) {
                const int turns = 64;
                go<true>(w, warps, blocks, turns);
                go<false>(w, warps, blocks, turns);
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
