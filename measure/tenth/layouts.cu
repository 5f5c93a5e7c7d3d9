/*
 * Arrays of structures and structures of arrays; gathers and scatters; pointers to follow.
 */

struct Particle {
	float x, y, z;
	float vx, vy, vz;
	float mass, charge;
};

extern "C" __global__ void
aos_push_particles(Particle *p, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		p[i].x += p[i].vx * dt;
		p[i].y += p[i].vy * dt;
		p[i].z += p[i].vz * dt;
	}
}

struct __align__(16) Body {
	float4 place;
	float4 speed;
};

extern "C" __global__ void
aos_push_bodies(Body *bodies, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		Body b = bodies[i];
		b.place.x += b.speed.x * dt;
		b.place.y += b.speed.y * dt;
		b.place.z += b.speed.z * dt;
		bodies[i] = b;
	}
}

extern "C" __global__ void
soa_push(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, int n,
         float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		x[i] += vx[i] * dt;
		y[i] += vy[i] * dt;
		z[i] += vz[i] * dt;
	}
}

extern "C" __global__ void
aos_charge_only(const Particle *p, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = p[i].charge;
}

struct Point {
	double x, y, z;
};

extern "C" __global__ void
aos_distance(const Point *p, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = sqrt(p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

struct Rgb {
	unsigned char r, g, b;
};

extern "C" __global__ void
aos_to_grey(const Rgb *in, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		Rgb p = in[i];
		out[i] = (unsigned char)((77 * p.r + 150 * p.g + 29 * p.b) >> 8);
	}
}

/* Three floats a point to three arrays, through shared memory; 256 threads. */
extern "C" __global__ void
aos_split_shared(const float *points, float *x, float *y, float *z, int n)
{
	__shared__ float s[3 * 256];
	int first = blockIdx.x * 256;
	int i = first + threadIdx.x;

	for (int k = 0; k < 3; k++) {
		int at = 3 * first + k * 256 + threadIdx.x;
		if (at < 3 * n)
			s[k * 256 + threadIdx.x] = points[at];
	}
	__syncthreads();
	if (i < n) {
		x[i] = s[3 * threadIdx.x];
		y[i] = s[3 * threadIdx.x + 1];
		z[i] = s[3 * threadIdx.x + 2];
	}
}

extern "C" __global__ void
gather_floats(const float *table, const int *index, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = table[index[i]];
}

extern "C" __global__ void
gather_quads(const float4 *__restrict__ table, const int *__restrict__ index,
             float4 *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = table[index[i]];
}

extern "C" __global__ void
scatter_doubles(const double *in, const int *index, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[index[i]] = in[i];
}

/* Each cell is the mean of six neighbours that a table names. */
extern "C" __global__ void
gather_six_cells(const float *cells, const int *neighbours, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float sum = 0.0f;
	for (int k = 0; k < 6; k++)
		sum += cells[neighbours[k * n + i]];
	out[i] = sum / 6.0f;
}

/* Every thread its own way through one ring. */
extern "C" __global__ void
chase_every_thread(const int *next, int *out, int n, int hops)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int at = i % n;

	for (int k = 0; k < hops; k++)
		at = next[at];
	out[i] = at;
}

/* One thread alone; the loop is unrolled by hand, as in tests of latency. */
extern "C" __global__ void
chase_alone(const unsigned *next, unsigned *out, int rounds)
{
	unsigned at = 0;

	for (int k = 0; k < rounds; k++) {
		at = next[at];
		at = next[at];
		at = next[at];
		at = next[at];
	}
	*out = at;
}

/* The first thread of each block follows a list in shared memory. */
extern "C" __global__ void
chase_in_shared(const int *next, int *out, int hops)
{
	__shared__ int s[1024];

	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		s[i] = next[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		int at = blockIdx.x % 1024;
		for (int k = 0; k < hops; k++)
			at = s[at];
		out[blockIdx.x] = at;
	}
}
