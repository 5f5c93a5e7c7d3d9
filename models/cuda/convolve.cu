/*
 * Convolution of a row of n floats with a filter of 2 RADIUS + 1 taps in constant memory. A
 * block brings its part of the image and RADIUS elements on both sides into shared memory;
 * outside the image stands zero.
 * From: G80 lecture, "Extended C", which shows only the outline (filter, region, barrier,
 * result) and the launch of 100 blocks of 10 threads; completed here, with a result array of
 * its own, since neighbouring blocks still read what an update in place would overwrite.
 *
 *     convolve<<<ceil_div(n, BLOCK), BLOCK>>>(image, result, n)
 */
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef RADIUS
#define RADIUS 4
#endif

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void
convolve(const float *image, float *result, int n)
{
	__shared__ float region[BLOCK + 2 * RADIUS];
	const int first = (int)blockIdx.x * BLOCK;

	for (int i = threadIdx.x; i < BLOCK + 2 * RADIUS; i += BLOCK) {
		const int j = first + i - RADIUS;
		region[i] = j >= 0 && j < n ? image[j] : 0.0f;
	}
	__syncthreads();

	if (first + (int)threadIdx.x < n) {
		float sum = 0.0f;
		for (int k = 0; k < 2 * RADIUS + 1; k++)
			sum += filter[k] * region[threadIdx.x + 2 * RADIUS - k];
		result[first + threadIdx.x] = sum;
	}
}
