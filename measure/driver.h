/*
 * The CUDA driver, loaded while the program runs.
 *
 * The machine that measures needs neither the CUDA toolkit nor its headers: the functions used are
 * declared here, as the driver API reference documents them, and found in libcuda.so.1 by name. A
 * name that ends in _v2 is the form with 64-bit sizes that the reference describes without suffix.
 */
#ifndef GM_MEASURE_DRIVER_H
#define GM_MEASURE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int gm_cu_result; /* 0: success */
enum { GM_CU_ERROR_UNKNOWN = 999 };
typedef int gm_cu_device;
typedef uint64_t gm_cu_address; /* in the memory of the device */
typedef struct CUctx_st *gm_cu_context;
typedef struct CUmod_st *gm_cu_module;
typedef struct CUfunc_st *gm_cu_function;
typedef struct CUevent_st *gm_cu_event;
typedef struct CUstream_st *gm_cu_stream;

/*  result, symbol, arguments */
#define GM_DRIVER_LIST(X)                                                                          \
	X(cuInit, (unsigned flags))                                                                \
	X(cuDriverGetVersion, (int *version))                                                      \
	X(cuDeviceGet, (gm_cu_device *device, int ordinal))                                        \
	X(cuDeviceGetName, (char *name, int length, gm_cu_device device))                          \
	X(cuDeviceGetAttribute, (int *value, int attribute, gm_cu_device device))                  \
	X(cuDevicePrimaryCtxRetain, (gm_cu_context * context, gm_cu_device device))                \
	X(cuDevicePrimaryCtxReset_v2, (gm_cu_device device))                                       \
	X(cuCtxSetCurrent, (gm_cu_context context))                                                \
	X(cuCtxSynchronize, (void))                                                                \
	X(cuModuleLoadData, (gm_cu_module * module, const void *image))                            \
	X(cuModuleUnload, (gm_cu_module module))                                                   \
	X(cuModuleGetFunction, (gm_cu_function * function, gm_cu_module module, const char *name)) \
	X(cuModuleGetGlobal_v2,                                                                    \
	  (gm_cu_address * address, size_t *bytes, gm_cu_module module, const char *name))         \
	X(cuFuncSetAttribute, (gm_cu_function function, int attribute, int value))                 \
	X(cuMemAlloc_v2, (gm_cu_address * address, size_t bytes))                                  \
	X(cuMemFree_v2, (gm_cu_address address))                                                   \
	X(cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))                           \
	X(cuMemFreeHost, (void *memory))                                                           \
	X(cuMemcpyHtoD_v2, (gm_cu_address to, const void *from, size_t bytes))                     \
	X(cuMemcpyDtoH_v2, (void *to, gm_cu_address from, size_t bytes))                           \
	X(cuMemcpyDtoD_v2, (gm_cu_address to, gm_cu_address from, size_t bytes))                   \
	X(cuMemsetD8_v2, (gm_cu_address to, unsigned char value, size_t bytes))                    \
	X(cuEventCreate, (gm_cu_event * event, unsigned flags))                                    \
	X(cuEventDestroy_v2, (gm_cu_event event))                                                  \
	X(cuEventRecord, (gm_cu_event event, gm_cu_stream stream))                                 \
	X(cuEventSynchronize, (gm_cu_event event))                                                 \
	X(cuEventElapsedTime, (float *milliseconds, gm_cu_event start, gm_cu_event end))           \
	X(cuLaunchKernel,                                                                          \
	  (gm_cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,             \
	   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,            \
	   gm_cu_stream stream, void **arguments, void **extra))                                   \
	X(cuLaunchCooperativeKernel,                                                               \
	  (gm_cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,             \
	   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,            \
	   gm_cu_stream stream, void **arguments))                                                 \
	X(cuGetErrorName, (gm_cu_result result, const char **name))

/* Attributes of cuDeviceGetAttribute and cuFuncSetAttribute, with the numbers of the reference. */
enum {
	GM_CU_MULTIPROCESSORS = 16,
	GM_CU_CLOCK_KHZ = 13,
	GM_CU_L2_BYTES = 38,
	GM_CU_CAPABILITY_MAJOR = 75,
	GM_CU_CAPABILITY_MINOR = 76,
	GM_CU_FUNCTION_DYNAMIC_SHARED = 8,
};

typedef struct gm_driver {
	void *library;
#define X(symbol, arguments) gm_cu_result(*symbol) arguments;
	GM_DRIVER_LIST(X)
#undef X
	gm_cu_device device;
	char device_name[128];
	int driver_version; /* 13000 for CUDA 13.0 */
	int multiprocessors;
	int l2_bytes;
} gm_driver;

/* Loads the library and makes the first device current. False: a message is in `message`. */
bool gm_driver_open(gm_driver *driver, char *message, size_t message_bytes);

/* Throws the context away with all that lives in it and makes a new one: the way out after a kernel
   has faulted, since the driver refuses everything in a context where one did. */
bool gm_driver_renew(gm_driver *driver);

void gm_driver_close(gm_driver *driver);

/* The driver's name of a result, such as CUDA_ERROR_ILLEGAL_ADDRESS. Static. */
const char *gm_driver_result_name(const gm_driver *driver, gm_cu_result result);

#endif
