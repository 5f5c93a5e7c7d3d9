/* Loops that two conditions end, a count and a value that each turn makes: how long a turn takes, by how many warps an
   SM has; and grids of one round and more of them. Each line: kernel, type, blocks, warps of an SM, turns, microseconds,
   by events, the least of five launches. */
#include <cstdio>
#include <cuda_runtime.h>

/* A point of the plane that never leaves. */
template <typename T> __global__ void
ends_twice(int *out, int limit, T cr, T ci)
{
	T x = 0, y = 0;
	int k = 0;
	while (k < limit && x * x + y * y <= T(4)) {
		const T t = x * x - y * y + cr;
		y = T(2) * x * y + ci;
		x = t;
		k++;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = k;
}

template <typename T> static void
time_one(const char *type, int *out, int blocks, int threads, int limit)
{
	cudaEvent_t begin, end;
	float least = 1e9f;
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	for (int i = 0; i < 5; i++) {
		float ms;
		cudaEventRecord(begin);
		ends_twice<T><<<blocks, threads>>>(out, limit, T(0), T(0));
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&ms, begin, end);
		least = ms < least ? ms : least;
	}
	const int warps = blocks <= 132 ? threads / 32 : blocks >= 1056 ? 64 : blocks / 132 * threads / 32;
	printf("ends_twice,%s,%d,%d,%d,%.2f\n", type, blocks, warps, limit, 1e3 * least);
}

int
main()
{
	static const struct { int blocks, threads, limit; } rows[] = {
		{132, 128, 4000}, {132, 256, 4000}, {264, 256, 4000}, {528, 256, 4000},
		{1056, 256, 4000}, {1056, 256, 200}, {3072, 256, 200}, {12288, 256, 200},
	};
	int *out;
	cudaMalloc(&out, 64 << 20);
	for (const auto &r : rows) {
		time_one<double>("f64", out, r.blocks, r.threads, r.limit);
		time_one<float>("f32", out, r.blocks, r.threads, r.limit);
	}
}
