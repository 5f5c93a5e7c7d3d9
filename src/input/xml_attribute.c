#include "input/xml_node.h"

#include "base/quantity.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char SCHEMA_INSTANCE[] = "http://www.w3.org/2001/XMLSchema-instance";

/* ", known: a, b, c (nearest: b)" */
static gm_status
fail_unknown(const gm_xml_node *node, const char *what, const char *found, const char *const *known,
	     size_t count, gm_error *err)
{
	gm_text list = {0};
	gm_text_append(&list, count ? "; known: " : "; none is known");
	for (size_t i = 0; i < count; i++)
		gm_text_print(&list, "%s%s", i ? ", " : "", known[i]);
	const char *nearest = gm_text_nearest(found, known, count);
	if (nearest)
		gm_text_print(&list, " (nearest: %s)", nearest);
	const gm_status status =
		gm_xml_fail(node, GM_UNKNOWN_NAME, err, "unknown %s%s", what, list.bytes);
	gm_text_dispose(&list);
	return status;
}

gm_status
gm_xml_fail_unknown(const gm_xml_node *node, const char *const *known, size_t count, gm_error *err)
{
	const xmlNode *parent = raw(node)->parent;
	const bool inside = parent && parent->type == XML_ELEMENT_NODE;
	char what[160];
	snprintf(what, sizeof what, inside ? "element <%.60s> in <%.60s>" : "element <%.60s>",
		 gm_xml_name(node), inside ? (const char *)parent->name : "");
	return fail_unknown(node, what, gm_xml_name(node), known, count, err);
}

static bool
is_known(const char *name, const char *const *known, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(known[i], name) == 0)
			return true;
	return false;
}

gm_status
gm_xml_check_attributes(const gm_xml_node *node, const char *const *known, size_t count,
			gm_error *err)
{
	for (const xmlAttr *a = raw(node)->properties; a; a = a->next) {
		if (a->ns && strcmp((const char *)a->ns->href, SCHEMA_INSTANCE) == 0)
			continue;
		const char *name = (const char *)a->name;
		if (!a->ns && is_known(name, known, count))
			continue;
		char what[160];
		snprintf(what, sizeof what, "attribute '%.60s' of <%.60s>", name,
			 gm_xml_name(node));
		return fail_unknown(node, what, name, known, count, err);
	}
	return GM_OK;
}

gm_status
gm_xml_check_leaf(const gm_xml_node *node, const char *const *known, size_t count, gm_error *err)
{
	const gm_xml_node *child = gm_xml_first(node);
	return child ? gm_xml_fail_unknown(child, NULL, 0, err)
	             : gm_xml_check_attributes(node, known, count, err);
}

const char *
gm_xml_attribute(const gm_xml_node *node, const char *name)
{
	for (const xmlAttr *a = raw(node)->properties; a; a = a->next)
		if (!a->ns && strcmp((const char *)a->name, name) == 0)
			return a->children && a->children->content
				       ? (const char *)a->children->content
				       : "";
	return NULL;
}

const char *
gm_xml_optional(const gm_xml_node *node, const char *name, const char *absent)
{
	const char *text = gm_xml_attribute(node, name);
	return text ? text : absent;
}

gm_status
gm_xml_required(const gm_xml_node *node, const char *name, const char **out, gm_error *err)
{
	*out = gm_xml_attribute(node, name);
	if (*out)
		return GM_OK;
	return gm_xml_fail(node, GM_BAD_SYNTAX, err, "<%s> needs the attribute '%s'",
			   gm_xml_name(node), name);
}

gm_status
gm_xml_required_text(const gm_xml_node *node, const char *name, const char **out, gm_error *err)
{
	const gm_status status = gm_xml_required(node, name, out, err);
	if (status != GM_OK || (*out)[strspn(*out, " \t\r\n")] != '\0')
		return status;
	return gm_xml_fail(node, GM_BAD_VALUE, err, "the attribute '%s' of <%s> is empty", name,
			   gm_xml_name(node));
}

/* "<number> value: expected an integer, found ..." */
static gm_status
fail_attribute(const gm_xml_node *node, const char *name, const gm_error *cause, gm_error *err)
{
	return gm_xml_fail(node, cause->status, err, "<%s> %s: %.800s", gm_xml_name(node), name,
			   cause->message);
}

gm_status
gm_xml_integer(const gm_xml_node *node, const char *name, int64_t least, int64_t most, int64_t *out,
	       gm_error *err)
{
	const char *text = NULL;
	gm_error cause = GM_ERROR_NONE;
	int64_t value = 0;
	const gm_status status = gm_xml_required(node, name, &text, err);
	if (status != GM_OK)
		return status;
	if (gm_integer_parse(text, &value, &cause) == GM_OK && (value < least || value > most))
		gm_fail(&cause, GM_BAD_VALUE,
			"expected an integer from %" PRId64 " to %" PRId64 ", found %" PRId64,
			least, most, value);
	if (cause.status != GM_OK)
		return fail_attribute(node, name, &cause, err);
	*out = value;
	return GM_OK;
}

gm_status
gm_xml_number(const gm_xml_node *node, const char *name, double *out, gm_error *err)
{
	const char *text = NULL;
	gm_error cause = GM_ERROR_NONE;
	const gm_status status = gm_xml_required(node, name, &text, err);
	if (status != GM_OK)
		return status;
	if (gm_number_parse(text, out, &cause) != GM_OK)
		return fail_attribute(node, name, &cause, err);
	return GM_OK;
}

gm_status
gm_xml_choice(const gm_xml_node *node, const char *name, const char *const *choices, size_t count,
	      size_t *out, gm_error *err)
{
	const char *text = NULL;
	const gm_status status = gm_xml_required(node, name, &text, err);
	if (status != GM_OK)
		return status;
	for (size_t i = 0; i < count; i++)
		if (strcmp(choices[i], text) == 0) {
			*out = i;
			return GM_OK;
		}
	char what[200];
	snprintf(what, sizeof what, "%.60s '%.60s' in <%.60s>", name, text, gm_xml_name(node));
	return fail_unknown(node, what, text, choices, count, err);
}

gm_status
gm_xml_flag(const gm_xml_node *node, const char *name, bool absent, bool *out, gm_error *err)
{
	static const char *const words[] = {"no", "yes"};
	size_t chosen = absent;
	gm_status status = GM_OK;
	if (gm_xml_attribute(node, name))
		status = gm_xml_choice(node, name, words, 2, &chosen, err);
	if (status == GM_OK)
		*out = chosen == 1;
	return status;
}
