// Prices, particles, fields and chance.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdint>

namespace cg = cooperative_groups;

// Price and four derivatives of a call, by the normal distribution's error function.
extern "C" __global__ void fin_greeks(const float2 *__restrict__ market,
	const float2 *__restrict__ terms, float *__restrict__ price, float4 *__restrict__ greeks,
	int n, float rate)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 m = market[i], t = terms[i];
	float spot = 50.0f + 100.0f * m.x, vol = 0.05f + 0.5f * m.y, strike = 50.0f + 100.0f * t.x,
	      years = 0.1f + 2.0f * t.y;
	float root = vol * sqrtf(years),
	      d1 = (logf(spot / strike) + (rate + 0.5f * vol * vol) * years) / root;
	float d2 = d1 - root, discount = expf(-rate * years);
	float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
	float density = 0.39894228f * expf(-0.5f * d1 * d1);
	price[i] = spot * n1 - strike * discount * n2;
	greeks[i] = make_float4(n1, density / (spot * root), spot * density * sqrtf(years) * 0.01f,
		(-spot * density * vol / (2.0f * sqrtf(years)) - rate * strike * discount * n2) /
			365.0f);
}

// Paths whose spread moves too: xorshift, pairs of normal numbers, a step after the other.
extern "C" __global__ void fin_moving_spread(
	float *__restrict__ out, uint32_t seed, int steps, int paths)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= paths)
		return;
	uint32_t s = seed ^ (i * 0x9e3779b9u);
	s = s ? s : 1;
	auto draw = [&s]() {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		return (s >> 8) * 5.9604645e-8f + 2.9802322e-8f;
	};
	float x = 0, v = 0.04f, dt = 1.0f / steps, root = sqrtf(dt), sum = 0;
	for (int t = 0; t < steps; t++) {
		float u1 = draw(), u2 = draw(), radius = sqrtf(-2.0f * __logf(u1)), sn, cs;
		__sincosf(6.2831853f * u2, &sn, &cs);
		float z1 = radius * cs, z2 = -0.7f * z1 + 0.71414284f * radius * sn,
		      dev = sqrtf(fmaxf(v, 0.0f));
		x += -0.5f * v * dt + dev * root * z1;
		v += 2.0f * (0.04f - v) * dt + 0.3f * dev * root * z2;
		sum += expf(x);
	}
	out[i] = fmaxf(sum * dt - 1.0f, 0.0f);
}

// An option that may be used early, on a grid of 64 prices, implicit: a thread an option, all in
// local arrays.
extern "C" __global__ void __launch_bounds__(64)
	fin_early_use(const float *__restrict__ vols, float *__restrict__ out, int n, int steps)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	if (id >= n)
		return;
	float value[64], upper[64], vol = 0.1f + 0.3f * vols[id], dt = 1.0f / steps;
	for (int i = 0; i < 64; i++)
		value[i] = fmaxf(1.0f - i / 32.0f, 0.0f);
	for (int t = 0; t < steps; t++) {
		float carry = 0;
		for (int i = 1; i < 63; i++) {
			float s = vol * vol * i * i, r = 0.03f * i;
			float a = -0.5f * dt * (s - r), b = 1.0f + dt * (s + 0.03f),
			      c = -0.5f * dt * (s + r);
			float m = 1.0f / (b - a * (i > 1 ? upper[i - 1] : 0.0f));
			upper[i] = c * m;
			carry = (value[i] - a * (i > 1 ? carry : value[0])) * m;
			value[i] = carry;
		}
		for (int i = 61; i > 0; i--)
			value[i] = fmaxf(value[i] - upper[i] * value[i + 1], 1.0f - i / 32.0f);
	}
	out[id] = value[32];
}

