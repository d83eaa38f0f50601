#include "cli/parsing/option_spelling.h"

#include "input/formats.h"
#include "input/plugin/plugin_readers.h"

#include <stdio.h>
#include <string.h>

void option_spelling_build(struct option_spelling *sp, enum taker taker)
{
	size_t n = 0, letters = 0;

	sp->letters[letters++] = ':'; /* distinguish missing arguments */
	for (int id = 0; id < OPTION_COUNT; id++) {
		const struct option_info *o = &option_table[id];

		if (!option_is_taken((enum option_id)id, taker))
			continue;
		sp->rows[n++] = (struct option){
		    o->name, *o->argument ? required_argument : no_argument, NULL,
		    OPTION_FIRST_LONG + id};
		if (!o->letter)
			continue;
		sp->letters[letters++] = o->letter;
		if (*o->argument)
			sp->letters[letters++] = ':';
	}
	sp->rows[n] = (struct option){0};
	sp->letters[letters] = '\0';
}

enum option_id option_of_letter(int letter, enum taker taker)
{
	enum option_id id = 0;

	while (option_table[id].letter != letter || !option_is_taken(id, taker))
		id++;
	return id;
}

/* List the options that `begin` abbreviates: "--colours, --color". */
static int list_longer(struct text begin, enum taker taker, char *list, size_t room)
{
	int count = 0;
	size_t len = 0;

	for (int id = 0; id < OPTION_COUNT; id++) {
		const char *name = option_table[id].name;

		if (!option_is_told((enum option_id)id, taker) ||
		    !text_starts(text_of(name), begin))
			continue;
		if (len < room)
			len += (size_t)snprintf(list + len, room - len, "%s--%s",
						count ? ", " : "", name);
		count++;
	}
	return count;
}

static const char *nearest_option(struct text name, enum taker taker)
{
	struct text_nearest n = {.given = name};

	for (int id = 0; id < OPTION_COUNT; id++)
		if (option_is_told((enum option_id)id, taker))
			text_nearest_offer(&n, text_of(option_table[id].name));
	return n.word.at;
}

/* Explain why getopt_long() refused "--name" or "--name=value". */
static bool refuse_option(struct text given, enum taker taker, struct error *err)
{
	const char *equals = memchr(given.at, '=', given.len), *nearest;
	struct text name = equals ? text_upto(given, (size_t)(equals - given.at)) : given;
	char list[160];

	for (int id = 0; id < OPTION_COUNT; id++) {
		if (text_equal(text_from(name, 2), text_of(option_table[id].name)) &&
		    !option_is_taken((enum option_id)id, taker))
			return error_set(err, ERROR_USAGE,
					 "this command has no option --%s%s",
					 option_table[id].name,
					 id == OPTION_JSON && (taker & TAKER_BATCH)
					     ? "; did you mean --format json?"
					     : "");
	}
	if (list_longer(text_from(name, 2), taker, list, sizeof list) > 1)
		return error_set(err, ERROR_USAGE, "'%.*s' is ambiguous: %s",
				 (int)name.len, name.at, list);
	nearest = nearest_option(text_from(name, 2), taker);
	if (nearest)
		return error_set(err, ERROR_USAGE,
				 "unknown option '%.*s'; did you mean --%s?",
				 (int)name.len, name.at, nearest);
	return error_set(err, ERROR_USAGE, "unknown option '%.*s'", (int)name.len,
			 name.at);
}

bool option_spelling_complain(int c, const char *given, enum taker taker,
			      struct error *err)
{
	char words[OPTION_WORDS_MAX];

	if (c == '?' && optopt >= OPTION_FIRST_LONG)
		return error_set(err, ERROR_USAGE, "--%s takes no argument",
				 option_table[optopt - OPTION_FIRST_LONG].name);
	if (c == '?' && optopt)
		return error_set(err, ERROR_USAGE, "unknown option '-%c'", optopt);
	if (c == '?')
		return refuse_option(text_of(given), taker, err);
	if (optopt >= OPTION_FIRST_LONG)
		return error_set(
		    err, ERROR_USAGE, "--%s needs an argument: %s",
		    option_table[optopt - OPTION_FIRST_LONG].name,
		    option_argument((enum option_id)(optopt - OPTION_FIRST_LONG), words));
	return error_set(err, ERROR_USAGE, "-%c needs an argument: %s", optopt,
			 option_argument(option_of_letter(optopt, taker), words));
}

void option_spelling_explain_info(const char *arg, struct error *err)
{
	struct error ignored = ERROR_INIT;
	struct plugin_reader own = {0};
	bool known = formats_find(arg) || plugin_readers_find(arg, &own, &ignored);

	plugin_reader_release(&own);
	if (!known)
		return;
	*err = (struct error)ERROR_INIT;
	error_set(err, ERROR_USAGE,
		  "--format: '%s' is a format of files; use --input-format %s", arg, arg);
}
