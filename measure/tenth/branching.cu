/*
 * Threads that part ways, and loops whose number of turns the data says.
 */

/* Lanes of one warp take one of two ways by their number. */
extern "C" __global__ void
branch_by_thread(const float *in, float *out, int n, int period)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float v = in[i];
	if (i / period % 2 == 0) {
		for (int k = 0; k < 64; k++)
			v = v * 0.99f + 0.5f;
	} else {
		for (int k = 0; k < 64; k++)
			v = v * 1.01f - 0.25f;
	}
	out[i] = v;
}

/* The sign of the data decides. */
extern "C" __global__ void
branch_by_sign(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float v = in[i];
	if (v > 0.0f)
		v = sqrtf(v) + logf(v + 1.0f);
	else
		v = expf(v) * 3.0f;
	out[i] = v;
}

extern "C" __global__ void
branch_eight_ways(const int *kind, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float v = in[i];
	switch (kind[i]) {
	case 0:
		v = v + 1.0f;
		break;
	case 1:
		v = v * v;
		break;
	case 2:
		v = sinf(v);
		break;
	case 3:
		v = 1.0f / (v + 2.0f);
		break;
	case 4:
		v = fabsf(v) + 0.5f;
		break;
	case 5:
		v = expf(v);
		break;
	case 6:
		v = rsqrtf(v + 2.0f);
		break;
	default:
		v = -v;
		break;
	}
	out[i] = v;
}

/* As many turns as the data says. */
extern "C" __global__ void
loop_as_told(const int *turns, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int count = turns[i];
	float v = 1.0f;
	for (int k = 0; k < count; k++)
		v = v * 0.5f + 1.0f;
	out[i] = v;
}

extern "C" __global__ void
loop_until_one(int *steps, int first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned long long v = first + i;
	int count = 0;
	while (v != 1) {
		v = v % 2 == 0 ? v / 2 : 3 * v + 1;
		count++;
	}
	steps[i] = count;
}

extern "C" __global__ void
loop_common_divisor(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned x = a[i] + 1, y = b[i] + 1;
	while (y != 0) {
		unsigned r = x % y;
		x = y;
		y = r;
	}
	out[i] = x;
}

/* Square roots by Newton's steps until they are good enough. */
extern "C" __global__ void
loop_newton(const double *in, double *out, int n, double tolerance)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	double a = in[i] + 1.0, x = a;
	while (fabs(x * x - a) > tolerance * a)
		x = 0.5 * (x + a / x);
	out[i] = x;
}

extern "C" __global__ void
binary_search_many(const int *sorted, int size, const int *keys, int *place, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int key = keys[i], low = 0, high = size - 1, found = -1;
	while (low <= high) {
		int middle = low + (high - low) / 2;
		int v = sorted[middle];
		if (v == key) {
			found = middle;
			break;
		}
		if (v < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	place[i] = found;
}

/* Primes by trial division. */
extern "C" __global__ void
loop_trial_division(unsigned char *prime, int first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int v = first + 2 * i;
	bool is = true;
	for (int d = 3; d * d <= v; d += 2)
		if (v % d == 0) {
			is = false;
			break;
		}
	prime[i] = is;
}
