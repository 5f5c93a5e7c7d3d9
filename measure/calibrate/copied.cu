/*
 * cp.async of one warp, of any lanes from any places to any: words of 4, 8 and 16 bytes, lanes that are off by a
 * predicate or by a branch, and words of which a part is filled with zeros. A program of its own, as its launches
 * differ in their places alone:
 *
 *     nvcc -arch=sm_90 -O3 -o copied copied.cu
 *     ncu --clock-control none --metrics memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal
 *         --page raw --csv ./copied
 *
 * It prints a line for each launch, in their order; the first copies nothing. With a file of rows like those of
 * reports/measured/copied.csv it launches those whose form is all and of which no part is filled.
 */
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

enum form { ALL, PREDICATED, BRANCHED };

template <int C, bool PAST, bool FILL, form F> __global__ void
copied(const char *in, const int *from, const int *to, const int *on, const int *given)
{
	extern __shared__ __align__(1024) char held[];
	const int l = threadIdx.x, now = on[l], bytes = given[l];
	unsigned sum = 0;
	const char *f = from[l] < 0 ? (const char *)0 : in + from[l];
	const unsigned t = (unsigned)__cvta_generic_to_shared(held) + to[l];
	if (F == ALL) {
		if (FILL && PAST)
			asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(t), "l"(f), "r"(bytes) : "memory");
		else if (FILL)
			asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(t), "l"(f), "r"(bytes), "n"(C) : "memory");
		else if (PAST)
			asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(t), "l"(f) : "memory");
		else
			asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(t), "l"(f), "n"(C) : "memory");
	}
	if (F == PREDICATED) {
		unsigned place = t;
		const char *source = f;
		asm volatile("" : "+r"(place), "+l"(source));
		if (now) {
			asm volatile("mad.lo.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(bytes), "r"(now));
			asm volatile("xor.b32 %0, %1, %0;" : "+r"(sum) : "r"(bytes));
			if (PAST)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(source) : "memory");
			else
				asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place), "l"(source), "n"(C) : "memory");
		}
		asm volatile("cp.async.commit_group;");
		asm volatile("cp.async.wait_group 2;");
	}
	if (F == BRANCHED)
		if (now) {
			for (int k = 0; k < 12; k++)
				asm volatile("nanosleep.u32 1;");
			if (PAST)
				asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(t), "l"(f) : "memory");
			else
				asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(t), "l"(f), "n"(C) : "memory");
		}
	asm volatile("cp.async.wait_all;" ::: "memory");
	if (sum == 12345)
		*(int *)on = 1;
}

/* The same of plain accesses to shared memory: what lanes that are off add to them. */
template <int WAY> __global__ void
plain(const int *to, const int *on, int *out)
{
	extern __shared__ __align__(1024) char held[];
	const int l = threadIdx.x, now = on[l];
	const unsigned t = (unsigned)__cvta_generic_to_shared(held) + to[l];
	int v = 7;
	if (WAY == 0)
		asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p ld.shared.s32 %0, [%1];}" : "+r"(v) : "r"(t), "r"(now) : "memory");
	if (WAY == 1)
		asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p st.shared.s32 [%1], %0;}" :: "r"(v), "r"(t), "r"(now) : "memory");
	if (WAY == 2)
		asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p atom.shared.add.s32 %0, [%1], 1;}" : "+r"(v) : "r"(t), "r"(now) : "memory");
	if (v == 77)
		out[l] = v;
}

typedef std::vector<int> row;
static char *in;
static int *from, *to, *on, *given, *out;
static int launches;

static void
say(const char *kind, const row &a, const row &b, unsigned lanes, const row &g)
{
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s lanes %08x from", launches++, kind, lanes);
	for (int x : a)
		printf(" %d", x);
	printf(" to");
	for (int x : b)
		printf(" %d", x);
	printf(" given");
	for (int x : g)
		printf(" %d", x);
	printf(" %s\n", e ? cudaGetErrorString(e) : "ok");
}

