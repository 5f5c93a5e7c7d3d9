/*
 * Stencils and finite differences on planes and in space.
 */
extern "C" __global__ void
grid_laplace_double(const double *__restrict__ u, double *__restrict__ out, int nx, int ny,
		    double h2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (i >= nx - 1 || j >= ny - 1)
		return;
	int at = j * nx + i;
	out[at] = (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4.0 * u[at]) / h2;
}

#define AT(x, y, z) (((z)*ny + (y)) * nx + (x))

extern "C" __global__ void
grid_heat_cube(const float *u, float *out, int nx, int ny, int nz, float k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
		float here = u[AT(x, y, z)];
		out[AT(x, y, z)] =
			here + k * (u[AT(x - 1, y, z)] + u[AT(x + 1, y, z)] + u[AT(x, y - 1, z)] +
				    u[AT(x, y + 1, z)] + u[AT(x, y, z - 1)] + u[AT(x, y, z + 1)] -
				    6.0f * here);
	}
}

/* Marches up in z: below, here and above in registers, the plane in shared memory. */
extern "C" __global__ void
grid_heat_planes(const float *__restrict__ u, float *__restrict__ out, int nx, int ny, int nz,
		 float k)
{
	__shared__ float plane[10][34];
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
	float below = u[AT(x, y, 0)], here = u[AT(x, y, 1)];
	for (int z = 1; z < nz - 1; z++) {
		float above = u[AT(x, y, z + 1)];
		__syncthreads();
		plane[ty][tx] = here;
		if (threadIdx.x == 0)
			plane[ty][0] = u[AT(x - 1, y, z)];
		if (threadIdx.x == 31)
			plane[ty][33] = u[AT(x + 1, y, z)];
		if (threadIdx.y == 0)
			plane[0][tx] = u[AT(x, y - 1, z)];
		if (threadIdx.y == 7)
			plane[9][tx] = u[AT(x, y + 1, z)];
		__syncthreads();
		out[AT(x, y, z)] =
			here + k * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
				    plane[ty + 1][tx] + below + above - 6.0f * here);
		below = here;
		here = above;
	}
}

extern "C" __global__ void
grid_box27(const float *in, float *out, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z + 1;
	if (x >= nx - 1 || y >= ny - 1)
		return;
	float sum = 0.0f;
	for (int dz = -1; dz <= 1; dz++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++)
				sum += in[AT(x + dx, y + dy, z + dz)];
	out[AT(x, y, z)] = sum / 27.0f;
}

/* Wave equation, fourth order in space: what was, what is, what will be. */
extern "C" __global__ void
grid_wave_fourth(const float *now, float *before, const float *speed, int nx, int ny, float dt2)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 2 || y < 2 || x >= nx - 2 || y >= ny - 2)
		return;
	int c = y * nx + x;
	float lap = -5.0f * now[c];
	lap += 1.3333333f * (now[c - 1] + now[c + 1] + now[c - nx] + now[c + nx]);
	lap -= 0.0833333f * (now[c - 2] + now[c + 2] + now[c - 2 * nx] + now[c + 2 * nx]);
	before[c] = 2.0f * now[c] - before[c] + dt2 * speed[c] * speed[c] * lap;
}

/* Two fields that react and spread, edges wrap around. */
extern "C" __global__ void
grid_gray_scott(const float *u, const float *v, float *un, float *vn, int w, int h, float feed,
		float kill)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int left = (x + w - 1) % w, right = (x + 1) % w;
	int up = (y + h - 1) % h, down = (y + 1) % h;
	int c = y * w + x;
	float a = u[c], b = v[c];
	float lu = u[y * w + left] + u[y * w + right] + u[up * w + x] + u[down * w + x] - 4.0f * a;
	float lv = v[y * w + left] + v[y * w + right] + v[up * w + x] + v[down * w + x] - 4.0f * b;
	float r = a * b * b;
	un[c] = a + 0.16f * lu - r + feed * (1.0f - a);
	vn[c] = b + 0.08f * lv + r - (feed + kill) * b;
}

extern "C" __global__ void
grid_upwind_line(const double *u, double *out, int n, double speed, double ratio)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (i == 0 || i == n - 1) {
		out[i] = u[i];
		return;
	}
	double slope = speed > 0 ? u[i] - u[i - 1] : u[i + 1] - u[i];
	out[i] = u[i] - ratio * speed * slope;
}

extern "C" __global__ void
grid_life_shared(const unsigned char *in, unsigned char *out, int w, int h)
{
	__shared__ unsigned char cells[18][34];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
	int tid = threadIdx.y * 32 + threadIdx.x;
	for (int i = tid; i < 18 * 34; i += 512) {
		int x = x0 + i % 34, y = y0 + i / 34;
		cells[i / 34][i % 34] =
			(x >= 0 && y >= 0 && x < w && y < h) ? in[y * w + x] & 1 : 0;
	}
	__syncthreads();
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int around = 0;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++)
			around += cells[threadIdx.y + dy][threadIdx.x + dx];
	int alive = cells[threadIdx.y + 1][threadIdx.x + 1];
	around -= alive;
	out[y * w + x] = around == 3 || (alive && around == 2);
}

/* Divergence of a staggered velocity. */
extern "C" __global__ void
grid_divergence_mac(const float *u, const float *v, float *div, int nx, int ny, float inv_h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < nx && y < ny)
		div[y * nx + x] = (u[y * (nx + 1) + x + 1] - u[y * (nx + 1) + x] +
				   v[(y + 1) * nx + x] - v[y * nx + x]) *
				  inv_h;
}

/* Derivative along a line of 256 points, eighth order, edges wrap. */
__constant__ float eighth_order[4];

extern "C" __global__ void
grid_derivative_line(const float *f, float *df, int stride)
{
	__shared__ float s[256 + 8];
	int i = threadIdx.x;
	int row = blockIdx.x * stride;
	s[i + 4] = f[row + i];
	__syncthreads();
	if (i < 4) {
		s[i] = s[i + 256];
		s[i + 260] = s[i + 4];
	}
	__syncthreads();
	df[row + i] = eighth_order[0] * (s[i + 5] - s[i + 3]) +
		      eighth_order[1] * (s[i + 6] - s[i + 2]) +
		      eighth_order[2] * (s[i + 7] - s[i + 1]) + eighth_order[3] * (s[i + 8] - s[i]);
}

/* A red or a black half of a Gauss-Seidel sweep. */
extern "C" __global__ void
grid_red_black(double *u, const double *f, int n, int colour, double h2)
{
	int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((j + colour) & 1);
	if (i < n - 1 && j < n - 1)
		u[j * n + i] = 0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] +
				       u[(j + 1) * n + i] - h2 * f[j * n + i]);
}
