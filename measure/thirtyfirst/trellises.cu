// Rays, shapes, fields and small systems of equations.

__constant__ float4 spheres[64];
__constant__ float2 corners[256];

struct Eye {
	float x, y, z, zoom;
	float sunX, sunY, sunZ, ambient;
};
__constant__ Eye eye;

// Nearest sphere along the ray of each pixel, lit by a sun that others may hide.
extern "C" __global__ void geo_spheres_shaded(float *out, int w, int h, int count)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float dx = (px - 0.5f * w) / h * eye.zoom, dy = (py - 0.5f * h) / h * eye.zoom, dz = 1.0f;
	float inv = rsqrtf(dx * dx + dy * dy + dz * dz), nearest = 1e30f;
	dx *= inv, dy *= inv, dz *= inv;
	int hit = -1;
	for (int s = 0; s < count; s++) {
		float4 q = spheres[s];
		float ox = q.x - eye.x, oy = q.y - eye.y, oz = q.z + 1.0f - eye.z, r = 0.2f * q.w;
		float b = ox * dx + oy * dy + oz * dz;
		float disc = b * b - (ox * ox + oy * oy + oz * oz) + r * r;
		if (disc > 0.0f) {
			float t = b - sqrtf(disc);
			if (t > 0.0f && t < nearest)
				nearest = t, hit = s;
		}
	}
	float value = 0.0f;
	if (hit >= 0) {
		float4 q = spheres[hit];
		float x = eye.x + nearest * dx, y = eye.y + nearest * dy, z = eye.z + nearest * dz;
		float r = 1.0f / (0.2f * q.w);
		float nx = (x - q.x) * r, ny = (y - q.y) * r, nz = (z - q.z - 1.0f) * r;
		float sun = rsqrtf(eye.sunX * eye.sunX + eye.sunY * eye.sunY + eye.sunZ * eye.sunZ);
		float lx = eye.sunX * sun, ly = eye.sunY * sun, lz = -eye.sunZ * sun;
		float light = fmaxf(nx * lx + ny * ly + nz * lz, 0.0f);
		for (int s = 0; s < count && light > 0.0f; s++) {
			if (s == hit)
				continue;
			float4 o = spheres[s];
			float ox = o.x - x, oy = o.y - y, oz = o.z + 1.0f - z, b = ox * lx + oy * ly + oz * lz;
			if (b > 0.0f && b * b - (ox * ox + oy * oy + oz * oz) + 0.04f * o.w * o.w > 0.0f)
				light = 0.0f;
		}
		value = eye.ambient + (1.0f - eye.ambient) * light;
	}
	out[(size_t)py * w + px] = value;
}

// Rays over a landscape: on until the ground is above.
extern "C" __global__ void geo_landscape_marched(const float *__restrict__ ground, float *__restrict__ depth, unsigned side, int w, int h, float stride, int most)
{
	const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y;
	if (px >= w)
		return;
	float angle = 6.2831853f * px / w, dx, dy;
	sincosf(angle, &dy, &dx);
	float fall = 0.004f * (py + 1) / h, x = 0.5f * side, y = 0.5f * side, z = 1.5f;
	int k = 0;
	for (; k < most; k++) {
		x += dx * stride;
		y += dy * stride;
		z -= fall * stride;
		if (x < 0 || y < 0 || x >= side || y >= side)
			break;
		if (ground[(unsigned)y * side + (unsigned)x] > z)
			break;
	}
	depth[py * w + px] = k * stride;
}

// Whether points lie in a polygon, by crossings.
extern "C" __global__ void geo_crossings_of_outline(const float2 *__restrict__ point, unsigned char *__restrict__ inside, int n, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		float2 p = point[i];
		bool in = false;
		float2 b = corners[count - 1];
		for (int k = 0; k < count; k++) {
			float2 a = corners[k];
			if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
				in = !in;
			b = a;
		}
		inside[i] = in;
	}
}

// Shallow water by Lax and Friedrichs: height and two momenta, the border reflects nothing.
template <typename T>
__global__ void waterStep(const T *__restrict__ h, const T *__restrict__ hu, const T *__restrict__ hv, T *__restrict__ h2, T *__restrict__ hu2,
                          T *__restrict__ hv2, int nx, int ny, T ratio)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= nx - 1 || y >= ny - 1)
		return;
	const int i = y * nx + x;
	const int at[4] = {i - 1, i + 1, i - nx, i + nx};
	T mean[3] = {}, flux[3] = {};
#pragma unroll
	for (int k = 0; k < 4; k++) {
		T a = h[at[k]] + T(1), b = hu[at[k]], c = hv[at[k]];
		T press = T(4.905) * a * a, sign = k & 1 ? T(1) : T(-1);
		mean[0] += a, mean[1] += b, mean[2] += c;
		if (k < 2) {
			flux[0] += sign * b;
			flux[1] += sign * (b * b / a + press);
			flux[2] += sign * (b * c / a);
		} else {
			flux[0] += sign * c;
			flux[1] += sign * (b * c / a);
			flux[2] += sign * (c * c / a + press);
		}
	}
	h2[i] = T(0.25) * mean[0] - ratio * flux[0] - T(1);
	hu2[i] = T(0.25) * mean[1] - ratio * flux[1];
	hv2[i] = T(0.25) * mean[2] - ratio * flux[2];
}
template __global__ void waterStep<float>(const float *, const float *, const float *, float *, float *, float *, int, int, float);
template __global__ void waterStep<double>(const double *, const double *, const double *, double *, double *, double *, int, int, double);

