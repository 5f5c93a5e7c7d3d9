/*
 * XML files, opened in one way for devices, kernels and measured runs.
 *
 * What is refused, each with a message of its own: a missing file, a folder, an empty file, more
 * than 16 MiB (said from the file's size, without reading it), NUL bytes, malformed XML (libxml2's
 * words with line and column), any DOCTYPE (so no entity exists beyond XML's own five, and nothing
 * is ever fetched), namespaces, and text between elements: everything is said in attributes.
 * Comments and processing instructions are skipped. Nothing is printed.
 *
 * An element's line is the one its start tag ends on; lines above 65535 are exact too. Nodes and
 * attribute texts are borrowed from the file and live until gm_xml_free.
 *
 * Every function that can fail fills the error with the file and the element's line.
 */
#ifndef GM_INPUT_XML_H
#define GM_INPUT_XML_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_XML_MOST_BYTES = 16 * 1024 * 1024 };

typedef struct gm_xml gm_xml;           /* a file */
typedef struct gm_xml_node gm_xml_node; /* an element of it */

/* The root must be called `root`. Errors: GM_BAD_FILE, GM_TOO_LARGE, GM_BAD_SYNTAX. */
gm_status gm_xml_open(const char *path, const char *root, gm_xml **out, gm_error *err);

/* Only what stands before the first element called `until`: enough for a name and a title, cheap
   for any length of file. What follows is not even checked to be XML. */
gm_status gm_xml_open_head(const char *path, const char *root, const char *until, gm_xml **out,
			   gm_error *err);

/* The same as gm_xml_open from memory; `name` stands for the path in messages. */
gm_status gm_xml_open_text(const char *text, size_t bytes, const char *name, const char *root,
			   gm_xml **out, gm_error *err);

void gm_xml_free(gm_xml *xml); /* NULL accepted */

const gm_xml_node *gm_xml_root(const gm_xml *xml);

/* for (child = gm_xml_first(node); child; child = gm_xml_next(child)): elements only. */
const gm_xml_node *gm_xml_first(const gm_xml_node *parent);
const gm_xml_node *gm_xml_next(const gm_xml_node *node);
int gm_xml_children_count(const gm_xml_node *node);

const char *gm_xml_name(const gm_xml_node *node);
int gm_xml_line(const gm_xml_node *node);

/* gm_fail, with the file and the line of `node`. */
gm_status gm_xml_fail(const gm_xml_node *node, gm_status status, gm_error *err, const char *format,
		      ...) __attribute__((format(printf, 4, 5)));

/* Adds the file and line of `node` to an error that has none, and returns `status`:
   `return gm_xml_locate(node, gm_quantity_parse(...), err)`. */
gm_status gm_xml_locate(const gm_xml_node *node, gm_status status, gm_error *err);

/* GM_UNKNOWN_NAME: "unknown element <x> in <y>; known: ... (nearest: ...)". */
gm_status gm_xml_fail_unknown(const gm_xml_node *node, const char *const *known, size_t count,
			      gm_error *err);

/* GM_UNKNOWN_NAME for the first attribute that is none of `known`, with the nearest. Attributes of
   XML Schema (xsi:noNamespaceSchemaLocation) are for editors and pass. */
gm_status gm_xml_check_attributes(const gm_xml_node *node, const char *const *known, size_t count,
				  gm_error *err);

/* The same of an element that has no children. */
gm_status gm_xml_check_leaf(const gm_xml_node *node, const char *const *known, size_t count,
			    gm_error *err);

/* The text, or NULL when the attribute is absent. */
const char *gm_xml_attribute(const gm_xml_node *node, const char *name);

/* The text, or `absent` when the attribute is absent. */
const char *gm_xml_optional(const gm_xml_node *node, const char *name, const char *absent);

/* GM_BAD_SYNTAX when absent; _text also refuses an empty one. */
gm_status gm_xml_required(const gm_xml_node *node, const char *name, const char **out,
			  gm_error *err);
gm_status gm_xml_required_text(const gm_xml_node *node, const char *name, const char **out,
			       gm_error *err);

/* Required attributes that are numbers; the range is inclusive. */
gm_status gm_xml_integer(const gm_xml_node *node, const char *name, int64_t least, int64_t most,
			 int64_t *out, gm_error *err);
gm_status gm_xml_number(const gm_xml_node *node, const char *name, double *out, gm_error *err);

/* An optional "yes" or "no"; `absent` when it is not there. */
gm_status gm_xml_flag(const gm_xml_node *node, const char *name, bool absent, bool *out,
		      gm_error *err);

/* A required attribute that is one of `choices`; *out is its index. GM_UNKNOWN_NAME with the
 * nearest. */
gm_status gm_xml_choice(const gm_xml_node *node, const char *name, const char *const *choices,
			size_t count, size_t *out, gm_error *err);

#endif
