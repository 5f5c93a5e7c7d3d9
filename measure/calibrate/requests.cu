/*
 * Single requests, four to a launch, told apart in the sum of a counter: the first is made once, the next 64
 * times, then 4096 and 262144 times, by 1024 warps. Each counts less than 64.
 *
 *     requests FILE OPERATION MIB
 *
 * FILE holds 4 x 32 offsets of 8 bytes for each launch, -1 for a lane that does nothing; they lie in MIB MiB,
 * whose place is printed. Run under ncu --clock-control none --cache-control none with counters that take
 * one pass. The loads are hoisted out of their loop: their launches count 1, 64, 1024 and 1024 requests.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

enum { WARPS = 1024, APART = 64, PATTERNS = 4 };

#define OPERATION(name, width, type, given, body)                                                    \
	__global__ void name(const long long *offset, unsigned char *memory)                         \
	{                                                                                            \
		const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32; \
		unsigned sink = 0;                                                                   \
		for (int p = 0, n = 1; p < PATTERNS; p++, n *= APART) {                              \
			const long long to = offset[p * 32 + lane];                                  \
			unsigned char *at = memory + to / width * width;                             \
			const int rounds = n / WARPS + (warp < n % WARPS);                           \
			_Pragma("unroll 1") for (int r = 0; to >= 0 && r < rounds; r++) {            \
				[[maybe_unused]] const type v = (type)(given);                       \
				[[maybe_unused]] unsigned a, b, c, d;                                \
				[[maybe_unused]] unsigned long long x, y;                            \
				body;                                                                \
			}                                                                            \
		}                                                                                    \
		if (sink == 0x12345678u)                                                             \
			*(unsigned *)memory = sink;                                                  \
	}

#define REDUCTION(name, width, type, code, letter)                                                   \
	OPERATION(name, width, type, lane + 1, asm volatile("red.global." code ::letter(v), "l"(at) : "memory"))

REDUCTION(red_u32, 4, unsigned, "add.u32 [%1], %0;", "r")
REDUCTION(red_f32, 4, float, "add.f32 [%1], %0;", "f")
REDUCTION(red_u64, 8, unsigned long long, "add.u64 [%1], %0;", "l")
REDUCTION(red_f64, 8, double, "add.f64 [%1], %0;", "d")
REDUCTION(red_f16x2, 4, unsigned, "add.noftz.f16x2 [%1], %0;", "r")
REDUCTION(red_v2, 8, float, "add.v2.f32 [%1], {%0, %0};", "f")
REDUCTION(red_v4, 16, float, "add.v4.f32 [%1], {%0, %0, %0, %0};", "f")
REDUCTION(red_max, 4, int, "max.s32 [%1], %0;", "r")
OPERATION(atom_u32, 4, unsigned, lane + 1,
          asm volatile("atom.global.add.u32 %0, [%2], %1;" : "=r"(a) : "r"(v), "l"(at) : "memory");
          sink ^= a)
OPERATION(exch_4, 4, unsigned, lane + 1,
          asm volatile("atom.global.exch.b32 %0, [%2], %1;" : "=r"(a) : "r"(v), "l"(at) : "memory");
          sink ^= a)
OPERATION(cas_4, 4, unsigned, lane + 1,
          asm volatile("atom.global.cas.b32 %0, [%2], %1, %3;" : "=r"(a) : "r"(v), "l"(at), "r"(r)
                       : "memory");
          sink ^= a)
OPERATION(cas_8, 8, unsigned long long, lane + 1,
          asm volatile("atom.global.cas.b64 %0, [%2], %1, %3;" : "=l"(x) : "l"(v), "l"(at), "l"(v + r)
                       : "memory");
          sink ^= (unsigned)x)
OPERATION(cas_16, 16, unsigned long long, lane + 1,
          asm volatile("{ .reg .b128 old, is, set; mov.b128 is, {%2, %2}; mov.b128 set, {%4, %4};"
                       " atom.global.cas.b128 old, [%3], is, set; mov.b128 {%0, %1}, old; }"
                       : "=l"(x), "=l"(y) : "l"(v), "l"(at), "l"(v + r) : "memory");
          sink ^= (unsigned)(x ^ y))
OPERATION(ld_4, 4, unsigned, 0,
          asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(at) : "memory"); sink ^= a)
OPERATION(ld_8, 8, unsigned, 0,
          asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at) : "memory");
          sink ^= a ^ b)
OPERATION(ld_16, 16, unsigned, 0,
          asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                       : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(at) : "memory");
          sink ^= a ^ b ^ c ^ d)
OPERATION(st_4, 4, unsigned, lane, asm volatile("st.global.u32 [%1], %0;" ::"r"(v), "l"(at) : "memory"))
OPERATION(st_8, 8, unsigned, lane,
          asm volatile("st.global.v2.u32 [%1], {%0, %0};" ::"r"(v), "l"(at) : "memory"))

static const struct {
	const char *name;
	void (*kernel)(const long long *, unsigned char *);
} operations[] = {
#define ROW(name) {#name, name},
	ROW(red_u32) ROW(red_f32) ROW(red_u64) ROW(red_f64) ROW(red_f16x2) ROW(red_v2) ROW(red_v4) ROW(red_max)
	ROW(atom_u32) ROW(exch_4) ROW(cas_4) ROW(cas_8) ROW(cas_16)
	ROW(ld_4) ROW(ld_8) ROW(ld_16) ROW(st_4) ROW(st_8)
};

int
main(int count, char **words)
{
	FILE *file = count == 4 ? fopen(words[1], "rb") : NULL;
	if (!file)
		return 1;
	std::vector<long long> offsets;
	long long launch[PATTERNS * 32];
	while (fread(launch, sizeof launch, 1, file) == 1)
		offsets.insert(offsets.end(), launch, launch + PATTERNS * 32);
	unsigned char *memory;
	long long *table;
	if (cudaMalloc(&memory, (size_t)atoi(words[3]) << 20) || cudaMalloc(&table, offsets.size() * 8)
	    || cudaMemcpy(table, offsets.data(), offsets.size() * 8, cudaMemcpyHostToDevice))
		return 1;
	printf("memory %p\n", (void *)memory);
	for (auto &operation : operations)
		for (size_t i = 0; !strcmp(operation.name, words[2]) && i < offsets.size(); i += PATTERNS * 32)
			operation.kernel<<<WARPS / 8, 256>>>(table + i, memory);
	return cudaDeviceSynchronize() != cudaSuccess;
}
