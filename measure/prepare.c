#include "prepare.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 64 << 20, FILLERS_MAX = 16 };

typedef struct filler {
	const gm_contents *contents;
	char *to;
	uint64_t first, count;
} filler;

static void *
run_filler(void *argument)
{
	const filler *work = argument;

	gm_contents_fill(work->contents, work->to, work->first, work->count);
	return NULL;
}

/* Elements first ... first+count-1, by as many threads as there are processors. */
static void
fill_piece(const gm_contents *contents, char *to, uint64_t first, uint64_t count)
{
	pthread_t threads[FILLERS_MAX];
	filler work[FILLERS_MAX];
	bool started[FILLERS_MAX];
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	const uint64_t shares = processors < 1             ? 1
	                        : processors > FILLERS_MAX ? FILLERS_MAX
	                                                   : (uint64_t)processors;

	for (uint64_t i = 0; i < shares; i++) {
		const uint64_t begin = count * i / shares;
		const uint64_t end = count * (i + 1) / shares;
		work[i] = (filler){contents, to + begin * gm_type_bytes(contents->type), first + begin,
		                   end - begin};
		started[i] = pthread_create(&threads[i], NULL, run_filler, &work[i]) == 0;
		if (!started[i])
			run_filler(&work[i]);
	}
	for (uint64_t i = 0; i < shares; i++)
		if (started[i])
			pthread_join(threads[i], NULL);
}

/* Through one pinned buffer, a piece at a time: pageable copies cost more than the kernels. */
static bool
upload_pieces(const gm_driver *driver, gm_cu_address to, const gm_contents *contents)
{
	const uint64_t bytes = gm_type_bytes(contents->type);
	const uint64_t piece = PIECE_BYTES / bytes;
	void *buffer;
	bool done = true;

	if (contents->fill == GM_ZERO)
		return driver->cuMemsetD8_v2(to, 0, contents->count * bytes) == 0;
	if (driver->cuMemHostAlloc(&buffer, PIECE_BYTES, 0) != 0)
		return false;
	for (uint64_t first = 0; done && first < contents->count; first += piece) {
		const uint64_t left = contents->count - first;
		const uint64_t count = left < piece ? left : piece;
		fill_piece(contents, buffer, first, count);
		done = driver->cuMemcpyHtoD_v2(to + first * bytes, buffer, count * bytes) == 0;
	}
	driver->cuMemFreeHost(buffer);
	return done;
}

static bool
upload_whole(const gm_driver *driver, gm_cu_address to, const gm_contents *contents,
             const char *folder)
{
	const size_t bytes = contents->count * gm_type_bytes(contents->type);
	void *buffer = malloc(bytes);
	const bool done = buffer != NULL && gm_contents_fill_whole(contents, folder, buffer)
	                  && driver->cuMemcpyHtoD_v2(to, buffer, bytes) == 0;

	free(buffer);
	return done;
}

static bool
upload(const gm_driver *driver, gm_cu_address to, const gm_contents *contents, const char *folder)
{
	return gm_contents_by_pieces(contents) ? upload_pieces(driver, to, contents)
	                                       : upload_whole(driver, to, contents, folder);
}

/* Whether the array no longer holds what it held. An array that cannot be read back has changed. */
static bool
differs(const gm_driver *driver, gm_cu_address array, const gm_contents *contents,
        const char *folder)
{
	const uint64_t bytes = gm_type_bytes(contents->type);
	const bool by_pieces = gm_contents_by_pieces(contents);
	const uint64_t piece = by_pieces ? PIECE_BYTES / bytes : contents->count;
	char *expected = malloc(piece * bytes), *found = malloc(piece * bytes);
	bool same = expected != NULL && found != NULL;

	for (uint64_t first = 0; same && first < contents->count; first += piece) {
		const uint64_t left = contents->count - first;
		const uint64_t count = left < piece ? left : piece;
		if (by_pieces)
			fill_piece(contents, expected, first, count);
		else
			same = gm_contents_fill_whole(contents, folder, expected);
		same = same && driver->cuMemcpyDtoH_v2(found, array + first * bytes, count * bytes) == 0
		       && memcmp(expected, found, count * bytes) == 0;
	}
	free(expected);
	free(found);
	return !same;
}

static char *
read_code(const char *folder, const char *name)
{
	char path[2 * GM_PATH_BYTES];
	char *code = NULL;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0) {
		const long bytes = ftell(file);
		rewind(file);
		code = bytes < 0 ? NULL : malloc((size_t)bytes + 1);
		if (code != NULL && fread(code, 1, (size_t)bytes, file) == (size_t)bytes)
			code[bytes] = '\0'; /* the driver reads PTX as a string */
	}
	fclose(file);
	return code;
}

static bool
load_module(gm_prepared *prepared, const char *folder, char *message, size_t message_bytes)
{
	const gm_driver *driver = prepared->driver;
	const gm_launch *launch = prepared->launch;
	char *code = read_code(folder, launch->code);

	if (code == NULL) {
		snprintf(message, message_bytes, "cannot read %s", launch->code);
		return false;
	}
	gm_cu_result result = driver->cuModuleLoadData(&prepared->module, code);
	free(code);
	if (result == 0)
		result = driver->cuModuleGetFunction(&prepared->function, prepared->module,
		                                     launch->entry);
	if (result == 0 && launch->shared_bytes > 48u * 1024u)
		result = driver->cuFuncSetAttribute(prepared->function, GM_CU_FUNCTION_DYNAMIC_SHARED,
		                                    (int)launch->shared_bytes);
	if (result != 0)
		snprintf(message, message_bytes, "%s: %s", launch->code,
		         gm_driver_result_name(driver, result));
	return result == 0;
}

