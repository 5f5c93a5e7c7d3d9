#include "input/xml.h"

#include "base/memory.h"
#include "base/quantity.h"
#include "base/text.h"
#include "input/xml_node.h"

#include <errno.h>
#include <fcntl.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct gm_xml {
	xmlDoc *document;
	char path[256];
};

/* What the parser's hooks need; reached through the context's _private. */
typedef struct parse {
	const char *until; /* stop before this element; NULL: read all */
	bool stopped;
	gm_error *err;
} parse;

static gm_status
fail_system(gm_error *err, const char *what)
{
	char reason[128];
	return gm_fail(err, GM_BAD_FILE, "%s: %s", what, strerror_r(errno, reason, sizeof reason));
}

static gm_status
fail_size(gm_error *err, double bytes)
{
	char size[64];
	return gm_fail(err, GM_TOO_LARGE, "is larger than the limit of %d MiB (%s)",
		       GM_XML_MOST_BYTES >> 20,
		       gm_quantity_format(bytes, GM_BYTES, size, sizeof size));
}

/* Pipes have no size to ask for, so the limit is held while reading as well. */
static gm_status
read_all(int file, gm_text *out, gm_error *err)
{
	char buffer[16384];
	for (ssize_t got; (got = read(file, buffer, sizeof buffer)) != 0;) {
		if (got < 0)
			return fail_system(err, "cannot be read");
		gm_text_append_bytes(out, buffer, (size_t)got);
		if (out->length > GM_XML_MOST_BYTES)
			return fail_size(err, (double)out->length);
	}
	return GM_OK;
}

static gm_status
read_opened(int file, gm_text *out, gm_error *err)
{
	struct stat about;
	if (fstat(file, &about) != 0)
		return fail_system(err, "cannot be read");
	if (S_ISDIR(about.st_mode))
		return gm_fail(err, GM_BAD_FILE, "is a folder; expected an XML file");
	if (about.st_size > GM_XML_MOST_BYTES)
		return fail_size(err, (double)about.st_size);
	return read_all(file, out, err);
}

static gm_status
read_file(const char *path, gm_text *out, gm_error *err)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return fail_system(err, "cannot be opened");
	const gm_status status = read_opened(file, out, err);
	close(file);
	return status;
}

static int
line_of_byte(const char *text, size_t at)
{
	int line = 1;
	for (size_t i = 0; i < at; i++)
		line += text[i] == '\n';
	return line;
}

static gm_status
check_bytes(const char *text, size_t bytes, gm_error *err)
{
	if (bytes == 0)
		return gm_fail(err, GM_BAD_FILE, "is empty; expected XML");
	if (bytes > GM_XML_MOST_BYTES)
		return fail_size(err, (double)bytes);
	const char *nul = memchr(text, '\0', bytes);
	if (!nul)
		return GM_OK;
	const gm_status status =
		gm_fail(err, GM_BAD_SYNTAX, "contains a NUL byte; expected XML as UTF-8 text");
	gm_error_locate(err, NULL, line_of_byte(text, (size_t)(nul - text)), 0);
	return status;
}

/* libxml2's message without its final newline. The first error wins: later ones are its echo. */
static void
on_error(void *user, xmlErrorPtr error)
{
	const xmlParserCtxt *context = user;
	const parse *state = context->_private;
	if (state->stopped || error->level < XML_ERR_ERROR)
		return;
	const char *message = error->message ? error->message : "malformed XML";
	const int length = (int)strcspn(message, "\n");
	gm_fail(state->err, GM_BAD_SYNTAX, "%.*s", length, message);
	gm_error_locate(state->err, NULL, error->line, error->int2);
}

/* Called at the DOCTYPE's name, before anything inside it is read. */
static void
on_doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
	xmlParserCtxt *context = user;
	const parse *state = context->_private;
	(void)name, (void)external, (void)system;
	gm_fail(state->err, GM_BAD_SYNTAX,
		"a DOCTYPE is refused: entities and external files have no place here");
	gm_error_locate(state->err, NULL, context->input->line, context->input->col);
	xmlStopParser(context);
}

/* The tree builder keeps 16 bits of line; its _private keeps all of them. */
static void
on_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
	   int namespaces_count, const xmlChar **namespaces, int attributes_count,
	   int defaulted_count, const xmlChar **attributes)
{
	xmlParserCtxt *context = user;
	parse *state = context->_private;
	if (state->until && strcmp((const char *)name, state->until) == 0) {
		state->stopped = true;
		xmlStopParser(context);
		return;
	}
	xmlSAX2StartElementNs(user, name, prefix, uri, namespaces_count, namespaces,
			      attributes_count, defaulted_count, attributes);
	if (context->node)
		context->node->_private = (void *)(intptr_t)context->input->line;
}

static gm_status
parse_text(const char *text, size_t bytes, const char *until, xmlDoc **out, gm_error *err)
{
	gm_error local = GM_ERROR_NONE;
	parse state = {until, false, &local};
	xmlParserCtxt *context = xmlNewParserCtxt();
	if (!context)
		return gm_fail(err, GM_BAD_FILE, "the XML parser cannot be started");
	context->_private = &state;
	context->sax->serror = on_error;
	context->sax->internalSubset = on_doctype;
	context->sax->startElementNs = on_element;
	/* Stopping half-way leaves the tree unfinished, which only recovery hands out; errors
	   before the stop still count, through on_error. */
	const int options = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_NOCDATA |
			    (until ? XML_PARSE_RECOVER : 0);
	xmlDoc *document = xmlCtxtReadMemory(context, text, (int)bytes, NULL, NULL, options);
	xmlFreeParserCtxt(context);
	if (!document || local.status != GM_OK) {
		xmlFreeDoc(document);
		gm_fail(&local, GM_BAD_SYNTAX, "malformed XML");
		if (err && err->status == GM_OK)
			*err = local;
		return local.status;
	}
	*out = document;
	return GM_OK;
}