static void
set(const row &a, const row &b, unsigned lanes, const row &g)
{
	int bit[32];
	for (int l = 0; l < 32; l++)
		bit[l] = lanes >> l & 1;
	cudaMemcpy(from, a.data(), 128, cudaMemcpyHostToDevice);
	cudaMemcpy(to, b.data(), 128, cudaMemcpyHostToDevice);
	cudaMemcpy(on, bit, 128, cudaMemcpyHostToDevice);
	cudaMemcpy(given, g.data(), 128, cudaMemcpyHostToDevice);
}

template <int C, bool PAST, bool FILL, form F> static void
put(const char *what, const row &a, const row &b, unsigned lanes, const row &g)
{
	set(a, b, lanes, g);
	copied<C, PAST, FILL, F><<<1, 32, 32768>>>(in, from, to, on, given);
	const char *forms[] = {"all", "predicated", "branched"};
	say((std::string(what) + " " + std::to_string(C) + (PAST ? " cg " : " ca ") + (FILL ? "fill" : "whole") + " " + forms[F])
	            .c_str(), a, b, lanes, g);
}

static unsigned state = 12345;
static unsigned
draw(unsigned below)
{
	state = state * 1664525u + 1013904223u;
	return (unsigned)((unsigned long long)state * below >> 32);
}

static row
runs(int bytes, int lanes_each, int stride, int offset)
{
	row r;
	for (int l = 0; l < 32; l++)
		r.push_back(offset + l / lanes_each * stride + l % lanes_each * bytes);
	return r;
}

static row
any(int bytes, int within)
{
	row r;
	for (int l = 0; l < 32; l++)
		r.push_back((int)draw((unsigned)(within / bytes)) * bytes);
	return r;
}

/* Places that no two lanes share, in any order. */
static row
apart(int bytes, int within)
{
	row r;
	while (r.size() < 32) {
		const int x = (int)draw((unsigned)(within / bytes)) * bytes;
		bool had = false;
		for (int y : r)
			had |= x == y;
		if (!had)
			r.push_back(x);
	}
	return r;
}

template <int C, bool PAST> static void
placed(void)
{
	const row whole(32, C);
	const row line = runs(C, 32, 0, 0);
	for (int o : {C, 2 * C, 32, 64, 128 - C})
		put<C, PAST, false, ALL>("offset", runs(C, 32, 0, o), line, ~0u, whole);
	for (int o : {C, 64})
		put<C, PAST, false, ALL>("shared", line, runs(C, 32, 0, o), ~0u, whole);
	for (int each : {4, 8, 16})
		for (int s : {32, 64, 96, 112, 128, 160, 192})
			put<C, PAST, false, ALL>("runs", runs(C, each, 2048 + s, 0), line, ~0u, whole);
	for (int each : {8, 16})
		put<C, PAST, false, ALL>("padded", runs(C, each, 2048 + 64, 0), runs(C, each, each * C + 16, 0), ~0u, whole);
	for (int k = 0; k < 10; k++)
		put<C, PAST, false, ALL>("any", any(C, k < 5 ? 1024 : 8192), apart(C, k < 5 ? 2048 : 8192), ~0u, whole);
	for (int k = 0; k < 3; k++)
		put<C, PAST, false, ALL>("gathered", any(C, 4096), line, ~0u, whole);
	for (int k = 0; k < 3; k++)
		put<C, PAST, false, ALL>("scattered", line, apart(C, 4096), ~0u, whole);
}

template <int C, bool PAST> static void
masked(void)
{
	const row whole(32, C);
	const row line = runs(C, 32, 0, 0);
	for (unsigned m : {0xffffu, 0xffff0000u, 1u, 0x80000000u, 0x55555555u, 0xfffffffeu}) {
		put<C, PAST, false, PREDICATED>("line", line, line, m, whole);
		put<C, PAST, false, BRANCHED>("line", line, line, m, whole);
	}
	for (int k = 0; k < 5; k++) {
		const unsigned m = draw(1u << 31) << 1 | draw(2);
		const row a = any(C, 2048), b = apart(C, 2048);
		put<C, PAST, false, PREDICATED>("some", a, b, m, whole);
		put<C, PAST, false, BRANCHED>("some", a, b, m, whole);
	}
}

