/*
 * Latency of each level of memory, by following pointers.
 *
 * chase_*: `next` holds a cycle through every `stride`-th element (contents cycle=stride). All threads
 * turn it into addresses and read `others` elements of `other`, which throws the rest out of L2; one
 * thread follows the pointers: `warm` steps unmeasured, `steps` measured.
 */
typedef unsigned long long u64;

#define CHASE(name, load)                                                                          \
	extern "C" __global__ void name(const u64 *next, u64 *nodes, long long *cycles, int stops, \
	                                int stride, int warm, int steps, const uint4 *other,       \
	                                int others)                                                \
	{                                                                                          \
		unsigned sum = 0;                                                                  \
		for (long long i = threadIdx.x; i < stops; i += blockDim.x)                        \
			nodes[i * stride] = (u64)&nodes[next[i * stride]];                         \
		__threadfence();                                                                   \
		for (int i = threadIdx.x; i < others; i += blockDim.x)                             \
			sum += __ldcg(&other[i]).x;                                                \
		if (sum == 0x12345678u)                                                            \
			cycles[0] = 0;                                                             \
		__syncthreads();                                                                   \
		if (threadIdx.x > 0)                                                               \
			return;                                                                    \
		u64 at = (u64)nodes;                                                               \
		for (int i = 0; i < warm; i++)                                                     \
			asm volatile(load : "+l"(at)::"memory");                                   \
		const long long start = clock64();                                                 \
		_Pragma("unroll 16") for (int i = 0; i < steps; i++)                               \
		asm volatile(load : "+l"(at)::"memory");                                           \
		const long long end = clock64();                                                   \
		cycles[0] = end - start;                                                           \
		if (at == 1)                                                                       \
			cycles[0] = 0;                                                             \
	}

CHASE(chase_l1, "ld.global.ca.u64 %0, [%0];")
CHASE(chase_l2, "ld.global.cg.u64 %0, [%0];")

/* Every SM times the same lines of L2: `lines` of them, `spacing` elements of 8 bytes apart. A line
   holds its own address, so the chase stays on it. cycles[block*lines + line] is the time of 8 loads. */
extern "C" __global__ void
l2_lines(u64 *nodes, int *cycles, int lines, int spacing, unsigned *sm)
{
	for (int i = 0; i < lines; i++)
		nodes[(long long)i * spacing] = (u64)&nodes[(long long)i * spacing];
	__threadfence();
	for (int i = 0; i < lines; i++) {
		u64 at = (u64)&nodes[(long long)i * spacing];
		asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
		const long long start = clock64();
#pragma unroll
		for (int step = 0; step < 8; step++)
			asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
		const long long end = clock64();
		cycles[blockIdx.x * lines + i] = at == 1 ? 0 : (int)(end - start);
	}
	asm volatile("mov.u32 %0, %smid;" : "=r"(sm[blockIdx.x]));
}

extern "C" __global__ void
chase_shared(long long *cycles, int steps)
{
	__shared__ unsigned nodes[1024];
	unsigned at = (unsigned)__cvta_generic_to_shared(nodes);

	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		nodes[i] = at + (unsigned)(i + 33) % 1024 * 4;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 16
	for (int i = 0; i < steps; i++)
		asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)::"memory");
	const long long end = clock64();
	cycles[0] = at == 1 ? 0 : end - start;
}

__constant__ unsigned constant_next[2048];

extern "C" __global__ void
chase_constant(long long *cycles, int steps, int warm)
{
	unsigned at = 0;

	for (int i = 0; i < warm; i++)
		at = constant_next[at];
	const long long start = clock64();
#pragma unroll 16
	for (int i = 0; i < steps; i++)
		at = constant_next[at];
	const long long end = clock64();
	cycles[0] = at == 4096 ? 0 : end - start;
}

/* Atomics that wait for their answer. */
extern "C" __global__ void
chase_atomic_global(unsigned *counter, long long *cycles, int steps)
{
	unsigned at = 0;

	const long long start = clock64();
	for (int i = 0; i < steps; i++)
		at = atomicAdd(counter + at % 2, at & 1u);
	const long long end = clock64();
	cycles[0] = at == 77 ? 0 : end - start;
}

extern "C" __global__ void
chase_atomic_shared(long long *cycles, int steps)
{
	__shared__ unsigned counter[2];
	unsigned at = 0;

	if (threadIdx.x < 2)
		counter[threadIdx.x] = 0;
	__syncthreads();
	const long long start = clock64();
	for (int i = 0; i < steps; i++)
		at = atomicAdd(&counter[at % 2], at & 1u);
	const long long end = clock64();
	cycles[0] = at == 77 ? 0 : end - start;
}
