/*
 * One warp loads words `stride` words apart, which are in L1 but for the first times, each load waiting for the one before:
 * passes through the tags and the data banks of L1, and clocks. A program of its own:
 *
 *     nvcc -arch=sm_90 -O3 -o strides strides.cu
 *     ./strides
 *     ncu --clock-control none --metrics l1tex__data_pipe_lsu_wavefronts.sum,
 *         l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum --page raw --csv ./strides quiet
 *
 * What they gave stands in reports/measured/l1_strides.csv.
 */
#include <cstdio>
#include <cstdlib>
// One warp loads words `stride` words apart, turn after turn the next word of each; each load hangs on the one before.
__global__ void strided(const float *a, float *out, long long *clocks, int stride, int turns, int words)
{
    int at = threadIdx.x * stride;
    float s = 0;
    for (int w = 0; w < words; w++) s += a[at + w]; // brings the lines
    __syncwarp();
    long long begin = clock64();
    int zero = 0;
    for (int t = 0; t < turns; t++) {
        float v = a[at + t % words + zero];
        zero = __float_as_int(v) & 0x40000000 ? 1 : 0; // never
        s += v;
    }
    long long end = clock64();
    if (threadIdx.x == 0) clocks[0] = end - begin;
    out[threadIdx.x] = s;
}
int main(int argc, char **argv)
{
    float *a, *out; long long *c, h;
    cudaMalloc(&a, 64 << 20); cudaMemset(a, 0, 64 << 20); cudaMalloc(&out, 4096); cudaMalloc(&c, 64);
    bool quiet = argc > 1;
    for (int stride = 1; stride <= 2100; stride += stride < 160 ? 1 : stride < 520 ? 4 : 20) {
        int turns = 64;
        for (int k = 0; k < (quiet ? 1 : 3); k++) strided<<<1, 32>>>(a, out, c, stride, turns, 8);
        cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
        if (!quiet) printf("strided,stride %d,turns %d,clocks %.2f\n", stride, turns, h / (double)turns);
    }
    for (int stride : {1000, 1001, 1004, 1008, 1016, 1024, 500, 250, 125, 2000, 992, 33, 40, 64})
        for (int words = 8; words <= 32; words *= 2) {
            for (int k = 0; k < (quiet ? 1 : 3); k++) strided<<<1, 32>>>(a, out, c, stride, 64, words);
            cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
            if (!quiet) printf("words,stride %d,words %d,clocks %.2f\n", stride, words, h / 64.0);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
