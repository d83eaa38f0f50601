#include "cli/config/saved_choices.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"
#include "export/outfile.h"

#define FILE_MAX (64 * 1024) /* bytes */

static const char *read_config_variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* The XDG Base Directory Specification declares relative paths invalid. */
static const char *find_config_place(bool *is_home)
{
	const char *config = read_config_variable("XDG_CONFIG_HOME"),
		   *home = read_config_variable("HOME");

	*is_home = *config != '/';
	return !*is_home ? config : *home == '/' ? home : NULL;
}

/*
 * Find the path of the file in the environment; "" when there is no place for it, or it is
 * turned off.
 */
static void config_file_find(char path[PATH_MAX])
{
	bool is_home;
	const char *within = find_config_place(&is_home);
	int n = 0;

	if (within && strcmp(read_config_variable("FLARESCOPE_CONFIG"), "no") != 0)
		n = snprintf(path, PATH_MAX, "%s%s/flarescope/config", within,
			     is_home ? "/.config" : "");
	if (n <= 0 || n >= PATH_MAX)
		path[0] = '\0';
}

/* The file controls the commands of this user, so no other user may be able to write it. */
static bool is_own(const struct stat *st, const char *what, struct error *err)
{
	mode_t others = geteuid() == 0 ? S_IWGRP | S_IWOTH : S_IWOTH;

	if (st->st_uid != 0 && st->st_uid != geteuid() && st->st_uid != getuid())
		return error_set(err, ERROR_SYSTEM, "%s is another user's", what);
	return !(st->st_mode & others) ||
	       error_set(err, ERROR_SYSTEM, "others can write to %s", what);
}

/* ---- parent directories ---- */

/* Check that a directory belongs to the user, or with `make` create a missing one. */
static bool look_at_place(const char *directory, const char *what, bool make,
			  struct error *err)
{
	struct stat st;

	if (stat(directory, &st) == 0)
		return is_own(&st, what, err);
	if (!make || errno != ENOENT)
		return error_sys(err, "%s", what);
	return mkdir(directory, 0700) == 0 || error_sys(err, "cannot make %s", what);
}

/*
 * The path must be safe too: under sudo, $HOME may belong to the calling user, and a link there may
 * lead to a file of root, whose lines would then appear in messages. So each directory between
 * $HOME and the file must belong to the user, as for ~/.ssh. Directories are created only after
 * these checks.
 */
static bool are_places_own(const char *path, bool make, struct error *err)
{
	bool is_home;
	const char *within = find_config_place(&is_home);
	const char *below = path + (within ? strlen(within) : 0);
	char directory[PATH_MAX], what[64];

	for (const char *at = below; at; at = strchr(at + 1, '/')) {
		snprintf(directory, sizeof directory, "%.*s", (int)(at - path), path);
		snprintf(what, sizeof what, "%s%.*s",
			 is_home ? "$HOME" : "$XDG_CONFIG_HOME", (int)(at - below),
			 below);
		if (!look_at_place(directory, what, make, err))
			return false;
	}
	return true;
}

/* ---- reading ---- */

