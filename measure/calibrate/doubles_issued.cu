// Rolled loops of a dozen instructions in doubles and floats, all turns of all warps alike: U warps of each quarter of an
// SM, one round of blocks or four. Prints a line for each launch: kernel, type, kind or lanes (as below), U, rounds,
// microseconds by events, the least of four, and clocks of a quarter for each turn of a warp.
#include "quarters.cuh"
enum { TURNS = 1000 };
static void *dump;

template <typename T> __device__ T escape(T a, T b, int most, int *turns)
{
	T x = 0, y = 0;
	int n = 0;
	while (n < most && x * x + y * y <= (T)4) {
		T t = x * x - y * y + a;
		y = 2 * x * y + b;
		x = t;
		n++;
	}
	*turns = n;
	return x;
}
// all warps as many turns; `lanes` of each warp go on, the others leave at once
template <typename T> __global__ void escapes(T *out, int most, int lanes)
{
	const int lane = threadIdx.x % 32;
	int n;
	T x = escape<T>(lane < lanes ? (T)-0.1 : (T)9, (T)0.1 * (threadIdx.x % 7), most, &n);
	if (x == (T)12345 || n == 123456)
		out[0] = x;
}
// KIND 0: eight additions and products, a chain of two; 1: with a comparison by DSETP a turn and a select; 2: comparisons alone
template <typename T, int KIND> __global__ void sums(T *out, int turns, T a, T b)
{
	T x = a + threadIdx.x, y = b + threadIdx.x, z = a, w = b;
	int n = 0;
#pragma unroll 1
	for (int i = 0; i < turns; i++) {
		if (KIND < 2) {
			x = x * a + b, y = y * b + a, z = z + x, w = w + y;
			x = x + a, y = y + b, z = z * a, w = w * b;
		}
		if (KIND == 1)
			n += z <= b;
		if (KIND == 2) {
			n += x <= a, n += y <= b, n += z <= a, n += w <= b;
			a = b, b = x, x = y, y = z, z = w, w = a;
		}
	}
	if (x + y + z + w == (T)12345 || n == 123456)
		out[0] = x;
}
template <typename T> void run_escapes(const char *name)
{
	char s[40];
	const int sharing[] = {1, 2, 3, 4, 5, 6, 8, 12, 16}, lanes[] = {32, 16, 1};
	CHECK(cudaFuncSetAttribute((const void *)escapes<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_MOST));
	for (int u : sharing)
		for (int l : lanes)
			for (int rounds = 1; rounds <= 4; rounds += 3) {
				const int shared = shared_for(u); // blocks of 4 warps
				snprintf(s, sizeof s, "escapes,%s,%d", name, l);
				tell(s, u, rounds, TURNS, timed([&] {
					escapes<T><<<SMS * u * rounds, 128, shared>>>((T *)dump, TURNS, l);
				}));
			}
}
template <typename T, int KIND> void run_sums(const char *name)
{
	char s[40];
	const int sharing[] = {1, 2, 4, 8, 16};
	CHECK(cudaFuncSetAttribute((const void *)sums<T, KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_MOST));
	for (int u : sharing) {
		const int shared = shared_for(u);
		snprintf(s, sizeof s, "sums,%s,%d", name, KIND);
		tell(s, u, 1, TURNS, timed([&] { sums<T, KIND><<<SMS * u, 128, shared>>>((T *)dump, TURNS, (T)0.5, (T)0.25); }));
	}
}
int main()
{
	CHECK(cudaMalloc(&dump, 1 << 20));
	printf("kernel,type,kind,warps,rounds,us,clocks\n");
	run_escapes<double>("f64");
	run_escapes<float>("f32");
	run_sums<double, 0>("f64");
	run_sums<double, 1>("f64");
	run_sums<double, 2>("f64");
	run_sums<float, 0>("f32");
	run_sums<float, 1>("f32");
	return 0;
}
