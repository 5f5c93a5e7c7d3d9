/*
 * device,block,registers,shared_bytes,blocks_per_sm,warps_per_sm,occupancy_pct,limiter
 * h100_sxm5,256,40,24576,6,48,75,registers
 *
 * {"schema": "gpumodel-occupancy/1", "rows": [
 * {"device": "h100_sxm5", "compute_capability": "9.0", "block": 256, "registers": 40, ...}
 *
 * Millions of these are written: numbers go digit by digit into one buffer on the stack, and what
 * rows of a device share is formatted once.
 */
#include "report/occupancy.h"

#include "base/quantity.h"
#include "report/occupancy_json.h"
#include "report/report.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 512 };

/* What stands before each number, in the order of the columns. */
static const char *const csv_before[] = {",", ",", ",", ",", ","};
static const char *const json_before[] = {
	", \"block\": ", ", \"registers\": ", ", \"shared_bytes\": ", ", \"blocks_per_sm\": ",
	", \"warps_per_sm\": "};

void
gm_report_rows_begin(gm_text *out, bool json)
{
	gm_text_append(out, json ? "{\"schema\": \"gpumodel-occupancy/1\", \"rows\": [\n"
				 : "device,block,registers,shared_bytes,blocks_per_sm,warps_per_sm,"
				   "occupancy_pct,limiter\n");
}

void
gm_report_rows_end(gm_text *out, bool json)
{
	gm_text_append(out, json ? "\n]}\n" : "");
}

static void
begin_object(gm_text *out, const gm_device *device)
{
	json_t *names = json_pack("{s:s,s:o}", "device", device->name, "compute_capability",
				  gm_occupancy_json_capability(device));
	char *object = json_dumps(names, 0);
	gm_text_append_bytes(out, object, strlen(object) - 1); /* left open for the numbers */
	free(object);
	json_decref(names);
}

void
gm_report_rows_device(gm_occupancy_rows *rows, const gm_device *device, bool json)
{
	const int warps_max = (int)gm_device_value(device, GM_WARPS_PER_SM);
	*rows = (gm_occupancy_rows){
		.json = json, .percent = gm_allocate((size_t)warps_max + 1, sizeof *rows->percent)};
	if (json)
		begin_object(&rows->device, device);
	else
		gm_report_csv_field(&rows->device, device->name);
	for (int warps = 0; warps <= warps_max; warps++) {
		char number[24];
		gm_number_format(100.0 * warps / warps_max, number, sizeof number);
		snprintf(rows->percent[warps], GM_ROW_PIECE_BYTES, "%s%s%s",
			 json ? ", \"occupancy_pct\": " : ",", number,
			 json ? ", \"limiter\": \"" : ",");
	}
}

void
gm_report_rows_dispose(gm_occupancy_rows *rows)
{
	gm_text_dispose(&rows->device);
	free(rows->percent);
}

static char *
put_text(char *at, const char *text)
{
	const size_t length = strlen(text);
	memcpy(at, text, length);
	return at + length;
}

static char *
put_number(char *at, int64_t number)
{
	char digits[24];
	char *first = digits + sizeof digits;
	uint64_t left = (uint64_t)number;
	do {
		*--first = (char)('0' + left % 10);
		left /= 10;
	} while (left);
	const size_t length = (size_t)(digits + sizeof digits - first);
	memcpy(at, first, length);
	return at + length;
}

void
gm_report_rows_add(gm_text *out, const gm_occupancy_rows *rows, bool first,
		   const gm_occupancy_request *request, const gm_occupancy *result)
{
	const int64_t numbers[] = {request->block_threads, request->registers_per_thread,
				   request->shared_bytes, result->blocks_per_sm,
				   result->warps_per_sm};
	const char *const *before = rows->json ? json_before : csv_before;
	char row[ROW_BYTES];
	char *at = row;
	if (rows->json && !first)
		gm_text_append_bytes(out, ",\n", 2);
	gm_text_append_bytes(out, rows->device.bytes, rows->device.length);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		at = put_number(put_text(at, before[i]), numbers[i]);
	at = put_text(at, rows->percent[result->warps_per_sm]);
	at = put_text(at, gm_limiter_name(result->limiter));
	at = put_text(at, rows->json ? "\"}" : "\n");
	gm_text_append_bytes(out, row, (size_t)(at - row));
}
