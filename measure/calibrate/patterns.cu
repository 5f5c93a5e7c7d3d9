/*
 * Passes of one warp request, by address pattern. Block b takes pattern b: 32 byte offsets, negative
 * for a lane that does nothing. One block on an SM (the launch asks for most of the shared memory),
 * all its warps do the same; cycles[b] / (warps * 16 * rounds) is what a request costs. `step` is 0, but
 * the compiler does not know, so it cannot merge the requests.
 */
enum { REGION = 65536 };

extern __shared__ __align__(16) unsigned char region[];

#define PATTERN(name, space, prepare, body)                                                        \
	extern "C" __global__ void name(const int *patterns, unsigned char *memory,                \
	                                long long *cycles, int rounds, int step)                   \
	{                                                                                          \
		const int offset = patterns[blockIdx.x * 32 + threadIdx.x % 32];                   \
		unsigned sink = 0;                                                                 \
		prepare;                                                                           \
		__syncthreads();                                                                   \
		const long long start = clock64();                                                 \
		if (offset >= 0) {                                                                 \
			for (int r = 0; r < rounds; r++) {                                         \
				_Pragma("unroll") for (int i = 0; i < 16; i++)                     \
				{                                                                  \
					[[maybe_unused]] unsigned v0 = r, v1 = r, v2 = r, v3 = r; \
					body;                                                      \
					at += step;                                                \
				}                                                                  \
			}                                                                          \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		if (sink == 0x12345678u && cycles[0] == -1)                                        \
			cycles[1] = sink;                                                          \
	}

#define IN_SHARED                                                                                  \
	for (int i = threadIdx.x; i < REGION / 4; i += blockDim.x)                                 \
		((unsigned *)region)[i] = i;                                                       \
	unsigned at = (unsigned)__cvta_generic_to_shared(region) + (offset < 0 ? 0 : offset)

/* The first touch brings the lines into L1. */
#define IN_GLOBAL                                                                                  \
	const unsigned char *at = memory + (long long)blockIdx.x * REGION + (offset < 0 ? 0 : offset); \
	asm volatile("ld.global.ca.u32 %0, [%1];" : "+r"(sink) : "l"(at))

PATTERN(shared_load_4, shared, IN_SHARED,
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v0) : "r"(at)))
PATTERN(shared_load_8, shared, IN_SHARED,
        asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(v0), "=r"(v1) : "r"(at)))
PATTERN(shared_load_16, shared, IN_SHARED,
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v0), "=r"(v1), "=r"(v2), "=r"(v3) : "r"(at)))
PATTERN(shared_store_4, shared, IN_SHARED,
        asm volatile("st.volatile.shared.u32 [%1], %0;" ::"r"(v0), "r"(at) : "memory"))
PATTERN(shared_store_8, shared, IN_SHARED,
        asm volatile("st.volatile.shared.v2.u32 [%2], {%0, %1};" ::"r"(v0), "r"(v1), "r"(at)
                     : "memory"))
PATTERN(shared_store_16, shared, IN_SHARED,
        asm volatile("st.volatile.shared.v4.u32 [%4], {%0, %1, %2, %3};" ::"r"(v0), "r"(v1),
                     "r"(v2), "r"(v3), "r"(at) : "memory"))
PATTERN(shared_atomic, shared, IN_SHARED,
        asm volatile("red.shared.add.u32 [%1], %0;" ::"r"(v0), "r"(at) : "memory"))
PATTERN(shared_atomic_returning, shared, IN_SHARED,
        asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(v0) : "r"(at) : "memory");
        sink ^= v0)
PATTERN(shared_atomic_cas, shared, IN_SHARED,
        asm volatile("atom.shared.cas.b32 %0, [%1], %0, %2;" : "+r"(v0) : "r"(at), "r"(v1)
                     : "memory");
        sink ^= v0)
PATTERN(shared_atomic_float, shared, IN_SHARED,
        asm volatile("red.shared.add.f32 [%1], %0;" ::"f"(1.0f), "r"(at) : "memory"))
PATTERN(global_load_4, global, IN_GLOBAL,
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v0) : "l"(at) : "memory");
        sink ^= v0)
PATTERN(global_load_8, global, IN_GLOBAL,
        asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(v0), "=r"(v1) : "l"(at)
                     : "memory");
        sink ^= v0 ^ v1)
PATTERN(global_load_16, global, IN_GLOBAL,
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v0), "=r"(v1), "=r"(v2), "=r"(v3) : "l"(at) : "memory");
        sink ^= v0 ^ v1; sink ^= v2 ^ v3)
PATTERN(global_store_4, global, IN_GLOBAL,
        asm volatile("st.global.u32 [%1], %0;" ::"r"(v0), "l"(at) : "memory"))
PATTERN(global_store_8, global, IN_GLOBAL,
        asm volatile("st.global.v2.u32 [%2], {%0, %1};" ::"r"(v0), "r"(v1), "l"(at) : "memory"))
PATTERN(global_store_16, global, IN_GLOBAL,
        asm volatile("st.global.v4.u32 [%4], {%0, %1, %2, %3};" ::"r"(v0), "r"(v1), "r"(v2),
                     "r"(v3), "l"(at) : "memory"))
PATTERN(global_atomic, global, IN_GLOBAL,
        asm volatile("red.global.add.u32 [%1], %0;" ::"r"(v0), "l"(at) : "memory"))

__constant__ unsigned table[16384];

PATTERN(constant_load, constant, unsigned at = offset < 0 ? 0 : (unsigned)offset / 4,
        v0 = table[at & 16383u];
        sink ^= v0)
