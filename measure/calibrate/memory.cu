/*
 * What DRAM and L2 move for less than a line: one access of `width` bytes in each thread, `stride`
 * bytes apart. And atomics, by how many addresses they meet on.
 */
#ifndef TYPE
#define TYPE unsigned
#endif

extern "C" __global__ void
touch_read(const unsigned char *x, unsigned *out, long long count, int stride)
{
	const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < count) {
		const unsigned value = *(const unsigned *)(x + i * stride);
		if (value == 0x12345678u)
			out[0] = value;
	}
}

/* `words` neighbouring words of 4 bytes by neighbouring threads, then a gap up to `stride`. */
extern "C" __global__ void
touch_write(unsigned char *x, long long count, int stride, int words)
{
	const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < count)
		*(unsigned *)(x + i / words * stride + i % words * 4) = (unsigned)i;
}

/* Sectors 0 ... sectors-1 of each line of 128 bytes, a warp for four lines at a time. */
extern "C" __global__ void
touch_sectors(const unsigned char *x, unsigned *out, long long lines, int sectors)
{
	const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
	const long long line = i / 32;
	const int word = (int)(i % 32);

	if (line < lines && word < sectors * 8) {
		const unsigned value = *(const unsigned *)(x + line * 128 + word * 4);
		if (value == 0x12345678u)
			out[0] = value;
	}
}

/* Stores a word, then loads it again: does a store bring its line into L1? And a load before it? */
extern "C" __global__ void
store_then_load(unsigned *x, unsigned *out, int load_first)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value = 0;

	if (load_first)
		asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(x + i) : "memory");
	asm volatile("st.global.u32 [%1], %0;" ::"r"(value + 1), "l"(x + i) : "memory");
	__syncthreads();
	asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(x + i) : "memory");
	if (value == 0x12345678u)
		out[0] = value;
}

/* The lanes of a warp touch `words` neighbouring words each time before a gap up to `stride` bytes; a
   warp's requests follow each other through `span` bytes, a power of two that L2 holds. */
extern "C" __global__ void
scattered_store(unsigned char *x, int stride, int words, int span, int rounds)
{
	const int lane = threadIdx.x % 32;
	const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const int request_bytes = 32 / words * stride;
	long long at = warp * request_bytes % span + lane / words * stride + lane % words * 4;

	for (int r = 0; r < rounds; r++) {
		*(volatile unsigned *)(x + at) = (unsigned)r;
		at = (at + (long long)gridDim.x * blockDim.x / 32 * request_bytes) & (span - 1);
	}
}

extern "C" __global__ void
scattered_load(const unsigned char *x, unsigned *out, int stride, int words, int span, int rounds)
{
	const int lane = threadIdx.x % 32;
	const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const int request_bytes = 32 / words * stride;
	long long at = warp * request_bytes % span + lane / words * stride + lane % words * 4;
	unsigned sum = 0;

#pragma unroll 4
	for (int r = 0; r < rounds; r++) {
		sum += __ldcg((const unsigned *)(x + at));
		at = (at + (long long)gridDim.x * blockDim.x / 32 * request_bytes) & (span - 1);
	}
	if (sum == 0x12345678u)
		out[0] = sum;
}

/* Lane i of the device adds to address i * step modulo distinct, `rounds` times. */
extern "C" __global__ void
atomic_global(TYPE *counters, int distinct, int step, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	TYPE *at = &counters[(unsigned long long)i * step % distinct];

	for (int r = 0; r < rounds; r++)
		atomicAdd(at, (TYPE)(r + i));
}

extern "C" __global__ void
atomic_global_returning(TYPE *counters, int distinct, int step, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	TYPE *at = &counters[(unsigned long long)i * step % distinct];
	TYPE sum = 0;

	for (int r = 0; r < rounds; r++)
		sum += atomicAdd(at, (TYPE)(r + i));
	if (sum == (TYPE)1234567)
		counters[0] = sum;
}
