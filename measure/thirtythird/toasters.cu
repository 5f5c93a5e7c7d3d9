// Differential equations, prices and recurrences.

// Lorenz's weather, many starts, fixed steps of Runge and Kutta.
template <typename T>
__global__ void lorenzMany(const T *start, T *end, long long n, int steps, T dt)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T v[3] = {start[i], start[n + i], start[2 * n + i]};
	auto slope = [](const T *p, T *d) {
		d[0] = T(10) * (p[1] - p[0]);
		d[1] = p[0] * (T(28) - p[2]) - p[1];
		d[2] = p[0] * p[1] - T(2.6666666666666665) * p[2];
	};
	for (int s = 0; s < steps; s++) {
		T a[3], b[3], c[3], d[3], w[3];
		slope(v, a);
		for (int k = 0; k < 3; k++)
			w[k] = v[k] + dt / 2 * a[k];
		slope(w, b);
		for (int k = 0; k < 3; k++)
			w[k] = v[k] + dt / 2 * b[k];
		slope(w, c);
		for (int k = 0; k < 3; k++)
			w[k] = v[k] + dt * c[k];
		slope(w, d);
		for (int k = 0; k < 3; k++)
			v[k] += dt / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
	}
	for (int k = 0; k < 3; k++)
		end[k * n + i] = v[k];
}
template __global__ void lorenzMany<float>(const float *, float *, long long, int, float);
template __global__ void lorenzMany<double>(const double *, double *, long long, int, double);

// A swing with its own stiffness, steps as long as the error allows.
extern "C" __global__ void num_swing_own_steps(const float *stiff, float *end, int *taken, int n, float until, float tolerance)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float mu = 1.f + 20.f * stiff[i], x = 2.f, v = 0.f, t = 0.f, dt = 0.01f;
	int count = 0;
	while (t < until && count < 5000) {
		dt = fminf(dt, until - t);
		float ax = v, av = mu * (1.f - x * x) * v - x;
		float mx = x + 0.5f * dt * ax, mv = v + 0.5f * dt * av;
		float bx = mv, bv = mu * (1.f - mx * mx) * mv - mx;
		float ex = x + dt * (2.f * bx - ax), ev = v + dt * (2.f * bv - av);
		float cx = ev, cv = mu * (1.f - ex * ex) * ev - ex;
		float nx = x + dt / 6.f * (ax + 4.f * bx + cx), nv = v + dt / 6.f * (av + 4.f * bv + cv);
		float error = fabsf(nx - x - dt * bx) + fabsf(nv - v - dt * bv);
		if (error < tolerance) {
			t += dt;
			x = nx;
			v = nv;
		}
		dt *= fminf(2.f, fmaxf(0.3f, 0.9f * cbrtf(tolerance / (error + 1e-12f))));
		count++;
	}
	end[i] = x;
	taken[i] = count;
}

// An American put on a tree, one block for each option.
extern "C" __global__ void fin_early_put_lattice(const float *strikes, float *price, int levels, float spot, float up, float prob, float discount)
{
	extern __shared__ float leaf[];
	float strike = 80.f + 40.f * strikes[blockIdx.x];
	float lu = __log2f(up);
	for (int k = threadIdx.x; k <= levels; k += blockDim.x)
		leaf[k] = fmaxf(strike - spot * exp2f(lu * (2 * k - levels)), 0.f);
	__syncthreads();
	for (int level = levels - 1; level >= 0; level--) {
		for (int base = 0; base <= level; base += blockDim.x) {
			int k = base + threadIdx.x;
			float v = 0.f;
			if (k <= level) {
				v = discount * (prob * leaf[k + 1] + (1.f - prob) * leaf[k]);
				v = fmaxf(v, strike - spot * exp2f(lu * (2 * k - level)));
			}
			__syncthreads();
			if (k <= level)
				leaf[k] = v;
			__syncthreads();
		}
	}
	if (threadIdx.x == 0)
		price[blockIdx.x] = leaf[0];
}

// Yield of a bond from its price, by Newton.
extern "C" __global__ void fin_yield_of_bond(const double *coupon, const double *price, double *yield, int n, int years)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double c = 0.01 + 0.05 * coupon[i], p = 0.8 + 0.4 * price[i], y = 0.04;
	for (int step = 0; step < 30; step++) {
		double q = 1.0 / (1.0 + y), f = 1.0, value = -p, slope = 0.0;
		for (int k = 1; k <= years; k++) {
			f *= q;
			double pay = k == years ? c + 1.0 : c;
			value += pay * f;
			slope -= k * pay * f * q;
		}
		double d = value / slope;
		y -= d;
		if (fabs(d) < 1e-12)
			break;
	}
	yield[i] = y;
}

// Edits between two short words of W letters, a thread a pair, the row kept in registers.
template <int W>
__global__ void lettersApart(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, int *__restrict__ cost, int pairs)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pairs)
		return;
	int row[W + 1];
	unsigned char word[W];
#pragma unroll
	for (int k = 0; k < W; k++)
		word[k] = b[(size_t)k * pairs + p];
#pragma unroll
	for (int k = 0; k <= W; k++)
		row[k] = k;
	for (int i = 1; i <= W; i++) {
		unsigned char letter = a[(size_t)(i - 1) * pairs + p];
		int corner = row[0];
		row[0] = i;
#pragma unroll
		for (int k = 1; k <= W; k++) {
			int best = min(min(row[k], row[k - 1]) + 1, corner + (letter != word[k - 1]));
			corner = row[k];
			row[k] = best;
		}
	}
	cost[p] = row[W];
}
template __global__ void lettersApart<12>(const unsigned char *, const unsigned char *, int *, int);
template __global__ void lettersApart<24>(const unsigned char *, const unsigned char *, int *, int);

__constant__ int weight_of_thing[64];
__constant__ float worth_of_thing[64];

// A knapsack for each block, filled thing by thing.
extern "C" __global__ void dp_sack_thing_by_thing(float *best, int things, int room)
{
	extern __shared__ float sack[];
	float *old = sack, *fresh = sack + room + 1;
	for (int c = threadIdx.x; c <= room; c += blockDim.x)
		old[c] = 0.f;
	__syncthreads();
	for (int t = 0; t < things; t++) {
		int w = weight_of_thing[(t + blockIdx.x) & 63] + 1;
		float v = worth_of_thing[(t + blockIdx.x) & 63];
		for (int c = threadIdx.x; c <= room; c += blockDim.x)
			fresh[c] = c >= w ? fmaxf(old[c], old[c - w] + v) : old[c];
		__syncthreads();
		float *swap = old;
		old = fresh;
		fresh = swap;
	}
	if (threadIdx.x == 0)
		best[blockIdx.x] = old[room];
}

// Cheapest way down a board, one row a launch.
extern "C" __global__ void dp_way_down_board(const int *cost, int *total, size_t w, size_t row)
{
	size_t x = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	const int *above = total + (row - 1) * w;
	int best = above[x];
	if (x > 0)
		best = min(best, above[x - 1]);
	if (x + 1 < w)
		best = min(best, above[x + 1]);
	total[row * w + x] = best + cost[row * w + x];
}
