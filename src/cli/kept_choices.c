#include "cli/kept_choices.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"

#define FILE_MAX  (64 * 1024) /* bytes */
#define TOLD_MOST 10	      /* lines that cannot be taken */

enum kept_where kept_choices_where(enum option_id id)
{
	static const enum kept_where where[OPTION_COUNT] = {
#define GROUP(title, id)
#define OPTION(id, name, letter, argument, takers, help)
#undef KEPT
#define KEPT(id, where) [OPTION_##id] = KEPT_##where,
#include "cli/options.def"
#undef OPTION
#undef GROUP
	};

	return where[id];
}

/* ---- the file ---- */

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* A relative path is not valid there, says the XDG Base Directory Specification. */
static const char *place(bool *is_home)
{
	const char *config = environment("XDG_CONFIG_HOME"), *home = environment("HOME");

	*is_home = *config != '/';
	return !*is_home ? config : *home == '/' ? home : NULL;
}

static void find_file(struct kept_choices *k)
{
	bool is_home;
	const char *within = place(&is_home);
	int n = 0;

	if (within)
		n = snprintf(k->path, sizeof k->path, "%s%s/flarescope/config", within,
			     is_home ? "/.config" : "");
	if (n <= 0 || (size_t)n >= sizeof k->path)
		k->path[0] = '\0';
}

static void complain(const struct kept_choices *k, unsigned line, const char *words)
{
	fputs("flarescope: ", stderr);
	printable_write(text_of(k->path), stderr);
	if (line)
		fprintf(stderr, ":%u", line);
	fputs(": ", stderr);
	printable_write(text_of(words), stderr);
	putc('\n', stderr);
}

/* It chooses what this user's commands do: another must not have written it. */
static bool is_own(const struct stat *st, const char *what, struct error *err)
{
	mode_t others = geteuid() == 0 ? S_IWGRP | S_IWOTH : S_IWOTH;

	if (st->st_uid != 0 && st->st_uid != geteuid() && st->st_uid != getuid())
		return error_set(err, ERROR_SYSTEM, "not read: %s is another user's",
				 what);
	return !(st->st_mode & others) ||
	       error_set(err, ERROR_SYSTEM, "not read: others may write to %s", what);
}

/*
 * Nor must another have chosen it: under sudo $HOME may be that of whoever called it, where a link
 * may lead to a file of root's, whose lines would be told. So of the directories that lead there
 * from $HOME each must be one's own, as for ~/.ssh.
 */
static bool are_places_own(const struct kept_choices *k, struct error *err)
{
	bool is_home;
	const char *within = place(&is_home);
	const char *below = k->path + (within ? strlen(within) : 0);
	char directory[PATH_MAX], what[64];
	struct stat st;

	for (const char *at = below; at; at = strchr(at + 1, '/')) {
		snprintf(directory, sizeof directory, "%.*s", (int)(at - k->path),
			 k->path);
		snprintf(what, sizeof what, "%s%.*s",
			 is_home ? "$HOME" : "$XDG_CONFIG_HOME", (int)(at - below),
			 below);
		if (stat(directory, &st) != 0)
			return error_sys(err, "not read");
		if (!is_own(&st, what, err))
			return false;
	}
	return true;
}

