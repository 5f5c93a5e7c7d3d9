// Strips that several SMs walk along together, cold and warm: block b walks along strip b / sharers (and, with two
// strips a block, along strip b % sharers of a second array too), ROWS rows of a pitch, `bytes` of each row a turn;
// the next turn waits for what this one has loaded. `late`: each block begins so many clocks after the one before.
// `work`: dependent multiply-adds between turns. Prints clocks of a turn, mean and longest over the blocks.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

// LOADS of a warp are issued together; each of 32 / PLACES lanes at one place. Places: rows, of the LOADS of all.
enum { FIRST = 2 };
template <int PLACES, int LOADS>
__global__ void strips(const char *a, const char *b, int two, int gx, long pitch, int bytes, int turns, int late, int work, int blocks_rows,
                       int barrier, long long *clocks, float *out)
{
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	const int x = blockIdx.x % gx, y = blockIdx.x / gx;
	const int row = lane / (32 / PLACES);
	const char *at[LOADS];
#pragma unroll
	for (int j = 0; j < LOADS; j++) {
		const bool second = two && j >= LOADS / 2;
		const int strip = second ? x : y;
		const int n = two ? LOADS / 2 : LOADS;
		at[j] = (second ? b : a) + ((size_t)strip * blocks_rows + (warp * n + j % n) * PLACES + row) * pitch;
	}
	const long long until = clock64() + (long long)late * blockIdx.x;
	while (clock64() < until)
		;
	__syncthreads();
	long long start = 0;
	size_t offset = 0;
	float sum = 0;
	for (int i = 0; i < turns; i++) {
		if (i == FIRST) // the code of a turn is there
			start = clock64();
		int got[LOADS], v = 0;
#pragma unroll
		for (int j = 0; j < LOADS; j++)
			asm volatile("ld.global.u32 %0, [%1];" : "=r"(got[j]) : "l"(at[j] + offset));
#pragma unroll
		for (int j = 0; j < LOADS; j++)
			v |= got[j];
		float f = v;
		for (int w = 0; w < work; w++)
			f = f * 0.5f + 0.25f;
		sum += f;
		if (barrier)
			__syncthreads();
		offset += bytes + v + (f > 1e30f);
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		clocks[blockIdx.x] = end - start;
	if (sum < -1)
		out[0] = sum;
}
__global__ void read_all(const uint4 *p, size_t n, unsigned *out)
{
	unsigned s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		s |= p[i].x;
	if (s == 77)
		*out = s;
}
static char *a, *b, *flush;
static long long *clocks;
static float *out;
static const size_t A = 96u << 20, F = 256u << 20;

struct setup { int gx, gy, two, warps; long pitch; int bytes, turns, late, work, barrier; };
template <int PLACES, int LOADS> static void go(setup s)
{
	const int n = s.two ? LOADS / 2 : LOADS, rows = s.warps * n * PLACES, blocks = s.gx * s.gy;
	const size_t need = (size_t)rows * (s.gy > s.gx ? s.gy : s.gx) * s.pitch + (size_t)s.turns * s.bytes;
	if (need > A) { printf("too large\n"); return; }
	double mean[2], most[2], least[2];
	for (int cold = 0; cold < 2; cold++) {
		std::vector<double> means, mosts, leasts;
		for (int r = 0; r < 4; r++) {
			if (cold)
				read_all<<<1056, 512>>>((uint4 *)flush, F / 16, (unsigned *)out);
			strips<PLACES, LOADS><<<blocks, 32 * s.warps>>>(a, b, s.two, s.gx, s.pitch, s.bytes, s.turns, s.late, s.work, rows,
			                                               s.barrier, clocks, out);
			CHECK(cudaDeviceSynchronize());
			std::vector<long long> c(blocks);
			CHECK(cudaMemcpy(c.data(), clocks, 8 * blocks, cudaMemcpyDeviceToHost));
			double sum = 0;
			for (long long v : c) sum += v;
			if (r) means.push_back(sum / blocks / (s.turns - FIRST)), mosts.push_back((double)*std::max_element(c.begin(), c.end()) / (s.turns - FIRST)),
			       leasts.push_back((double)*std::min_element(c.begin(), c.end()) / (s.turns - FIRST));
		}
		std::sort(means.begin(), means.end()); std::sort(mosts.begin(), mosts.end()); std::sort(leasts.begin(), leasts.end());
		mean[cold] = means[1], most[cold] = mosts[1], least[cold] = leasts[1];
	}
	printf("%d,%d,%d,%d,%d,%d,%ld,%d,%d,%d,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", PLACES, LOADS, s.gx, s.gy, s.two, s.warps, s.pitch,
	       s.bytes, s.turns, s.late, s.work, s.barrier, least[0], mean[0], most[0], least[1], mean[1], most[1]);
}
template <int PLACES, int LOADS> static void all()
{
	for (long pitch : {4096l + 128, 4096l, 1024l}) {
		// one block; several that share a strip; several strips
		const int shape[][2] = {{1, 1}, {4, 1}, {16, 1}, {128, 1}, {1, 8}, {4, 8}, {16, 8}, {1, 64}, {2, 64}};
		for (auto &g : shape)
			for (int bytes : {64, 32, 128}) {
				if (pitch == 1024 && bytes == 128) continue;
				const int turns = (int)std::min<long>(64, pitch / bytes);
				if (pitch != 4096 + 128 && (bytes != 64)) continue;
				go<PLACES, LOADS>({g[0], g[1], 0, 1, pitch, bytes, turns, 0, 0, 0});
			}
	}
}
template <int PLACES, int LOADS> static void two()
{
	const int shape[][2] = {{1, 1}, {7, 6}, {11, 12}, {22, 24}};
	for (auto &g : shape)
		for (long pitch : {4000l, 4096l, 1024l})
			for (int bytes : {32, 64})
				go<PLACES, LOADS>({g[0], g[1], 1, 1, pitch, bytes, (int)std::min<long>(64, pitch / bytes), 0, 0, 0});
}
int main()
{
	CHECK(cudaMalloc(&a, A)); CHECK(cudaMalloc(&b, A)); CHECK(cudaMalloc(&flush, F)); CHECK(cudaMalloc(&clocks, 1 << 20)); CHECK(cudaMalloc(&out, 1 << 20));
	CHECK(cudaMemset(a, 0, A)); CHECK(cudaMemset(b, 0, A)); CHECK(cudaMemset(flush, 0, F));
	printf("places,loads,gx,gy,two,warps,pitch,bytes,turns,late,work,barrier,least_warm,mean_warm,most_warm,least_cold,mean_cold,most_cold\n");
	all<1, 1>(); all<4, 1>(); all<8, 1>(); all<8, 4>(); all<32, 1>();
	two<8, 2>(); two<8, 4>(); two<8, 8>();
	// who comes late; work between turns
	for (int late : {0, 30, 100, 300})
		for (int work : {0, 50, 200}) {
			go<1, 1>({16, 1, 0, 1, 4096 + 128, 64, 64, late, work, 0});
			go<8, 1>({16, 1, 0, 1, 4096 + 128, 64, 64, late, work, 0});
			go<8, 4>({16, 1, 0, 1, 4096 + 128, 64, 64, late, work, 0});
			go<8, 4>({11, 12, 1, 1, 4096 + 128, 64, 64, late / 10, work, 0});
		}
	// several warps, each its own rows, that meet at a barrier each turn or not; several blocks of an SM
	for (int warps : {2, 4, 8})
		for (int barrier : {0, 1})
			for (int bytes : {32, 64}) {
				go<8, 1>({1, 1, 0, warps, 4096 + 128, bytes, 64, 0, 0, barrier});
				go<8, 2>({11, 12, 1, warps, 4096 + 128, bytes, 64, 0, 0, barrier});
				go<8, 2>({11, 12, 1, warps, 1024, bytes, (int)(1024 / bytes), 0, 0, barrier});
				go<8, 2>({32, 24, 1, warps, 1024, bytes, (int)(1024 / bytes), 0, 0, barrier});
				go<8, 2>({32, 24, 1, warps, 512, bytes, (int)(512 / bytes), 0, 0, barrier});
				go<8, 4>({32, 24, 1, warps, 1024, bytes, (int)(1024 / bytes), 0, 0, barrier});
			}
	return 0;
}
