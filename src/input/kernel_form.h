/*
 * What a file that is named as a kernel holds, by its first bytes; only where these cannot be read
 * again (a pipe) or say nothing, by its suffix.
 */
#ifndef GM_INPUT_KERNEL_FORM_H
#define GM_INPUT_KERNEL_FORM_H

#include "base/error.h"

typedef enum gm_kernel_form {
	GM_FORM_DESCRIPTOR, /* XML, or a name of the library: what it is unless seen otherwise */
	GM_FORM_PTX,        /* begins with .version, comments apart */
	GM_FORM_MACHINE,    /* ELF or a fat binary: a cubin, an object, a program */
	GM_FORM_SOURCE,     /* CUDA or C++ by suffix */
} gm_kernel_form;

gm_kernel_form gm_kernel_form_of(const char *path);

/* GM_BAD_FILE, with what to do instead, for forms that are no kernel. */
gm_status gm_kernel_form_check(const char *path, gm_kernel_form form, gm_error *err);

#endif
