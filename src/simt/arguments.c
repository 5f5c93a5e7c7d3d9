#include "simt/arguments.h"

#include "base/quantity.h"
#include "base/text.h"
#include "simt/argument_value.h"
#include "simt/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t BUFFER_BYTES_MAX = (int64_t)1 << 44;

static gm_status
map_file(const char *text, const char *path, ptx_buffer *out, gm_error *err)
{
	struct stat about;
	const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is refused, not waited for */
	if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
		if (file >= 0)
			close(file);
		return gm_fail(err, GM_BAD_FILE, "argument '%s': cannot read '%s': %s", text, path,
			       file < 0 ? strerror(errno) : "not a regular file");
	}
	out->contents = CONTENTS_BYTES;
	out->data_bytes = (uint64_t)about.st_size;
	if (about.st_size > 0) {
		void *data = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
		out->data = data == MAP_FAILED ? NULL : data;
	}
	close(file);
	if (about.st_size > 0 && !out->data)
		return gm_fail(err, GM_BAD_FILE, "argument '%s': cannot map '%s'", text, path);
	if (out->data_bytes == out->bytes)
		return GM_OK;
	gm_ptx_buffer_release(out);
	return gm_fail(err, GM_BAD_VALUE, "argument '%s': the file has %lld bytes, the buffer %llu",
		       text, (long long)about.st_size, (unsigned long long)out->bytes);
}

void
gm_ptx_buffer_release(ptx_buffer *buffer)
{
	if (buffer->contents == CONTENTS_BYTES && buffer->data && buffer->is_mapped)
		munmap((void *)(uintptr_t)buffer->data, (size_t)buffer->data_bytes);
	buffer->data = NULL;
}

static const struct {
	const char *name;
	ptx_contents contents;
	int64_t number;
	bool takes_number, needs_number;
} forms[] = {
	{"zero", CONTENTS_ZERO, 0, false, false},    {"iota", CONTENTS_STEP, 1, false, false},
	{"random", CONTENTS_RANDOM, 0, true, false}, {"step", CONTENTS_STEP, 0, true, true},
	{"chain", CONTENTS_CHAIN, 0, true, true},    {"gather", CONTENTS_GATHER, 0, true, true},
	{"band", CONTENTS_BAND, 0, true, true},      {"cycle", CONTENTS_CYCLE, 0, true, true},
	{"fill", CONTENTS_FILL, 0, true, true},      {"signed", CONTENTS_SIGNED, 0, false, false},
};

enum { FORMS = sizeof forms / sizeof *forms };

/* What random reals stay below: any positive number, 0.1 or 1e6. */
static gm_status
parse_most(const char *text, const char *word, ptx_buffer *out, gm_error *err)
{
	gm_error no_number;
	if (gm_number_parse(word, &out->most, &no_number) != GM_OK || out->most <= 0)
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%s': '%s' is no number above 0 for random to stay below",
			       text, word);
	return GM_OK;
}

/* Any number of the type. */
static gm_status
parse_fill(const char *text, const char *word, ptx_buffer *out, gm_error *err)
{
	const bool real = gm_ptx_type_kind(out->type) == KIND_FLOAT;
	char *end;
	if (real)
		out->most = strtod(word, &end);
	if (real ? end != word && !*end
		 : gm_ptx_value_integer(word, &out->number) && gm_ptx_value_fits(out->type, word, out->number))
		return GM_OK;
	return gm_fail(err, GM_BAD_VALUE, "argument '%s': '%s' is not a value of type %s", text, word,
		       gm_ptx_type_name(out->type));
}

static gm_status
parse_number_of(const char *text, const char *equals, ptx_buffer *out, gm_error *err)
{
	const ptx_contents contents = out->contents;
	const bool any = contents == CONTENTS_STEP;
	const bool index = contents != CONTENTS_STEP && contents != CONTENTS_RANDOM;
	const bool divides = contents == CONTENTS_BAND || contents == CONTENTS_CYCLE;
	if (contents == CONTENTS_FILL)
		return parse_fill(text, equals + 1, out, err);
	if (contents == CONTENTS_RANDOM && gm_ptx_type_kind(out->type) == KIND_FLOAT)
		return parse_most(text, equals + 1, out, err);
	const int64_t least = contents == CONTENTS_CHAIN || contents == CONTENTS_GATHER ? 0 : 1;
	if (!gm_ptx_value_integer(equals + 1, &out->number) || (!any && out->number < least) ||
	    (divides && (uint64_t)out->number > out->elements))
		return gm_fail(err, GM_BAD_VALUE, "argument '%s': '%s' is no fitting number",
			       text, equals + 1);
	if (index && gm_ptx_type_kind(out->type) == KIND_FLOAT)
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%s': these contents are indices and need an integer type",
			       text);
	return GM_OK;
}

