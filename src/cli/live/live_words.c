#include "cli/live/live_words.h"

#include <string.h>

#include "analysis/range_words.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "cli/options.h"

#define FREQUENCY_MOST 100000

/* The arguments, and the current position. */
struct live_arguments {
	char **argv;
	int argc, at;
};

static bool refuse_live_word(enum option_id id, const char *word, const char *expected,
			     struct error *err)
{
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not %s", option_table[id].name,
			 word, expected);
}

static bool take_pids(struct live_words *w, const char *word, struct error *err)
{
	struct text left = text_of(word);

	while (left.len) {
		const char *comma = memchr(left.at, ',', left.len);
		struct text one =
		    comma ? text_upto(left, (size_t)(comma - left.at)) : left;
		uint64_t pid;

		if (!number_u64(one, &pid) || pid == 0 || pid > INT32_MAX)
			return refuse_live_word(OPTION_PID, word,
						"a pid, or several: 17,42", err);
		if (!APPEND_FIXED(w->pids, w->pid_count, (int32_t)pid))
			return error_set(err, ERROR_USAGE, "--pid: at most %d of them",
					 LIVE_PIDS_MOST);
		left = text_from(left, one.len + (comma != NULL));
	}
	return w->pid_count || refuse_live_word(OPTION_PID, word, "a pid", err);
}

static bool take_length(enum option_id id, const char *word, uint64_t *ns,
			struct error *err)
{
	return (duration_parse(text_of(word), ns) && *ns > 0) ||
	       refuse_live_word(id, word, "a length of time, such as 30, 90s or 10m",
				err);
}

static bool take_value(struct live_words *w, enum option_id id, const char *word,
		       struct error *err)
{
	uint64_t hz;

	w->records |= id == OPTION_FREQ || id == OPTION_PID || id == OPTION_CPU ||
		      id == OPTION_CGROUP || id == OPTION_DURATION_LIVE;
	switch (id) {
	case OPTION_FREQ:
		if (!number_u64(text_of(word), &hz) || hz == 0 || hz > FREQUENCY_MOST)
			return refuse_live_word(
			    id, word, "a number of samples a second, such as 99", err);
		w->frequency = (uint32_t)hz;
		return true;
	case OPTION_PID:
		return take_pids(w, word, err);
	case OPTION_KEEP_LIVE:
		w->keep_given = true;
		return take_length(id, word, &w->keep, err);
	case OPTION_DURATION_LIVE:
		return take_length(id, word, &w->duration, err);
	case OPTION_CPU:
		w->cpus = word;
		return true;
	case OPTION_SAVE_WHEN:
		return APPEND_FIXED(w->conditions, w->condition_count, word) ||
		       error_set(err, ERROR_USAGE, "--save-when: at most %d of them",
				 LIVE_CONDITIONS_MOST);
	case OPTION_SAVE_TO:
		w->save_to = word;
		return true;
	case OPTION_SAVE_MOST:
		return (number_size(text_of(word), &w->save_most) && w->save_most > 0) ||
		       refuse_live_word(id, word, "a size, such as 256M", err);
	case OPTION_CGROUP:
		w->cgroup = word;
		return true;
	case OPTION_HOST_LIVE:
		w->host = word;
		return true;
	default:
		w->output = word;
		return true;
	}
}

static void take_flag(struct live_words *w, enum option_id id)
{
	if (id == OPTION_HEADLESS)
		w->headless = true;
	else if (id == OPTION_HELP)
		w->help = true;
}

/* The value of an option is the rest of its word, or the next word. */
static bool take_option(struct live_words *w, struct live_arguments *s, enum option_id id,
			const char *rest, bool joined, struct error *err)
{
	if (!*option_table[id].argument) {
		take_flag(w, id);
		return !joined || error_set(err, ERROR_USAGE, "--%s takes no value",
					    option_table[id].name);
	}
	if (!joined && s->at + 1 >= s->argc)
		return error_set(err, ERROR_USAGE, "--%s needs %s", option_table[id].name,
				 option_table[id].argument);
	return take_value(w, id, joined ? rest : s->argv[++s->at], err);
}

/* "--freq=99" */
static bool find_name(struct text name, enum option_id *id)
{
	for (int i = 0; i < OPTION_COUNT; i++) {
		if (!option_is_told((enum option_id)i, TAKER_LIVE) ||
		    !text_equal(name, text_of(option_table[i].name)))
			continue;
		*id = (enum option_id)i;
		return true;
	}
	return false;
}

/* "-F99", "-ag", "-p 17" */
static bool take_letters(struct live_words *w, struct live_arguments *s, const char *word,
			 struct error *err)
{
	for (const char *c = word + 1; *c; c++) {
		int i = 0;

		if (*c == 'a' || *c == 'g') /* the default */
			continue;
		while (i < OPTION_COUNT &&
		       (option_table[i].letter != *c ||
			!option_is_told((enum option_id)i, TAKER_LIVE)))
			i++;
		if (i == OPTION_COUNT)
			return error_set(
			    err, ERROR_USAGE,
			    "-%c is not an option of live, whose short options are "
			    "perf's: -F, -p, -C, -o; use the long names of other options",
			    *c);
		if (*option_table[i].argument)
			return take_option(w, s, (enum option_id)i, c + 1, c[1], err);
		take_flag(w, (enum option_id)i);
	}
	return true;
}

bool live_words_add(struct live_words *w, char *word, struct error *err)
{
	size_t count = (size_t)w->count;

	if (!mem_reserve(&w->rest, &w->room, count + 2, sizeof *w->rest, "words", err))
		return false;
	w->rest[w->count++] = word;
	w->rest[w->count] = NULL;
	return true;
}

bool live_words_parse(struct live_words *w, int argc, char **argv, struct error *err)
{
	struct live_arguments s = {argv, argc, 0};

	*w = (struct live_words){
	    .keep = LIVE_KEEP_USUAL, .save_to = ".", .save_most = UINT64_C(256) << 20};
	for (; s.at < argc; s.at++) {
		char *word = argv[s.at];
		const char *equals = strchr(word, '=');
		size_t len = equals ? (size_t)(equals - word) : strlen(word);
		enum option_id id;
		bool ok;

		if (word[0] == '-' && word[1] && word[1] != '-')
			ok = take_letters(w, &s, word, err);
		else if (len > 2 && word[0] == '-' &&
			 find_name((struct text){word + 2, len - 2}, &id))
			ok = take_option(w, &s, id, equals ? equals + 1 : "",
					 equals != NULL, err);
		else
			ok = live_words_add(w, word, err);
		if (!ok)
			return false;
		w->piped |= strcmp(word, "-") == 0;
	}
	return w->piped || live_words_add(w, (char *)"-", err);
}

void live_words_release(struct live_words *w)
{
	mem_free(w->rest);
}