static bool read_all(struct kept_choices *k, int fd, size_t size, struct error *err)
{
	size_t used = 0;
	ssize_t n = 1;

	k->text = mem_array(size + 1, 1, "choices", err);
	while (k->text && used < size && n > 0) {
		n = read(fd, k->text + used, size - used);
		if (n > 0)
			used += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (n < 0)
		return error_sys(err, "not read");
	if (!k->text)
		return false;
	k->text[used] = '\0';
	return strlen(k->text) == used ||
	       error_set(err, ERROR_FORMAT, "not read: it is no text");
}

/* True without a text where there is no file. */
static bool read_file(struct kept_choices *k, struct error *err)
{
	struct stat st;
	int fd = *k->path ? regular_file_open(k->path, &st) : -1;
	bool ok;

	if (fd < 0 && (!*k->path || errno == ENOENT || errno == ENOTDIR))
		return true;
	if (fd < 0)
		return errno ? error_sys(err, "not read")
			     : error_set(err, ERROR_SYSTEM, "not read: it is no file");
	if (st.st_size > FILE_MAX)
		ok = error_set(err, ERROR_LIMIT, "not read: it is larger than 64 KiB");
	else
		ok = is_own(&st, "it", err) && are_places_own(k, err) &&
		     read_all(k, fd, (size_t)st.st_size, err);
	close(fd);
	return ok;
}

/* ---- its lines ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static char *skip_blanks(char *s)
{
	while (is_blank(*s))
		s++;
	return s;
}

/* "--scale = dark  # comment" in `line`: "scale" and "dark". False when nothing is there. */
static bool cut_line(char *line, char **name, char **value)
{
	char *end = line + strcspn(line, "#");

	*end = '\0';
	while (end > line && is_blank(end[-1]))
		*--end = '\0';
	*name = skip_blanks(line);
	if (!**name)
		return false;
	if (strncmp(*name, "--", 2) == 0)
		*name += 2;
	*value = *name + strcspn(*name, " \t\r=");
	if (!**value)
		return true;
	*(*value)++ = '\0';
	*value = skip_blanks(*value);
	if (**value == '=')
		*value = skip_blanks(*value + 1);
	return true;
}

/* Those that may be kept come first: some names stand twice. */
static bool find_option(const char *name, enum option_id *found, struct error *err)
{
	struct text_nearest n = {.given = text_of(name)};
	bool known = false;

	for (int id = 0; id < OPTION_COUNT; id++) {
		bool same = strcmp(option_table[id].name, name) == 0;

		*found = (enum option_id)id;
		if (same && kept_choices_where(*found))
			return true;
		known |= same;
		if (kept_choices_where(*found))
			text_nearest_offer(&n, option_table[id].name);
	}
	if (known)
		return error_set(err, ERROR_USAGE,
				 "'%.60s' cannot be kept: it is said with the command",
				 name);
	if (n.word)
		return error_set(err, ERROR_USAGE, "no option '%.60s'; did you mean %s?",
				 name, n.word);
	return error_set(err, ERROR_USAGE, "no option '%.60s'", name);
}

static bool counts(enum option_id id, unsigned taker)
{
	if (taker == TAKER_CONFIG)
		return true;
	if (!option_is_taken(id, taker))
		return false;
	return kept_choices_where(id) == KEPT_EVERY ||
	       (taker == TAKER_OPEN && output_is_terminal());
}

static bool take_line(struct options *o, unsigned taker, unsigned line, char *words,
		      struct error *err)
{
	struct options unused = {.help = false};
	char *name, *value;
	enum option_id id;
	bool wants;

	if (!cut_line(words, &name, &value))
		return true;
	if (!find_option(name, &id, err))
		return false;
	wants = *option_table[id].argument != '\0';
	if (wants != (*value != '\0'))
		return error_set(err, ERROR_USAGE, "%s %s", name,
				 wants ? "needs a value" : "takes no value");
	if (!counts(id, taker)) /* a mistake is one for every command */
		return options_take(&unused, id, wants ? value : NULL, err);
	if (!options_take(o, id, wants ? value : NULL, err))
		return false;
	o->kept.from[id].line = line;
	o->kept.from[id].value = value;
	return true;
}

void kept_choices_release(struct kept_choices *k)
{
	mem_free(k->text);
	k->text = NULL;
}

static void apply_lines(struct options *o, unsigned taker)
{
	struct kept_choices *k = &o->kept;
	char *at = k->text, *next;
	unsigned bad = 0;

	for (unsigned line = 1; at; line++, at = next) {
		struct error err = ERROR_INIT;

		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (!take_line(o, taker, line, at, &err) && bad++ < TOLD_MOST)
			complain(k, line, err.message);
	}
	if (bad > TOLD_MOST) {
		char words[64];

		snprintf(words, sizeof words, "and %u more that cannot be taken",
			 bad - TOLD_MOST);
		complain(k, 0, words);
	}
}

void kept_choices_apply(struct options *o, unsigned taker)
{
	struct kept_choices *k = &o->kept;
	struct error err = ERROR_INIT;

	if (strcmp(environment("FLARESCOPE_CONFIG"), "no") == 0)
		return;
	find_file(k);
	if (!read_file(k, &err)) {
		complain(k, 0, err.message);
		kept_choices_release(k);
	}
	apply_lines(o, taker);
}

/* ---- what is in force ---- */

/* Of words the first is the usual one. */
static void print_value(enum option_id id, const char *value, FILE *out)
{
	const char *argument = option_table[id].argument;
	size_t first = strcspn(argument, "|");

	if (!*argument)
		fprintf(out, "%-10s", value ? "yes" : "no");
	else if (value)
		fprintf(out, "%-10s", value);
	else if (argument[0] >= 'a' && argument[0] <= 'z')
		fprintf(out, "%-10.*s", (int)first, argument);
	else
		fprintf(out, "%-10s", "usual");
}

void kept_choices_print(const struct kept_choices *k, FILE *out)
{
	for (int id = 0; id < OPTION_COUNT; id++) {
		enum kept_where where = kept_choices_where((enum option_id)id);
		unsigned line = k->from[id].line;

		if (!where)
			continue;
		fprintf(out, "%-11s ", option_table[id].name);
		print_value(
		    (enum option_id)id,
		    line == 0 ? NULL : (k->from[id].value ? k->from[id].value : ""), out);
		fprintf(out, "  %-13s  ",
			where == KEPT_SCREEN ? "on the screen" : "always");
		if (line == 0)
			fputs("default", out);
		else if (line == KEPT_BY_COMMAND)
			fputs("command line", out);
		else {
			printable_write(text_of(k->path), out);
			fprintf(out, ":%u", line);
		}
		putc('\n', out);
	}
}
