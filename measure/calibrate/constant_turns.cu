// Turns of a loop that read one line of constant memory, or several, by several loads with work between: U warps of
// each quarter of an SM, from one place or each from its own, lines of one set of the cache or of several, by ULDC
// (turns, close) and LDC (vector); and tables of structures as programs walk along them (bodies). Prints a line for
// each launch: clocks of a quarter for each turn of a warp, from the clocks that a warp takes.
#include <cstdio>
#include <cstdlib>
#include <vector>
__constant__ float table[16384];
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
enum { SMS = 132, TURNS = 512 };
struct aside { int words[112]; }; // what a kernel reads of its parameters then lies in the last set of the cache
static const aside no = {};
static long long *cycles;
static float *dump;
static bool few; // launches for the profiler

// The place of load j of a turn, in words: LOADS of each of LINES lines, STRIDE apart, line by line or in turn
template <int LOADS, int LINES, int STRIDE, bool IN_TURN> __device__ constexpr int place(int j)
{
	return IN_TURN ? j % LINES * STRIDE + j / LINES * (16 / LOADS) : j / LOADS * STRIDE + j % LOADS * (16 / LOADS);
}
// `gap` turns of a loop between two loads
template <int LOADS, int LINES, int STRIDE, bool IN_TURN>
__global__ void turns(aside, long long *cycles, float *out, int mask, int step, int apart, int count, int gap)
{
	int k = (blockIdx.y * apart) & mask;
	float x = threadIdx.x, s = 0;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < count; i++) {
#pragma unroll
		for (int j = 0; j < LOADS * LINES; j++) {
			s = fmaf(x, table[k + place<LOADS, LINES, STRIDE, IN_TURN>(j)], s);
#pragma unroll 1
			for (int g = 0; g < gap; g++)
				s = fmaf(s, 0.5f, 1.0f);
		}
		k = (k + step) & mask;
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		cycles[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + threadIdx.x / 32] = end - start;
	if (s == 12345.0f)
		out[0] = s;
}
// WORK multiply-adds between two loads, as the compiler places them
template <int LOADS, int WORK> __global__ void close(aside, long long *cycles, float *out, int mask, int step, int apart, int count)
{
	int k = (blockIdx.y * apart) & mask;
	float x = threadIdx.x, s = 0;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < count; i++) {
#pragma unroll
		for (int j = 0; j < LOADS; j++) {
			s = fmaf(x, table[k + j * (16 / LOADS)], s);
#pragma unroll
			for (int g = 0; g < WORK; g++)
				s = fmaf(s, 0.5f, x);
		}
		k = (k + step) & mask;
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		cycles[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + threadIdx.x / 32] = end - start;
	if (s == 12345.0f)
		out[0] = s;
}
// the same by an index that could differ between lanes
template <int LOADS, int LINES, int STRIDE>
__global__ void vector(aside, long long *cycles, float *out, int mask, int step, int apart, int count, int gap)
{
	int k = ((blockIdx.y * 4 + threadIdx.x / 32) * apart) & mask;
	float x = threadIdx.x, s = 0;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < count; i++) {
#pragma unroll
		for (int j = 0; j < LOADS * LINES; j++) {
			s = fmaf(x, table[k + place<LOADS, LINES, STRIDE, false>(j)], s);
#pragma unroll 1
			for (int g = 0; g < gap; g++)
				s = fmaf(s, 0.5f, 1.0f);
		}
		k = (k + step) & mask;
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		cycles[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + threadIdx.x / 32] = end - start;
	if (s == 12345.0f)
		out[0] = s;
}
// Tables of structures
struct quad { float a, b, c, d; };
struct pair { float a, b; };
struct trio { float a, b, c; };
template <int KIND> __device__ float of(const float *words, int k, float x, float y)
{
	if (KIND == 0) { // a plane: products alone
		const quad q = ((const quad *)words)[k];
		return fmaxf(q.a * x + q.b * y + q.c, q.d);
	}
	if (KIND == 1) { // a wave
		const pair p = ((const pair *)words)[k];
		return __sinf(p.a * x + p.b * y);
	}
	if (KIND == 2) { // a hill
		const trio t = ((const trio *)words)[k];
		const float dx = x - t.a, dy = y - t.b;
		return t.c * __expf(-dx * dx - dy * dy);
	}
	if (KIND == 3) // one word
		return fmaf(words[k], x, y) * x;
	const quad q = ((const quad *)words)[2 * k], r = ((const quad *)words)[2 * k + 1]; // an ellipse
	const float dx = (x - q.a) * q.c, dy = (y - q.b) * q.d;
	return r.a / (1.0f + dx * dx * r.b + dy * dy * r.c + dx * dy * r.d);
}
template <int KIND> __global__ void bodies(long long *cycles, float *out, int count, int rounds)
{
	float x = threadIdx.x * 0.01f, y = blockIdx.y * 0.01f, s = 0;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		for (int k = 0; k < count; k++)
			s += of<KIND>(table, k, x, y);
		x += 0.5f;
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		cycles[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + threadIdx.x / 32] = end - start;
	if (s == 12345.0f)
		out[0] = s;
}
static double mean_cycles(int warps)
{
	std::vector<long long> c(warps);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(c.data(), cycles, warps * 8, cudaMemcpyDeviceToHost));
	double s = 0;
	for (long long x : c)
		s += (double)x;
	return s / warps;
}
static int line;
template <typename F> void tell(const char *what, int warps, double count, F launch)
{
	launch();
	if (!few)
		launch();
	const double turn = mean_cycles(SMS * 4 * warps) / count;
	printf("%d,%s,warps=%d,clk_turn=%.2f,clk_quarter=%.2f\n", line++, what, warps, turn, turn / warps);
}
static const int sharing[] = {1, 2, 3, 4, 5, 6, 8, 12, 16}, profiled[] = {1, 4, 6, 12, 16};
#define EACH(u) for (int i_ = 0, u; i_ < (few ? 5 : 9) && (u = few ? profiled[i_] : sharing[i_], 1); i_++)

