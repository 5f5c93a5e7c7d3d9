/*
 * NVIDIA H100 SXM5 80GB (h100, also h100_sxm5)
 * Hopper, compute capability 9.0
 *
 * memory
 *   dram_bandwidth              3.352 TB/s   datasheet peak
 *                               [datasheet] page 2
 */
#include "report/devices.h"

#include "base/memory.h"
#include "base/quantity.h"
#include "report/paragraph.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 26, VALUE_COLUMN = 14, WIDTH = GM_REPORT_WIDTH };

static const char *
value_text(const gm_device *device, gm_fact_id id, char *out, size_t out_bytes)
{
	const gm_fact *fact = &device->facts[id];
	if (!fact->stated)
		return "-";
	if (!fact->known)
		return "unknown";
	return gm_quantity_format(fact->value, gm_fact_row_of(id)->dimension, out, out_bytes);
}

static void
write_fact(gm_text *out, const gm_device *device, gm_fact_id id)
{
	const gm_fact *fact = &device->facts[id];
	const gm_fact_row *row = gm_fact_row_of(id);
	char text[48];
	if (!fact->stated)
		return;
	gm_text_print(out, "  %s", row->name);
	gm_text_pad_to(out, NAME_COLUMN);
	gm_text_print(out, "%s%s", value_text(device, id, text, sizeof text),
	              fact->overridden ? " (set)" : "");
	gm_text_pad_to(out, NAME_COLUMN + VALUE_COLUMN);
	gm_text_append(out, " ");
	gm_report_paragraph(out, row->what, NAME_COLUMN + VALUE_COLUMN + 1);
	gm_text line = {0};
	if (fact->source)
		gm_text_print(&line, "[%s]%s%s", fact->source->id, *fact->where ? " " : "", fact->where);
	if (*fact->note)
		gm_text_print(&line, "%s%s", line.length ? "; " : "", fact->note);
	if (line.length) {
		gm_text_pad_to(out, NAME_COLUMN);
		gm_report_paragraph(out, line.bytes, NAME_COLUMN);
	}
	gm_text_dispose(&line);
}

static void
write_peak(gm_text *out, const gm_device *device, const char *name, gm_fact_id rate, double flop)
{
	double per_s;
	char text[48];
	if (!gm_device_peak_per_s(device, rate, &per_s) || per_s == 0)
		return;
	gm_text_print(out, "  %s", name);
	gm_text_pad_to(out, NAME_COLUMN);
	gm_text_print(out, "%s", gm_quantity_format(per_s * flop, GM_FLOP_PER_SECOND, text, sizeof text));
	gm_text_pad_to(out, NAME_COLUMN + VALUE_COLUMN);
	gm_text_print(out, " sm_count x %s x sm_clock%s\n", gm_fact_row_of(rate)->name,
	              flop == 2 ? " x 2" : "");
}

static void
write_title(gm_text *out, const gm_device *device)
{
	gm_text_print(out, "%s (%s", device->title, device->name);
	for (int i = 0; i < device->aliases_count; i++)
		gm_text_print(out, "%s %s", i ? "," : ", also", device->aliases[i]);
	gm_text_print(out, ")\n%s", device->architecture);
	if (device->cc_major)
		gm_text_print(out, ", compute capability %d.%d", device->cc_major, device->cc_minor);
	gm_text_append(out, "\n");
	if (*device->doc) {
		gm_report_paragraph(out, device->doc, 0);
	}
}

void
gm_report_device_text(gm_text *out, const gm_device *device)
{
	write_title(out, device);
	const char *heading = "";
	for (int i = 0; i < GM_FACT_COUNT; i++) {
		const gm_fact_row *row = gm_fact_row_of((gm_fact_id)i);
		if (strcmp(row->heading, heading) != 0 && device->facts[i].stated) {
			gm_text_print(out, "\n%s\n", row->heading);
			heading = row->heading;
		}
		write_fact(out, device, (gm_fact_id)i);
	}
	gm_text_print(out, "\nmemory rules\n  coalescing");
	gm_text_pad_to(out, NAME_COLUMN);
	gm_text_print(out, "%s\n  banks", gm_coalescing_name(device->coalescing));
	gm_text_pad_to(out, NAME_COLUMN);
	gm_text_print(out, "%s\n", gm_banks_name(device->banks));
	gm_text_append(out, "\npeaks, derived\n");
	write_peak(out, device, "FP32 multiply-add", GM_RATE_F32, 2);
	write_peak(out, device, "FP64 multiply-add", GM_RATE_F64, 2);
	write_peak(out, device, "FP16 multiply-add", GM_RATE_F16, 2);
	write_peak(out, device, "FP16 tensor, dense", GM_RATE_TENSOR_F16, 2);
	write_peak(out, device, "TF32 tensor, dense", GM_RATE_TENSOR_TF32, 2);
	write_peak(out, device, "FP64 tensor", GM_RATE_TENSOR_F64, 2);
	gm_text_append(out, "\nsources\n");
	for (int i = 0; i < device->sources_count; i++) {
		const gm_source *s = &device->sources[i];
		gm_text line = {0};
		gm_text_print(&line, "[%s] %s%s%s, %s %s", s->id, s->title, *s->url ? ", " : "", s->url,
		              s->measured ? "measured" : "read", s->read);
		gm_text_append(out, "  ");
		gm_report_paragraph(out, line.bytes, 4);
		gm_text_dispose(&line);
	}
}

