/*
 * What the way through the code costs: its length, its branches, and steps that wait for each other.
 *
 * code_length:   a loop of STEPS additions in eight chains; does the loop fit the instruction caches?
 * branches_*:    16 branches a turn around a body of 16 instructions that no compiler predicates: never
 *                taken by a lane, taken by all, by half of the lanes; the condition hangs on the last one.
 * phases_*:      one warp's turn through a division with a remainder, a conversion, a division of floats,
 *                an angle, a load: PHASES of them.
 * l1_three:      four loads that hit L1 and FMAS multiply-adds for each, of three registers.
 * cycles[block] is the time between two barriers.
 */
#ifndef STEPS
#define STEPS 64
#endif
#ifndef PHASES
#define PHASES 5
#endif
#ifndef FMAS
#define FMAS 4
#endif

#define KEEP(type, value)                                                                          \
	if (cycles[0] == -12345)                                                                   \
		*(type *)cycles = (value)

#define BEGIN                                                                                      \
	__syncthreads();                                                                           \
	const long long start = clock64();

#define END                                                                                        \
	__syncthreads();                                                                           \
	const long long end = clock64();                                                           \
	if (threadIdx.x == 0)                                                                      \
		cycles[blockIdx.x] = end - start;

extern "C" __global__ void
code_length(long long *cycles, int rounds, float other)
{
	float x[8];
	for (int c = 0; c < 8; c++)
		x[c] = (float)(int)threadIdx.x + c;
	BEGIN
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < STEPS; i++)
			asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x[i % 8]) : "f"(other));
	}
	END
	float sum = x[0];
	for (int c = 1; c < 8; c++)
		sum += x[c];
	KEEP(float, sum);
}

#define FOUR(x)                                                                                    \
	asm volatile("mad.lo.u32 %0, %0, %0, %0; mad.lo.u32 %0, %0, %0, %0;"                       \
	             "mad.lo.u32 %0, %0, %0, %0; mad.lo.u32 %0, %0, %0, %0;"                       \
	             : "+r"(x));
#define LONG_BODY(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x)

#define BRANCHES(name, condition)                                                                  \
	extern "C" __global__ void branches_##name(long long *cycles, int rounds, unsigned limit)  \
	{                                                                                          \
		unsigned x = threadIdx.x % 32 + 1;                                                 \
		BEGIN                                                                              \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++)                               \
		{                                                                                  \
			_Pragma("unroll") for (int i = 0; i < 16; i++)                             \
			{                                                                          \
				if (condition) {                                                   \
					LONG_BODY(x)                                               \
				}                                                                  \
				asm volatile("and.b32 %0, %0, 31;" : "+r"(x));                     \
			}                                                                          \
		}                                                                                  \
		END                                                                                \
		KEEP(unsigned, x);                                                                 \
	}

BRANCHES(never, x > limit)
BRANCHES(always, x < limit)
BRANCHES(half, (x & 1) < limit)

/* n rows of a table of waves: what each turn does waits for the turn's own steps only. */
extern "C" __global__ void
phases(long long *cycles, const float *in, int n, float at)
{
	const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
	float sum = 0.0f;
	BEGIN
#pragma unroll 1
	for (int j = 0; j < n; j++) {
#if PHASES >= 1
		const long long place = (long long)j * k % n;
#else
		const int place = j * k;
#endif
#if PHASES >= 2
		float angle = (float)place;
#else
		float angle = __int_as_float((int)place);
#endif
#if PHASES >= 3
		angle = at * angle / (float)n;
#endif
#if PHASES >= 4
		angle = __cosf(angle);
#endif
#if PHASES >= 5
		sum += in[j] * angle;
#else
		sum += angle;
#endif
	}
	END
	KEEP(float, sum);
}

extern "C" __global__ void
l1_three(const float *x, float *out, int rounds, int mask)
{
	int at = threadIdx.x;
	float sum[4] = {0.0f, 1.0f, 2.0f, 3.0f};
	const float add = threadIdx.x * 0.5f;

	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			const float v = x[(at + 32 * k) & mask];
#pragma unroll
			for (int f = 0; f < FMAS; f++)
				sum[k] = sum[k] * v + add;
		}
		at += 128;
	}
	if (sum[0] + sum[1] + sum[2] + sum[3] == 1234.5f)
		out[0] = sum[0];
}

/* The same, the products as a matrix product has them: each value read is used once. */
extern "C" __global__ void
l1_sums(const float *x, float *out, int rounds, int mask)
{
	int at = threadIdx.x;
	float sum[FMAS];

	for (int f = 0; f < FMAS; f++)
		sum[f] = 0.0f;
	for (int r = 0; r < rounds; r++) {
		float v[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = x[(at + 32 * k) & mask];
#pragma unroll
		for (int f = 0; f < FMAS; f++)
			sum[f] = sum[f] + v[f % 4] * v[(f + 1) % 4];
		at += 128;
	}
	float all = 0.0f;
	for (int f = 0; f < FMAS; f++)
		all += sum[f];
	if (all == 1234.5f)
		out[0] = all;
}
