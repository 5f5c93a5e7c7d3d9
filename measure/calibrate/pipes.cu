/*
 * Latency and rate of each kind of instruction.
 *
 * latency_*: one warp, a chain of 64 dependent instructions `rounds` times; cycles[0] is the time.
 * rate_*: CHAINS chains in each thread; cycles[block] is the time of a block between two barriers, so
 *         warps * CHAINS * 8 * rounds instructions took that many clocks on one SM (one block on each).
 */
#define CHAINS 8

/* Keeps a value alive without storing it: no run meets the number. */
#define KEEP(type, value)                                                                          \
	if (cycles[0] == -12345)                                                                   \
		*(type *)cycles = (value)

#define OPERATION(name, type, first, instruction, constraint)                                      \
	extern "C" __global__ void latency_##name(long long *cycles, int rounds, type other)       \
	{                                                                                          \
		type x = (type)(first + (int)threadIdx.x);                                         \
		asm volatile("" ::: "memory");                                                     \
		for (int warm = 0; warm < 2; warm++) {                                             \
			const long long start = clock64();                                         \
			for (int r = 0; r < rounds; r++) {                                         \
				_Pragma("unroll") for (int i = 0; i < 64; i++)                     \
				asm volatile(instruction : "+" constraint(x) : constraint(other)); \
			}                                                                          \
			const long long end = clock64();                                           \
			if (threadIdx.x == 0)                                                      \
				cycles[0] = end - start;                                           \
		}                                                                                  \
		KEEP(type, x);                                                                     \
	}                                                                                          \
	extern "C" __global__ void rate_##name(long long *cycles, int rounds, type other)          \
	{                                                                                          \
		type x[CHAINS];                                                                    \
		for (int c = 0; c < CHAINS; c++)                                                   \
			x[c] = (type)(first + (int)threadIdx.x + c);                               \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		for (int r = 0; r < rounds; r++) {                                                 \
			_Pragma("unroll") for (int i = 0; i < 8 * CHAINS; i++)                     \
			asm volatile(instruction                                                   \
			             : "+" constraint(x[i % CHAINS]) : constraint(other));         \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		type sum = x[0];                                                                   \
		for (int c = 1; c < CHAINS; c++)                                                   \
			sum = sum + x[c];                                                          \
		KEEP(type, sum);                                                                   \
	}

OPERATION(fadd, float, 1, "add.rn.f32 %0, %0, %1;", "f")
OPERATION(fmul, float, 1, "mul.rn.f32 %0, %0, %1;", "f")
OPERATION(ffma, float, 1, "fma.rn.f32 %0, %0, %1, %1;", "f")
OPERATION(dadd, double, 1, "add.rn.f64 %0, %0, %1;", "d")
OPERATION(dfma, double, 1, "fma.rn.f64 %0, %0, %1, %1;", "d")
OPERATION(hfma2, unsigned, 1, "fma.rn.f16x2 %0, %0, %1, %1;", "r")
OPERATION(iadd3, int, 1, "{.reg .s32 t; add.s32 t, %0, %1; add.s32 %0, t, %1;}", "r")
OPERATION(imad, int, 1, "mad.lo.s32 %0, %0, %1, %1;", "r")
OPERATION(shift, int, 1, "shf.l.wrap.b32 %0, %0, %1, %1;", "r")
OPERATION(logic, int, 1, "lop3.b32 %0, %0, %1, %0, 0x6a;", "r")
OPERATION(minmax, int, 1, "{.reg .s32 t; min.s32 t, %0, %1; xor.b32 %0, t, %1;}", "r")
OPERATION(lg2, float, 1, "lg2.approx.ftz.f32 %0, %0;", "f")
OPERATION(ex2, float, 1, "ex2.approx.ftz.f32 %0, %0;", "f")
OPERATION(rsqrt, float, 1, "rsqrt.approx.ftz.f32 %0, %0;", "f")
OPERATION(sin, float, 1, "sin.approx.ftz.f32 %0, %0;", "f")
OPERATION(popc, unsigned, 1, "popc.b32 %0, %0;", "r")
OPERATION(convert, int, 1, "{.reg .f32 t; cvt.rn.f32.s32 t, %0; cvt.rzi.s32.f32 %0, t;}", "r")
OPERATION(widen, float, 1, "{.reg .f64 t; cvt.f64.f32 t, %0; cvt.rn.f32.f64 %0, t;}", "f")
OPERATION(shuffle, unsigned, 1, "shfl.sync.up.b32 %0, %0, 1, 0, 0xffffffff;", "r")
OPERATION(ballot, unsigned, 1,
          "{.reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff;}", "r")

/* Sums where each depends on its neighbour's: no three-operand add can swallow two of them. */
#define ADDS(name, type, constraint, instruction)                                                  \
	extern "C" __global__ void latency_##name(long long *cycles, int rounds, type other)       \
	{                                                                                          \
		type x = 1, y = other;                                                             \
		for (int warm = 0; warm < 2; warm++) {                                             \
			const long long start = clock64();                                         \
			for (int r = 0; r < rounds; r++) {                                         \
				_Pragma("unroll") for (int i = 0; i < 32; i++)                     \
				{                                                                  \
					asm volatile(instruction : "+" constraint(x) : constraint(y)); \
					asm volatile(instruction : "+" constraint(y) : constraint(x)); \
				}                                                                  \
			}                                                                          \
			const long long end = clock64();                                           \
			if (threadIdx.x == 0)                                                      \
				cycles[0] = end - start;                                           \
		}                                                                                  \
		KEEP(type, x + y);                                                                 \
	}                                                                                          \
	extern "C" __global__ void rate_##name(long long *cycles, int rounds, type other)          \
	{                                                                                          \
		type x[CHAINS];                                                                    \
		for (int c = 0; c < CHAINS; c++)                                                   \
			x[c] = other + (type)threadIdx.x + c;                                      \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		for (int r = 0; r < rounds; r++) {                                                 \
			_Pragma("unroll") for (int i = 0; i < 8 * CHAINS; i++)                     \
			asm volatile(instruction                                                   \
			             : "+" constraint(x[i % CHAINS])                               \
			             : constraint(x[(i + 3) % CHAINS]));                           \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		type sum = x[0];                                                                   \
		for (int c = 1; c < CHAINS; c++)                                                   \
			sum = sum + x[c];                                                          \
		KEEP(type, sum);                                                                   \
	}

ADDS(iadd, int, "r", "add.s32 %0, %0, %1;")
ADDS(iadd64, long long, "l", "add.s64 %0, %0, %1;")

/* A compare whose predicate feeds the next one, through a select. */
OPERATION(compare, int, 1,
          "{.reg .pred p; setp.lt.s32 p, %0, %1; selp.b32 %0, %1, 7, p;}", "r")

extern "C" __global__ void
rate_barrier(long long *cycles, int rounds, int other)
{
	__syncthreads();
	const long long start = clock64();
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < 8 * CHAINS; i++)
			asm volatile("bar.sync 0;" ::: "memory");
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
}
