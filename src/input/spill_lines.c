#include "input/spill_lines.h"

#include <stdlib.h>
#include <string.h>

static const char letters[] = "nghbsl", freeing = 'm';

/* The whole number that the text begins with, and what follows it. */
static bool
take_number(char **text, int64_t least, int64_t most, int64_t *out)
{
	char *end = NULL;
	const long long value = strtoll(*text, &end, 10);
	const bool good = end != *text && value >= least && value <= most;
	*text = end;
	*out = value;
	return good;
}

static bool
take_sign(char **text, char sign)
{
	return *(*text)++ == sign;
}

static bool
read_spill(char *rest, gm_spill_item *item)
{
	const bool store = item->kind == GM_SPILL_STORE;
	int64_t bytes = 0, other = -1;
	const bool good = take_number(&rest, 1, 16, &bytes) && take_sign(&rest, '@') &&
			  take_number(&rest, INT32_MIN, INT32_MAX, &item->place) &&
			  take_sign(&rest, store ? '<' : '>') && take_number(&rest, -1, INT32_MAX, &other);
	item->bytes = (uint8_t)bytes;
	*(store ? &item->maker : &item->use) = (int32_t)other;
	return good && *rest == '\0';
}

static bool
read_item(char *word, gm_spill_item *item)
{
	int64_t at = 0;
	*item = (gm_spill_item){.maker = -1, .use = -1};
	if (!take_number(&word, 0, INT32_MAX, &at) || *word == '\0')
		return false;
	item->at = (int32_t)at;
	item->last = *word == freeing;
	const char *letter = item->last ? strchr(letters, 'l') : strchr(letters, *word);
	if (!letter)
		return false;
	item->kind = (uint8_t)(letter - letters);
	return item->kind < GM_SPILL_STORE ? word[1] == '\0' : read_spill(word + 1, item);
}

bool
gm_spill_region_read(char *text, gm_arena *arena, gm_spill_region *out)
{
	gm_spill_item *items = gm_arena_allocate(arena, strlen(text) / 2 + 1, sizeof *items);
	int64_t numbers[2] = {0};
	int32_t count = 0, before = 0;
	for (int fields = 0; text; fields++) {
		char *word = strsep(&text, " \t");
		if (*word == '\0')
			fields--;
		else if (fields < 2 && (!take_number(&word, fields == 0 ? -1 : 0, INT32_MAX, &numbers[fields]) || *word))
			return false;
		else if (fields >= 2 && (!read_item(word, &items[count]) || items[count].at < before))
			return false;
		else if (fields >= 2)
			before = items[count++].at;
		if (!text && fields < 1)
			return false;
	}
	*out = (gm_spill_region){
		.parent = (int32_t)numbers[0], .length = (int32_t)numbers[1], .items = items, .items_count = count};
	return before <= out->length;
}
