#include "cli/occupancy.h"

#include <string.h>

enum { PIECE_BYTES = 1 << 16 };

typedef struct sweep {
	gm_occupancy_job *job;
	gm_stream stream;
	gm_text text;
	gm_occupancy_rows rows;
	bool json, first;
} sweep;

static bool
several(const gm_values *list)
{
	return list->count > 1;
}

bool
gm_occupancy_is_sweep(const gm_occupancy_job *job)
{
	return several(&job->blocks) || several(&job->registers) || several(&job->shared);
}

static gm_occupancy_request
request_of(const gm_occupancy_job *job, size_t block, size_t registers, size_t shared)
{
	return (gm_occupancy_request){
		.block_threads = job->blocks.items[block],
		.registers_per_thread = job->registers.items[registers],
		.shared_bytes = job->shared.count ? job->shared.items[shared] : 0,
		.carveout_bytes = job->carveout_bytes,
	};
}

/* The limits of a request do not depend on one another, so walking the axes one by one checks them
 * all. */
static gm_status
check(const gm_occupancy_job *job, const gm_device *device)
{
	const gm_values *axes[] = {&job->blocks, &job->registers, &job->shared};
	for (size_t axis = 0; axis < 3; axis++)
		for (size_t i = 0; i < axes[axis]->count; i++) {
			const gm_occupancy_request request = request_of(
				job, axis == 0 ? i : 0, axis == 1 ? i : 0, axis == 2 ? i : 0);
			const gm_status status =
				gm_occupancy_check(device, &request, &job->cli->err);
			if (status != GM_OK)
				return status;
		}
	return GM_OK;
}

/* All registers and shared sizes with one block size. */
static gm_status
write_block(sweep *s, const gm_device *device, size_t block)
{
	const gm_occupancy_job *job = s->job;
	const size_t sizes = job->shared.count ? job->shared.count : 1;
	for (size_t registers = 0; registers < job->registers.count; registers++)
		for (size_t shared = 0; shared < sizes; shared++) {
			const gm_occupancy_request request =
				request_of(job, block, registers, shared);
			const gm_occupancy result = gm_occupancy_evaluate(device, &request);
			gm_report_rows_add(&s->text, &s->rows, s->first, &request, &result);
			s->first = false;
			if (s->text.length < PIECE_BYTES)
				continue;
			const gm_status status = gm_stream_put(&s->stream, &s->text);
			if (status != GM_OK || s->stream.reader_gone)
				return status;
		}
	return GM_OK;
}

static gm_status
write_device(sweep *s, const gm_device *device)
{
	gm_status status = check(s->job, device);
	if (status != GM_OK)
		return status;
	gm_report_rows_device(&s->rows, device, s->json);
	for (size_t i = 0; i < s->job->blocks.count && status == GM_OK && !s->stream.reader_gone;
	     i++)
		status = write_block(s, device, i);
	gm_report_rows_dispose(&s->rows);
	return status;
}

static gm_status
write_rows(sweep *s)
{
	gm_status status = GM_OK;
	gm_report_rows_begin(&s->text, s->json);
	for (int i = 0; i < s->job->devices_count && status == GM_OK; i++)
		status = write_device(s, s->job->devices[i]);
	gm_report_rows_end(&s->text, s->json);
	return status == GM_OK ? gm_stream_put(&s->stream, &s->text) : status;
}

static gm_status
refuse_options(const gm_occupancy_job *job)
{
	static const struct {
		gm_option_id option;
		const char *what;
	} of_kernels[] = {{GM_OPTION_PLOT, "--plot draws"},
			  {GM_OPTION_FAIL_BELOW, "--fail-below checks"},
			  {GM_OPTION_FAIL_ON_SPILL, "--fail-on-spill checks"}};
	for (size_t i = 0; i < sizeof of_kernels / sizeof *of_kernels; i++)
		if (gm_given_has(&job->cli->given, of_kernels[i].option))
			return gm_fail(&job->cli->err, GM_USAGE, "%s one launch, not a sweep",
				       of_kernels[i].what);
	return GM_OK;
}

gm_status
gm_occupancy_sweep(gm_occupancy_job *job)
{
	const gm_report_format *format;
	sweep s = {.job = job, .first = true};
	gm_status status = gm_output_format(job->cli, &format);
	if (status == GM_OK && strcmp(format->name, "text") == 0 &&
	    gm_given_has(&job->cli->given, GM_OPTION_FORMAT))
		status = gm_fail(&job->cli->err, GM_USAGE, "a sweep is written as csv or json");
	if (status == GM_OK)
		status = refuse_options(job);
	if (status == GM_OK)
		status = gm_stream_open(job->cli, &s.stream);
	if (status != GM_OK)
		return status;
	s.json = strcmp(format->name, "json") == 0;
	status = gm_stream_close(&s.stream, write_rows(&s));
	gm_text_dispose(&s.text);
	return status;
}