static bool
differs(gm_device *const *devices, int count, gm_fact_id id)
{
	for (int i = 1; i < count; i++)
		if (devices[i]->facts[id].known != devices[0]->facts[id].known ||
		    (devices[0]->facts[id].known &&
		     devices[i]->facts[id].value != devices[0]->facts[id].value))
			return true;
	return false;
}

static void
write_part(gm_text *out, gm_device *const *devices, int first, int count, int all)
{
	gm_text_pad_to(out, NAME_COLUMN);
	for (int i = first; i < first + count; i++)
		gm_text_print(out, " %*.*s", VALUE_COLUMN + 2, VALUE_COLUMN + 2, devices[i]->name);
	gm_text_append(out, "\n");
	const char *heading = "";
	for (int f = 0; f < GM_FACT_COUNT; f++) {
		const gm_fact_row *row = gm_fact_row_of((gm_fact_id)f);
		if (strcmp(row->heading, heading) != 0) {
			heading = row->heading;
			gm_text_print(out, "%s\n", heading);
		}
		gm_text_print(out, "%c %s", differs(devices, all, (gm_fact_id)f) ? '*' : ' ', row->name);
		gm_text_pad_to(out, NAME_COLUMN);
		for (int i = first; i < first + count; i++) {
			char text[48];
			gm_text_print(out, " %*s", VALUE_COLUMN + 2,
			              value_text(devices[i], (gm_fact_id)f, text, sizeof text));
		}
		gm_text_append(out, "\n");
	}
}

void
gm_report_devices_text(gm_text *out, gm_device *const *devices, int count)
{
	const int fit = (WIDTH - NAME_COLUMN) / (VALUE_COLUMN + 3);
	for (int first = 0; first < count; first += fit) {
		if (first)
			gm_text_append(out, "\n");
		write_part(out, devices, first, count - first < fit ? count - first : fit, count);
	}
	gm_text_append(out, "* the devices differ\n");
}

static json_t *
fact_json(const gm_device *device, gm_fact_id id)
{
	const gm_fact *fact = &device->facts[id];
	json_t *entry = json_pack("{s:o,s:s}", "value", fact->known ? json_real(fact->value) : json_null(),
	                          "unit", gm_dimension_unit(gm_fact_row_of(id)->dimension));
	if (fact->source)
		json_object_set_new(entry, "source", json_string(fact->source->id));
	if (*fact->where)
		json_object_set_new(entry, "where", json_string(fact->where));
	if (*fact->note)
		json_object_set_new(entry, "note", json_string(fact->note));
	if (fact->overridden)
		json_object_set_new(entry, "overridden", json_true());
	return entry;
}

static json_t *
device_json(const gm_device *device)
{
	char capability[16];
	snprintf(capability, sizeof capability, "%d.%d", device->cc_major, device->cc_minor);
	json_t *facts = json_object(), *sources = json_object();
	for (int f = 0; f < GM_FACT_COUNT; f++)
		if (device->facts[f].stated)
			json_object_set_new(facts, gm_fact_row_of((gm_fact_id)f)->name,
			                    fact_json(device, (gm_fact_id)f));
	for (int i = 0; i < device->sources_count; i++) {
		const gm_source *s = &device->sources[i];
		json_object_set_new(sources, s->id,
		                    json_pack("{s:s,s:s,s:s}", "title", s->title, "url", s->url, "read",
		                              s->read));
	}
	return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:o}", "device", device->name, "title",
	                 device->title, "architecture", device->architecture, "compute_capability",
	                 capability, "coalescing", gm_coalescing_name(device->coalescing), "banks",
	                 gm_banks_name(device->banks), "facts", facts, "sources", sources);
}

void
gm_report_devices_json(gm_text *out, gm_device *const *devices, int count)
{
	json_t *array = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(array, device_json(devices[i]));
	json_t *root = json_pack("{s:s,s:o}", "schema", "gpumodel-device/1", "devices", array);
	char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, text);
	gm_text_append(out, "\n");
	free(text);
	json_decref(root);
}

void
gm_report_devices_csv(gm_text *out, gm_device *const *devices, int count)
{
	gm_text_append(out, "fact,unit");
	for (int i = 0; i < count; i++)
		gm_text_print(out, ",%s", devices[i]->name);
	gm_text_append(out, "\n");
	for (int f = 0; f < GM_FACT_COUNT; f++) {
		const gm_fact_row *row = gm_fact_row_of((gm_fact_id)f);
		gm_text_print(out, "%s,%s", row->name, gm_dimension_unit(row->dimension));
		for (int i = 0; i < count; i++) {
			char number[40] = "";
			if (devices[i]->facts[f].known)
				gm_number_format(devices[i]->facts[f].value, number, sizeof number);
			gm_text_print(out, ",%s", number);
		}
		gm_text_append(out, "\n");
	}
}
