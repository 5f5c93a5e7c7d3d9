/*
 * An array that `times` blocks read each piece of, one sweep after the other (sweep) or neighbours at a time (beside), and of
 * which one of them writes `written` sixteenths elsewhere: what is left in L2 when the same comes again. A program of its own:
 *
 *     nvcc -arch=sm_90 -O3 -o halves halves.cu
 *     ncu --clock-control none --cache-control none --metrics gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
 *         --page raw --csv ./halves
 *
 * The third of each three launches stands in reports/measured/l2_halves.csv.
 */
#include <cstdio>
#include <cstdlib>
enum { PIECE = 16384, THREADS = 256 };
__global__ void reads(const float4 *in, float4 *out, float *sink, int pieces, int times, int beside, int written)
{
    const int piece = beside ? blockIdx.x / times : blockIdx.x % pieces, which = beside ? blockIdx.x % times : blockIdx.x / pieces;
    const size_t at = (size_t)piece * (PIECE / 16) + threadIdx.x;
    float s = 0;
    float4 v[PIECE / 16 / THREADS];
#pragma unroll
    for (int i = 0; i < PIECE / 16 / THREADS; i++) v[i] = in[at + i * THREADS];
#pragma unroll
    for (int i = 0; i < PIECE / 16 / THREADS; i++) {
        s += v[i].x + v[i].w;
        if (which == 0 && piece % 16 < written) out[at + i * THREADS] = v[i];
    }
    if (s == 1.5f) *sink = s;
}
int main()
{
    float4 *in, *out; float *sink;
    cudaMalloc(&in, 64 << 20); cudaMemset(in, 0, 64 << 20); cudaMalloc(&out, 64 << 20); cudaMalloc(&sink, 64);
    struct { int times, beside; } ways[] = {{1, 0}, {2, 0}, {2, 1}, {8, 0}, {8, 1}};
    for (auto w : ways)
        for (int written : {0, 8})
            for (int mib : {12, 16, 20, 24, 28, 32, 36, 40, 44, 48}) {
                const int pieces = (mib << 20) / PIECE;
                for (int k = 0; k < 3; k++) {
                    printf("times %d,beside %d,written %d,mib %d,launch %d\n", w.times, w.beside, written, mib, k);
                    reads<<<pieces * w.times, THREADS>>>(in, out, sink, pieces, w.times, w.beside, written);
                }
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