static bool
is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

/* One node that is not an element: comments and instructions pass, text must be blank. */
static gm_status
check_text(const xmlNode *node, gm_error *err)
{
	const char *text = (const char *)node->content;
	const bool passes = node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE;
	if (passes || (node->type == XML_TEXT_NODE && (!text || is_blank(text))))
		return GM_OK;
	const char *start = text ? text + strspn(text, " \t\r\n") : "";
	return gm_xml_fail(wrapped(node->parent), GM_BAD_SYNTAX, err,
			   "stray text '%.*s' in <%s>; everything is said in attributes",
			   (int)strcspn(start, "\r\n") > 40 ? 40 : (int)strcspn(start, "\r\n"),
			   start, (const char *)node->parent->name);
}

/* Depth is bounded by libxml2 (256), so recursion is too. */
static gm_status
check_content(const xmlNode *element, gm_error *err)
{
	if (element->ns)
		return gm_xml_fail(wrapped(element), GM_BAD_SYNTAX, err,
				   "<%s> is in the namespace '%s'; expected none",
				   (const char *)element->name, (const char *)element->ns->href);
	for (const xmlNode *child = element->children; child; child = child->next) {
		const bool nested = child->type == XML_ELEMENT_NODE;
		const gm_status status =
			nested ? check_content(child, err) : check_text(child, err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

static gm_status
check_root(const xmlNode *root, const char *name, gm_error *err)
{
	if (!root)
		return gm_fail(err, GM_BAD_SYNTAX, "expected <%s>, found no element", name);
	if (strcmp((const char *)root->name, name) != 0)
		return gm_xml_fail(wrapped(root), GM_BAD_SYNTAX, err,
				   "expected <%s>, found <%.60s>", name, (const char *)root->name);
	return check_content(root, err);
}

static gm_status
open_text(const char *text, size_t bytes, const char *name, const char *root, const char *until,
	  gm_xml **out, gm_error *err)
{
	xmlDoc *document = NULL;
	gm_status status = check_bytes(text, bytes, err);
	if (status == GM_OK)
		status = parse_text(text, bytes, until, &document, err);
	if (status != GM_OK) {
		gm_error_locate(err, name, 0, 0);
		return status;
	}
	gm_xml *xml = gm_allocate(1, sizeof *xml);
	snprintf(xml->path, sizeof xml->path, "%s", name);
	xml->document = document;
	document->_private = xml;
	status = check_root(xmlDocGetRootElement(document), root, err);
	if (status != GM_OK) {
		gm_error_locate(err, name, 0, 0);
		gm_xml_free(xml);
		return status;
	}
	*out = xml;
	return GM_OK;
}

gm_status
gm_xml_open_text(const char *text, size_t bytes, const char *name, const char *root, gm_xml **out,
		 gm_error *err)
{
	return open_text(text, bytes, name, root, NULL, out, err);
}

gm_status
gm_xml_open_head(const char *path, const char *root, const char *until, gm_xml **out, gm_error *err)
{
	gm_text text = {0};
	gm_status status = read_file(path, &text, err);
	if (status == GM_OK)
		status = open_text(text.bytes, text.length, path, root, until, out, err);
	gm_error_locate(err, path, 0, 0);
	gm_text_dispose(&text);
	return status;
}

gm_status
gm_xml_open(const char *path, const char *root, gm_xml **out, gm_error *err)
{
	return gm_xml_open_head(path, root, NULL, out, err);
}

void
gm_xml_free(gm_xml *xml)
{
	if (!xml)
		return;
	xmlFreeDoc(xml->document);
	free(xml);
}

const gm_xml_node *
gm_xml_root(const gm_xml *xml)
{
	return wrapped(xmlDocGetRootElement(xml->document));
}

static const gm_xml_node *
element_from(const xmlNode *node)
{
	while (node && node->type != XML_ELEMENT_NODE)
		node = node->next;
	return wrapped(node);
}

const gm_xml_node *
gm_xml_first(const gm_xml_node *parent)
{
	return element_from(raw(parent)->children);
}

const gm_xml_node *
gm_xml_next(const gm_xml_node *node)
{
	return element_from(raw(node)->next);
}

int
gm_xml_children_count(const gm_xml_node *node)
{
	int count = 0;
	for (const gm_xml_node *c = gm_xml_first(node); c; c = gm_xml_next(c))
		count++;
	return count;
}

const char *
gm_xml_name(const gm_xml_node *node)
{
	return (const char *)raw(node)->name;
}

int
gm_xml_line(const gm_xml_node *node)
{
	return (int)(intptr_t)raw(node)->_private;
}

gm_status
gm_xml_locate(const gm_xml_node *node, gm_status status, gm_error *err)
{
	const gm_xml *xml = raw(node)->doc->_private;
	if (status != GM_OK)
		gm_error_locate(err, xml->path, gm_xml_line(node), 0);
	return status;
}

gm_status
gm_xml_fail(const gm_xml_node *node, gm_status status, gm_error *err, const char *format, ...)
{
	char message[sizeof err->message];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	gm_fail(err, status, "%s", message);
	return gm_xml_locate(node, status, err);
}
