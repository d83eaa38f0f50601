#include "cli/push/push_words.h"

#include <string.h>

#include "base/append.h"
#include "base/text.h"
#include "engine/clickhouse.h"

/* "--service NAME" and "--service=NAME". */
static bool take_service(struct push_words *w, int argc, char **argv, int *at,
			 struct error *err)
{
	const char *equals = strchr(argv[*at], '=');

	if (!equals && *at + 1 >= argc)
		return error_set(err, ERROR_USAGE, "--service needs a name");
	w->service = equals ? equals + 1 : argv[++*at];
	return true;
}

static bool take(struct push_words *w, int argc, char **argv, int *at, struct error *err)
{
	const char *word = argv[*at];

	if (strcmp(word, "--create") == 0)
		w->create = true;
	else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		w->help = true;
	else if (strcmp(word, "--service") == 0 || strncmp(word, "--service=", 10) == 0)
		return take_service(w, argc, argv, at, err);
	else if (!w->address && clickhouse_is_address(word))
		w->address = word;
	else if (w->address && (word[0] != '-' || !word[1]))
		return APPEND(w->files, w->file_count, w->file_room, "files", err, word);
	else
		return APPEND(w->passed, w->passed_count, w->passed_room, "options", err,
			      word);
	return true;
}

bool push_words_parse(struct push_words *w, int argc, char **argv, struct error *err)
{
	*w = (struct push_words){.service = ""};
	for (int i = 1; i < argc; i++)
		if (!take(w, argc, argv, &i, err))
			return false;
	if (w->help)
		return true;
	if (!w->address)
		return error_set(
		    err, ERROR_USAGE,
		    "say where to: push clickhouse://HOST:8123/DATABASE FILE");
	for (size_t i = 0; w->file_count > 1 && i < w->passed_count; i++)
		if (text_starts(text_of(w->passed[i]), TEXT("--started")))
			return error_set(err, ERROR_USAGE,
					 "--started is of one recording: push each by "
					 "itself");
	return w->file_count || error_set(err, ERROR_USAGE, "no file given");
}

void push_words_release(struct push_words *w)
{
	mem_free(w->passed);
	mem_free(w->files);
	*w = (struct push_words){.service = ""};
}
