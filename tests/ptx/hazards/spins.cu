// Loops that wait for other threads. The tests name lines of this file.

__device__ int grid_arrived, grid_generation;

// The lock of a warp: the lane that has it waits for the others to leave the loop.
extern "C" __global__ void spin_lock(int *lock, int *sum)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*sum += threadIdx.x;
	__threadfence();
	atomicExch(lock, 0);
}

// The lane that has it does its work and lets go inside the loop.
extern "C" __global__ void patient_lock(int *lock, int *sum)
{
	for (bool done = false; !done;) {
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*(volatile int *)sum += threadIdx.x;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}

// A lock in shared memory around plain accesses of shared memory.
extern "C" __global__ void shared_lock(int *out)
{
	__shared__ int lock, sum;
	if (threadIdx.x == 0)
		lock = sum = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence_block();
		sum += threadIdx.x;
		__threadfence_block();
		atomicExch(&lock, 0);
	}
	__syncthreads();
	out[threadIdx.x] = sum;
}

// Every block waits for all: they must be resident together.
extern "C" __global__ void grid_barrier(const float *in, float *middle, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	middle[i] = 2 * in[i];
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		atomicAdd(&grid_arrived, 1);
		while (*(volatile int *)&grid_arrived < gridDim.x)
			;
	}
	__syncthreads();
	out[i] = middle[gridDim.x * blockDim.x - 1 - i];
}

// Whoever sets the flag, it is no thread of the first block.
extern "C" __global__ void flag_of_others(volatile int *flag)
{
	if (blockIdx.x == 0)
		while (*flag == 0)
			;
	else
		*flag = 1;
}

// No thread of this kernel sets the flag; what it stores goes elsewhere.
extern "C" __global__ void flag_of_nobody(const volatile int *flag, int *out)
{
	while (*flag == 0)
		;
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
