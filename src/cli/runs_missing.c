#include "cli/cli.h"

#include <string.h>

enum { TOLD_MOST = 3 };

/* "models/saxpy.xml" is of saxpy. */
static bool
is_called(const char *word, const char *kernel)
{
	const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;
	return strncmp(name, kernel, strcspn(name, ".")) == 0 && strlen(kernel) == strcspn(name, ".");
}

static bool
is_asked_for(const gm_given *given, const gm_run *run)
{
	const char *entry = gm_given_last(given, GM_OPTION_ENTRY);
	bool asked = entry && strcmp(entry, run->kernel) == 0;
	for (int i = 0; i < given->positional_count; i++)
		asked = asked || is_called(given->positional[i], run->kernel);
	return asked;
}

/* "saxpy n=4194304 BLOCK=256 on h200_sxm" */
static void
name_run(gm_text *out, const gm_run *run)
{
	gm_text_append(out, run->kernel);
	for (int i = 0; i < run->parameters_count; i++)
		gm_text_print(out, " %s=%lld", run->parameters[i].name, (long long)run->parameters[i].value);
	gm_text_print(out, " on %s", run->device);
}

/* Each once, though it was measured in two states of the caches. */
static int
tell_runs(gm_text *out, const gm_given *given, const gm_runs *runs)
{
	int told = 0;
	for (int i = 0; i < runs->count; i++) {
		gm_text name = {0};
		if (!is_asked_for(given, &runs->items[i]))
			continue;
		name_run(&name, &runs->items[i]);
		if (!out->length || !strstr(out->bytes, name.bytes)) {
			if (told < TOLD_MOST)
				gm_text_print(out, "%s%s", told ? ", " : "", name.bytes);
			told++;
		}
		gm_text_dispose(&name);
	}
	return told;
}

gm_status
gm_fail_without_runs(gm_cli *cli, const gm_runs *runs)
{
	gm_text there = {0};
	const int told = tell_runs(&there, &cli->given, runs);
	gm_fail(&cli->err, GM_BAD_VALUE, "%s: no run of these kernels with these parameters on these devices%s%s%s",
		gm_given_last(&cli->given, GM_OPTION_RUNS), told ? "; it has " : ", nor with others",
		told ? there.bytes : "", told > TOLD_MOST ? " and more" : "");
	gm_text_dispose(&there);
	return GM_BAD_VALUE;
}
