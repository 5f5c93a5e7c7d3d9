/*
 * A launch made ready: its module loaded, its arrays on the device and filled, its parameters laid
 * out; and the way back, arrays read after it ran.
 */
#ifndef GM_MEASURE_PREPARE_H
#define GM_MEASURE_PREPARE_H

#include "driver.h"
#include "list.h"

typedef struct gm_prepared {
	const gm_driver *driver;
	const gm_launch *launch;
	gm_cu_module module;
	gm_cu_function function;
	gm_cu_address arrays[GM_ARGUMENTS_MAX];
	gm_cu_address firsts[GM_ARGUMENTS_MAX]; /* what the arrays held at first; 0: not kept */
	/* What is passed: of each parameter its bytes, those of scalars and addresses of arrays. */
	_Alignas(16) unsigned char values[GM_ARGUMENTS_MAX][GM_STRUCTURE_BYTES];
	void *pointers[GM_ARGUMENTS_MAX];
} gm_prepared;

/* `folder` holds the code and the files. False: a message says what failed; dispose all the same.
   The struct must stay where it is until disposed: `pointers` point into it. */
bool gm_prepared_init(gm_prepared *prepared, const gm_driver *driver, const gm_launch *launch,
                      const char *folder, char *message, size_t message_bytes);
void gm_prepared_dispose(gm_prepared *prepared);

/* Asynchronous, as every launch. */
gm_cu_result gm_prepared_launch(const gm_prepared *prepared);

/* Asked once the launch has run: keeps what those arrays held at first that it has changed, so that
   it can be put back. The driver's answer where that failed. */
gm_cu_result gm_prepared_keep_firsts(gm_prepared *prepared, const char *folder);

/* Arrays that the launch changes hold what they held at first; none were kept: nothing happens.
   Variables of the module are not arrays: they stay as they are. */
gm_cu_result gm_prepared_restore(const gm_prepared *prepared);

/* The array of an argument, read back; the caller frees it. NULL: no array, or out of memory. */
void *gm_prepared_read(const gm_prepared *prepared, int argument);

#endif
