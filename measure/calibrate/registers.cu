/*
 * What the operands of an instruction cost: which registers it reads, from which bank of the register
 * file, and whether the one before read them too.
 *
 * operands_*: 24 values (of two registers where the type needs them) live in registers, and a loop of
 *             128 instructions with three operands each. measure/operands.py replaces the operands in
 *             the machine code, which no compiler can be told. cycles[block] is the time of a block
 *             between two barriers (one block on each SM).
 * chains_*:   as the compiler writes it: CHAINS polynomials side by side in each thread, whose
 *             coefficients are in registers, in constants or in the instruction.
 * tile_*:     as the compiler writes it: a tile of products of ROWS and COLUMNS values.
 */
#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif
#define VALUES 24
#define STEPS 128

#define KEEP(type, value)                                                                          \
	if (cycles[0] == -12345)                                                                   \
		*(type *)cycles = (value)

/* `even` and `odd` are the instructions at even and odd places. */
#define OPERANDS(name, type, constraint, even, odd)                                                \
	extern "C" __global__ void __launch_bounds__(1024) operands_##name(                        \
	        long long *cycles, int rounds, const type *from)                                   \
	{                                                                                          \
		type x[VALUES];                                                                    \
		for (int i = 0; i < VALUES; i++)                                                   \
			x[i] = from[threadIdx.x + i * blockDim.x];                                 \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                             \
			_Pragma("unroll") for (int i = 0; i < STEPS; i += 2)                       \
			{                                                                          \
				asm volatile(even : "+" constraint(x[i % VALUES])                  \
				             : constraint(x[(i + 5) % VALUES]),                    \
				               constraint(x[(i + 11) % VALUES]));                  \
				asm volatile(odd : "+" constraint(x[(i + 1) % VALUES])             \
				             : constraint(x[(i + 6) % VALUES]),                    \
				               constraint(x[(i + 12) % VALUES]));                  \
			}                                                                          \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		type sum = x[0];                                                                   \
		for (int i = 1; i < VALUES; i++)                                                   \
			sum = sum + x[i];                                                          \
		KEEP(type, sum);                                                                   \
	}

#define FFMA "fma.rn.f32 %0, %1, %2, %0;"
#define DFMA "fma.rn.f64 %0, %1, %2, %0;"
#define LOP3 "lop3.b32 %0, %1, %2, %0, 0x96;"
#define IMAD "mad.lo.s32 %0, %1, %2, %0;"
#define IADD3 "{.reg .s32 t; add.s32 t, %1, %2; add.s32 %0, t, %0;}"

OPERANDS(ffma, float, "f", FFMA, FFMA)
OPERANDS(fadd, float, "f", "add.rn.f32 %0, %1, %2;", "add.rn.f32 %0, %1, %2;")
OPERANDS(hfma2, unsigned, "r", "fma.rn.f16x2 %0, %1, %2, %0;", "fma.rn.f16x2 %0, %1, %2, %0;")
OPERANDS(imad, int, "r", IMAD, IMAD)
OPERANDS(lop3, int, "r", LOP3, LOP3)
OPERANDS(iadd3, int, "r", IADD3, IADD3)
OPERANDS(dfma, double, "d", DFMA, DFMA)
OPERANDS(ffma_lop3, int, "r",
         "{.reg .f32 a, b, c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %0;"
         " fma.rn.f32 c, a, b, c; mov.b32 %0, c;}",
         LOP3)
OPERANDS(imad_lop3, int, "r", IMAD, LOP3)

/* Polynomials side by side, x the same for none of them. */
#define POLYNOMIALS(name, coefficient)                                                             \
	extern "C" __global__ void __launch_bounds__(1024) chains_##name(                          \
	        long long *cycles, int rounds, const float *from, float a, float b, float c,       \
	        float d)                                                                           \
	{                                                                                          \
		float sum[CHAINS], at[CHAINS], add[4];                                             \
		for (int i = 0; i < CHAINS; i++)                                                   \
			sum[i] = from[threadIdx.x + i], at[i] = from[threadIdx.x + 8 + i];         \
		for (int i = 0; i < 4; i++)                                                        \
			add[i] = from[threadIdx.x + 16 + i];                                       \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                             \
			_Pragma("unroll") for (int k = 0; k < STEPS / CHAINS; k++)                 \
				_Pragma("unroll") for (int i = 0; i < CHAINS; i++)                 \
					sum[i] = sum[i] * at[i] + (coefficient);                   \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		float all = add[0] + add[1] + add[2] + add[3] + a + b + c + d;                     \
		for (int i = 0; i < CHAINS; i++)                                                   \
			all += sum[i];                                                             \
		KEEP(float, all);                                                                  \
	}

POLYNOMIALS(register, add[0])
POLYNOMIALS(registers, add[k % 4])
POLYNOMIALS(constants, k % 4 == 0 ? a : k % 4 == 1 ? b : k % 4 == 2 ? c : d)
POLYNOMIALS(immediates, 0.5f + 0.125f * (float)(k % 8))
POLYNOMIALS(itself, at[i])

#define TILE(name, type, constraint, product)                                                      \
	extern "C" __global__ void __launch_bounds__(512) tile_##name(                             \
	        long long *cycles, int rounds, const type *from)                                   \
	{                                                                                          \
		type sum[ROWS][COLUMNS], a[ROWS], b[COLUMNS];                                      \
		for (int i = 0; i < ROWS; i++)                                                     \
			for (int j = 0; j < COLUMNS; j++)                                          \
				sum[i][j] = from[threadIdx.x + i + j];                             \
		for (int i = 0; i < ROWS; i++)                                                     \
			a[i] = from[threadIdx.x + 64 + i];                                         \
		for (int j = 0; j < COLUMNS; j++)                                                  \
			b[j] = from[threadIdx.x + 128 + j];                                        \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                             \
			_Pragma("unroll") for (int k = 0; k < 8; k++)                              \
				_Pragma("unroll") for (int i = 0; i < ROWS; i++)                   \
					_Pragma("unroll") for (int j = 0; j < COLUMNS; j++)        \
						asm(product : "+" constraint(sum[i][j])            \
						    : constraint(a[i]),                            \
						      constraint(b[(j + k) % COLUMNS]));           \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		type all = 0;                                                                      \
		for (int i = 0; i < ROWS; i++)                                                     \
			for (int j = 0; j < COLUMNS; j++)                                          \
				all += sum[i][j];                                                  \
		KEEP(type, all);                                                                   \
	}

TILE(f32, float, "f", FFMA)
TILE(f64, double, "d", DFMA)
TILE(s32, int, "r", IMAD)