static char *read_all(int fd, size_t size, struct error *err)
{
	char *text = mem_array(size + 1, 1, "choices", err);
	size_t used = 0;
	ssize_t n = 1;

	while (text && used < size && n > 0) {
		n = read(fd, text + used, size - used);
		if (n > 0)
			used += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (!text)
		return NULL;
	text[used] = '\0';
	if (n >= 0 && strlen(text) == used)
		return text;
	if (n < 0)
		error_sys(err, "it cannot be read");
	else
		error_set(err, ERROR_FORMAT, "it is not text");
	mem_free(text);
	return NULL;
}

/*
 * Read the file, with a final NUL; release it with mem_free(). Returns NULL when there is no
 * file, and NULL with an error when it may not be read: other users could have written it, or it
 * is not text.
 */
static char *config_file_read(const char *path, struct error *err)
{
	struct stat st;
	int fd = *path ? regular_file_open(path, &st) : -1;
	char *text = NULL;

	if (fd < 0 && (!*path || errno == ENOENT || errno == ENOTDIR))
		return NULL;
	if (fd < 0 && errno)
		error_sys(err, "it cannot be read");
	else if (fd < 0)
		error_set(err, ERROR_SYSTEM, "it is not a regular file");
	else if (st.st_size > FILE_MAX)
		error_set(err, ERROR_LIMIT, "it is larger than 64 KiB");
	else if (is_own(&st, "it", err) && are_places_own(path, false, err))
		text = read_all(fd, (size_t)st.st_size, err);
	if (fd >= 0)
		close(fd);
	return text;
}

/* ---- writing ---- */

/* The mode of the existing file, or readable for the user only. */
static bool find_mode(const char *path, mode_t *mode, struct error *err)
{
	struct stat st;

	*mode = S_IRUSR | S_IWUSR;
	if (lstat(path, &st) != 0)
		return errno == ENOENT || error_sys(err, "it cannot be written");
	*mode = st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
	if (S_ISLNK(st.st_mode))
		return error_set(err, ERROR_SYSTEM,
				 "it is a symbolic link, which is not replaced");
	return S_ISREG(st.st_mode) ||
	       error_set(err, ERROR_SYSTEM, "it is not a regular file");
}

/*
 * Replace the file atomically. Missing directories are created, and a new file is private. A
 * link is neither followed nor replaced.
 */
static bool config_file_replace(const char *path, const char *text, size_t len,
				struct error *err)
{
	struct outfile *out;
	mode_t mode;

	if (len > FILE_MAX)
		return error_set(err, ERROR_LIMIT, "it would be larger than 64 KiB");
	if (!are_places_own(path, true, err) || !find_mode(path, &mode, err))
		return false;
	out = outfile_open(path, true, err);
	if (!out)
		return false;
	if (fchmod(fileno(outfile_stream(out)), mode) == 0) {
		fwrite(text, 1, len, outfile_stream(out));
		return outfile_commit(out, err);
	}
	error_sys(err, "it cannot be written");
	outfile_abandon(out);
	return false;
}

#define TOLD_MOST 10 /* invalid lines that are reported */

enum saved_where saved_choices_where(enum option_id id)
{
	static const enum saved_where where[OPTION_COUNT] = {
#define OPTION(id, name, letter, argument, takers, help)
#define SAVED(id, where) [OPTION_##id] = SAVED_##where,
#include "cli/options.def"
	};

	if ((int)id < CHOICE_COUNT)
		return choice_table[id].flags & CHOICE_SAVED ? SAVED_SCREEN : SAVED_NEVER;
	return where[id];
}

static void complain_about_line(const struct saved_choices *k, unsigned line,
				const char *words)
{
	fputs("flarescope: ", stderr);
	printable_write(text_of(k->path), stderr);
	if (line)
		fprintf(stderr, ":%u", line);
	fputs(": ", stderr);
	printable_write(text_of(words), stderr);
	putc('\n', stderr);
}

/* ---- lines ---- */

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

/* Split "--scale = dark  # comment" into "scale" and "dark". Returns false for an empty line. */
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

/* Find an option by name, first among those that can be kept, as some names occur twice. */
static bool find_option(const char *name, enum option_id *found, struct error *err)
{
	struct text_nearest n = {.given = text_of(name)};
	bool known = false;

	for (int id = 0; id < OPTION_COUNT; id++) {
		bool same = strcmp(option_table[id].name, name) == 0;

		*found = (enum option_id)id;
		if (same && saved_choices_where(*found))
			return true;
		known |= same;
		if (saved_choices_where(*found))
			text_nearest_offer(&n, text_of(option_table[id].name));
	}
	if (known)
		return error_set(err, ERROR_USAGE,
				 "'%.60s' cannot be saved: give it with the command",
				 name);
	if (n.word.len)
		return error_set(err, ERROR_USAGE, "no option '%.60s'; did you mean %s?",
				 name, n.word.at);
	return error_set(err, ERROR_USAGE, "no option '%.60s'", name);
}

static bool counts_option(enum option_id id, unsigned taker)
{
	if (taker == TAKER_CONFIG)
		return true;
	if (!option_is_taken(id, taker))
		return false;
	return saved_choices_where(id) == SAVED_EVERY ||
	       (taker == TAKER_OPEN && output_is_terminal());
}

/* Like options_take(), but requires a value exactly when the option has one. */
static bool take_option(struct options *o, enum option_id id, const char *value,
			struct error *err)
{
	bool wants = *option_table[id].argument != '\0';

	if (wants != (*value != '\0'))
		return error_set(err, ERROR_USAGE, "%s %s", option_table[id].name,
				 wants ? "needs a value" : "takes no value");
	return options_take(o, id, wants ? value : NULL, err);
}

static bool take_line(struct options *o, unsigned taker, unsigned line, char *words,
		      struct error *err)
{
	struct options unused = {.help = false};
	char *name, *value;
	enum option_id id;

	if (!cut_line(words, &name, &value))
		return true;
	if (!find_option(name, &id, err))
		return false;
	if (!counts_option(id, taker)) /* mistakes are reported by every command */
		return take_option(&unused, id, value, err);
	if (!take_option(o, id, value, err))
		return false;
	o->kept.from[id].line = line;
	o->kept.from[id].value = value;
	return true;
}

void saved_choices_release(struct saved_choices *k)
{
	mem_free(k->text);
	k->text = NULL;
}

static void apply_lines(struct options *o, unsigned taker)
{
	struct saved_choices *k = &o->kept;
	char *at = k->text, *next;
	unsigned bad = 0;

	for (unsigned line = 1; at; line++, at = next) {
		struct error err = ERROR_INIT;

		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (!take_line(o, taker, line, at, &err) && bad++ < TOLD_MOST)
			complain_about_line(k, line, err.message);
	}
	if (bad > TOLD_MOST) {
		char words[64];

		snprintf(words, sizeof words, "and %u more invalid lines",
			 bad - TOLD_MOST);
		complain_about_line(k, 0, words);
	}
}

void saved_choices_apply(struct options *o, unsigned taker)
{
	struct saved_choices *k = &o->kept;
	struct error err = ERROR_INIT;

	config_file_find(k->path);
	k->text = config_file_read(k->path, &err);
	if (err.kind)
		error_at(&err, "not read");
	if (err.kind)
		complain_about_line(k, 0, err.message);
	apply_lines(o, taker);
}

/* ---- keeping ---- */

/* A change that is requested for an option. */
struct wish {
	bool asked, written;
	const char *value; /* borrowed: "" for a flag; NULL: back to the default */
};

/* Parse "scale dark", or "!scale" for the default. */
static bool read_wish(struct wish wishes[OPTION_COUNT], bool screen_only, char *line,
		      struct error *err)
{
	struct options unused = {.help = false};
	bool usual = *line == '!';
	char *name, *value;
	enum option_id id;

	if (!cut_line(line + usual, &name, &value))
		return true;
	if (!find_option(name, &id, err))
		return false;
	if (screen_only && saved_choices_where(id) != SAVED_SCREEN)
		return error_set(err, ERROR_USAGE, "the screen does not save '%s'", name);
	if (!usual && !take_option(&unused, id, value, err))
		return false;
	wishes[id].asked = true;
	wishes[id].value = usual ? NULL : value;
	return true;
}

static bool read_wishes(struct wish wishes[OPTION_COUNT], bool screen_only, char *lines,
			struct error *err)
{
	for (char *at = lines, *next; at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (!read_wish(wishes, screen_only, at, err))
			return false;
	}
	return true;
}

static void write_wish(enum option_id id, struct wish *w, const char *behind, FILE *out)
{
	if (w->value && !w->written)
		fprintf(out, "%s%s%s%s%s\n", option_table[id].name, *w->value ? " " : "",
			w->value, *behind ? "  " : "", behind);
	w->written = true;
}

/* Copy a line of the file, or replace it when a different value is requested. */
static bool renew_line(struct wish wishes[OPTION_COUNT], struct text line, FILE *out,
		       struct error *err)
{
	struct error ignored = ERROR_INIT;
	char *copy = mem_text(line.at, line.len, err), *name, *value;
	const char *behind = copy ? strchr(copy, '#') : NULL;
	char *comment = behind ? mem_text(behind, strlen(behind), err) : NULL;
	enum option_id id = OPTION_COUNT;
	struct wish *w = NULL;
	bool ok = copy && (comment || !behind);

	if (ok && cut_line(copy, &name, &value) && find_option(name, &id, &ignored))
		w = &wishes[id];
	if (w && w->asked && (w->written || !w->value || strcmp(w->value, value) != 0)) {
		write_wish(id, w, comment ? comment : "", out);
	} else if (ok) {
		fprintf(out, "%.*s\n", (int)line.len, line.at);
		if (w)
			w->written = true;
	}
	mem_free(comment);
	mem_free(copy);
	return ok;
}

/* The new text of the file. Release with mem_free(). */
static char *renew(struct wish wishes[OPTION_COUNT], const char *was, size_t *len,
		   struct error *err)
{
	struct text rest = text_of(was ? was : "");
	struct memory_stream m;
	bool ok = true;

	if (!memory_stream_open(&m, err))
		return NULL;
	while (ok && rest.len) {
		size_t end = strcspn(rest.at, "\n");

		ok = renew_line(wishes, text_upto(rest, end), m.out, err);
		rest = text_from(rest, end + (end < rest.len));
	}
	for (int id = 0; id < OPTION_COUNT; id++)
		if (wishes[id].asked)
			write_wish((enum option_id)id, &wishes[id], "", m.out);
	return memory_stream_take(&m, len, err);
}

static bool replace(const char *path, struct wish wishes[OPTION_COUNT], struct error *err)
{
	char *was = config_file_read(path, err), *is = NULL;
	size_t len = 0;
	bool ok = err->kind == ERROR_NONE;

	if (ok)
		is = renew(wishes, was, &len, err);
	ok = is != NULL;
	if (ok && strcmp(is, was ? was : "") != 0)
		ok = config_file_replace(path, is, len, err);
	mem_free(is);
	mem_free(was);
	return ok;
}

bool saved_choices_save(const struct saved_choices *k, const char *lines,
			bool screen_only, struct error *err)
{
	struct wish wishes[OPTION_COUNT] = {{.asked = false}};
	char *copy;
	bool ok;

	if (!*k->path)
		return error_set(err, ERROR_SYSTEM,
				 "nothing is saved: there is no file for it");
	copy = mem_text(lines, strlen(lines), err);
	ok = copy && read_wishes(wishes, screen_only, copy, err) &&
	     replace(k->path, wishes, err);
	mem_free(copy);
	return ok || error_at(err, "not saved in %.120s", k->path);
}

/* ---- printing ---- */

/* For a choice of words, the first one is the default. */
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

void saved_choices_print(const struct saved_choices *k, FILE *out)
{
	for (int id = 0; id < OPTION_COUNT; id++) {
		enum saved_where where = saved_choices_where((enum option_id)id);
		unsigned line = k->from[id].line;

		if (!where)
			continue;
		fprintf(out, "%-11s ", option_table[id].name);
		print_value(
		    (enum option_id)id,
		    line == 0 ? NULL : (k->from[id].value ? k->from[id].value : ""), out);
		fprintf(out, "  %-13s  ",
			where == SAVED_SCREEN ? "on the screen" : "always");
		if (line == 0)
			fputs("default", out);
		else if (line == SET_BY_COMMAND)
			fputs("command line", out);
		else {
			printable_write(text_of(k->path), out);
			fprintf(out, ":%u", line);
		}
		putc('\n', out);
	}
}
