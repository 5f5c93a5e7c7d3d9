/*
 * cp.async of the chunks of a line of global memory to the places of a line of shared memory in any order of its
 * sectors, and of swizzled tiles. A program of its own, as its launches differ in their places alone:
 *
 *     nvcc -arch=sm_90 -O3 -o turned turned.cu
 *     ncu --clock-control none --metrics memory_l1_wavefronts_shared --page raw --csv ./turned
 *
 * It prints a line for each launch, in their order; the first copies nothing.
 */
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void
turned(const char *in, const int *from, const int *to, int lanes, int *out)
{
	__shared__ __align__(1024) char held[16384];
	const int l = threadIdx.x, f = from[l], t = to[l];
	if (l < lanes)
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(held + t)),
			     "l"(in + f));
	asm volatile("cp.async.wait_all;");
	__syncwarp();
	out[l] = ((int *)held)[l];
}

static char *in;
static int *from, *to, *out;

static void
put(const char *name, std::vector<int> a, std::vector<int> b)
{
	const int lanes = (int)a.size();
	printf("%s lanes %d from", name, lanes);
	for (int x : a)
		printf(" %d", x);
	printf(" to");
	for (int x : b)
		printf(" %d", x);
	printf("\n");
	a.resize(32);
	b.resize(32);
	cudaMemcpy(from, a.data(), 128, cudaMemcpyHostToDevice);
	cudaMemcpy(to, b.data(), 128, cudaMemcpyHostToDevice);
	turned<<<1, 32>>>(in, from, to, lanes, out);
	cudaDeviceSynchronize();
}

/* Rows of so many chunks, whose places are those of their numbers with the bits of (row + first) / slow in them. */
static void
tile(const char *name, int chunks, int stride, int slow, int first)
{
	std::vector<int> a, b;
	for (int l = 0; l < 32; l++) {
		const int row = l / chunks, chunk = l % chunks;
		a.push_back(stride * row + 16 * chunk);
		b.push_back(16 * chunks * row + 16 * (chunk ^ ((row + first) / slow & (chunks - 1))));
	}
	put(name, a, b);
}

int
main()
{
	cudaMalloc(&in, 1 << 20);
	for (int **p : {&from, &to, &out})
		cudaMalloc(p, 128);
	put("none", {}, {});
	int order[4] = {0, 1, 2, 3};
	do
		for (int way = 0; way < 4; way++) {
			std::vector<int> a, b;
			for (int c = 0; c < 8; c++) {
				const int swap = way == 0 ? 0 : way == 1 ? 1 : way == 2 ? c / 2 & 1 : c / 4 & 1;
				a.push_back(16 * c);
				b.push_back(32 * order[c / 2] + 16 * ((c & 1) ^ swap));
			}
			put("order", a, b);
		}
	while (std::next_permutation(order, order + 4));
	for (int x = 0; x < 4; x++)
		for (int y = x + 1; y < 4; y++)
			for (int u = 0; u < 4; u++)
				for (int v = 0; v < 4; v++)
					if (u != v)
						put("pair", {32 * x, 32 * x + 16, 32 * y, 32 * y + 16},
						    {32 * u, 32 * u + 16, 32 * v, 32 * v + 16});
	for (int first = 0; first < 8; first++)
		tile("rows_128", 8, 2048, 1, first);
	for (int first = 0; first < 8; first++)
		tile("rows_64", 4, 2048, 2, first);
	for (int first = 0; first < 4; first++)
		tile("rows_64_dense", 4, 64, 2, first);
	for (int first = 0; first < 4; first++)
		tile("rows_32", 2, 2048, 4, first);
	for (int turn : {0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 18, 23, 28})
		tile("row_512", 32, 0, 1, turn);
	return 0;
}