// Spins of many lattices in the bits of a word, one colour of a checkerboard at a time.
extern "C" __global__ void phy_spins_in_bits(const unsigned long long *__restrict__ other,
	unsigned long long *__restrict__ mine, const unsigned long long *__restrict__ noise,
	int words, int rows, int colour)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= words)
		return;
	int up = y ? y - 1 : rows - 1, down = y + 1 < rows ? y + 1 : 0;
	int side = (y + colour) & 1 ? (x + 1 < words ? x + 1 : 0) : (x ? x - 1 : words - 1);
	unsigned long long s = mine[(size_t)y * words + x];
	unsigned long long a = other[(size_t)up * words + x] ^ s,
			   b = other[(size_t)down * words + x] ^ s;
	unsigned long long c = other[(size_t)y * words + x] ^ s,
			   d = other[(size_t)y * words + side] ^ s;
	unsigned long long n0 = noise[(size_t)y * words + x], n1 = n0 << 17 | n0 >> 47,
			   n2 = n0 << 34 | n0 >> 30;
	unsigned long long ab = a & b, xab = a ^ b, cd = c & d, xcd = c ^ d;
	unsigned long long two = ab | cd | (xab & xcd), one = (xab ^ xcd) & ~two,
			   none = ~(two | one);
	mine[(size_t)y * words + x] = s ^ (two | (one & n1 & n2) | (none & n0 & n1 & n2));
}

// Density of a fluid of particles sorted by cells: the 27 cells around, each with its own count.
extern "C" __global__ void phy_fluid_density(const float4 *__restrict__ places,
	const int *__restrict__ cell_of, const int *__restrict__ cell_start,
	const int *__restrict__ cell_count, float *__restrict__ density, int n, int side,
	float reach)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = places[i];
	int cell = cell_of[i], cx = cell % side, cy = cell / side % side, cz = cell / (side * side);
	float sum = 0, r2 = reach * reach;
	for (int dz = -1; dz <= 1; dz++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int x = cx + dx, y = cy + dy, z = cz + dz;
				if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side)
					continue;
				int c = (z * side + y) * side + x, from = cell_start[c],
				    to = from + cell_count[c];
				for (int j = from; j < to; j++) {
					float4 q = places[j];
					float ex = p.x - q.x, ey = p.y - q.y, ez = p.z - q.z,
					      d = r2 - (ex * ex + ey * ey + ez * ez);
					if (d > 0)
						sum += q.w * d * d * d;
				}
			}
	density[i] = 1.5666815f * sum;
}

// Forces from a list of neighbours, kept by columns; double in, double sums.
extern "C" __global__ void phy_listed_forces(const double4 *__restrict__ places,
	const int *__restrict__ lists, const int *__restrict__ counts, double4 *__restrict__ forces,
	int n, double box, double cutoff2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double4 p = places[i];
	double fx = 0, fy = 0, fz = 0, energy = 0;
	int count = counts[i];
	for (int k = 0; k < count; k++) {
		double4 q = places[lists[(size_t)k * n + i]];
		double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
		dx -= box * rint(dx / box);
		dy -= box * rint(dy / box);
		dz -= box * rint(dz / box);
		double r2 = dx * dx + dy * dy + dz * dz + 0.01;
		if (r2 < cutoff2) {
			double inv = 1.0 / r2, r6 = inv * inv * inv,
			       f = 48.0 * inv * r6 * (r6 - 0.5);
			fx += f * dx;
			fy += f * dy;
			fz += f * dz;
			energy += 4.0 * r6 * (r6 - 1.0);
		}
	}
	forces[i] = make_double4(fx, fy, fz, energy);
}

