#include "input/kernel_reader.h"

#include "base/quantity.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* name="a" after="b c+2 d@16 ~e +3": the result it makes; the results it waits for, with what is
   computed of them before it, not of the latest but the 16th last, and none that was made before the
   loop around began; and how long after its turn it can be issued at the earliest. */

enum { WAITS_MAX = 16 };

static const double most_delay = 1e6;

/* The number of a result; a name may stand in `after` before the statement that makes it. */
static int
result_of(gm_kernel_reader *r, const char *name, const gm_xml_node *node)
{
	for (size_t i = 0; i < r->results_count; i++)
		if (strcmp(r->results[i].name, name) == 0)
			return (int)i + 1;
	r->results = gm_grow(r->results, &r->results_capacity, r->results_count + 1,
			     sizeof *r->results);
	r->results[r->results_count].name = gm_arena_copy_text(r->arena, name);
	r->results[r->results_count].node = node;
	return (int)++r->results_count;
}

static gm_status
refuse(gm_kernel_reader *r, const gm_xml_node *node, const char *word)
{
	return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
			   "after: expected results as in 'a b+2 +3', found '%.40s'", word);
}

/* a, a+2, a@3, a@3+2, ~a or +2 */
static gm_status
read_word(gm_kernel_reader *r, const gm_xml_node *node, char *word, gm_statement *out, gm_wait *waits)
{
	double delay = 0;
	int64_t ago = 1;
	const bool own_run = *word == '~';
	word += own_run;
	char *plus = strchr(word, '+');
	if (plus && (gm_number_parse(plus + 1, &delay, NULL) != GM_OK || delay < 0 || delay > most_delay))
		return refuse(r, node, word);
	if (plus)
		*plus = '\0';
	char *at_sign = strchr(word, '@');
	if (at_sign && (at_sign == word || gm_integer_parse(at_sign + 1, &ago, NULL) != GM_OK ||
			ago < 1 || ago > GM_AGO_MAX))
		return refuse(r, node, word);
	if (at_sign)
		*at_sign = '\0';
	for (const char *at = word; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return refuse(r, node, word);
	if (!*word && (own_run || !plus))
		return refuse(r, node, word);
	if (!*word) {
		out->delay = (float)delay;
		return GM_OK;
	}
	if (out->after_count == WAITS_MAX)
		return gm_xml_fail(node, GM_TOO_LARGE, r->err, "after: more than %d results", WAITS_MAX);
	r->ago_max = r->ago_max > (int)ago ? r->ago_max : (int)ago;
	waits[out->after_count++] = (gm_wait){result_of(r, word, node), (int)ago, own_run, (float)delay};
	return GM_OK;
}

gm_status
gm_reader_waits(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	const char *name = gm_xml_attribute(node, "name"), *after = gm_xml_attribute(node, "after");
	gm_wait waits[WAITS_MAX];
	gm_status status = GM_OK;
	if (name && !isalpha((unsigned char)*name))
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "'%.40s' is no name", name);
	if (name) {
		out->result = result_of(r, name, node);
		r->results[out->result - 1].made = true;
	}
	if (!after)
		return GM_OK;
	out->told = true;
	char *words = strdup(after), *rest = NULL;
	for (char *word = strtok_r(words, " \t\n", &rest); word && status == GM_OK;
	     word = strtok_r(NULL, " \t\n", &rest))
		status = read_word(r, node, word, out, waits);
	free(words);
	gm_wait *kept = gm_arena_allocate(r->arena, (size_t)out->after_count + 1, sizeof *kept);
	if (out->after_count)
		memcpy(kept, waits, (size_t)out->after_count * sizeof *kept);
	out->after = kept;
	return status;
}

gm_status
gm_reader_check_results(gm_kernel_reader *r)
{
	for (size_t i = 0; i < r->results_count; i++) {
		const char *known[64];
		size_t count = 0;
		if (r->results[i].made)
			continue;
		for (size_t k = 0; k < r->results_count && count < 64; k++)
			if (r->results[k].made)
				known[count++] = r->results[k].name;
		const char *nearest = gm_text_nearest(r->results[i].name, known, count);
		return gm_xml_fail(r->results[i].node, GM_UNKNOWN_NAME, r->err,
				   "after: no statement is called '%s'%s%s%s", r->results[i].name,
				   nearest ? "; did you mean '" : "", nearest ? nearest : "",
				   nearest ? "'?" : "");
	}
	return GM_OK;
}
