#include "report/paragraph.h"

#include <string.h>

static size_t
column_of(const gm_text *text)
{
	size_t start = text->length;
	while (start > 0 && text->bytes[start - 1] != '\n')
		start--;
	return text->length - start;
}

/* A word, with the percent sign that belongs to it. */
static size_t
word_length(const char *words)
{
	const size_t length = strcspn(words, " ");
	const bool percent = words[length] == ' ' && words[length + 1] == '%';
	return percent ? length + 1 + strcspn(words + length + 1, " ") : length;
}

/* So much of a word that no line has room for as fits into `room`, up to a place where names of C++ may
   part: "policy_hub<float,", "cub::". 0: none. */
static size_t
part_length(const char *word, size_t length, size_t room)
{
	for (size_t cut = room < length ? room : length; cut > 1; cut--)
		if (word[cut - 1] == '<' || word[cut - 1] == ',' ||
		    (word[cut - 1] == ':' && word[cut - 2] == ':'))
			return cut;
	return 0;
}

static size_t
append_parts(gm_text *out, const char *word, size_t length, size_t indent)
{
	size_t column = column_of(out), cut;
	while (column + length > GM_REPORT_WIDTH &&
	       (cut = part_length(word, length, GM_REPORT_WIDTH - column)) > 0) {
		gm_text_append_bytes(out, word, cut);
		gm_text_append(out, "\n");
		gm_text_pad_to(out, indent);
		column = indent;
		word += cut;
		length -= cut;
	}
	gm_text_append_bytes(out, word, length);
	return column + length;
}

void
gm_report_paragraph(gm_text *out, const char *words, size_t indent)
{
	size_t column = column_of(out);
	bool first = true;
	if (!*words)
		return;
	while (*words) {
		const size_t length = word_length(words);
		if (!first && column + 1 + length > GM_REPORT_WIDTH) {
			gm_text_append(out, "\n");
			gm_text_pad_to(out, indent);
			column = indent;
		} else if (!first) {
			gm_text_append(out, " ");
			column++;
		}
		column = append_parts(out, words, length, indent);
		words += length + strspn(words + length, " ");
		first = false;
	}
	gm_text_append(out, "\n");
}

void
gm_report_field(gm_text *out, const gm_text *text, size_t width)
{
	const bool fits = text->length <= width;
	gm_text_append_bytes(out, text->bytes, fits ? text->length : width - 1);
	gm_text_print(out, "%*s", fits ? (int)(width - text->length) : 1, fits ? "" : "~");
}

void
gm_report_break(const char *words, size_t width, gm_report_line *line, void *state)
{
	while (*words) {
		size_t length = strlen(words);
		if (length > width) {
			length = width;
			while (length > 0 && words[length] != ' ')
				length--;
			length = length > 0 ? length : width;
		}
		line(state, words, length);
		words += length + strspn(words + length, " ");
	}
}

void
gm_report_end_line(gm_text *out)
{
	while (out->length && out->bytes[out->length - 1] == ' ')
		out->bytes[--out->length] = '\0';
	gm_text_append(out, "\n");
}
