/*
 * Many small systems at once, doubles among them.
 */
extern "C" __global__ void
sys_product_5(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *pa = a + 25 * i, *pb = b + 25 * i;
	for (int r = 0; r < 5; r++)
		for (int s = 0; s < 5; s++) {
			float sum = 0;
			for (int k = 0; k < 5; k++)
				sum += pa[5 * r + k] * pb[5 * k + s];
			c[25 * i + 5 * r + s] = sum;
		}
}

extern "C" __global__ void
sys_cramer_3(const double *a, const double *b, double *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double m[9], r[3];
	for (int k = 0; k < 9; k++)
		m[k] = a[k * n + i];
	for (int k = 0; k < 3; k++)
		r[k] = b[k * n + i];
	m[0] += 4;
	m[4] += 4;
	m[8] += 4;
	double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8],
	       c2 = m[3] * m[7] - m[4] * m[6];
	double inverse = 1.0 / (m[0] * c0 + m[1] * c1 + m[2] * c2);
	x[i] = inverse * (r[0] * c0 + m[1] * (m[5] * r[2] - r[1] * m[8]) +
			  m[2] * (r[1] * m[7] - m[4] * r[2]));
	x[n + i] = inverse * (m[0] * (r[1] * m[8] - m[5] * r[2]) + r[0] * c1 +
			      m[2] * (m[3] * r[2] - r[1] * m[6]));
	x[2 * n + i] = inverse * (m[0] * (m[4] * r[2] - r[1] * m[7]) +
				  m[1] * (r[1] * m[6] - m[3] * r[2]) + r[0] * c2);
}

/* Elimination without pivots, a block of 16 x 16 for one matrix. */
extern "C" __global__ void
sys_lu_16(const float *matrices, float *factors)
{
	__shared__ float m[16][17];
	const float *own = matrices + blockIdx.x * 256;
	int i = threadIdx.y, j = threadIdx.x;
	m[i][j] = own[i * 16 + j] + (i == j ? 16.0f : 0.0f);
	__syncthreads();
	for (int k = 0; k < 15; k++) {
		if (i > k && j == k)
			m[i][k] /= m[k][k];
		__syncthreads();
		if (i > k && j > k)
			m[i][j] -= m[i][k] * m[k][j];
		__syncthreads();
	}
	factors[blockIdx.x * 256 + i * 16 + j] = m[i][j];
}

/* Tridiagonal systems, one a thread, equations of one number side by side. */
extern "C" __global__ void
sys_thomas_double(const double *lower, const double *diagonal, const double *upper,
		  const double *right, double *work, double *x, int systems, int n)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	double c = upper[s] / (diagonal[s] + 4.0), d = right[s] / (diagonal[s] + 4.0);
	work[s] = c;
	x[s] = d;
	for (int k = 1; k < n; k++) {
		int at = k * systems + s;
		double w = 1.0 / (diagonal[at] + 4.0 - lower[at] * c);
		c = upper[at] * w;
		d = (right[at] - lower[at] * d) * w;
		work[at] = c;
		x[at] = d;
	}
	for (int k = n - 2; k >= 0; k--) {
		int at = k * systems + s;
		d = x[at] - work[at] * d;
		x[at] = d;
	}
}

/* Eight by eight, eight threads a system, rows in registers, what others need by shuffles. */
extern "C" __global__ void
sys_cholesky_8(const float *in, float *out, int n)
{
	int system = (blockIdx.x * blockDim.x + threadIdx.x) / 8, row = threadIdx.x % 8;
	if (system >= n)
		return;
	unsigned mask = 0xffu << (threadIdx.x & 24);
	float a[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		a[k] = in[(system * 8 + row) * 8 + k] * in[(system * 8 + k) * 8 + row] +
		       (k == row ? 9.0f : 0.0f);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		float pivot = sqrtf(__shfl_sync(mask, a[k], k, 8));
		a[k] = row == k ? pivot : a[k] / pivot;
#pragma unroll
		for (int j = k + 1; j < 8; j++) {
			float other = __shfl_sync(mask, a[k], j, 8);
			if (row >= j)
				a[j] -= a[k] * other;
		}
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		out[(system * 8 + row) * 8 + k] = k <= row ? a[k] : 0.0f;
}

/* y = A x of many matrices of 24 x 24: a block for one, a thread a row. */
extern "C" __global__ void
sys_vector_24(const double *a, const double *x, double *y)
{
	__shared__ double v[24];
	int r = threadIdx.x;
	if (r < 24)
		v[r] = x[blockIdx.x * 24 + r];
	__syncthreads();
	if (r >= 24)
		return;
	const double *row = a + (blockIdx.x * 24 + r) * 24;
	double sum = 0;
	for (int k = 0; k < 24; k++)
		sum += row[k] * v[k];
	y[blockIdx.x * 24 + r] = sum;
}

/* Rotations by quaternions that come with the points. */
extern "C" __global__ void
sys_rotate_points(const float4 *quaternion, const float3 *point, float3 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 q = quaternion[i];
	float3 p = point[i];
	float tx = 2.0f * (q.y * p.z - q.z * p.y);
	float ty = 2.0f * (q.z * p.x - q.x * p.z);
	float tz = 2.0f * (q.x * p.y - q.y * p.x);
	out[i] = make_float3(p.x + q.w * tx + q.y * tz - q.z * ty,
			     p.y + q.w * ty + q.z * tx - q.x * tz,
			     p.z + q.w * tz + q.x * ty - q.y * tx);
}

/* Jacobi sweeps inside one block; the whole system in shared memory. */
extern "C" __global__ void
sys_jacobi_block(const float *a, const float *b, float *x, int n, int sweeps)
{
	extern __shared__ float now[];
	float *next = now + n;
	int r = threadIdx.x;
	const float *m = a + (size_t)blockIdx.x * n * n;
	now[r] = 0.0f;
	__syncthreads();
	for (int s = 0; s < sweeps; s++) {
		float sum = b[blockIdx.x * n + r];
		for (int k = 0; k < n; k++)
			if (k != r)
				sum -= m[k * n + r] * now[k];
		next[r] = sum / (2.0f * n);
		__syncthreads();
		now[r] = next[r];
		__syncthreads();
	}
	x[blockIdx.x * n + r] = now[r];
}

/* Fixed steps of Runge-Kutta for many pendulums. */
extern "C" __global__ void
sys_pendulums(double *angle, double *speed, int n, int steps, double dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double a = angle[i], v = speed[i];
	for (int s = 0; s < steps; s++) {
		double ka1 = v, kv1 = -a + a * a * a / 6.0;
		double a2 = a + 0.5 * dt * ka1, v2 = v + 0.5 * dt * kv1;
		double ka2 = v2, kv2 = -a2 + a2 * a2 * a2 / 6.0;
		a += dt * ka2;
		v += dt * kv2;
	}
	angle[i] = a;
	speed[i] = v;
}