// Several sweeps of Jacobi on each tile of 32 by 32 by itself, the tile's rim held.
extern "C" __global__ void __launch_bounds__(1024) pde_sweeps_in_tile(float *u, const float *__restrict__ f, int n, int sweeps)
{
	__shared__ float a[2][32][33];
	const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	const int i = y * n + x, tx = threadIdx.x, ty = threadIdx.y;
	float mine = u[i], source = f[i];
	const bool rim = tx == 0 || ty == 0 || tx == 31 || ty == 31;
	a[0][ty][tx] = a[1][ty][tx] = mine;
	__syncthreads();
	for (int s = 0; s < sweeps; s++) {
		const int c = s & 1;
		if (!rim)
			a[c ^ 1][ty][tx] = 0.25f * (a[c][ty][tx - 1] + a[c][ty][tx + 1] + a[c][ty - 1][tx] + a[c][ty + 1][tx] + source);
		__syncthreads();
	}
	u[i] = a[sweeps & 1][ty][tx];
}

// Tridiagonal systems by parallel cyclic reduction, one to a block; a thread has a row.
extern "C" __global__ void la_tridiagonal_reduced(const float *__restrict__ lower, const float *__restrict__ upper, const float *__restrict__ right,
                                                  float *__restrict__ x, int n)
{
	extern __shared__ float rows[];
	float *a = rows, *b = a + n, *c = b + n, *d = c + n;
	const int i = threadIdx.x;
	const size_t at = (size_t)blockIdx.x * n + i;
	a[i] = i > 0 ? lower[at] : 0.0f;
	c[i] = i < n - 1 ? upper[at] : 0.0f;
	b[i] = 2.5f;
	d[i] = right[at];
	__syncthreads();
	for (int step = 1; step < n; step *= 2) {
		float na = 0, nb = b[i], nc = 0, nd = d[i];
		if (i >= step) {
			float k = a[i] / b[i - step];
			na = -k * a[i - step];
			nb -= k * c[i - step];
			nd -= k * d[i - step];
		}
		if (i + step < n) {
			float k = c[i] / b[i + step];
			nc = -k * c[i + step];
			nb -= k * a[i + step];
			nd -= k * d[i + step];
		}
		__syncthreads();
		a[i] = na;
		b[i] = nb;
		c[i] = nc;
		d[i] = nd;
		__syncthreads();
	}
	x[at] = d[i] / b[i];
}

// Small positive systems by Cholesky, one to a thread; matrix and right side made from the thread's own numbers.
template <int N>
__global__ void choleskyOfThread(const double *__restrict__ lower, const double *__restrict__ right, double *__restrict__ x, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double l[N][N], v[N];
#pragma unroll
	for (int r = 0; r < N; r++) {
#pragma unroll
		for (int c = 0; c <= r; c++)
			l[r][c] = lower[(r * (r + 1) / 2 + c) * (size_t)n + i];
		l[r][r] += N;
		v[r] = right[r * (size_t)n + i];
	}
#pragma unroll
	for (int c = 0; c < N; c++) {
#pragma unroll
		for (int k = 0; k < c; k++)
			l[c][c] -= l[c][k] * l[c][k];
		double inv = rsqrt(l[c][c]);
		l[c][c] = inv;
#pragma unroll
		for (int r = c + 1; r < N; r++) {
#pragma unroll
			for (int k = 0; k < c; k++)
				l[r][c] -= l[r][k] * l[c][k];
			l[r][c] *= inv;
		}
	}
#pragma unroll
	for (int r = 0; r < N; r++) {
#pragma unroll
		for (int k = 0; k < r; k++)
			v[r] -= l[r][k] * v[k];
		v[r] *= l[r][r];
	}
#pragma unroll
	for (int r = N - 1; r >= 0; r--) {
#pragma unroll
		for (int k = r + 1; k < N; k++)
			v[r] -= l[k][r] * v[k];
		v[r] *= l[r][r];
		x[r * (size_t)n + i] = v[r];
	}
}
template __global__ void choleskyOfThread<3>(const double *, const double *, double *, int);
template __global__ void choleskyOfThread<6>(const double *, const double *, double *, int);

// Eigenvalues of symmetric 3 by 3 matrices by turns of Jacobi until little is beside the diagonal.
extern "C" __global__ void la_principal_stresses(const float *__restrict__ six, float *__restrict__ values, int n, float small)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float a[3][3];
	a[0][0] = six[t], a[1][1] = six[n + t], a[2][2] = six[2 * n + t];
	a[0][1] = six[3 * n + t], a[0][2] = six[4 * n + t], a[1][2] = six[5 * n + t];
	for (int sweep = 0; sweep < 12; sweep++) {
		if (fabsf(a[0][1]) + fabsf(a[0][2]) + fabsf(a[1][2]) < small)
			break;
#pragma unroll
		for (int k = 0; k < 3; k++) {
			const int p = k == 2 ? 1 : 0, q = k == 0 ? 1 : 2, r = 3 - p - q;
			float off = a[p][q];
			if (fabsf(off) > 1e-20f) {
				float theta = 0.5f * (a[q][q] - a[p][p]) / off;
				float tn = copysignf(1.0f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1.0f));
				float c = rsqrtf(tn * tn + 1.0f), s = tn * c;
				a[p][p] -= tn * off;
				a[q][q] += tn * off;
				a[p][q] = 0.0f;
				float &rp = r < p ? a[r][p] : a[p][r], &rq = r < q ? a[r][q] : a[q][r];
				float u = rp, v = rq;
				rp = c * u - s * v;
				rq = s * u + c * v;
			}
		}
	}
	float x = a[0][0], y = a[1][1], z = a[2][2];
	values[t] = fminf(x, fminf(y, z));
	values[n + t] = fmaxf(fminf(x, y), fminf(fmaxf(x, y), z));
	values[2 * n + t] = fmaxf(x, fmaxf(y, z));
}
