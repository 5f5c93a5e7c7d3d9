// Constants of code that is written out: N of them, STEP words apart, each named by its place in the code, in a
// kernel without loops (straight), line by line in turn (cyclic) or again for every turn (again), beside the same
// multiply-adds without constants (plain); N to a turn of a loop, from a place that moves (rolled); lanes that name
// several places of a type, so many of it apart (bytes), or as chance will have it (looked). Counted by ncu; prints what
// each launch is.
#include <cstdio>
#include <cstdint>
__constant__ float table[16384];
static float *out;
static int line;

template <int N, int STEP, int CHAINS> __global__ void straight(float *out, int wide)
{
	float x = threadIdx.x, v[CHAINS];
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		v[c] = x + c;
#pragma unroll
	for (int i = 0; i < N; i++)
		v[i % CHAINS] = fmaf(v[i % CHAINS], x, table[i * STEP]);
	float s = 0;
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		s += v[c];
	if (s == 12345.0f)
		out[0] = s;
}
template <int N, int STEP, int CHAINS> __global__ void again(float *out, int turns)
{
	float x = threadIdx.x, v[CHAINS];
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		v[c] = x + c;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
#pragma unroll
		for (int i = 0; i < N; i++)
			v[i % CHAINS] = fmaf(v[i % CHAINS], x, table[i * STEP]);
	}
	float s = 0;
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		s += v[c];
	if (s == 12345.0f)
		out[0] = s;
}
// LINES lines of 64 B in turn, another word of each every round
template <int N, int LINES> __global__ void cyclic(float *out, int wide)
{
	float x = threadIdx.x, v[4];
#pragma unroll
	for (int c = 0; c < 4; c++)
		v[c] = x + c;
#pragma unroll
	for (int i = 0; i < N; i++)
		v[i % 4] = fmaf(v[i % 4], x, table[i % LINES * 16 + i / LINES * 3 % 16]);
	float s = v[0] + v[1] + v[2] + v[3];
	if (s == 12345.0f)
		out[0] = s;
}
// the same without constants
template <int N, int CHAINS> __global__ void plain(float *out, int turns)
{
	float x = threadIdx.x, y = x + 1, v[CHAINS];
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		v[c] = x + c;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
#pragma unroll
		for (int i = 0; i < N; i++)
			v[i % CHAINS] = fmaf(v[i % CHAINS], x, y);
	}
	float s = 0;
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		s += v[c];
	if (s == 12345.0f)
		out[0] = s;
}
template <int N, int STEP> __global__ void rolled(float *out, int turns)
{
	float x = threadIdx.x, v[4];
#pragma unroll
	for (int c = 0; c < 4; c++)
		v[c] = x + c;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
#pragma unroll
		for (int i = 0; i < N; i++)
			v[i % 4] = fmaf(v[i % 4], x, table[(t * N + i) * STEP]);
	}
	float s = v[0] + v[1] + v[2] + v[3];
	if (s == 12345.0f)
		out[0] = s;
}
template <typename T> __device__ int word(T v) { return (int)v; }
template <> __device__ int word(uint2 v) { return v.x + v.y; }
template <> __device__ int word(uint4 v) { return v.x + v.y + v.z + v.w; }
template <typename T> __global__ void bytes(float *out, int places, int stride, int turns)
{
	int at = threadIdx.x % 32 % places * stride, sum = 0;
	const T *t = (const T *)table;
#pragma unroll 1
	for (int n = 0; n < turns; n++) {
		T v[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = t[at + k];
#pragma unroll
		for (int k = 0; k < 4; k++)
			sum += word(v[k]);
		at += sum;
	}
	if (sum == 12345)
		out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// a table of bytes or words that data tell the place in
template <typename T> __global__ void looked(float *out, int entries, int turns)
{
	unsigned h = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u ^ 0x9e3779b9u;
	int sum = 0;
	const T *t = (const T *)table;
#pragma unroll 1
	for (int n = 0; n < turns; n++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			h = h * 1664525u + 1013904223u;
			sum += word(t[(h >> 20) % entries]);
		}
	}
	if (sum == 12345)
		out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#define GO(what, kernel, blocks, threads, dynamic, ...) \
	do { \
		cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024); \
		kernel<<<blocks, threads, dynamic>>>(__VA_ARGS__); \
		printf("%d,%s\n", line++, what); \
	} while (0)

template <int N, int STEP> void code(void)
{
	char s[128];
	const int share[] = {200 * 1024, 50 * 1024, 0}; // 4, 16 and 64 warps of an SM
	for (int k = 0; k < 3; k++) {
		sprintf(s, "straight,n=%d,step=%d,chains=4,warps=%d,blocks=%d", N, STEP, k == 0 ? 4 : k == 1 ? 16 : 64, 132 * 128);
		GO(s, (straight<N, STEP, 4>), 132 * 128, 128, share[k], out, 0);
	}
	for (int k = 0; k < 3; k++) {
		const int blocks = k == 0 ? 1 : k == 1 ? 4 : 16;
		sprintf(s, "again,n=%d,step=%d,chains=4,warps=%d,turns=64", N, STEP, blocks * 4);
		GO(s, (again<N, STEP, 4>), 132 * blocks, 128, 0, out, 64);
	}
}
template <int N, int LINES> void round_about(void)
{
	char s[128];
	const int share[] = {200 * 1024, 50 * 1024, 0};
	for (int k = 0; k < 3; k++) {
		sprintf(s, "cyclic,n=%d,lines=%d,warps=%d,blocks=%d", N, LINES, k == 0 ? 4 : k == 1 ? 16 : 64, 132 * 128);
		GO(s, (cyclic<N, LINES>), 132 * 128, 128, share[k], out, 0);
	}
}
template <int N> void bare(void)
{
	char s[128];
	const int share[] = {200 * 1024, 50 * 1024, 0};
	for (int k = 0; k < 3; k++) {
		sprintf(s, "plain1,n=%d,warps=%d,blocks=%d", N, k == 0 ? 4 : k == 1 ? 16 : 64, 132 * 128);
		GO(s, (plain<N, 4>), 132 * 128, 128, share[k], out, 1);
	}
	for (int k = 0; k < 3; k++) {
		const int blocks = k == 0 ? 1 : k == 1 ? 4 : 16;
		sprintf(s, "plain,n=%d,warps=%d,turns=64", N, blocks * 4);
		GO(s, (plain<N, 4>), 132 * blocks, 128, 0, out, 64);
	}
}
template <int N, int STEP> void roll(void)
{
	char s[128];
	for (int bytes = 512; bytes <= 8192; bytes *= 4)
		for (int blocks = 1; blocks <= 16; blocks *= 4) {
			const int turns = bytes / 4 / (N * STEP);
			if (turns < 2)
				continue;
			sprintf(s, "rolled,n=%d,step=%d,bytes=%d,warps=%d,turns=%d,blocks=%d", N, STEP, bytes, blocks * 4, turns, 132 * 128);
			GO(s, (rolled<N, STEP>), 132 * 128, 128, blocks == 16 ? 0 : 200 * 1024 / blocks, out, turns);
		}
}
template <typename T> void lanes(const char *name)
{
	char s[128];
	for (int places = 1; places <= 32; places *= 2)
		for (int stride = 1; stride <= 64; stride *= stride == 1 ? 2 : stride == 2 ? 2 : stride == 4 ? 4 : 4) {
			if (places == 1 && stride > 1)
				continue;
			sprintf(s, "bytes,type=%s,places=%d,stride=%d,warps=32,turns=64", name, places, stride);
			GO(s, (bytes<T>), 132, 1024, 0, out, places, stride, 64);
		}
	sprintf(s, "bytes,type=%s,places=16,stride=1,warps=4,turns=64", name);
	GO(s, (bytes<T>), 132, 128, 0, out, 16, 1, 64);
	for (int entries = 16; entries <= 1024; entries *= 4) {
		sprintf(s, "looked,type=%s,entries=%d,warps=64,turns=64", name, entries);
		GO(s, (looked<T>), 264, 1024, 0, out, entries, 64);
	}
}
int main()
{
	cudaMalloc(&out, 1 << 26);
	code<64, 1>();
	code<64, 16>();
	code<128, 1>();
	code<128, 2>();
	code<128, 16>();
	code<256, 1>();
	code<256, 2>();
	code<256, 4>();
	code<256, 16>();
	code<512, 1>();
	code<512, 4>();
	code<512, 16>();
	code<1024, 1>();
	code<1024, 16>();
	round_about<128, 8>();
	round_about<192, 12>();
	round_about<192, 16>();
	round_about<192, 24>();
	round_about<192, 32>();
	round_about<192, 48>();
	round_about<192, 64>();
	bare<64>();
	bare<256>();
	bare<1024>();
	roll<4, 1>();
	roll<9, 1>();
	roll<16, 1>();
	roll<32, 1>();
	roll<4, 16>();
	lanes<uint8_t>("u8");
	lanes<uint16_t>("u16");
	lanes<uint32_t>("u32");
	lanes<uint2>("u64");
	lanes<uint4>("u128");
	return cudaDeviceSynchronize();
}
