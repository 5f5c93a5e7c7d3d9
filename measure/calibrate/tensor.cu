/*
 * Tensor instructions of one warp (mma.sync), four accumulators in each warp: cycles[block] is the
 * time of warps * 4 * 4 * rounds instructions on one SM; with one warp and CHAINED the latency of one.
 */
#ifndef CHAINED
#define CHAINED 0
#endif

#define MMA(name, setup, instruction)                                                              \
	extern "C" __global__ void name(long long *cycles, int rounds)                             \
	{                                                                                          \
		setup;                                                                             \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		for (int r = 0; r < rounds; r++) {                                                 \
			_Pragma("unroll") for (int i = 0; i < 16; i++)                             \
			{                                                                          \
				const int c = CHAINED ? 0 : i % 4;                                 \
				instruction;                                                       \
			}                                                                          \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		for (int c = 0; c < 4; c++)                                                        \
			if (cycles[0] == -12345)                                                   \
				cycles[c] = (long long)(d[c][0] + d[c][1]);                        \
	}

#define OPERANDS unsigned a = threadIdx.x, b = a + 1

MMA(mma_f16_f32, OPERANDS; float d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},"
                 "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
                 : "+f"(d[c][0]), "+f"(d[c][1]), "+f"(d[c][2]), "+f"(d[c][3]) : "r"(a), "r"(b)))
MMA(mma_f16_k8, OPERANDS; float d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},"
                 "{%4,%4}, {%5}, {%0,%1,%2,%3};"
                 : "+f"(d[c][0]), "+f"(d[c][1]), "+f"(d[c][2]), "+f"(d[c][3]) : "r"(a), "r"(b)))
MMA(mma_tf32, OPERANDS; float d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},"
                 "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
                 : "+f"(d[c][0]), "+f"(d[c][1]), "+f"(d[c][2]), "+f"(d[c][3]) : "r"(a), "r"(b)))
MMA(mma_bf16, OPERANDS; float d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},"
                 "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
                 : "+f"(d[c][0]), "+f"(d[c][1]), "+f"(d[c][2]), "+f"(d[c][3]) : "r"(a), "r"(b)))
MMA(mma_s8, OPERANDS; int d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},"
                 "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
                 : "+r"(d[c][0]), "+r"(d[c][1]), "+r"(d[c][2]), "+r"(d[c][3]) : "r"(a), "r"(b)))
MMA(mma_f64, double a = threadIdx.x; double b = a + 1; double d[4][2] = {},
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(d[c][0]), "+d"(d[c][1]) : "d"(a), "d"(b)))
/* The larger shape that compute capability 9.0 has. */
MMA(mma_f64_k16, double a = threadIdx.x; double b = a + 1; double d[4][4] = {},
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},"
                 "{%4,%4,%4,%4,%4,%4,%4,%4}, {%5,%5,%5,%5}, {%0,%1,%2,%3};"
                 : "+d"(d[c][0]), "+d"(d[c][1]), "+d"(d[c][2]), "+d"(d[c][3]) : "d"(a), "d"(b)))
