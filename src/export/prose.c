#include "export/prose.h"

#include <stdarg.h>

#include "base/utf8.h"

#define NAME_MAX_BYTES 1000 /* upper limit of `name_most` */

static bool is_inner_byte(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

struct text prose_cut(struct text name, size_t most, char *buf)
{
	size_t head = (most - 3) * 2 / 3, tail = most - 3 - head, from = name.len - tail;

	if (name.len <= most)
		return name;
	for (int i = 1; i < UTF8_MAX && head && is_inner_byte(name.at[head]); i++)
		head--;
	for (int i = 1; i < UTF8_MAX && from < name.len && is_inner_byte(name.at[from]);
	     i++)
		from++;
	tail = name.len - from;
	memcpy(buf, name.at, head);
	memcpy(buf + head, "...", 3);
	memcpy(buf + head + 3, name.at + from, tail);
	return (struct text){buf, head + 3 + tail};
}

/* CommonMark 2.4: a backslash makes any of these characters literal. */
static void put_escaped(struct text words, FILE *out)
{
	struct printable p = printable_of(words);
	char bytes[UTF8_MAX];

	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		if (rune < 0x80 && strchr("\\`*_[]<>#|~&", (int)rune))
			putc('\\', out);
		fwrite(bytes, 1, utf8_encode(rune, bytes), out);
	}
}

/*
 * CommonMark 6.1: a code span is enclosed in more backticks than any run within it; one blank is
 * stripped from each side.
 */
static void put_code(struct text code, FILE *out)
{
	size_t longest = 0, run = 0;
	bool padded = false;

	for (size_t i = 0; i < code.len; i++) {
		run = code.at[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	if (code.len)
		padded = code.at[0] == '`' || code.at[code.len - 1] == '`' ||
			 (code.at[0] == ' ' && code.at[code.len - 1] == ' ');
	for (size_t i = 0; i <= longest; i++)
		putc('`', out);
	fputs(padded ? " " : "", out);
	printable_write(code, out);
	fputs(padded ? " " : "", out);
	for (size_t i = 0; i <= longest; i++)
		putc('`', out);
}

void prose_name(struct prose *p, struct text name)
{
	char buf[NAME_MAX_BYTES];
	size_t most = p->name_most < sizeof buf ? p->name_most : sizeof buf;

	name = prose_cut(name, most, buf);
	if (!name.len)
		fputs("(no name)", p->out);
	else if (p->markdown)
		put_code(name, p->out);
	else
		printable_write(name, p->out);
}

void prose_text(struct prose *p, struct text words)
{
	if (p->markdown)
		put_escaped(words, p->out);
	else
		printable_write(words, p->out);
}

void prose_say(struct prose *p, const char *fmt, ...)
{
	char words[NAME_MAX_BYTES];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	prose_text(p, text_of(words));
}

void prose_title(struct prose *p, const char *words, struct text name)
{
	fprintf(p->out, "%s%s ", p->markdown ? "### " : "", words);
	prose_name(p, name);
	fputs(p->markdown ? "\n\n" : "\n", p->out);
}

void prose_begin(struct prose *p, const char *heading)
{
	prose_end(p);
	p->begun = true;
	if (p->markdown)
		fputs(heading ? "- " : "  - ", p->out);
	if (heading && p->markdown)
		fprintf(p->out, "**%s:** ", heading);
	else if (heading)
		fprintf(p->out, "%s: ", heading);
	else if (!p->markdown)
		fputs("  ", p->out);
}

void prose_command(struct prose *p, struct text line)
{
	prose_end(p);
	fputs(p->markdown ? "  - " : "    ", p->out);
	if (p->markdown)
		put_code(line, p->out);
	else
		fwrite(line.at, 1, line.len, p->out);
	putc('\n', p->out);
}

void prose_end(struct prose *p)
{
	if (p->begun)
		putc('\n', p->out);
	p->begun = false;
}
