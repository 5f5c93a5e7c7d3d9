#include "cli/occupancy.h"

#include <stddef.h>
#include <stdlib.h>

static const struct {
	gm_option_id option;
	gm_dimension dimension;
	size_t offset;
	int64_t least;
	const char *expected;
} lists[] = {
	{GM_OPTION_BLOCK, GM_COUNT, offsetof(gm_occupancy_job, blocks), 1,
	 "threads, from 1 on: 256, 64,128 or 32:1024:32"},
	{GM_OPTION_REGISTERS, GM_COUNT, offsetof(gm_occupancy_job, registers), 1,
	 "registers, from 1 on: 32, 16,24 or 16:255"},
	{GM_OPTION_SHARED, GM_BYTES, offsetof(gm_occupancy_job, shared), 0,
	 "a size with its unit: 24KiB, or 0:64KiB:1KiB"},
};

enum { LISTS_COUNT = sizeof lists / sizeof *lists };

static gm_values *
list_of(gm_occupancy_job *job, int row)
{
	return (gm_values *)(void *)((char *)job + lists[row].offset);
}

static gm_status
read_lists(gm_occupancy_job *job)
{
	gm_status status = GM_OK;
	for (int i = 0; i < LISTS_COUNT && status == GM_OK; i++) {
		const char *text = gm_given_last(&job->cli->given, lists[i].option);
		gm_values *list = list_of(job, i);
		if (text && (gm_range_parse_quantity(text, lists[i].dimension, &list->items,
						     &list->count, NULL) != GM_OK ||
			     list->items[0] < lists[i].least))
			status = gm_given_refuse(job->cli, lists[i].option, text,
						 lists[i].expected);
	}
	return status;
}

gm_status
gm_occupancy_job_begin(gm_occupancy_job *job, gm_cli *cli)
{
	*job = (gm_occupancy_job){.cli = cli, .arena = gm_arena_new(), .carveout_bytes = -1};
	gm_status status = gm_capabilities_given(cli, &job->devices, &job->devices_count);
	if (status == GM_OK)
		status = read_lists(job);
	return status == GM_OK ? gm_given_bytes(cli, GM_OPTION_CARVEOUT, &job->carveout_bytes)
			       : status;
}

void
gm_occupancy_job_dispose(gm_occupancy_job *job)
{
	for (int i = 0; i < LISTS_COUNT; i++)
		free(list_of(job, i)->items);
	gm_devices_dispose(job->devices, job->devices_count);
	free(job->studies.items);
	gm_arena_free(job->arena);
}

gm_status
gm_occupancy_job_one(gm_occupancy_job *job, gm_option_id option, int64_t none, int64_t *out)
{
	*out = none;
	for (int i = 0; i < LISTS_COUNT; i++) {
		const gm_values *list = list_of(job, i);
		if (lists[i].option != option || list->count == 0)
			continue;
		if (list->count > 1)
			return gm_fail(
				&job->cli->err, GM_USAGE,
				"'%s': one value for a kernel; several are a sweep, without one",
				gm_given_last(&job->cli->given, option));
		*out = list->items[0];
	}
	return GM_OK;
}

/* What the command line says of any kernel. */
static gm_status
apply_given(gm_occupancy_job *job, gm_occupancy_subject *subject)
{
	int64_t registers;
	const gm_status status = gm_occupancy_job_one(job, GM_OPTION_REGISTERS, -1, &registers);
	subject->request.carveout_bytes = job->carveout_bytes;
	if (status != GM_OK || registers < 0)
		return status;
	subject->request.registers_per_thread = registers;
	subject->registers_source = *subject->kernel ? "command line" : "";
	return GM_OK;
}

gm_status
gm_occupancy_job_add(gm_occupancy_job *job, const gm_device *device, gm_occupancy_subject *subject,
		     gm_studies *to)
{
	gm_status status = apply_given(job, subject);
	if (status != GM_OK)
		return status;
	to->items = gm_grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
	status = gm_occupancy_study_make(device, subject, &to->items[to->count], &job->cli->err);
	to->count += status == GM_OK;
	return status;
}
