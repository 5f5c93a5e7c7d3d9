#include "input/csv.h"

#include <stdbool.h>

/* A field between quotes, from behind the first; what follows it. NULL without a closing quote. */
static char *
read_quoted(char *from, int *line)
{
	char *to = from;
	for (;; from++) {
		if (*from == '\0')
			return NULL;
		if (*from == '"' && *++from != '"')
			break;
		*line += *from == '\n';
		*to++ = *from;
	}
	*to = '\0';
	return from;
}

static char *
end_of_plain(char *from)
{
	while (*from && *from != ',' && *from != '\n' && *from != '\r')
		from++;
	return from;
}

int
gm_csv_record(char **text, char *fields[GM_CSV_FIELDS_MAX], int *line)
{
	char *at = *text;
	int count = 0;
	for (bool more = true; more;) {
		const bool quoted = *at == '"';
		char *field = at + quoted;
		at = quoted ? read_quoted(field, line) : at;
		if (!at)
			return -1;
		at = end_of_plain(at);
		more = *at == ',';
		const bool carriage = *at == '\r';
		if (*at)
			*at++ = '\0';
		if (carriage && *at == '\n')
			at++;
		if (count < GM_CSV_FIELDS_MAX)
			fields[count] = field;
		count++;
	}
	++*line;
	*text = at;
	return count;
}