// 4096 points a block in four passes of eight, each thread 8 points in registers, twiddles worked
// out.
extern "C" __global__ void __launch_bounds__(512)
	phy_transform_4096(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	extern __shared__ float2 space[];
	float2 v[8];
	int t = threadIdx.x;
	const float2 *from = in + (size_t)blockIdx.x * 4096;
	for (int i = 0; i < 8; i++)
		v[i] = from[t + 512 * i];
	auto times = [](float2 a, float2 b) {
		return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
	};
	auto pair = [](float2 &a, float2 &b) {
		float2 d = make_float2(a.x - b.x, a.y - b.y);
		a = make_float2(a.x + b.x, a.y + b.y);
		b = d;
	};
#pragma unroll
	for (int pass = 0; pass < 4; pass++) {
		int stride = 1 << (3 * pass);
		for (int i = 0; i < 4; i++)
			pair(v[i], v[i + 4]);
		v[5] = times(v[5], make_float2(0.70710678f, -0.70710678f));
		v[6] = make_float2(v[6].y, -v[6].x);
		v[7] = times(v[7], make_float2(-0.70710678f, -0.70710678f));
		for (int h = 0; h < 8; h += 4) {
			pair(v[h], v[h + 2]);
			pair(v[h + 1], v[h + 3]);
			v[h + 3] = make_float2(v[h + 3].y, -v[h + 3].x);
			pair(v[h], v[h + 1]);
			pair(v[h + 2], v[h + 3]);
		}
		int k = t % stride, base = (t / stride) * stride * 8 + k;
		if (pass == 3) {
			const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
			for (int i = 0; i < 8; i++)
				out[(size_t)blockIdx.x * 4096 + base + i * stride] = v[order[i]];
			break;
		}
		const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
		__syncthreads();
		for (int i = 0; i < 8; i++)
			space[base + i * stride] = v[order[i]];
		__syncthreads();
		int k2 = t % (stride * 8);
		float angle = -6.2831853f * k2 / (stride * 64);
		for (int i = 0; i < 8; i++) {
			float s, c;
			__sincosf(angle * i, &s, &c);
			v[i] = times(space[t + 512 * i], make_float2(c, s));
		}
	}
}

// A wave in space, eighth order: a plane in shared memory, nine values along z in registers.
extern "C" __global__ void __launch_bounds__(256) phy_wave_25(const float *__restrict__ now,
	float *__restrict__ old, const float *__restrict__ speed, int nx, int ny, int nz)
{
	__shared__ float plane[16][24 + 16];
	const float c0 = -2.847222f, c[4] = {1.6f, -0.2f, 0.025396825f, -0.0017857143f};
	int x = blockIdx.x * 32 + threadIdx.x + 4, y = blockIdx.y * 8 + threadIdx.y + 4;
	size_t step = (size_t)nx * ny, at = (size_t)y * nx + x;
	float queue[9];
	for (int i = 0; i < 8; i++)
		queue[i + 1] = now[at + i * step];
	int tx = threadIdx.x + 4, ty = threadIdx.y + 4;
	for (int z = 4; z < nz - 4; z++) {
#pragma unroll
		for (int i = 0; i < 8; i++)
			queue[i] = queue[i + 1];
		queue[8] = now[at + (z + 4) * step];
		size_t here = at + z * step;
		__syncthreads();
		plane[ty][tx] = queue[4];
		if (threadIdx.y < 4) {
			plane[threadIdx.y][tx] = now[here - 4 * nx];
			plane[threadIdx.y + 12][tx] = now[here + 8 * nx];
		}
		if (threadIdx.x < 4) {
			plane[ty][threadIdx.x] = now[here - 4];
			plane[ty][threadIdx.x + 36] = now[here + 32];
		}
		__syncthreads();
		float sum = 3.0f * c0 * queue[4];
#pragma unroll
		for (int r = 1; r <= 4; r++)
			sum += c[r - 1] *
			       (plane[ty][tx - r] + plane[ty][tx + r] + plane[ty - r][tx] +
				       plane[ty + r][tx] + queue[4 - r] + queue[4 + r]);
		old[here] = 2.0f * queue[4] - old[here] + speed[here] * sum;
	}
}

