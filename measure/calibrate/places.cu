// Stores of all SMs to few places: how fast does L2 take them? Each row: kind, places, stride, ns per
// request of a warp, requests per clock of the GPU.
#include <cstdio>
#include <cstdlib>
enum { TURNS = 64 };
// Every warp stores in each turn to one of `places` places, `stride` words apart; all lanes one word.
__global__ void one_word(unsigned *out, int places, int stride)
{
	unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int t = 0; t < TURNS; t++) {
		out[(w + t * 7) % places * stride] = t;
		asm volatile("" ::: "memory");
	}
}
// Eight lanes' words fill the sector.
__global__ void one_sector(unsigned *out, int places, int stride)
{
	unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int t = 0; t < TURNS; t++) {
		out[(w + t * 7) % places * stride + threadIdx.x % 8] = t;
		asm volatile("" ::: "memory");
	}
}
// One store a warp, then it ends: as flags are set.
__global__ void once(unsigned *out, int places, int stride)
{
	unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	out[w % places * stride] = 1;
}
__global__ void bytes(unsigned char *out, int places, int stride)
{
	unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int t = 0; t < TURNS; t++) {
		out[(w + t * 7) % places * stride * 4] = t;
		asm volatile("" ::: "memory");
	}
}
__global__ void reds(unsigned *out, int places, int stride)
{
	unsigned w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (threadIdx.x % 32 == 0)
		for (int t = 0; t < TURNS; t++)
			atomicAdd(&out[(w + t * 7) % places * stride], t + threadIdx.x);
}
int main()
{
	unsigned *d;
	cudaMalloc(&d, 1 << 28);
	cudaMemset(d, 0, 1 << 28);
	cudaEvent_t a, b;
	cudaEventCreate(&a), cudaEventCreate(&b);
	const int strides[] = {8, 32, 1024};
	for (int kind = 0; kind < 5; kind++)
		for (int s = 0; s < 3; s++)
			for (int places = 1; places <= 4096; places *= places < 64 ? 2 : 4) {
				const int blocks = 132 * 8 * (kind == 2 ? 16 : 1);
				const double requests = blocks * 8.0 * (kind == 2 ? 1 : TURNS);
				double best = 1e9;
				for (int r = 0; r < 5; r++) {
					cudaEventRecord(a);
					if (kind == 0) one_word<<<blocks, 256>>>(d, places, strides[s]);
					if (kind == 1) one_sector<<<blocks, 256>>>(d, places, strides[s]);
					if (kind == 2) once<<<blocks, 256>>>(d, places, strides[s]);
					if (kind == 3) bytes<<<blocks, 256>>>((unsigned char *)d, places, strides[s]);
					if (kind == 4) reds<<<blocks, 256>>>(d, places, strides[s]);
					cudaEventRecord(b);
					cudaEventSynchronize(b);
					float ms;
					cudaEventElapsedTime(&ms, a, b);
					if (ms < best) best = ms;
				}
				const char *names[] = {"one_word", "one_sector", "once", "bytes", "reds"};
				printf("%s,%d,%d,%.4f,%.4f\n", names[kind], places, strides[s] * 4,
				       best * 1e6 / requests, requests / (best * 1e-3 * 1.98e9));
				fflush(stdout);
			}
	return 0;
}
