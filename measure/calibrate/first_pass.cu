/* The first pass through code that no cache holds: how long it takes beside the same instructions in a loop.
   straight: STEPS additions in eight chains, once. skipping: PIECES pieces of 24 additions, between which GAP others stand that
   are jumped over. waiting: PIECES loads that wait for each other, 64 additions that wait behind each. behind: one load, then
   STEPS additions behind it. ROLLED: the same in a loop of 64 additions, or of one piece. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define ADD(k) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x[k]) : "f"(other));
#define ADD8 ADD(0) ADD(1) ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7)
#define ADD24 ADD8 ADD8 ADD8
#define ADD64 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8
#define BEGIN float x[8]; for (int c = 0; c < 8; c++) x[c] = (float)(int)threadIdx.x + c;
#define END float sum = 0; for (int c = 0; c < 8; c++) sum += x[c]; if (sum == -12345.0f) out[0] = sum;

template <int STEPS, bool ROLLED> __global__ void
straight(float *out, const unsigned *next, int rounds, float other)
{
	BEGIN
	if (ROLLED) {
#pragma unroll 1
		for (int r = 0; r < rounds; r++) { ADD64 }
	}
	else {
#pragma unroll
		for (int r = 0; r < STEPS / 64; r++) { ADD64 }
	}
	END
}


template <int PIECES, int GAP, bool ROLLED> __global__ void
skipping(float *out, const unsigned *next, int rounds, float other)
{
	BEGIN
	if (ROLLED) {
#pragma unroll 1
		for (int r = 0; r < rounds; r++) {
			ADD24
			if (x[0] == 1.7e38f) {
#pragma unroll
				for (int i = 0; i < GAP / 8; i++) { ADD8 }
			}
		}
	}
	else {
#pragma unroll
		for (int r = 0; r < PIECES; r++) {
			ADD24
			if (x[0] == 1.7e38f) {
#pragma unroll
				for (int i = 0; i < GAP / 8; i++) { ADD8 }
			}
		}
	}
	END
}

template <int PIECES, bool ROLLED> __global__ void
waiting(float *out, const unsigned *next, int rounds, float other)
{
	BEGIN
	unsigned at = 0;
	if (ROLLED) {
#pragma unroll 1
		for (int r = 0; r < rounds; r++) {
			at = __ldcg(&next[at]);
			x[0] += (float)at; 
			asm volatile("" : "+f"(x[0]));
			x[1] += x[0]; x[2] += x[0]; x[3] += x[0]; x[4] += x[0]; x[5] += x[0]; x[6] += x[0]; x[7] += x[0];
			ADD64
		}
	}
	else {
#pragma unroll
		for (int r = 0; r < PIECES; r++) {
			at = __ldcg(&next[at]);
			x[0] += (float)at;
			asm volatile("" : "+f"(x[0]));
			x[1] += x[0]; x[2] += x[0]; x[3] += x[0]; x[4] += x[0]; x[5] += x[0]; x[6] += x[0]; x[7] += x[0];
			ADD64
		}
	}
	END
}

template <int STEPS, bool ROLLED> __global__ void
behind(float *out, const unsigned *next, int rounds, float other)
{
	BEGIN
	x[0] += (float)__ldcg(&next[blockIdx.x * 32]);
	asm volatile("" : "+f"(x[0]));
	x[1] += x[0]; x[2] += x[0]; x[3] += x[0]; x[4] += x[0]; x[5] += x[0]; x[6] += x[0]; x[7] += x[0];
	if (ROLLED) {
#pragma unroll 1
		for (int r = 0; r < rounds; r++) { ADD64 }
	}
	else {
#pragma unroll
		for (int r = 0; r < STEPS / 64; r++) { ADD64 }
	}
	END
}

__global__ void empty() {}

typedef void kernel(float *, const unsigned *, int, float);
static float *out_;
static unsigned *next_;
static FILE *list;
static int repeats;

static void
all(const char *name, kernel *k, int size, int gap, bool rolled, int rounds)
{
	static const int shapes[][2] = {{1, 1}, {132, 1}, {132, 4}, {132, 16}, {528, 4}};
	cudaFuncAttributes a;
	cudaFuncGetAttributes(&a, k);
	for (const int *s : shapes) {
		for (int r = 0; r < repeats; r++)
			k<<<s[0], 32 * s[1]>>>(out_, next_, rounds, 0.5f);
		fprintf(list, "%s,%d,%d,%d,%d,%d,%d\n", name, size, gap, rolled, s[0], s[1], a.numRegs);
	}
	cudaError_t e = cudaDeviceSynchronize();
	if (e) printf("%s %s\n", name, cudaGetErrorString(e));
}

#define STRAIGHT(n) all("straight", straight<n, false>, n, 0, false, n / 64); all("straight", straight<n, true>, n, 0, true, n / 64);
#define BEHIND(n) all("behind", behind<n, false>, n, 0, false, n / 64); all("behind", behind<n, true>, n, 0, true, n / 64);
#define SKIPPING(n, g) all("skipping", skipping<n, g, false>, n, g, false, n); all("skipping", skipping<n, g, true>, n, g, true, n);
#define WAITING(n) all("waiting", waiting<n, false>, n, 0, false, n); all("waiting", waiting<n, true>, n, 0, true, n);

int
main(int, char **argv)
{
	list = fopen(argv[1], "w");
	repeats = atoi(argv[2]);
	std::vector<unsigned> host(1 << 16);
	for (unsigned i = 0; i < host.size(); i++)
		host[i] = (i / 64 * 64 + 64) % host.size();
	cudaMalloc(&next_, host.size() * 4);
	cudaMalloc(&out_, 4096);
	cudaMemcpy(next_, host.data(), host.size() * 4, cudaMemcpyHostToDevice);
	for (int r = 0; r < repeats; r++)
		empty<<<1, 32>>>();
	fprintf(list, "empty,0,0,0,1,1,0\n");
	STRAIGHT(64) STRAIGHT(128) STRAIGHT(256) STRAIGHT(512) STRAIGHT(1024) STRAIGHT(2048)
	BEHIND(64) BEHIND(256) BEHIND(512) BEHIND(1024)
	SKIPPING(4, 8) SKIPPING(16, 8) SKIPPING(32, 8) SKIPPING(4, 40) SKIPPING(16, 40) SKIPPING(32, 40) SKIPPING(16, 104)
	WAITING(1) WAITING(2) WAITING(4) WAITING(8) WAITING(16)
	printf("launched\n");
	return 0;
}
