/*
 * An outline as a kernel descriptor: XML that input/kernel_file.h reads (models/README.md).
 */
#ifndef GM_REPORT_DESCRIPTOR_H
#define GM_REPORT_DESCRIPTOR_H

#include "base/text.h"
#include "kernel/outline.h"

/* `source_text` is the file whose lines the statements come from, to be quoted in comments; NULL:
   only their numbers are. Formulas without a value are written as comments. */
void gm_descriptor_write(gm_text *out, const gm_outline *outline, const char *source_text);

/* Appends a text as the value of an XML attribute. */
void gm_xml_append_escaped(gm_text *out, const char *text);
/*  name="value", escaped. */
void gm_xml_append_attribute(gm_text *out, const char *name, const char *value);

#endif
