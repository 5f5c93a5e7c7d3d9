/* Fields, particles, chance. */

#define R 4

/* Waves in three dimensions, eighth order, marching along z with a column in registers. */
extern "C" __global__ void
field_wave(const float *now, float *next, const float *speed, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + R;
	int y = blockIdx.y * blockDim.y + threadIdx.y + R;
	if (x >= nx - R || y >= ny - R)
		return;
	const float c[R + 1] = {-2.847222f, 1.6f, -0.2f, 0.025396f, -0.001785f};
	int plane = nx * ny, at = y * nx + x;
	float column[2 * R + 1];
#pragma unroll
	for (int k = 0; k < 2 * R; k++)
		column[k + 1] = now[at + k * plane];
	for (int z = R; z < nz - R; z++) {
#pragma unroll
		for (int k = 0; k < 2 * R; k++)
			column[k] = column[k + 1];
		column[2 * R] = now[at + (z + R) * plane];
		int here = at + z * plane;
		float sum = 3.0f * c[0] * column[R];
#pragma unroll
		for (int k = 1; k <= R; k++)
			sum += c[k] * (column[R - k] + column[R + k] + now[here - k] + now[here + k]
			               + now[here - k * nx] + now[here + k * nx]);
		next[here] = 2.0f * column[R] - next[here] + speed[here] * sum;
	}
}

/* Lattice Boltzmann in two dimensions, nine directions: pull, collide, write. */
extern "C" __global__ void
field_lattice(const float *from, float *to, int nx, int ny, float rate)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
	const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
	const float w[9] = {4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9,
	                    1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
	size_t plane = (size_t)nx * ny;
	float f[9], rho = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
	for (int q = 0; q < 9; q++) {
		int sx = (x - ex[q]) & (nx - 1), sy = (y - ey[q]) & (ny - 1);
		f[q] = from[q * plane + (size_t)sy * nx + sx];
		rho += f[q];
		ux += ex[q] * f[q];
		uy += ey[q] * f[q];
	}
	ux /= rho, uy /= rho;
	float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
	for (int q = 0; q < 9; q++) {
		float along = 3.0f * (ex[q] * ux + ey[q] * uy);
		float rest = w[q] * rho * (1.0f + along + 0.5f * along * along - square);
		to[q * plane + (size_t)y * nx + x] = f[q] + rate * (rest - f[q]);
	}
}

/* A field carried by a flow: each place looks back to where it came from. */
extern "C" __global__ void
field_advect(const float *in, const float2 *flow, float *out, int nx, int ny, float dt)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float2 v = flow[(size_t)y * nx + x];
	float px = fminf(fmaxf(x - dt * v.x, 0.0f), nx - 2.0f);
	float py = fminf(fmaxf(y - dt * v.y, 0.0f), ny - 2.0f);
	int ix = (int)px, iy = (int)py;
	float fx = px - ix, fy = py - iy;
	const float *at = in + (size_t)iy * nx + ix;
	out[(size_t)y * nx + x] = (1 - fy) * ((1 - fx) * at[0] + fx * at[1])
	                          + fy * ((1 - fx) * at[nx] + fx * at[nx + 1]);
}

/* Every second place of a chessboard. */
extern "C" __global__ void
field_red_black(REAL *u, const REAL *right, int n, int colour)
{
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
	if (x >= n - 1 || y >= n - 1)
		return;
	size_t at = (size_t)y * n + x;
	u[at] = (REAL)0.25 * (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] - right[at]);
}

/* Forces of listed neighbours, 32 for each particle. */
extern "C" __global__ void
field_neighbours(const float4 *places, const int *list, float4 *forces, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = places[i], sum = make_float4(0, 0, 0, 0);
	for (int k = 0; k < 32; k++) {
		float4 q = places[list[32 * i + k]];
		float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
		float square = dx * dx + dy * dy + dz * dz + 0.01f;
		if (square > 2.0f)
			continue;
		float over = 1.0f / square, six = over * over * over;
		float pull = six * (six - 0.5f) * over;
		sum.x += pull * dx, sum.y += pull * dy, sum.z += pull * dz, sum.w += six;
	}
	forces[i] = sum;
}

/* One pass of a Fourier transform by fours, of n points in order of the result. */
extern "C" __global__ void
field_fourier_pass(const float2 *in, float2 *out, int n, int done)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int k = i & (done - 1), quarter = n / 4;
	float2 v[4];
	for (int j = 0; j < 4; j++)
		v[j] = in[i + j * quarter];
	float angle = -6.2831853f * k / (4 * done);
#pragma unroll
	for (int j = 1; j < 4; j++) {
		float s, c;
		__sincosf(angle * j, &s, &c);
		v[j] = make_float2(v[j].x * c - v[j].y * s, v[j].x * s + v[j].y * c);
	}
	float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y);
	float2 b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
	float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y);
	float2 d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
	float2 *to = out + ((i - k) * 4 + k);
	to[0] = make_float2(a.x + c.x, a.y + c.y);
	to[done] = make_float2(b.x + d.x, b.y + d.y);
	to[2 * done] = make_float2(a.x - c.x, a.y - c.y);
	to[3 * done] = make_float2(b.x - d.x, b.y - d.y);
}

/* Paths of a price in double precision. */
extern "C" __global__ void
chance_paths(double *payoff, int steps, double drift, double spread)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long state = 0x9e3779b97f4a7c15ull * (i + 1);
	double price = 1.0;
	for (int t = 0; t < steps; t++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		double u = ((state >> 11) + 1) * 0x1p-53;
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		double v = (state >> 11) * 0x1p-53;
		double normal = sqrt(-2.0 * log(u)) * cospi(2.0 * v);
		price *= exp(drift + spread * normal);
	}
	payoff[i] = fmax(price - 1.0, 0.0);
}

/* Random words by ten rounds of wide products of a counter. */
extern "C" __global__ void
chance_words(uint4 *out, unsigned key0, unsigned key1)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	uint4 v = make_uint4(i, 0, 7, 11);
#pragma unroll
	for (int r = 0; r < 10; r++) {
		unsigned high0 = __umulhi(0xd2511f53u, v.x), low0 = 0xd2511f53u * v.x;
		unsigned high1 = __umulhi(0xcd9e8d57u, v.z), low1 = 0xcd9e8d57u * v.z;
		v = make_uint4(high1 ^ v.y ^ key0, low1, high0 ^ v.w ^ key1, low0);
		key0 += 0x9e3779b9u;
		key1 += 0xbb67ae85u;
	}
	out[i] = v;
}
