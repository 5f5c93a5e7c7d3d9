#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

gm_status
gm_fail(gm_error *err, gm_status status, const char *format, ...)
{
	if (!err || err->status != GM_OK)
		return status;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(err->message, sizeof err->message, format, arguments);
	va_end(arguments);
	err->status = status;
	return status;
}

void
gm_error_locate(gm_error *err, const char *file, int line, int column)
{
	if (!err || err->status == GM_OK)
		return;
	if (file && !err->file[0])
		snprintf(err->file, sizeof err->file, "%s", file);
	if (line > 0 && err->line == 0) {
		err->line = line;
		err->column = column;
	}
}

char *
gm_error_format(const gm_error *err, char *out, size_t out_bytes)
{
	char place[320] = "";
	if (err->file[0] && err->line > 0 && err->column > 0)
		snprintf(place, sizeof place, "%s:%d:%d: ", err->file, err->line, err->column);
	else if (err->file[0] && err->line > 0)
		snprintf(place, sizeof place, "%s:%d: ", err->file, err->line);
	else if (err->file[0])
		snprintf(place, sizeof place, "%s: ", err->file);
	else if (err->column > 0)
		snprintf(place, sizeof place, "column %d: ", err->column);
	snprintf(out, out_bytes, "%s%s", place,
	         err->message[0] ? err->message : gm_status_meaning(err->status));
	return out;
}
