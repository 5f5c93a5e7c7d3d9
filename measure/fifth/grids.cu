// Differential equations on grids, and tables filled along diagonals.

#define SIDE 16

// Heat of a chip: several steps in shared memory, a rim of the tile lost in each.
extern "C" __global__ void
pde_hotspot(int steps, const float *power, const float *from, float *to, int cols, int rows,
	    int rim, float cap, float rx, float ry, float rz, float ambient)
{
	__shared__ float now[SIDE][SIDE], heat[SIDE][SIDE], next[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y, small = SIDE - 2 * rim;
	int x = blockIdx.x * small - rim + tx, y = blockIdx.y * small - rim + ty;
	bool inside = x >= 0 && x < cols && y >= 0 && y < rows;
	if (inside) {
		now[ty][tx] = from[y * cols + x];
		heat[ty][tx] = power[y * cols + x];
	}
	__syncthreads();
	int n = max(ty - 1, y <= 0 ? ty : 0), s = min(ty + 1, y >= rows - 1 ? ty : SIDE - 1);
	int w = max(tx - 1, x <= 0 ? tx : 0), e = min(tx + 1, x >= cols - 1 ? tx : SIDE - 1);
	bool done = false;
	for (int i = 0; i < steps; i++) {
		done = false;
		if (inside && tx >= i + 1 && tx <= SIDE - 2 - i && ty >= i + 1 &&
		    ty <= SIDE - 2 - i) {
			done = true;
			float t = now[ty][tx];
			next[ty][tx] = t + cap * (heat[ty][tx] +
						  (now[s][tx] + now[n][tx] - 2.0f * t) * ry +
						  (now[ty][e] + now[ty][w] - 2.0f * t) * rx +
						  (ambient - t) * rz);
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (done)
			now[ty][tx] = next[ty][tx];
		__syncthreads();
	}
	if (done)
		to[y * cols + x] = next[ty][tx];
}

// Heat in space, the column in registers, planes in shared memory with a rim.
extern "C" __global__ void __launch_bounds__(256, 4)
	pde_heat3d_planes(const float *__restrict__ in, float *__restrict__ out, int nx, int ny,
			  int nz, float c)
{
	__shared__ float plane[10][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
	size_t stride = (size_t)nx * ny, i = (size_t)y * nx + x;
	bool whole = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
	float below = in[i], here = in[i + stride];
	for (int z = 1; z < nz - 1; z++) {
		i += stride;
		float above = in[i + stride];
		plane[ly][lx] = here;
		if (threadIdx.x == 0 && x > 0)
			plane[ly][0] = in[i - 1];
		if (threadIdx.x == 31 && x < nx - 1)
			plane[ly][33] = in[i + 1];
		if (threadIdx.y == 0 && y > 0)
			plane[0][lx] = in[i - nx];
		if (threadIdx.y == 7 && y < ny - 1)
			plane[9][lx] = in[i + nx];
		__syncthreads();
		if (whole)
			out[i] = here + c * (below + above + plane[ly][lx - 1] + plane[ly][lx + 1] +
					     plane[ly - 1][lx] + plane[ly + 1][lx] - 6 * here);
		__syncthreads();
		below = here;
		here = above;
	}
}

// Waves of an electromagnetic field in the plane: the magnetic part from the electric.
extern "C" __global__ void
pde_fdtd_magnetic(const double *ex, const double *ey, double *hz, int nx, int ny)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < nx && j < ny)
		hz[i * ny + j] -= 0.7 * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] +
					 ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

static __constant__ int ways[19][3] = {
	{0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1},
	{1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
	{-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

// A gas on a lattice of 19 ways in space: pull, collide, write.
extern "C" __global__ void
pde_lattice_d3q19(const float *__restrict__ from, float *__restrict__ to, int nx, int ny, int nz,
		  float omega)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
	if (x >= nx)
		return;
	size_t cells = (size_t)nx * ny * nz, me = ((size_t)z * ny + y) * nx + x;
	float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
	for (int q = 0; q < 19; q++) {
		int a = x - ways[q][0], b = y - ways[q][1], c = z - ways[q][2];
		a = a < 0 ? nx - 1 : a == nx ? 0 : a;
		b = b < 0 ? ny - 1 : b == ny ? 0 : b;
		c = c < 0 ? nz - 1 : c == nz ? 0 : c;
		f[q] = from[q * cells + ((size_t)c * ny + b) * nx + a] + 1;
		rho += f[q];
		ux += f[q] * ways[q][0];
		uy += f[q] * ways[q][1];
		uz += f[q] * ways[q][2];
	}
	float r = 1 / rho;
	ux *= r, uy *= r, uz *= r;
	float square = 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
	for (int q = 0; q < 19; q++) {
		float w = q == 0 ? 1.f / 3 : q < 7 ? 1.f / 18 : 1.f / 36;
		float u = 3 * (ways[q][0] * ux + ways[q][1] * uy + ways[q][2] * uz);
		to[q * cells + me] =
			f[q] + omega * (w * rho * (1 + u + 0.5f * u * u - square) - f[q]) - 1;
	}
}

// Diffusion that stops at edges: coefficients of one step, differences kept for the next.
extern "C" __global__ void
pde_srad_gradient(float *dn, float *ds, float *dw, float *de, float *coefficient,
		  const float *image, int rows, int cols, float q0)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rows * cols)
		return;
	int row = i % rows, col = i / rows;
	int north = row == 0 ? 0 : row - 1, south = row == rows - 1 ? row : row + 1;
	int west = col == 0 ? 0 : col - 1, east = col == cols - 1 ? col : col + 1;
	float j = image[i] + 2;
	float n = image[north + rows * col] + 2 - j, s = image[south + rows * col] + 2 - j;
	float w = image[row + rows * west] + 2 - j, e = image[row + rows * east] + 2 - j;
	float g = (n * n + s * s + w * w + e * e) / (j * j), l = (n + s + w + e) / j;
	float den = 1 + 0.25f * l, q = (0.5f * g - 0.0625f * l * l) / (den * den);
	float c = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
	dn[i] = n;
	ds[i] = s;
	dw[i] = w;
	de[i] = e;
	coefficient[i] = c < 0 ? 0 : c > 1 ? 1 : c;
}

#define NW 16

// Alignment: the tiles of one diagonal of the table, each along its own diagonals.
extern "C" __global__ void
pde_needleman(const int *reference, int *table, int cols, int penalty, int diagonal, int width)
{
	__shared__ int score[NW + 1][NW + 1], ref[NW][NW];
	int t = threadIdx.x, bx = blockIdx.x + max(0, diagonal - width + 1), by = diagonal - bx;
	int at = cols * NW * by + NW * bx;
	for (int i = 0; i < NW; i++)
		ref[i][t] = reference[at + cols + 1 + cols * i + t];
	score[t + 1][0] = table[at + cols * (t + 1)];
	score[0][t + 1] = table[at + 1 + t];
	if (t == 0)
		score[0][0] = table[at];
	__syncthreads();
	for (int d = 0; d < 2 * NW - 1; d++) {
		int x = d < NW ? t + 1 : t + d - NW + 2, y = d < NW ? d - t + 1 : NW - t;
		if (d < NW ? t <= d : t < 2 * NW - 1 - d)
			score[y][x] = max(score[y - 1][x - 1] + ref[y - 1][x - 1],
					  max(score[y][x - 1], score[y - 1][x]) - penalty);
		__syncthreads();
	}
	for (int i = 0; i < NW; i++)
		table[at + cols + 1 + cols * i + t] = score[i + 1][t + 1];
}

// The cheapest way down a grid, some rows at once: neighbours in shared memory.
extern "C" __global__ void
pde_cheapest_path(const int *__restrict__ wall, const int *from, int *to, int cols, int steps,
		  int row)
{
	extern __shared__ int line[];
	int *now = line, *next = line + blockDim.x, t = threadIdx.x;
	int x = (int)(blockIdx.x * (blockDim.x - 2 * steps)) - steps + t;
	bool inside = x >= 0 && x < cols;
	if (inside)
		now[t] = from[x];
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		bool at = inside && t > s && t < (int)blockDim.x - 1 - s;
		if (at) {
			int l = x > 0 ? now[t - 1] : now[t], r = x < cols - 1 ? now[t + 1] : now[t];
			next[t] = min(min(l, r), now[t]) + wall[(size_t)(row + s) * cols + x];
		}
		__syncthreads();
		int *swap = now;
		now = next;
		next = swap;
		__syncthreads();
	}
	if (inside && t >= steps && t < (int)blockDim.x - steps)
		to[x] = now[t];
}

// Gauss-Seidel by colours in double: every other place, its row's parity decides which.
extern "C" __global__ void
pde_seidel_colour(double *u, const double *f, int n, double h2, int colour, double over)
{
	int half = blockIdx.x * blockDim.x + threadIdx.x,
	    j = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int i = 2 * half + 1 + ((j + colour) & 1);
	if (i >= n - 1 || j >= n - 1)
		return;
	double old = u[j * n + i];
	double now = 0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] +
			     u[(j + 1) * n + i] + h2 * f[j * n + i]);
	u[j * n + i] = old + over * (now - old);
}