template <int C, bool PAST> static void
off(void)
{
	const row whole(32, C);
	const row f[] = {runs(C, 32, 0, 0), row(32, 256), row(32, -1), any(C, 4096), runs(C, 32, 0, 64)};
	const row t[] = {runs(C, 32, 0, 0), row(32, 256), row(32, 0), row(32, 2), row(32, 15), apart(C, 4096)};
	put<C, PAST, false, PREDICATED>("full", f[0], t[0], ~0u, whole);
	for (const row &a : f)
		for (const row &b : t)
			put<C, PAST, false, PREDICATED>("off", a, b, 0, whole);
}

template <int C, bool PAST> static void
filled(void)
{
	const row line = runs(C, 32, 0, 0), rows = runs(C, 8, 2048 + 64, 0);
	row mixed, halves;
	for (int l = 0; l < 32; l++)
		mixed.push_back(l % 3 ? C : 0), halves.push_back(l < 16 ? C : 0);
	for (int g : {C, C / 2, 1, 0}) {
		put<C, PAST, true, ALL>("line", line, line, ~0u, row(32, g));
		put<C, PAST, true, ALL>("rows", rows, line, ~0u, row(32, g));
	}
	put<C, PAST, true, ALL>("line", line, line, ~0u, mixed);
	put<C, PAST, true, ALL>("rows", rows, line, ~0u, mixed);
	put<C, PAST, true, ALL>("line", line, line, ~0u, halves);
	put<C, PAST, true, ALL>("any", any(C, 4096), apart(C, 4096), ~0u, mixed);
}

static row
numbers(const std::string &text)
{
	std::istringstream in(text);
	row r;
	for (int x; in >> x;)
		r.push_back(x);
	return r;
}

static void
repeat(const char *path)
{
	std::ifstream file(path);
	for (std::string line; std::getline(file, line);) {
		std::vector<std::string> column;
		std::istringstream in(line);
		for (std::string word; std::getline(in, word, ',');)
			column.push_back(word);
		if (column.size() != 9 || column[2] != "whole" || column[3] != "all")
			continue;
		const row a = numbers(column[5]), b = numbers(column[6]);
		const std::string form = column[0] + column[1];
		if (form == "4ca")
			put<4, false, false, ALL>("row", a, b, ~0u, row(32, 4));
		if (form == "8ca")
			put<8, false, false, ALL>("row", a, b, ~0u, row(32, 8));
		if (form == "16ca")
			put<16, false, false, ALL>("row", a, b, ~0u, row(32, 16));
		if (form == "16cg")
			put<16, true, false, ALL>("row", a, b, ~0u, row(32, 16));
	}
}

int
main(int count, char **arguments)
{
	cudaMalloc(&in, 1 << 20);
	cudaMemset(in, 0, 1 << 20);
	for (int **p : {&from, &to, &on, &given, &out})
		cudaMalloc(p, 128);
	if (count > 1) {
		repeat(arguments[1]);
		return 0;
	}
	off<16, true>();
	off<4, false>();
	placed<4, false>();
	placed<16, true>();
	masked<4, false>();
	masked<16, true>();
	const row line = runs(4, 32, 0, 0), column = runs(4, 1, 128, 0), none(32, 0);
	for (const row &t : {line, column})
		for (unsigned m : {~0u, 0xffffu, 0u}) {
			set(line, t, m, none);
			plain<0><<<1, 32, 32768>>>(to, on, out);
			say("plain load", none, t, m, none);
			plain<1><<<1, 32, 32768>>>(to, on, out);
			say("plain store", none, t, m, none);
			plain<2><<<1, 32, 32768>>>(to, on, out);
			say("plain atomic", none, t, m, none);
		}
	placed<8, false>();
	placed<16, false>();
	off<8, false>();
	off<16, false>();
	masked<8, false>();
	masked<16, false>();
	filled<16, true>();
	filled<4, false>();
	filled<8, false>();
	return 0;
}