// Over-relaxation of one colour, the other colour's array beside it: half as many places a row.
extern "C" __global__ void phy_relax_colour(double *__restrict__ mine,
	const double *__restrict__ other, const double *__restrict__ rhs, int half, int rows,
	int colour, double omega)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x < 1 || x >= half - 1 || y >= rows - 1)
		return;
	int at = y * half + x, shift = (y + colour) % 2 == 0 ? -1 : 1;
	double residual = rhs[at] + other[at] + other[at + shift] + other[at - half] +
			  other[at + half] - 4.0 * mine[at];
	mine[at] += omega * 0.25 * residual;
}

// Two substances that react and spread, in one array of pairs; the borders wrap.
extern "C" __global__ void phy_reaction(
	const float2 *in, float2 *out, int width, int height, float feed, float kill)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int left = (x + width - 1) % width, right = (x + 1) % width;
	int up = (y + height - 1) % height, down = (y + 1) % height;
	float2 c = in[y * width + x], l = in[y * width + left], r = in[y * width + right];
	float2 u = in[up * width + x], d = in[down * width + x];
	float react = c.x * c.y * c.y;
	c.x += 0.2f * (l.x + r.x + u.x + d.x - 4 * c.x) - react + feed * (1 - c.x);
	c.y += 0.1f * (l.y + r.y + u.y + d.y - 4 * c.y) + react - (feed + kill) * c.y;
	out[y * width + x] = c;
}

// Potential of all bodies, tiles of 16 lanes hand theirs round.
extern "C" __global__ void phy_body_potential(
	const float4 *__restrict__ bodies, float *__restrict__ out, int n)
{
	auto tile = cg::tiled_partition<16>(cg::this_thread_block());
	int target = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
	if (target >= n)
		return;
	float4 p = bodies[target];
	float sum = 0;
	for (int j = tile.thread_rank(); j < n; j += 16) {
		float4 q = bodies[j];
		float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
		sum += q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
	}
	sum = cg::reduce(tile, sum, cg::plus<float>());
	if (tile.thread_rank() == 0)
		out[target] = sum;
}

// Flow through the four faces of cells that lie anywhere: density, momentum, energy in planes.
extern "C" __global__ void phy_cell_flux(const int *__restrict__ neighbours,
	const float *__restrict__ normals, const float *__restrict__ v, float *__restrict__ flux,
	int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float density = v[i] + 2.0f, mx = v[n + i], my = v[2 * n + i], mz = v[3 * n + i],
	      energy = v[4 * n + i] + 9.0f;
	float speed2 = (mx * mx + my * my + mz * mz) / (density * density),
	      pressure = 0.4f * (energy - 0.5f * density * speed2);
	float sound = sqrtf(1.4f * pressure / density), f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0;
	for (int k = 0; k < 4; k++) {
		int o = neighbours[k * n + i];
		float nx = normals[(3 * k) * n + i], ny = normals[(3 * k + 1) * n + i],
		      nz = normals[(3 * k + 2) * n + i];
		float area = sqrtf(nx * nx + ny * ny + nz * nz);
		if (o < n) {
			float d = v[o] + 2.0f, ox = v[n + o], oy = v[2 * n + o], oz = v[3 * n + o],
			      e = v[4 * n + o] + 9.0f;
			float s2 = (ox * ox + oy * oy + oz * oz) / (d * d),
			      p = 0.4f * (e - 0.5f * d * s2);
			float factor = -area * 0.1f *
				       (sqrtf(speed2) + sqrtf(s2) + sound + sqrtf(1.4f * p / d));
			float un = 0.5f * ((mx * nx + my * ny + mz * nz) / density +
						  (ox * nx + oy * ny + oz * nz) / d);
			f0 += factor * (density - d) + un * (density + d);
			f1 += factor * (mx - ox) + un * (mx + ox) + 0.5f * nx * (pressure + p);
			f2 += factor * (my - oy) + un * (my + oy) + 0.5f * ny * (pressure + p);
			f3 += factor * (mz - oz) + un * (mz + oz) + 0.5f * nz * (pressure + p);
			f4 += factor * (energy - e) + un * (energy + e + pressure + p);
		} else {
			f1 += nx * pressure;
			f2 += ny * pressure;
			f3 += nz * pressure;
		}
	}
	flux[i] = f0;
	flux[n + i] = f1;
	flux[2 * n + i] = f2;
	flux[3 * n + i] = f3;
	flux[4 * n + i] = f4;
}

