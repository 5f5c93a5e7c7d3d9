/* Additions of four types to one word, by one lane of each warp or by all. */
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static void *out_;
static FILE *file;

template <typename T, bool ALL> __global__ void
add_to(T *at, int turns)
{
	for (int i = 0; i < turns; i++)
		if (ALL || threadIdx.x % 32 == 0)
			atomicAdd(at, (T)1);
}

template <typename T, bool ALL> static void
adds(const char *name)
{
	for (int blocks : {132, 264, 1056, 4224})
		for (int turns : {1, 4}) {
			cudaEvent_t a, b;
			cudaEventCreate(&a);
			cudaEventCreate(&b);
			std::vector<float> v;
			for (int r = 0; r < 6; r++) {
				cudaEventRecord(a);
				add_to<T, ALL><<<blocks, 256>>>((T *)out_, turns);
				cudaEventRecord(b);
				cudaEventSynchronize(b);
				float ms;
				cudaEventElapsedTime(&ms, a, b);
				if (r)
					v.push_back(1000 * ms);
			}
			std::sort(v.begin(), v.end());
			fprintf(file, "%s,%s,%d,%d,%.3f,%.3f\n", name, ALL ? "all" : "lone", blocks, turns, v[2], v[0]);
		}
	printf("%s %s\n", name, cudaGetErrorString(cudaGetLastError()));
	fflush(file);
}

int
main(int, char **argv)
{
	file = fopen(argv[1], "w");
	cudaMalloc(&out_, 256);
	cudaMemset(out_, 0, 256);
	fprintf(file, "type,lanes,blocks,turns,us,least\n");
	adds<unsigned, false>("u32"); adds<float, false>("f32"); adds<double, false>("f64"); adds<unsigned long long, false>("u64");
	adds<unsigned, true>("u32"); adds<float, true>("f32"); adds<double, true>("f64"); adds<unsigned long long, true>("u64");
	return 0;
}
