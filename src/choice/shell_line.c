#include "choice/shell_line.h"

#include <string.h>
#include <wchar.h>

#include "base/utf8.h"

/*
 * Can every screen show the character unchanged, and is it without effect? Marks need not be shown.
 */
static bool is_shown(struct printable *p, bool ascii)
{
	bool changed;
	char32_t rune = printable_next_checked(p, &changed);

	if (rune < 0x80)
		return !changed;
	return !ascii && !changed && !utf8_is_mark(rune) && wcwidth((wchar_t)rune) > 0;
}

static void put_in_figures(struct text t, bool ascii, FILE *out)
{
	struct printable p = printable_of(t);

	fputs("$'", out);
	while (p.rest.len) {
		struct text at = p.rest;
		bool shown = is_shown(&p, ascii) && !strchr("'\\!", *at.at);

		at = text_upto(at, at.len - p.rest.len);
		for (size_t i = 0; i < at.len && !shown; i++)
			fprintf(out, "\\%03o", (unsigned)(unsigned char)at.at[i]);
		if (shown)
			fwrite(at.at, 1, at.len, out);
	}
	fputc('\'', out);
}

static bool is_plain(struct text t)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_./,:=-+@%";

	for (size_t i = 0; i < t.len; i++)
		if (!t.at[i] || !strchr(plain, t.at[i]))
			return false;
	/* zsh takes =word for the path of a command, older versions of fish expand %self */
	return t.len > 0 && *t.at != '=' && *t.at != '%';
}

/*
 * Quote a text with single quotes, but put single quotes and backslashes outside of them, each
 * after a backslash, because in fish they are special even within quotes. Two quotes are never
 * adjacent: zsh may take them for one.
 */
static void put_quoted(struct text t, FILE *out)
{
	bool open = false;

	for (size_t i = 0; i < t.len; i++) {
		bool apart = t.at[i] == '\'' || t.at[i] == '\\';

		if (open == apart)
			fputc('\'', out);
		open = !apart;
		if (apart)
			fputc('\\', out);
		fputc(t.at[i], out);
	}
	if (open || !t.len)
		fputs(t.len ? "'" : "''", out);
}

void shell_line_word(struct text word, bool ascii, FILE *out)
{
	struct printable p = printable_of(word);
	bool shown = true;

	while (p.rest.len && shown)
		shown = is_shown(&p, ascii);
	if (is_plain(word)) {
		fwrite(word.at, 1, word.len, out);
		return;
	}
	if (!shown) {
		put_in_figures(word, ascii, out);
		return;
	}
	put_quoted(word, out);
}

void shell_line_file(const char *path, bool ascii, FILE *out)
{
	if (path[0] == '-' ? path[1] != '\0' : !strpbrk(path, "./"))
		fputs("./", out);
	shell_line_word(text_of(path), ascii, out);
}

/* The number of bytes from here that must stay together; *quotes becomes the quotes after them. */
static size_t unit_of(struct text t, enum shell_quotes *quotes)
{
	char32_t rune;

	if (*quotes != SHELL_BARE && *t.at == '\'') {
		*quotes = SHELL_BARE;
		return 1;
	}
	if (*quotes == SHELL_FIGURES && *t.at == '\\')
		return t.len < 4 ? t.len : 4;
	if (*quotes == SHELL_BARE && (*t.at == '\'' || text_starts(t, TEXT("$'")))) {
		*quotes = *t.at == '$' ? SHELL_FIGURES : SHELL_SINGLE;
		return *t.at == '$' ? 2 : 1;
	}
	if (*quotes == SHELL_BARE && *t.at == '\\')
		return t.len < 2 ? t.len : 2;
	return utf8_decode(t, &rune);
}

static const char *const opening[] = {"", "'", "$'"};

/* A possible end of the line: its length, and the quotes that are open there. */
struct possible_end {
	size_t len;
	enum shell_quotes quotes;
};

/* The end of the line: the last blank at which it is short enough, else a place within its word. */
static struct possible_end find_stop(const struct shell_line *l, int columns)
{
	struct possible_end blank = {0}, fits = {0, l->quotes}, now = fits;
	int used = (int)strlen(opening[l->quotes]);

	while (now.len < l->rest.len) {
		struct text at = text_from(l->rest, now.len);
		bool between = now.quotes == SHELL_BARE && *at.at == ' ' && now.len;

		if (between)
			blank = now;
		if (between && text_starts(at, TEXT(" --")))
			return blank;
		now.len += unit_of(at, &now.quotes);
		used += utf8_columns(text_upto(at, now.len - fits.len));
		/* leaves two columns for closing quote and backslash */
		if (used > columns - 2 && fits.len)
			return blank.len ? blank : fits;
		fits = now;
	}
	return now;
}

bool shell_line_next(struct shell_line *l, int columns, struct shell_part *part)
{
	struct possible_end stop;

	if (!l->rest.len)
		return false;
	stop = find_stop(l, columns);
	part->before = opening[l->quotes];
	part->text = text_upto(l->rest, stop.len);
	l->rest = text_from(l->rest, stop.len);
	l->quotes = stop.quotes;
	part->behind = !l->rest.len		   ? ""
		       : stop.quotes != SHELL_BARE ? "'\\"
		       : *l->rest.at == ' '	   ? " \\"
						   : "\\";
	return true;
}
