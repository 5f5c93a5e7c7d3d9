#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static bool
find_functions(gm_driver *driver, char *message, size_t message_bytes)
{
#define X(symbol, arguments)                                                                       \
	*(void **)&driver->symbol = dlsym(driver->library, #symbol);                               \
	if (driver->symbol == NULL) {                                                              \
		snprintf(message, message_bytes, "libcuda.so.1 has no %s", #symbol);               \
		return false;                                                                      \
	}
	GM_DRIVER_LIST(X)
#undef X
	return true;
}

static bool
read_device(gm_driver *driver)
{
	return driver->cuDeviceGet(&driver->device, 0) == 0
	       && driver->cuDeviceGetName(driver->device_name, sizeof driver->device_name,
	                                  driver->device) == 0
	       && driver->cuDriverGetVersion(&driver->driver_version) == 0
	       && driver->cuDeviceGetAttribute(&driver->multiprocessors, GM_CU_MULTIPROCESSORS,
	                                       driver->device) == 0
	       && driver->cuDeviceGetAttribute(&driver->l2_bytes, GM_CU_L2_BYTES, driver->device)
	                  == 0;
}

static bool
enter_context(gm_driver *driver)
{
	gm_cu_context context;

	return driver->cuDevicePrimaryCtxRetain(&context, driver->device) == 0
	       && driver->cuCtxSetCurrent(context) == 0;
}

bool
gm_driver_open(gm_driver *driver, char *message, size_t message_bytes)
{
	memset(driver, 0, sizeof *driver);
	driver->library = dlopen("libcuda.so.1", RTLD_NOW);
	if (driver->library == NULL) {
		snprintf(message, message_bytes, "no CUDA driver: %s", dlerror());
		return false;
	}
	if (!find_functions(driver, message, message_bytes))
		return false;
	if (driver->cuInit(0) != 0 || !read_device(driver) || !enter_context(driver)) {
		snprintf(message, message_bytes, "the CUDA driver found no usable device");
		return false;
	}
	return true;
}

bool
gm_driver_renew(gm_driver *driver)
{
	return driver->cuDevicePrimaryCtxReset_v2(driver->device) == 0 && enter_context(driver);
}

void
gm_driver_close(gm_driver *driver)
{
	if (driver->library != NULL)
		dlclose(driver->library);
	driver->library = NULL;
}

const char *
gm_driver_result_name(const gm_driver *driver, gm_cu_result result)
{
	const char *name = NULL;

	if (driver->cuGetErrorName(result, &name) != 0 || name == NULL)
		return "an unknown error";
	return name;
}
