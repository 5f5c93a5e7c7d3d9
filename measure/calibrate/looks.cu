// Maxima of 64 bits in words of shared memory, which the compiler makes a loop of that looks first: one warp, 40 ways to
// bring numbers. Prints them; Nsight Compute counts loads and passes (reports/measured/looks.csv).
#include <cstdio>
#include <cstdint>
typedef unsigned long long u64;
__global__ void look(const u64 *brings, u64 found, int words, u64 *out)
{
	__shared__ u64 w[32];
	int l = threadIdx.x;
	u64 b = brings[l];
	w[l] = found;
	__syncwarp();
	atomicMax(&w[l % words], b);
	__syncwarp();
	out[l] = w[l];
}
int main()
{
	u64 *b, *o, h[32];
	cudaMalloc(&b, 256); cudaMalloc(&o, 256);
	uint64_t state = 88172645463325252ull;
	for (int p = 0; p < 40; p++) {
		u64 found = 0; int words = 1;
		for (int l = 0; l < 32; l++) {
			state ^= state << 13, state ^= state >> 7, state ^= state << 17;
			switch (p) {
			case 0: h[l] = l + 1; break;
			case 1: h[l] = 32 - l; break;
			case 2: h[l] = 5; found = 4; break;
			case 3: h[l] = 5; found = 5; break;
			case 4: h[l] = l + 1; found = 32; break;
			case 5: h[l] = l + 1; found = 16; break;
			case 6: h[l] = l < 16 ? 0 : 48 - l; break;
			case 7: h[l] = 5; words = 32; break;
			case 8: h[l] = 5; found = 9; words = 32; break;
			case 9: h[l] = 32 - l; words = 2; break;
			default: h[l] = (state >> 20) % 64; found = p % 3 == 0 ? 20 : 0; words = 1 << p % 6; break;
			}
		}
		cudaMemcpy(b, h, 256, cudaMemcpyHostToDevice);
		printf("%d %llu %d", p, found, words);
		for (int l = 0; l < 32; l++) printf(" %llu", h[l]);
		printf("\n");
		fflush(stdout);
		look<<<1, 32>>>(b, found, words, o);
		cudaDeviceSynchronize();
	}
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
