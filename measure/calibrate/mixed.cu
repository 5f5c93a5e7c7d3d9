// Loads and stores beside each other: what is copied, read, stored or changed in place, 1 to 128 MiB, and members
// of structures, read from the front and stored in place or apart. Cold and warm, by ncu:
//
//     ncu --clock-control none --cache-control all ./mixed copies 2    (the second of each counts)
//     ncu --clock-control none --cache-control none ./mixed members 2
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

static float *from, *to;
static int repeats = 1;

template <class T> __device__ bool
never(T v)
{
	return *(float *)&v == 12345.678f;
}

template <class T> __global__ void
mixed_copy(const T *__restrict__ in, T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

template <class T> __global__ void
mixed_read(const T *__restrict__ in, T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v = in[i];
		if (never(v))
			out[i] = v;
	}
}

template <class T> __global__ void
mixed_store(T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v;
		memset(&v, 0, sizeof v);
		out[i] = v;
	}
}

template <class T> __global__ void
mixed_self(T *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		T v = a[i];
		*(float *)&v += 1;
		a[i] = v;
	}
}

template <int U> __global__ void
mixed_several(const float4 *__restrict__ in, float4 *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x * U + threadIdx.x;
	float4 v[U];
#pragma unroll
	for (int u = 0; u < U; u++)
		if (i + u * blockDim.x < n)
			v[u] = in[i + u * blockDim.x];
#pragma unroll
	for (int u = 0; u < U; u++)
		if (i + u * blockDim.x < n)
			out[i + u * blockDim.x] = v[u];
}

// Structures of S words: R words are read from the front, W stored.
template <int S, int R, int W> __global__ void
mixed_members(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = 0;
#pragma unroll
	for (int k = 0; k < R; k++)
		v += in[(size_t)i * S + k];
	if (W == 0 && v == 12345.678f)
		out[i] = v;
#pragma unroll
	for (int k = 0; k < W; k++)
		out[(size_t)i * S + k] = v + k;
}

template <class Go> static void
launch(const char *what, int kib, int block, Go go)
{
	for (int r = 0; r < repeats; r++) {
		go();
		printf("%s\t%d\t%d\n", what, kib, block);
	}
	cudaDeviceSynchronize();
}

template <class T> static void
copies(int kib, int block)
{
	const int n = (size_t)kib * 1024 / sizeof(T), grid = (n + block - 1) / block;
	T *a = (T *)from, *b = (T *)to;
	launch("copy", kib, block, [=] { mixed_copy<T><<<grid, block>>>(a, b, n); });
	launch("read", kib, block, [=] { mixed_read<T><<<grid, block>>>(a, b, n); });
	launch("store", kib, block, [=] { mixed_store<T><<<grid, block>>>(b, n); });
	launch("self", kib, block, [=] { mixed_self<T><<<grid, block>>>(a, n); });
}

template <int U> static void
several(int kib)
{
	const int n = kib * 64, grid = (n + 256 * U - 1) / (256 * U);
	launch("several", kib, 256, [=] { mixed_several<U><<<grid, 256>>>((float4 *)from, (float4 *)to, n); });
}

template <int S, int R, int W> static void
members()
{
	for (int kib : {8192, 65536}) {
		const int n = (size_t)kib * 256 / S, grid = (n + 255) / 256;
		launch("place", kib, 256, [=] { mixed_members<S, R, W><<<grid, 256>>>(from, from, n); });
		if (R > 0 && W > 0)
			launch("apart", kib, 256, [=] { mixed_members<S, R, W><<<grid, 256>>>(from, to, n); });
	}
}

int
main(int count, char **words)
{
	repeats = count > 2 ? atoi(words[2]) : 1;
	cudaMalloc(&from, 512u << 20);
	cudaMalloc(&to, 512u << 20);
	cudaMemset(from, 0, 512u << 20);
	cudaMemset(to, 0, 512u << 20);
	cudaDeviceSynchronize();
	if (count > 1 && std::string(words[1]) == "copies") {
		for (int kib : {1024, 2048, 4096, 8192, 12288, 16384, 20480, 24576, 32768, 49152, 131072}) {
			copies<float>(kib, 256);
			copies<float4>(kib, 256);
		}
		for (int kib : {4096, 16384}) {
			copies<float2>(kib, 256);
			copies<float4>(kib, 1024);
			copies<float4>(kib, 64);
		}
		for (int kib : {4096, 8192, 16384, 32768}) {
			several<2>(kib);
			several<4>(kib);
		}
		return 0;
	}
	members<4, 0, 1>(), members<4, 1, 1>(), members<4, 4, 1>(), members<4, 4, 2>(), members<4, 4, 4>();
	members<4, 0, 4>(), members<8, 8, 0>(), members<8, 6, 0>(), members<8, 0, 1>(), members<8, 0, 2>();
	members<8, 0, 3>(), members<8, 0, 8>(), members<8, 1, 1>(), members<8, 8, 1>(), members<8, 6, 3>();
	members<8, 8, 2>(), members<8, 8, 4>(), members<8, 8, 8>(), members<16, 0, 1>(), members<16, 0, 4>();
	members<16, 4, 1>(), members<16, 16, 1>(), members<16, 8, 4>(), members<16, 16, 8>(), members<3, 3, 3>();
	members<6, 6, 3>(), members<7, 7, 3>(), members<12, 6, 3>(), members<32, 1, 1>(), members<32, 0, 1>();
	return 0;
}
