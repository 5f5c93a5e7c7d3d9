// Clocks of a turn of match.any (32 and 64 bits) and match.all, by how many values the lanes of a warp have and by warps of an SM:
// each waits for the one before (chain), or eight do not (beside). And eight matches beside so many other instructions that need
// nothing of them: loads from shared memory, shuffles, multiply-adds. Prints a table, clocks of a turn of one match for each warp.
#include <algorithm>
#include <cstdio>
#include <vector>
template <int KIND> __device__ static unsigned match(unsigned v)
{
	int all;
	if (KIND == 0)
		return __match_any_sync(~0u, v);
	if (KIND == 1)
		return __match_any_sync(~0u, (unsigned long long)v << 20);
	return __match_all_sync(~0u, v, &all);
}
template <int KIND> __global__ void chain(long long *out, const unsigned *in, int rounds, unsigned mask)
{
	unsigned v = in[threadIdx.x & 31], sum = 0;
	__syncthreads();
	const long long start = clock64();
	for (int r = 0; r < rounds; r++) {
		const unsigned m = match<KIND>(v);
		sum += m;
		v ^= m & mask; // a mask of 0: v stays, and waits
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		out[blockIdx.x] = end - start;
	if (sum == 12345)
		out[0] = 0;
}
// OTHER 0: nothing, 1: loads from shared memory, 2: shuffles, 3: multiply-adds; MANY of them for each match
template <int KIND, int OTHER, int MANY> __global__ void beside(long long *out, const unsigned *in, int rounds, unsigned)
{
	__shared__ unsigned row[1024 + 64];
	unsigned v[8], sum = 0;
	float f[4] = {1, 2, 3, 4};
	row[threadIdx.x] = threadIdx.x;
	for (int i = 0; i < 8; i++)
		v[i] = in[threadIdx.x & 31] + i * 64;
	__syncthreads();
	const volatile unsigned *at = row + (threadIdx.x & 31);
	const long long start = clock64();
	for (int r = 0; r < rounds / 8; r++) {
#pragma unroll
		for (int i = 0; i < 8; i++) {
			sum += match<KIND>(v[i] + r);
#pragma unroll
			for (int k = 0; k < MANY; k++) {
				if (OTHER == 1)
					sum += at[(i * MANY + k) % 32];
				else if (OTHER == 2)
					sum += __shfl_xor_sync(~0u, v[(i + k) % 8], 1 + (i * MANY + k) % 31);
				else if (OTHER == 3)
					f[k % 4] = f[k % 4] * 0.5f + 0.25f;
			}
		}
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		out[blockIdx.x] = end - start;
	if (sum == 12345 || f[0] + f[1] + f[2] + f[3] == 12345)
		out[0] = 0;
}
typedef void kernel(long long *, const unsigned *, int, unsigned);
static long long *out;
static unsigned *in;
// The median of five launches, of the slowest of all SMs, after one that is not counted.
static double clocks(kernel *k, int warps)
{
	const int rounds = 1024;
	std::vector<double> all;
	for (int r = 0; r < 6; r++) {
		std::vector<long long> c(132);
		k<<<132, warps * 32>>>(out, in, rounds, 0);
		cudaMemcpy(c.data(), out, 132 * sizeof c[0], cudaMemcpyDeviceToHost);
		if (r > 0)
			all.push_back((double)*std::max_element(c.begin(), c.end()) / rounds);
	}
	std::sort(all.begin(), all.end());
	return all[all.size() / 2];
}
static void fill(int values, int stretches)
{
	unsigned row[32];
	for (int i = 0; i < 32; i++)
		row[i] = stretches ? i * values / 32 : i % values;
	cudaMemcpy(in, row, sizeof row, cudaMemcpyHostToDevice);
}
static void print(const char *kind, const char *other, int many, int values, int stretches, int warps, double each)
{
	printf("%s,%s,%d,%d,%d,%d,%.2f\n", kind, other, many, values, stretches, warps, each);
}
template <int KIND> static void alone(const char *kind)
{
	for (int values : {1, 2, 3, 4, 8, 16, 24, 32})
		for (int stretches = 0; stretches < 2; stretches++)
			for (int warps : {1, 4, 8, 16, 32}) {
				fill(values, stretches);
				print(kind, "chain", 0, values, stretches, warps, clocks(chain<KIND>, warps));
				print(kind, "beside", 0, values, stretches, warps, clocks(beside<KIND, 0, 0>, warps));
			}
}
template <int OTHER> static void together(const char *other)
{
	for (int values : {1, 4, 16})
		for (int warps : {4, 16, 32}) {
			fill(values, 0);
			print("any_32", other, 1, values, 0, warps, clocks(beside<0, OTHER, 1>, warps));
			print("any_32", other, 4, values, 0, warps, clocks(beside<0, OTHER, 4>, warps));
			print("any_32", other, 16, values, 0, warps, clocks(beside<0, OTHER, 16>, warps));
		}
}
int main()
{
	cudaMalloc(&out, 132 * sizeof *out);
	cudaMalloc(&in, 128);
	puts("kind,other,many,values,stretches,warps,clocks");
	alone<0>("any_32");
	alone<1>("any_64");
	alone<2>("all_32");
	together<1>("loads");
	together<2>("shuffles");
	together<3>("multiply_adds");
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
