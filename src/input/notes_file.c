#include "input/notes_file.h"

#include "input/xml.h"

#include <string.h>

/* Lists under construction, as long as the file has elements. */
typedef struct loading {
	gm_notes *notes;
	const char **paragraphs;
	gm_published *published;
	gm_story *stories;
} loading;

/* A required attribute, kept. */
static gm_status
take(loading *l, const gm_xml_node *node, const char *name, const char **out, gm_error *err)
{
	const gm_status status = gm_xml_required_text(node, name, out, err);
	if (status == GM_OK)
		*out = gm_arena_copy_text(l->notes->arena, *out);
	return status;
}

static gm_status
read_paragraph(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const char *const known[] = {"text"};
	const gm_status status = gm_xml_check_attributes(node, known, 1, err);
	return status == GM_OK ? take(l, node, "text", &l->paragraphs[l->notes->paragraphs_count++], err)
	                       : status;
}

static gm_status
read_published(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const char *const known[] = {"system", "error", "needs", "source"};
	gm_published *p = &l->published[l->notes->published_count++];
	gm_status status = gm_xml_check_attributes(node, known, 4, err);
	if (status == GM_OK)
		status = take(l, node, "system", &p->system, err);
	if (status == GM_OK)
		status = take(l, node, "error", &p->error, err);
	if (status == GM_OK)
		status = take(l, node, "needs", &p->needs, err);
	return status == GM_OK ? take(l, node, "source", &p->source, err) : status;
}

static gm_status
read_story(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const char *const known[] = {"kernel", "text"};
	gm_story *story = &l->stories[l->notes->stories_count];
	gm_status status = gm_xml_check_attributes(node, known, 2, err);
	if (status == GM_OK)
		status = take(l, node, "kernel", &story->kernel, err);
	if (status == GM_OK)
		status = take(l, node, "text", &story->text, err);
	if (status == GM_OK && gm_notes_story(l->notes, story->kernel))
		status = gm_xml_fail(node, GM_BAD_VALUE, err, "the story of %.60s is told twice",
		                     story->kernel);
	l->notes->stories_count++;
	return status;
}

static const struct {
	const char *element;
	gm_status (*read)(loading *l, const gm_xml_node *node, gm_error *err);
} elements[] = {
        {"paragraph", read_paragraph},
        {"published", read_published},
        {"story", read_story},
};

enum { ELEMENTS_COUNT = sizeof elements / sizeof *elements };

static gm_status
read_element(loading *l, const gm_xml_node *node, gm_error *err)
{
	const char *names[ELEMENTS_COUNT];
	for (int i = 0; i < ELEMENTS_COUNT; i++) {
		names[i] = elements[i].element;
		if (strcmp(names[i], gm_xml_name(node)) == 0)
			return elements[i].read(l, node, err);
	}
	return gm_xml_fail_unknown(node, names, ELEMENTS_COUNT, err);
}

static gm_status
read_notes(loading *l, const gm_xml_node *root, gm_error *err)
{
	static const char *const known[] = {"schema", "title"};
	gm_arena *arena = l->notes->arena;
	int64_t schema;
	size_t count = 0;
	for (const gm_xml_node *c = gm_xml_first(root); c; c = gm_xml_next(c))
		count++;
	l->notes->paragraphs = l->paragraphs = gm_arena_allocate(arena, count, sizeof *l->paragraphs);
	l->notes->published = l->published = gm_arena_allocate(arena, count, sizeof *l->published);
	l->notes->stories = l->stories = gm_arena_allocate(arena, count, sizeof *l->stories);
	gm_status status = gm_xml_check_attributes(root, known, 2, err);
	if (status == GM_OK)
		status = gm_xml_integer(root, "schema", 1, 1, &schema, err);
	if (status == GM_OK)
		status = take(l, root, "title", &l->notes->title, err);
	for (const gm_xml_node *c = gm_xml_first(root); c && status == GM_OK; c = gm_xml_next(c))
		status = read_element(l, c, err);
	return status;
}

static gm_status
read_file(gm_xml *xml, gm_notes **out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	loading l = {.notes = gm_arena_allocate(arena, 1, sizeof *l.notes)};
	l.notes->arena = arena;
	const gm_status status = read_notes(&l, gm_xml_root(xml), err);
	gm_xml_free(xml);
	*out = status == GM_OK ? l.notes : NULL;
	if (status != GM_OK)
		gm_arena_free(arena);
	return status;
}

gm_status
gm_notes_load(const char *path, gm_notes **out, gm_error *err)
{
	gm_xml *xml = NULL;
	const gm_status status = gm_xml_open(path, "notes", &xml, err);
	return status == GM_OK ? read_file(xml, out, err) : status;
}

gm_status
gm_notes_load_text(const char *text, const char *name, gm_notes **out, gm_error *err)
{
	gm_xml *xml = NULL;
	const gm_status status = gm_xml_open_text(text, strlen(text), name, "notes", &xml, err);
	return status == GM_OK ? read_file(xml, out, err) : status;
}
