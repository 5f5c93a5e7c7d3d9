/*
 * {"schema": "gpumodel-access/1", "lists": [
 *  {"kernel": "naive_mm", "device": "h100_sxm5", "capability": "cc 9.0", "sites": [
 *   {"line": 19, "operation": "load", "access": "A[row*n + k]", "space": "global",
 *    "requests": 1048576, "transactions": 4194304, "moved_bytes": ..., "distinct_bytes": ...,
 *    "passes": 1048576, "passes_ideal": 1048576}, ...]}]}
 *
 * Counts over the whole grid. Documented by schemas/access.schema.json.
 */
#include "report/access.h"

#include "report/json_parts.h"
#include "report/report.h"

#include <jansson.h>

static void
set_count(json_t *object, const char *name, const int64_t *of, gm_counter counter)
{
	json_object_set_new(object, name, json_integer((json_int_t)of[counter]));
}

static json_t *
one_site(const gm_site *site, const int64_t *of)
{
	json_t *object = json_pack("{s:i,s:s,s:s,s:s}", "line", site->line, "operation",
				   gm_operation_name(site->operation), "access", site->text, "space",
				   gm_space_name(site->space));
	set_count(object, "requests", of, GM_COUNT_REQUESTS);
	if (site->space == GM_GLOBAL) {
		set_count(object, "transactions", of, GM_COUNT_TRANSACTIONS);
		set_count(object, "moved_bytes", of, GM_COUNT_MOVED_BYTES);
		set_count(object, "distinct_bytes", of, GM_COUNT_DISTINCT_BYTES);
	}
	set_count(object, "passes", of, GM_COUNT_WAVEFRONTS);
	set_count(object, "passes_ideal", of, GM_COUNT_IDEAL_WAVEFRONTS);
	return object;
}

void
gm_report_sites_json(gm_text *out, const gm_kernel *kernel, const gm_device *device,
		     const gm_counts *counts, size_t index)
{
	json_t *sites = json_array();
	gm_text capability = {0};
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_memory(kernel->sites[s].operation))
			json_array_append_new(sites, one_site(&kernel->sites[s],
							      counts->sites[s].of));
	gm_access_say_capability(&capability, device);
	json_t *object = json_pack("{s:s,s:s,s:s,s:o,s:o}", "kernel", kernel->name, "device",
				   device->name, "capability", capability.bytes, "parameters",
				   gm_json_parameters(kernel), "sites", sites);
	gm_text_dispose(&capability);
	gm_json_append(out, object, index);
}