static bool
fill_constant(gm_prepared *prepared, const gm_argument *constant, const char *folder)
{
	const gm_contents *contents = &constant->contents;
	gm_cu_address address;
	size_t bytes;

	return prepared->driver->cuModuleGetGlobal_v2(&address, &bytes, prepared->module,
	                                              constant->symbol)
	               == 0
	       && bytes >= contents->count * gm_type_bytes(contents->type)
	       && upload(prepared->driver, address, contents, folder);
}

/* The low bytes of the value, where the argument's are. */
static void
pass(gm_prepared *prepared, const gm_argument *argument, uint64_t value)
{
	prepared->pointers[argument->place] = prepared->values[argument->place];
	memcpy(prepared->values[argument->place] + argument->offset, &value, argument->bytes);
}

static bool
prepare_argument(gm_prepared *prepared, int i, const char *folder)
{
	const gm_argument *argument = &prepared->launch->arguments[i];
	const gm_contents *contents = &argument->contents;

	pass(prepared, argument, argument->scalar);
	if (!argument->is_array)
		return true;
	if (prepared->driver->cuMemAlloc_v2(&prepared->arrays[i],
	                                    contents->count * gm_type_bytes(contents->type))
	    != 0)
		return false;
	pass(prepared, argument, prepared->arrays[i]);
	return upload(prepared->driver, prepared->arrays[i], contents, folder);
}

bool
gm_prepared_init(gm_prepared *prepared, const gm_driver *driver, const gm_launch *launch,
                 const char *folder, char *message, size_t message_bytes)
{
	memset(prepared, 0, sizeof *prepared);
	prepared->driver = driver;
	prepared->launch = launch;
	if (!load_module(prepared, folder, message, message_bytes))
		return false;
	for (int i = 0; i < launch->constants_count; i++) {
		if (!fill_constant(prepared, &launch->constants[i], folder)) {
			snprintf(message, message_bytes, "cannot fill constant %s",
			         launch->constants[i].symbol);
			return false;
		}
	}
	for (int i = 0; i < launch->arguments_count; i++) {
		if (!prepare_argument(prepared, i, folder)) {
			snprintf(message, message_bytes, "cannot prepare argument %d", i);
			return false;
		}
	}
	return true;
}

void
gm_prepared_dispose(gm_prepared *prepared)
{
	for (int i = 0; i < GM_ARGUMENTS_MAX; i++) {
		if (prepared->arrays[i] != 0)
			prepared->driver->cuMemFree_v2(prepared->arrays[i]);
		if (prepared->firsts[i] != 0)
			prepared->driver->cuMemFree_v2(prepared->firsts[i]);
	}
	if (prepared->module != NULL)
		prepared->driver->cuModuleUnload(prepared->module);
	memset(prepared, 0, sizeof *prepared);
}

gm_cu_result
gm_prepared_launch(const gm_prepared *prepared)
{
	const gm_launch *launch = prepared->launch;
	const unsigned *grid = launch->grid, *block = launch->block;
	void **pointers = (void **)prepared->pointers;

	if (launch->cooperative)
		return prepared->driver->cuLaunchCooperativeKernel(
		        prepared->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
		        launch->shared_bytes, NULL, pointers);
	return prepared->driver->cuLaunchKernel(prepared->function, grid[0], grid[1], grid[2], block[0],
	                                        block[1], block[2], launch->shared_bytes, NULL, pointers,
	                                        NULL);
}

static uint64_t
array_bytes(const gm_contents *contents)
{
	return contents->count * gm_type_bytes(contents->type);
}

gm_cu_result
gm_prepared_keep_firsts(gm_prepared *prepared, const char *folder)
{
	const gm_driver *driver = prepared->driver;
	gm_cu_result result = driver->cuCtxSynchronize();

	for (int i = 0; result == 0 && i < prepared->launch->arguments_count; i++) {
		const gm_contents *contents = &prepared->launch->arguments[i].contents;
		if (prepared->arrays[i] == 0
		    || !differs(driver, prepared->arrays[i], contents, folder))
			continue;
		result = driver->cuMemAlloc_v2(&prepared->firsts[i], array_bytes(contents));
		if (result == 0 && !upload(driver, prepared->firsts[i], contents, folder))
			result = GM_CU_ERROR_UNKNOWN;
	}
	return result;
}

gm_cu_result
gm_prepared_restore(const gm_prepared *prepared)
{
	gm_cu_result result = 0;

	for (int i = 0; result == 0 && i < prepared->launch->arguments_count; i++)
		if (prepared->firsts[i] != 0)
			result = prepared->driver->cuMemcpyDtoD_v2(
			        prepared->arrays[i], prepared->firsts[i],
			        array_bytes(&prepared->launch->arguments[i].contents));
	return result;
}

void *
gm_prepared_read(const gm_prepared *prepared, int argument)
{
	const gm_argument *wanted = &prepared->launch->arguments[argument];
	void *array = NULL;

	if (!wanted->is_array)
		return NULL;
	const size_t bytes = array_bytes(&wanted->contents);
	array = malloc(bytes);
	if (array != NULL
	    && prepared->driver->cuMemcpyDtoH_v2(array, prepared->arrays[argument], bytes) != 0) {
		free(array);
		array = NULL;
	}
	return array;
}