/* to=BUFFER: pointers into it, evenly apart. */
static gm_status
parse_pointers(const char *text, const char *to, ptx_argument *out, gm_error *err)
{
	if (out->type != PTX_U64 || !strchr(to, '[') || strncmp(to, "bytes=", 6) == 0)
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%s': pointers are u64[COUNT]:to=TYPE[COUNT], with contents or "
			       "without",
			       text);
	out->to = to;
	out->buffer.contents = CONTENTS_POINTERS;
	return GM_OK;
}

/* NAME, NAME+BYTES or NAME-BYTES */
static gm_status
parse_same(const char *text, const char *value, gm_arena *arena, ptx_argument *out, gm_error *err)
{
	const size_t length = strcspn(value, "+-");
	const char *offset = value + length + (value[length] == '+');
	out->type = PTX_U64;
	out->same = gm_arena_print(arena, "%.*s", (int)length, value);
	if (length > 0 && (!value[length] || gm_ptx_value_integer(offset, &out->same_offset)))
		return GM_OK;
	return gm_fail(err, GM_BAD_VALUE,
		       "argument '%s': expected same=NAME or same=NAME+BYTES, the name of an argument "
		       "before it",
		       text);
}

/* What a chase of few stops finds is made at once. */
static gm_status
parse_numbered(const char *text, const char *equals, gm_arena *arena, ptx_buffer *out, gm_error *err)
{
	const gm_status status = parse_number_of(text, equals, out, err);
	if (status != GM_OK || out->contents != CONTENTS_CYCLE)
		return status;
	const uint64_t stops = out->elements / (uint64_t)out->number;
	if (stops <= PTX_SHUFFLED_MOST)
		out->data = gm_ptx_shuffled_stops(arena, stops);
	return GM_OK;
}

static gm_status
parse_contents(const char *text, const char *word, gm_arena *arena, ptx_buffer *out, gm_error *err)
{
	const char *equals = strchr(word, '='), *names[FORMS];
	const size_t length = equals ? (size_t)(equals - word) : strlen(word);
	char given[32];
	for (int i = 0; i < FORMS; i++) {
		names[i] = forms[i].name;
		if (strlen(names[i]) != length || memcmp(names[i], word, length) != 0)
			continue;
		out->contents = forms[i].contents;
		out->number = forms[i].number;
		if (equals ? !forms[i].takes_number : forms[i].needs_number)
			return gm_fail(err, GM_BAD_VALUE, "argument '%s': '%s' %s number", text,
				       names[i], equals ? "takes no" : "needs a");
		return equals ? parse_numbered(text, equals, arena, out, err) : GM_OK;
	}
	snprintf(given, sizeof given, "%.*s", length < 31 ? (int)length : 31, word);
	const char *near = gm_text_nearest(given, names, FORMS);
	return gm_fail(err, GM_UNKNOWN_NAME,
		       "argument '%s': '%s' is no contents; expected zero, fill=VALUE, iota, random, "
		       "random=MAX, signed, step=K, chain=K, gather=K, band=W, cycle=K or to=BUFFER%s%s%s",
		       text, given, near ? "; did you mean '" : "", near ? near : "",
		       near ? "'?" : "");
}

/* Nothing, :contents or @file. */
static gm_status
parse_rest(const char *text, const char *rest, gm_arena *arena, ptx_argument *out, gm_error *err)
{
	ptx_buffer *b = &out->buffer;
	b->unsaid = *rest == '\0';
	if (b->unsaid)
		return GM_OK;
	if (*rest == '@') {
		b->is_mapped = true;
		return map_file(text, rest + 1, b, err);
	}
	if (strncmp(rest, ":to=", 4) == 0)
		return parse_pointers(text, rest + 4, out, err);
	if (*rest == ':')
		return parse_contents(text, rest + 1, arena, b, err);
	return gm_fail(err, GM_BAD_SYNTAX,
		       "argument '%s': expected ':contents' or '@file', found '%s'", text, rest);
}

/* TYPE[EXTENTS]/BOX */
static gm_status
parse_map(const char *text, const char *open_bracket, gm_arena *arena, ptx_argument *out, gm_error *err)
{
	const char *rest, *why;
	out->is_buffer = out->is_map = true;
	if (!gm_ptx_map_parse(open_bracket, out->type, &out->map, &rest, &why))
		return gm_fail(err, GM_BAD_VALUE, "argument '%s': expected %s", text, why);
	const uint64_t bytes = (uint64_t)gm_ptx_map_bytes(&out->map);
	out->buffer = (ptx_buffer){.type = out->type,
				   .elements = bytes / (uint64_t)out->map.element_bytes,
				   .bytes = bytes};
	return parse_rest(text, rest, arena, out, err);
}

