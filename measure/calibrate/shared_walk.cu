/* All blocks walk one small array from its start: cold and warm, with and without having loaded all of it together first. */
#include <cstdio>
#include <vector>
#include <algorithm>
template <int BEFORE, int UNROLL> __global__ void
walk(const float4 *body, float4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = make_float4(i, 1, 2, 3);
	if (BEFORE) me = body[(i * (n / (int)(gridDim.x * blockDim.x))) % n];
	if (BEFORE == 2) { float x = 0; for (int j = i; j < n; j += gridDim.x * blockDim.x) x += body[j].x; me.w += x; }
	float a = 0, b = 0;
#pragma unroll UNROLL
	for (int j = 0; j < n; j++) {
		float4 o = body[j];
		float d = o.x - me.x, e = o.y - me.y;
		float s = d * d + e * e + 1.0f;
		s = s * s + o.z; s = s * s + o.w; s = s * s + me.z;
		a += d * s; b += e * s;
	}
	if (i < n) out[i] = make_float4(a, b, me.z, me.w);
}
typedef void kernel(const float4 *, float4 *, int);
static char *flush; static float4 *in, *out; static FILE *file;
static void some(const char *name, kernel *k)
{
	for (int n : {2048, 16384})
		for (int blocks : {1, 4, 16, 64, 128, 264})
			for (int cold = 0; cold < 2; cold++) {
				std::vector<float> v;
				cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);
				for (int r = 0; r < 6; r++) {
					if (cold) cudaMemsetAsync(flush, r, 256 << 20);
					else k<<<blocks, 128>>>(in, out, n);
					cudaEventRecord(a); k<<<blocks, 128>>>(in, out, n); cudaEventRecord(b); cudaEventSynchronize(b);
					float ms; cudaEventElapsedTime(&ms, a, b); if (r) v.push_back(1000 * ms);
				}
				std::sort(v.begin(), v.end());
				fprintf(file, "%s,%d,%d,%s,%.3f,%.3f\n", name, n, blocks, cold ? "cold" : "warm", v[2], v[0]);
			}
	printf("%s %s\n", name, cudaGetErrorString(cudaGetLastError())); fflush(stdout); fflush(file);
}
int main(int, char **v)
{
	file = fopen(v[1], "w");
	cudaMalloc(&in, 1 << 20); cudaMalloc(&out, 1 << 20); cudaMalloc(&flush, 256 << 20); cudaMemset(in, 0, 1 << 20);
	fprintf(file, "kernel,n,blocks,cache,us,least\n");
	some("plain_1", walk<0, 1>); some("plain_4", walk<0, 4>); some("before_1", walk<1, 1>); some("before_4", walk<1, 4>);
	some("whole_1", walk<2, 1>); some("whole_4", walk<2, 4>);
	return 0;
}
