// Streams of one-shot blocks and of blocks that stay: read, stored, two read and one stored; 4 to 512 MiB. Cold and warm, by ncu:
//
//     ncu --clock-control none --cache-control all ./streams 1
//     ncu --clock-control none --cache-control none ./streams 2    (the second of each counts)
#include <cstdio>
#include <cstdlib>
#include <cstring>

static float *from, *other, *to;
static int repeats = 1;

template <class T> __device__ bool
never(T v)
{
	return *(float *)&v == 12345.678f;
}

template <class T> __global__ void
streams_read(const T *__restrict__ in, T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v = in[i];
		if (never(v))
			out[i] = v;
	}
}

template <class T> __global__ void
streams_store(T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v;
		memset(&v, 0, sizeof v);
		out[i] = v;
	}
}

template <class T> __global__ void
streams_two(const T *__restrict__ in, const T *__restrict__ more, T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v = in[i], w = more[i];
		for (int k = 0; k < (int)(sizeof v / 4); k++)
			((float *)&v)[k] += 3 * ((float *)&w)[k];
		out[i] = v;
	}
}

template <class T> __global__ void
streams_read_stay(const T *__restrict__ in, T *__restrict__ out, int n)
{
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		T v = in[i];
		sum += *(float *)&v;
	}
	if (sum == 12345.678f)
		*(float *)out = sum;
}

template <class T> __global__ void
streams_store_stay(T *__restrict__ out, int n)
{
	T v;
	memset(&v, 0, sizeof v);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = v;
}

template <class T> __global__ void
streams_copy_stay(const T *__restrict__ in, T *__restrict__ out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

template <class Go> static void
launch(const char *what, int each, int kib, int block, int grid, Go go)
{
	for (int r = 0; r < repeats; r++) {
		go();
		printf("%s,%d,%d,%d,%d\n", what, each, kib, block, grid);
	}
	cudaDeviceSynchronize();
}

template <class T> static void
once(int kib, int block)
{
	const int each = sizeof(T), n = (size_t)kib * 1024 / each, grid = (n + block - 1) / block;
	T *a = (T *)from, *b = (T *)other, *c = (T *)to;
	launch("read", each, kib, block, grid, [=] { streams_read<T><<<grid, block>>>(a, c, n); });
	launch("store", each, kib, block, grid, [=] { streams_store<T><<<grid, block>>>(c, n); });
	launch("two", each, kib, block, grid, [=] { streams_two<T><<<grid, block>>>(a, b, c, n); });
}

template <class T> static void
stay(int kib, int block, int grid)
{
	const int each = sizeof(T), n = (size_t)kib * 1024 / each;
	T *a = (T *)from, *c = (T *)to;
	launch("read_stay", each, kib, block, grid, [=] { streams_read_stay<T><<<grid, block>>>(a, c, n); });
	launch("store_stay", each, kib, block, grid, [=] { streams_store_stay<T><<<grid, block>>>(c, n); });
	launch("copy_stay", each, kib, block, grid, [=] { streams_copy_stay<T><<<grid, block>>>(a, c, n); });
}

int
main(int count, char **words)
{
	repeats = count > 1 ? atoi(words[1]) : 1;
	cudaMalloc(&from, 512u << 20);
	cudaMalloc(&other, 512u << 20);
	cudaMalloc(&to, 512u << 20);
	cudaMemset(from, 0, 512u << 20);
	cudaMemset(other, 0, 512u << 20);
	cudaMemset(to, 0, 512u << 20);
	cudaDeviceSynchronize();
	for (int mib : {4, 16, 32, 64, 128, 256, 512}) {
		once<float>(mib << 10, 256);
		once<float2>(mib << 10, 256);
		once<float4>(mib << 10, 256);
	}
	for (int mib : {32, 128})
		for (int block : {128, 512, 1024})
			once<float4>(mib << 10, block);
	for (int mib : {32, 128, 512}) {
		stay<float>(mib << 10, 256, 1056), stay<float>(mib << 10, 256, 4096), stay<float>(mib << 10, 1024, 264);
		stay<float4>(mib << 10, 256, 264), stay<float4>(mib << 10, 256, 1056), stay<float4>(mib << 10, 512, 528);
	}
	return 0;
}
