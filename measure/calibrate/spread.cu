// What L2 and DRAM make of stores that come to their sectors bit by bit, and of rows that threads walk beside a gather:
// (put) words at places in no order and in sweeps, alone, beside one stream and beside two; (run) a thread's run of
// bytes or words, one at a time, of even and uneven length, rows of many and of few threads; (walk) rows of threads,
// one array or two, beside a gather from a table or none. Counted by the profiler; prints what each launch is.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cuda_runtime.h>
static int line, repeats = 1;
__device__ __forceinline__ uint32_t mixed(uint32_t i, uint32_t n) /* n a power of two */
{
	const uint32_t mask = n - 1;
	i = (i * 0x9e3779b1u) & mask;
	i ^= i >> 9;
	i = (i * 0x85ebca6bu) & mask;
	i ^= i >> 11;
	return (i * 0xc2b2ae35u) & mask;
}
__global__ void places(uint32_t *place, uint32_t n, uint32_t step)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) place[i] = step ? (uint32_t)((uint64_t)i * step % n) : mixed(i, n);
}
template <typename T> __global__ void put(T *out, uint32_t n, uint32_t step)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[step ? (uint32_t)((uint64_t)i * step % n) : mixed(i, n)] = (T)i;
}
template <typename T> __global__ void put_copy(const T *__restrict__ in, T *__restrict__ out, uint32_t n, uint32_t step)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[step ? (uint32_t)((uint64_t)i * step % n) : mixed(i, n)] = in[i];
}
template <typename T> __global__ void put_by(const T *__restrict__ in, const uint32_t *__restrict__ place, T *__restrict__ out, uint32_t n)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[place[i]] = in[i];
}
/* run: `uneven`: 1/2 to 3/2 of m by a hash, in a place of 3/2 m */
template <typename T> __global__ void run(T *out, int threads, int m, int uneven)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= threads) return;
	const int h = uneven ? m / 2 + (int)(mixed(t, 1 << 30) >> 8) % (m + 1) : m;
	T *o = out + (size_t)t * m;
	for (int k = 0; k < h; k++) {
		asm volatile("" ::: "memory");
		o[k] = (T)t;
	}
}
/* walk: a thread a row of n words at a stride of n; two: another array beside; table: a gather by what was read */
template <int TWO, int TABLE> __global__ void walk(const uint32_t *a, const float *b, const float *x, uint32_t mask, float *y, int rows, int n)
{
	const int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows) return;
	float s = 0;
	for (int k = 0; k < n; k++) {
		const uint32_t c = a[(size_t)r * n + k];
		s += (TWO ? b[(size_t)r * n + k] : 1.f) * (TABLE ? x[c & mask] : (float)c);
	}
	y[r] = s;
}
__global__ void fill(uint32_t *a, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) a[i] = (uint32_t)(i * 2654435761u) >> 3; }
#define TWICE for (int rep = 0; rep < repeats; rep++)
#define SAY(...) (printf("%d,%d,", line++, rep), printf(__VA_ARGS__), printf("\n"))
template <typename T> static void puts_of(T *in, uint32_t *place, T *out)
{
	const uint32_t sizes[] = {1u << 20, 1u << 21, 3000000, 1u << 22, 4000000, 6000000, 1u << 23};
	for (uint32_t n : sizes) {
		const uint32_t steps[] = {0, 12, 1000003};
		for (uint32_t step : steps) {
			if ((step == 0) != ((n & (n - 1)) == 0)) continue;
			const uint32_t blocks = (n + 255) / 256, s = step == 12 ? (n % 11 ? 11 : 13) : step;
			TWICE { places<<<blocks, 256>>>(place, n, s); SAY("places,4,%u,%u", n, s); }
			TWICE { put<T><<<blocks, 256>>>(out, n, s); SAY("put,%d,%u,%u", (int)sizeof(T), n, s); }
			TWICE { put_copy<T><<<blocks, 256>>>(in, out, n, s); SAY("put_copy,%d,%u,%u", (int)sizeof(T), n, s); }
			TWICE { put_by<T><<<blocks, 256>>>(in, place, out, n); SAY("put_by,%d,%u,%u", (int)sizeof(T), n, s); }
		}
	}
}
template <typename T> static void runs_of(T *out, int m)
{
	const int threads[] = {30000, 200000, 384000};
	for (int t : threads)
		for (int uneven = 0; uneven < 2; uneven++) {
			if ((size_t)t * m * sizeof(T) > (80u << 20)) continue;
			TWICE { run<T><<<(t + 127) / 128, 128>>>(out, t, m, uneven); SAY("run,%d,%d,%d,%d", (int)sizeof(T), t, m, uneven); }
		}
}
template <int TWO, int TABLE> static void walks(const uint32_t *a, const float *b, const float *x, float *y)
{
	const int lengths[] = {12, 27, 64, 100};
	const int many[] = {30000, 100000, 270000, 500000};
	const uint32_t tables[] = {1u << 16, 1u << 19, 1u << 22};
	for (int n : lengths)
		for (int rows : many)
			for (int t = 0; t < (TABLE ? 3 : 1); t++) {
				if ((size_t)rows * n > 14000000) continue;
				TWICE { walk<TWO, TABLE><<<(rows + 255) / 256, 256>>>(a, b, x, tables[t] - 1, y, rows, n); SAY("walk,%d,%d,%d,%d,%u", TWO, TABLE, rows, n, TABLE ? tables[t] * 4 : 0); }
			}
}
int main(int argc, char **argv)
{
	repeats = argc > 1 ? atoi(argv[1]) : 1;
	char *in, *place, *out, *x, *y;
	const size_t all = 96u << 20;
	cudaMalloc(&in, all); cudaMalloc(&place, all); cudaMalloc(&out, all); cudaMalloc(&x, 16u << 20); cudaMalloc(&y, 8u << 20);
	cudaMemset(in, 0, all); cudaMemset(out, 0, all); cudaMemset(x, 0, 16u << 20); cudaMemset(y, 0, 8u << 20);
	puts_of<uint32_t>((uint32_t *)in, (uint32_t *)place, (uint32_t *)out);
	puts_of<unsigned long long>((unsigned long long *)in, (uint32_t *)place, (unsigned long long *)out);
	if (repeats > 1) return cudaDeviceSynchronize();
	for (int m : {4, 8, 16, 24, 32, 64}) runs_of<uint8_t>((uint8_t *)out, m);
	for (int m : {2, 4, 8, 20, 70}) runs_of<float>((float *)out, m);
	fill<<<(unsigned)((all / 4 + 255) / 256), 256>>>((uint32_t *)in, all / 4); line++;
	walks<0, 0>((uint32_t *)in, (float *)place, (float *)x, (float *)y);
	walks<1, 0>((uint32_t *)in, (float *)place, (float *)x, (float *)y);
	walks<1, 1>((uint32_t *)in, (float *)place, (float *)x, (float *)y);
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
