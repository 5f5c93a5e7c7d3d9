/*
 * What a prediction says of faulty kernels, and that it says nothing of their corrected versions.
 *
 * The sources lie in tests/ptx/hazards; each row names the lines of the source at which a reader
 * would point, found by reading it.
 */
#ifndef GM_TESTS_HAZARDS_H
#define GM_TESTS_HAZARDS_H

#include "support/loading.h"

#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 4 };

typedef struct hazard_row {
	const char *file, *entry, *device; /* the file is that of sm_75 where it names none */
	gm_dim3 grid, block;
	const char *arguments[ARGUMENTS + 1];
	const char *finds; /* "severity name line, ..." of the hazards, in the order of findings */
	const char *says;  /* in the text of the first; "" when there is none */
	int64_t shared_bytes;
} hazard_row;

#define FLOATS "f32[4096]:random", "f32[4096]"
#define INTEGERS "s32[256]:random", "s32[256]"
#define LOCK "s32[1]", "s32[1]"

static inline char *
text_of(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	char *text = gm_allocate(1 << 20, 1);
	*length = fread(text, 1, 1 << 20, file);
	fclose(file);
	return text;
}

static inline gm_kernel *
row_kernel(const hazard_row *row)
{
	char path[512];
	size_t length;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	gm_ptx_launch launch = {.entry = row->entry,
				.grid = row->grid,
				.block = row->block,
				.arguments = row->arguments,
				.shared_dynamic_bytes = row->shared_bytes};
	while (row->arguments[launch.arguments_count])
		launch.arguments_count++;
	snprintf(path, sizeof path, "%s/tests/ptx/hazards/%s%s.ptx", GM_TREE, row->file,
		 strchr(row->file, '.') ? "" : ".sm_75");
	char *text = text_of(path, &length);
	ck_assert_msg(gm_ptx_module_parse(text, length, path, &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s",
		      err.message);
	gm_ptx_module_free(module);
	free(text);
	return kernel;
}

static inline bool
is_hazard(gm_finding_id id)
{
	return id >= GM_FINDING_SPIN_LOCK && id <= GM_FINDING_WARP_RACE;
}

/* The hazards of a prediction as the rows write them; *first is the text of the first. */
static inline void
list_hazards(const gm_prediction *p, char *out, size_t out_bytes, const char **first)
{
	size_t used = 0;
	*first = "";
	out[0] = '\0';
	for (int i = 0; i < p->findings_count; i++) {
		const gm_finding *f = &p->findings[i];
		if (!is_hazard(f->id))
			continue;
		*first = used ? *first : f->text;
		used += (size_t)snprintf(out + used, out_bytes - used, "%s%s %s %d",
					 used ? ", " : "", gm_severity_name(f->severity),
					 gm_finding_name(f->id), f->line);
		ck_assert_int_gt(f->ptx_line, 0);
		ck_assert_msg(strstr(f->file, ".cu") != NULL, "file '%s'", f->file);
	}
}

/* The prediction names exactly these hazards, with their lines. */
static inline void
check_hazards(const hazard_row *row)
{
	gm_kernel *kernel = row_kernel(row);
	gm_device *device = device_load(row->device);
	gm_prediction *p = gm_allocate(1, sizeof *p);
	gm_error err = GM_ERROR_NONE;
	char found[1024];
	const char *first;
	ck_assert_msg(gm_predict(kernel, device, NULL, p, &err) == GM_OK, "%s", err.message);
	list_hazards(p, found, sizeof found, &first);
	ck_assert_msg(strcmp(found, row->finds) == 0, "%s: found '%s', expected '%s'", row->entry,
		      found, row->finds);
	ck_assert_msg(strstr(first, row->says) != NULL, "%s: '%s' does not say '%s'", row->entry,
		      first, row->says);
	/* A deadlock has no time, a faulty kernel is called so. */
	const bool never = strstr(p->verdict, "never ends") != NULL;
	ck_assert_int_eq(never, p->time_s.kind == GM_KIND_UNKNOWN);
	ck_assert_int_eq(never || strstr(p->verdict, "faulty: ") != NULL,
			 strstr(row->finds, "error ") != NULL);
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
}

#endif