/* TYPE[COUNT], then nothing, :contents or @file. */
static gm_status
parse_buffer(const char *text, const char *open_bracket, gm_arena *arena, ptx_argument *out, gm_error *err)
{
	const char *close_bracket = strchr(open_bracket, ']');
	char count[32] = "";
	int64_t elements = 0;
	ptx_buffer *b = &out->buffer;
	out->is_buffer = true;
	if (close_bracket && close_bracket - open_bracket < 31)
		memcpy(count, open_bracket + 1, (size_t)(close_bracket - open_bracket - 1));
	if (!close_bracket || !gm_ptx_value_integer(count, &elements) || elements < 1 ||
	    elements > BUFFER_BYTES_MAX / gm_ptx_type_bytes(out->type))
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%s': expected a number of elements in brackets, from 1 "
			       "and up to "
			       "2^44 bytes",
			       text);
	*b = (ptx_buffer){.type = out->type, .elements = (uint64_t)elements};
	b->bytes = b->elements * (uint64_t)gm_ptx_type_bytes(out->type);
	return parse_rest(text, close_bracket + 1, arena, out, err);
}

gm_status
gm_ptx_argument_parse(const char *text, gm_arena *arena, ptx_argument *out, gm_error *err)
{
	const char *mark = text + strcspn(text, "=[");
	*out = (ptx_argument){0};
	if (gm_ptx_argument_has_members(text))
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%.60s': members stand in a parameter's structure, and those of a "
			       "structure inside of it among its own",
			       text);
	if (strncmp(text, "bytes=", 6) == 0)
		return gm_ptx_value_structure(text, text + 6, out, err);
	if (strncmp(text, "same=", 5) == 0)
		return parse_same(text, text + 5, arena, out, err);
	if (*mark == '\0')
		return gm_fail(err, GM_BAD_SYNTAX,
			       "argument '%s': expected TYPE=VALUE or TYPE[COUNT]", text);
	const gm_status status = gm_ptx_value_type(text, (size_t)(mark - text), &out->type, err);
	if (status != GM_OK)
		return status;
	const char *bracket = strchr(mark, ']');
	if (bracket && bracket[1] == '/')
		return parse_map(text, mark, arena, out, err);
	return *mark == '=' ? gm_ptx_value_scalar(text, mark + 1, out, err)
			    : parse_buffer(text, mark, arena, out, err);
}

bool
gm_ptx_argument_has_members(const char *text)
{
	return strncmp(text, PTX_STRUCTURE_WORD, strlen(PTX_STRUCTURE_WORD)) == 0;
}

const char *
gm_ptx_member_next(gm_arena *arena, const char **at)
{
	const char *text = *at;
	const size_t length = gm_text_part(text);
	if (!*text)
		return NULL;
	*at = text + length + (text[length] == ',');
	return gm_arena_print(arena, "%.*s", (int)length, text);
}

static bool
kinds_agree(ptx_type given, ptx_type wanted)
{
	const bool given_float = gm_ptx_type_kind(given) == KIND_FLOAT;
	const ptx_kind kind = gm_ptx_type_kind(wanted);
	return kind == KIND_BITS || given_float == (kind == KIND_FLOAT);
}

gm_status
gm_ptx_argument_check(const ptx_argument *a, const ptx_variable *parameter, int pointer_bytes,
		      int index, gm_error *err)
{
	const char *wanted = gm_ptx_type_name(parameter->type);
	const int64_t bytes = parameter->bytes;
	if (a->is_map && bytes == PTX_MAP_BYTES)
		return GM_OK;
	if (a->is_buffer || a->same)
		return bytes == pointer_bytes && gm_ptx_type_kind(parameter->type) != KIND_FLOAT
			       ? GM_OK
			       : gm_fail(err, GM_BAD_VALUE,
					 "argument %d: a buffer, but parameter %s is .%s of %lld "
					 "bytes, "
					 "no pointer",
					 index, parameter->name, wanted, (long long)bytes);
	if ((int64_t)a->bytes_count != bytes)
		return gm_fail(err, GM_BAD_VALUE,
			       "argument %d: %zu bytes, but parameter %s (.%s) has %lld", index,
			       a->bytes_count, parameter->name, wanted, (long long)bytes);
	if (!a->is_structure && !kinds_agree(a->type, parameter->type))
		return gm_fail(err, GM_BAD_VALUE, "argument %d: type %s, but parameter %s is .%s",
			       index, gm_ptx_type_name(a->type), parameter->name, wanted);
	return GM_OK;
}
