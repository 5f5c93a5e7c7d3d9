/*
 * Private to the device file: one reader per element of <device>. Each gets an element whose
 * attributes are known ones, and fills its part of the device.
 */
#ifndef GM_INPUT_DEVICE_ELEMENT_H
#define GM_INPUT_DEVICE_ELEMENT_H

#include "device/device.h"
#include "input/xml.h"

/* A device under construction; the lists grow in the device's own arena, counted beforehand. */
typedef struct gm_device_loading {
	gm_device *device;
	const char **aliases;
	gm_source *sources;
	bool rules_seen, carveouts_seen;
	int fact_lines[GM_FACT_COUNT]; /* where each was stated, for duplicates */
} gm_device_loading;

gm_status gm_device_read_alias(gm_device_loading *state, const gm_xml_node *node, gm_error *err);
gm_status gm_device_read_source(gm_device_loading *state, const gm_xml_node *node, gm_error *err);
gm_status gm_device_read_rules(gm_device_loading *state, const gm_xml_node *node, gm_error *err);
gm_status gm_device_read_carveouts(gm_device_loading *state, const gm_xml_node *node,
				   gm_error *err);
gm_status gm_device_read_number(gm_device_loading *state, const gm_xml_node *node, gm_error *err);
gm_status gm_device_read_unknown(gm_device_loading *state, const gm_xml_node *node, gm_error *err);

#endif