template <int LOADS, int LINES, int STRIDE, bool IN_TURN> void run(int bytes, int step)
{
	char s[160];
	const int gaps[] = {0, 2, 8, 32};
	for (int g : gaps)
		for (int apart = 0; apart <= 1232; apart += 1232)
			EACH(u) {
				if (few && (g == 2 || g == 32 || (apart && g)))
					continue;
				snprintf(s, sizeof s, "turns,loads=%d,lines=%d,stride=%d,in_turn=%d,bytes=%d,step=%d,gap=%d,apart=%d",
				         LOADS, LINES, STRIDE * 4, IN_TURN, bytes, step * 4, g, apart > 0);
				tell(s, u, TURNS, [&] {
					turns<LOADS, LINES, STRIDE, IN_TURN><<<dim3(SMS, u), 128>>>(no, cycles, dump, bytes / 4 - 1, step, apart, TURNS, g);
				});
			}
}
template <int LOADS, int WORK> void run_close(int bytes)
{
	char s[160];
	for (int apart = 0; apart <= 1232; apart += 1232)
		EACH(u) {
			snprintf(s, sizeof s, "close,loads=%d,work=%d,bytes=%d,step=64,apart=%d", LOADS, WORK, bytes, apart > 0);
			tell(s, u, TURNS, [&] { close<LOADS, WORK><<<dim3(SMS, u), 128>>>(no, cycles, dump, bytes / 4 - 1, 16, apart, TURNS); });
		}
}
template <int LOADS, int LINES, int STRIDE> void run_vector(int bytes, int step)
{
	char s[160];
	for (int g = 0; g <= 8; g += 8)
		for (int apart = 0; apart <= 1232; apart += 1232)
			EACH(u) {
				snprintf(s, sizeof s, "vector,loads=%d,lines=%d,stride=%d,bytes=%d,step=%d,gap=%d,apart=%d", LOADS, LINES,
				         STRIDE * 4, bytes, step * 4, g, apart > 0);
				tell(s, u, TURNS, [&] {
					vector<LOADS, LINES, STRIDE><<<dim3(SMS, u), 128>>>(no, cycles, dump, bytes / 4 - 1, step, apart, TURNS, g);
				});
			}
}
template <int KIND> void run_bodies(int words)
{
	static const char *const name[] = {"planes", "waves", "hills", "words", "ellipses"};
	char s[160];
	const int bytes[] = {512, 1536, 6144};
	for (int b : bytes)
		EACH(u) {
			const int count = b / 4 / words, rounds = 6144 / b;
			snprintf(s, sizeof s, "bodies,kind=%s,words=%d,bytes=%d,count=%d", name[KIND], words, b, count);
			tell(s, u, (double)count * rounds, [&] { bodies<KIND><<<dim3(SMS, u), 128>>>(cycles, dump, count, rounds); });
		}
}
int main(int argc, char **)
{
	few = argc > 1;
	CHECK(cudaMalloc(&cycles, 1 << 20));
	CHECK(cudaMalloc(&dump, 1 << 20));
	run<8, 1, 16, false>(8192, 16);
	run<4, 1, 16, false>(8192, 16);
	run<2, 1, 16, false>(8192, 16);
	run<1, 1, 16, false>(8192, 16);
	run_close<2, 0>(8192);
	run_close<2, 2>(8192);
	run_close<2, 4>(8192);
	run_close<2, 8>(8192);
	run_close<2, 16>(8192);
	run_close<2, 32>(8192);
	run_close<4, 0>(8192);
	run_close<4, 2>(8192);
	run_close<4, 8>(8192);
	run_close<8, 0>(8192);
	run_close<8, 4>(8192);
	run_close<8, 8>(8192);
	run_bodies<0>(4);
	run_bodies<1>(2);
	run_bodies<2>(3);
	run_bodies<3>(1);
	run_bodies<4>(8);
	run_vector<1, 1, 16>(8192, 16);
	run_vector<4, 1, 16>(8192, 16);
	run_vector<4, 1, 16>(65536, 16);
	run_vector<1, 4, 128>(8192, 16);
	run_vector<1, 8, 128>(32768, 1024);
	run<1, 2, 16, false>(8192, 32);
	run<1, 2, 128, false>(8192, 256);
	run<2, 2, 16, false>(8192, 32);
	run<2, 2, 128, false>(8192, 256);
	run<2, 2, 128, true>(8192, 256);
	run<1, 4, 16, false>(8192, 64);
	run<1, 4, 128, false>(8192, 16);
	run<1, 8, 128, false>(32768, 1024);
	run<4, 1, 16, false>(256, 16);
	run<4, 1, 16, false>(512, 16);
	run<4, 1, 16, false>(1024, 16);
	run<4, 1, 16, false>(2048, 16);
	run<2, 1, 16, false>(8192, 4);
	run<1, 1, 16, false>(8192, 4);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
