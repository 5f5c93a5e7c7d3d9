#include "input/notes_file.h"

#include "input/xml.h"

#include <stddef.h>
#include <string.h>

/* Lists under construction, as long as the file has elements. */
typedef struct loading {
	gm_notes *notes;
	const char **paragraphs;
	gm_published *published;
	gm_story *stories;
	gm_first *firsts;
} loading;

/* A required attribute, and where in the element's row its text is kept. */
typedef struct attribute {
	const char *name;
	size_t offset;
} attribute;

enum { ATTRIBUTES_MOST = 8 };

#define ATTRIBUTE(type, member) {#member, offsetof(type, member)}
#define TAKE(l, node, row, attributes, err) \
	take((l), (node), (row), (attributes), sizeof(attributes) / sizeof *(attributes), (err))

static gm_status
take(loading *l, const gm_xml_node *node, void *row, const attribute *attributes, size_t count, gm_error *err)
{
	const char *names[ATTRIBUTES_MOST], *text;
	for (size_t i = 0; i < count; i++)
		names[i] = attributes[i].name;
	gm_status status = gm_xml_check_attributes(node, names, count, err);
	for (size_t i = 0; i < count && status == GM_OK; i++) {
		status = gm_xml_required_text(node, names[i], &text, err);
		if (status == GM_OK)
			*(const char **)((char *)row + attributes[i].offset) =
			        gm_arena_copy_text(l->notes->arena, text);
	}
	return status;
}

static gm_status
read_paragraph(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const attribute attributes[] = {{"text", 0}};
	return TAKE(l, node, &l->paragraphs[l->notes->paragraphs_count++], attributes, err);
}

static gm_status
read_published(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const attribute attributes[] = {
	        ATTRIBUTE(gm_published, system),
	        ATTRIBUTE(gm_published, error),
	        ATTRIBUTE(gm_published, needs),
	        ATTRIBUTE(gm_published, source),
	};
	return TAKE(l, node, &l->published[l->notes->published_count++], attributes, err);
}

static gm_status
read_story(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const attribute attributes[] = {ATTRIBUTE(gm_story, kernel), ATTRIBUTE(gm_story, text)};
	gm_story *story = &l->stories[l->notes->stories_count];
	gm_status status = TAKE(l, node, story, attributes, err);
	if (status == GM_OK && gm_notes_story(l->notes, story->kernel))
		status = gm_xml_fail(node, GM_BAD_VALUE, err, "the story of %.60s is told twice",
		                     story->kernel);
	l->notes->stories_count++;
	return status;
}

static gm_status
read_first(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const attribute attributes[] = {
	        ATTRIBUTE(gm_first, runs),
	        ATTRIBUTE(gm_first, cold_mean),
	        ATTRIBUTE(gm_first, cold_median),
	        ATTRIBUTE(gm_first, cold_beyond_2),
	        ATTRIBUTE(gm_first, warm_mean),
	        ATTRIBUTE(gm_first, warm_median),
	        ATTRIBUTE(gm_first, warm_beyond_2),
	};
	gm_first *first = &l->firsts[l->notes->firsts_count];
	gm_status status = TAKE(l, node, first, attributes, err);
	if (status == GM_OK && gm_notes_first(l->notes, first->runs))
		status = gm_xml_fail(node, GM_BAD_VALUE, err, "%.60s is first predicted twice", first->runs);
	l->notes->firsts_count++;
	return status;
}

static const struct {
	const char *element;
	gm_status (*read)(loading *l, const gm_xml_node *node, gm_error *err);
} elements[] = {
        {"paragraph", read_paragraph},
        {"published", read_published},
        {"story", read_story},
        {"first", read_first},
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
	const char *title;
	int64_t schema;
	size_t count = 0;
	for (const gm_xml_node *c = gm_xml_first(root); c; c = gm_xml_next(c))
		count++;
	l->notes->paragraphs = l->paragraphs = gm_arena_allocate(arena, count, sizeof *l->paragraphs);
	l->notes->published = l->published = gm_arena_allocate(arena, count, sizeof *l->published);
	l->notes->stories = l->stories = gm_arena_allocate(arena, count, sizeof *l->stories);
	l->notes->firsts = l->firsts = gm_arena_allocate(arena, count, sizeof *l->firsts);
	gm_status status = gm_xml_check_attributes(root, known, 2, err);
	if (status == GM_OK)
		status = gm_xml_integer(root, "schema", 1, 1, &schema, err);
	if (status == GM_OK)
		status = gm_xml_required_text(root, "title", &title, err);
	if (status == GM_OK)
		l->notes->title = gm_arena_copy_text(arena, title);
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