// Light that wanders through a body until it is spent; each path ends in its own time.
extern "C" __global__ void phy_photon_walks(float *__restrict__ dose, int n, float albedo, int bins)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long s = 0x853c49e6748fea9bull + i * 0xda3e39cb94b95bdbull;
	auto draw = [&s]() {
		s = s * 6364136223846793005ull + 1442695040888963407ull;
		uint32_t x = (uint32_t)((s >> 18 ^ s) >> 27), r = (uint32_t)(s >> 59);
		return ((x >> r | x << (-r & 31)) >> 8) * 5.9604645e-8f;
	};
	float z = 0, cosine = 1, weight = 1;
	while (weight > 0) {
		z += -logf(1.0f - draw()) * cosine;
		if (z < 0)
			break;
		int bin = min((int)(z * 4.0f), bins - 1);
		atomicAdd(&dose[bin], weight * (1.0f - albedo));
		weight *= albedo;
		cosine = 2.0f * draw() - 1.0f;
		if (weight < 0.05f)
			weight = draw() < 0.1f ? weight * 10.0f : 0.0f;
	}
}

// A gate on one bit of a state of 2^n complex numbers.
extern "C" __global__ void phy_gate(
	float2 *state, int bit, long long pairs, float cr, float ci, float sr, float si)
{
	long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= pairs)
		return;
	long long low = (i >> bit << (bit + 1)) | (i & ((1ll << bit) - 1)), high = low | 1ll << bit;
	float2 a = state[low], b = state[high];
	state[low] = make_float2(cr * a.x - ci * a.y - sr * b.x + si * b.y,
		cr * a.y + ci * a.x - sr * b.y - si * b.x);
	state[high] = make_float2(sr * a.x + si * a.y + cr * b.x + ci * b.y,
		sr * a.y - si * a.x + cr * b.y - ci * b.x);
}

// Twisting of bonds between four atoms; forces are added to each.
extern "C" __global__ void phy_twists(const float4 *__restrict__ atoms,
	const int4 *__restrict__ bonds, const float2 *__restrict__ terms,
	float *__restrict__ forces, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 b = bonds[i];
	float4 p = atoms[b.x], q = atoms[b.y], r = atoms[b.z], s = atoms[b.w];
	float ax = q.x - p.x, ay = q.y - p.y, az = q.z - p.z, bx = r.x - q.x, by = r.y - q.y,
	      bz = r.z - q.z;
	float cx = s.x - r.x, cy = s.y - r.y, cz = s.z - r.z;
	float mx = ay * bz - az * by, my = az * bx - ax * bz, mz = ax * by - ay * bx;
	float nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
	float mm = mx * mx + my * my + mz * mz + 1e-6f, nn = nx * nx + ny * ny + nz * nz + 1e-6f;
	float len = sqrtf(bx * bx + by * by + bz * bz + 1e-6f);
	float angle = atan2f(len * (ax * nx + ay * ny + az * nz), mx * nx + my * ny + mz * nz);
	float2 t = terms[i];
	float k = -3.0f * t.x * sinf(3.0f * angle - t.y), f1 = k * len / mm, f4 = -k * len / nn;
	atomicAdd(&forces[3 * b.x], f1 * mx);
	atomicAdd(&forces[3 * b.x + 1], f1 * my);
	atomicAdd(&forces[3 * b.x + 2], f1 * mz);
	atomicAdd(&forces[3 * b.w], f4 * nx);
	atomicAdd(&forces[3 * b.w + 1], f4 * ny);
	atomicAdd(&forces[3 * b.w + 2], f4 * nz);
}
