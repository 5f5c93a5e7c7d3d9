/*
 * One request of shared memory or of a copy to it under a predicate in a register of choice: which lanes the profiler
 * counts. guarded.py makes a kernel of each and tells how to run them.
 */
#ifdef WAY
enum { CG16, CA4, CA8, CA16, CG16Z, CA4Z, LD, ST, LD16 };
template <int W> __device__ __forceinline__ void op(unsigned t, const char *f, int bytes, int now, int &v)
{
	if (W == CG16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(t), "l"(f) : "memory");
	if (W == CA4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(t), "l"(f) : "memory");
	if (W == CA8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(t), "l"(f) : "memory");
	if (W == CA16) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(t), "l"(f) : "memory");
	if (W == CG16Z) asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(t), "l"(f), "r"(bytes) : "memory");
	if (W == CA4Z) asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(t), "l"(f), "r"(bytes) : "memory");
	if (W == LD) asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p ld.shared.s32 %0, [%1];}" : "+r"(v) : "r"(t), "r"(now) : "memory");
	if (W == ST) asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p st.shared.s32 [%1], %0;}" :: "r"(v), "r"(t), "r"(now) : "memory");
	if (W == LD16) asm volatile("{.reg .pred p; .reg .b32 a,b,c; setp.ne.s32 p, %2, 0; mov.b32 a,%0;mov.b32 b,%0;mov.b32 c,%0; @p ld.shared.v4.s32 {%0,a,b,c}, [%1]; add.s32 %0,%0,a; add.s32 %0,%0,b; add.s32 %0,%0,c;}" : "+r"(v) : "r"(t), "r"(now) : "memory");
}
/* Seven conditions are asked and used behind the operation, so that each has its predicate. */
template <int W> __device__ __forceinline__ void guarded(const char *in, const int *from, const int *to, const int *on, const int *given, int *out)
{
	extern __shared__ __align__(1024) char held[];
	const int l = threadIdx.x, bytes = given[l];
	const unsigned t = (unsigned)__cvta_generic_to_shared(held) + to[l];
	const char *f = in + from[l];
	int v = 7, s = 0;
	__syncthreads();
	const int now = *(const volatile int *)(on + l) + (bytes == 12345);
	bool p[7];
	for (int i = 0; i < 7; i++)
		p[i] = now >> i & 1;
	op<W>(t, f, bytes, now & 1, v);
	for (int i = 0; i < 7; i++)
		if (p[i]) asm volatile("add.s32 %0, %0, %1;" : "+r"(s) : "r"(bytes));
	asm volatile("cp.async.wait_all;" ::: "memory");
	if (s + v == 123456)
		out[l] = v;
}
extern "C" __global__ void k(const char *in, const int *from, const int *to, const int *on, const int *given, int *out) { guarded<WAY>(in, from, to, on, given, out); }
#else
/* Launches each line of the list once: kernel k of FOLDER/NAME.cubin, a warp; prints their order. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OK(x) do { CUresult r = (x); if (r) { const char *s; cuGetErrorString(r, &s); fprintf(stderr, "%s: %s\n", #x, s); exit(1); } } while (0)
int main(int argc, char **argv)
{
	static char line[16384], last[256], path[512];
	CUdevice d; CUcontext c; CUmodule m = 0; CUfunction f = 0; CUdeviceptr in, a[4], out;
	OK(cuInit(0)); OK(cuDeviceGet(&d, 0)); OK(cuDevicePrimaryCtxRetain(&c, d)); OK(cuCtxSetCurrent(c));
	OK(cuMemAlloc(&in, 1 << 20)); OK(cuMemsetD8(in, 0, 1 << 20)); OK(cuMemAlloc(&out, 4096));
	for (int i = 0; i < 4; i++) OK(cuMemAlloc(&a[i], 128));
	FILE *l = fopen(argv[1], "r");
	int n = 0;
	while (fgets(line, sizeof line, l)) {
		char *p = strtok(line, " "), *label = strtok(NULL, " ");
		int v[4][32];
		for (int i = 0; i < 128; i++) v[i / 32][i % 32] = atoi(strtok(NULL, " \n"));
		if (strcmp(p, last)) {
			if (m)
				OK(cuModuleUnload(m));
			snprintf(path, sizeof path, "%s/%s.cubin", argv[2], p);
			OK(cuModuleLoad(&m, path)); OK(cuModuleGetFunction(&f, m, "k"));
			strcpy(last, p);
		}
		// list: on, from, to, given; kernel: in, from, to, on, given, out
		for (int i = 0; i < 4; i++) OK(cuMemcpyHtoD(a[i], v[i], 128));
		void *args[] = {&in, &a[1], &a[2], &a[0], &a[3], &out};
		OK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 32768, 0, args, 0));
		OK(cuCtxSynchronize());
		printf("%d %s %s\n", n++, p, label);
		fflush(stdout);
	}
	return 0;
}
#endif
