#include "export/emit.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "profile/profile.h"

/* How deep lines are broken. */
#define LINES_DEPTH 2

/* What goes before a value or a key: nothing after a key, else a comma, a new line. */
static void separate(struct emit *e)
{
	if (e->keyed) {
		e->keyed = false;
		e->comma = true;
		return;
	}
	if (e->comma)
		putc(',', e->out);
	if (e->lines && e->depth > 0 && e->depth <= LINES_DEPTH)
		fprintf(e->out, "\n%*s", (int)e->depth * 2, "");
	else if (e->lines && e->comma)
		putc(' ', e->out);
	e->comma = true;
}

void emit_open(struct emit *e, char bracket)
{
	separate(e);
	putc(bracket, e->out);
	e->depth++;
	e->comma = false;
}

void emit_close(struct emit *e, char bracket)
{
	e->depth--;
	if (e->lines && e->comma && e->depth < LINES_DEPTH)
		fprintf(e->out, "\n%*s", (int)e->depth * 2, "");
	putc(bracket, e->out);
	e->comma = true;
}

/* How many characters of ASCII stand first that need no escape: RFC 8259, 7. DEL gets one. */
static size_t plain(struct text t)
{
	size_t n = 0;

	while (n < t.len && t.at[n] >= ' ' && t.at[n] < 0x7f && t.at[n] != '"' &&
	       t.at[n] != '\\')
		n++;
	return n;
}

static void put_escape(char32_t rune, FILE *out)
{
	static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* and their letters */
	const char *found = rune && rune < 0x80 ? strchr(shorts, (int)rune) : NULL;

	if (found && (found - shorts) % 2 == 0)
		fprintf(out, "\\%c", found[1]);
	else if (rune > 0xffff)
		fprintf(out, "\\u%04X\\u%04X", 0xd7c0 + (unsigned)(rune >> 10),
			0xdc00 + (unsigned)(rune & 0x3ff));
	else
		fprintf(out, "\\u%04X", (unsigned)rune);
}

/* Is nothing in it that a terminal could take as an order, or that is no character? */
static bool is_printable(struct text t)
{
	struct printable p = printable_of(t);
	bool changed = false;

	while (p.rest.len && !changed)
		printable_next_checked(&p, &changed);
	return !changed;
}

static void put_string(struct emit *e, struct text t)
{
	bool ascii = !is_printable(t);
	char bytes[UTF8_MAX];

	putc('"', e->out);
	for (size_t n; t.len > 0; t = text_from(t, n)) {
		char32_t rune;

		n = plain(t);
		if (n) {
			fwrite(t.at, 1, n, e->out);
			continue;
		}
		n = utf8_decode(t, &rune);
		if (ascii || rune < 0x80)
			put_escape(rune, e->out);
		else
			fwrite(bytes, 1, utf8_encode(rune, bytes), e->out);
	}
	putc('"', e->out);
}

void emit_key_text(struct emit *e, struct text key)
{
	separate(e);
	put_string(e, key);
	fputs(e->lines ? ": " : ":", e->out);
	e->keyed = true;
}

void emit_key(struct emit *e, const char *key)
{
	emit_key_text(e, text_of(key));
}

void emit_text(struct emit *e, struct text t)
{
	separate(e);
	put_string(e, t);
}

void emit_number(struct emit *e, uint64_t n)
{
	separate(e);
	fprintf(e->out, "%" PRIu64, n);
}

void emit_signed(struct emit *e, int64_t n)
{
	separate(e);
	fprintf(e->out, "%" PRId64, n);
}

void emit_decimal(struct emit *e, double n)
{
	separate(e);
	fprintf(e->out, "%.6f", n < 0 && n > -0.0000005 ? 0.0 : n);
}

void emit_bool(struct emit *e, bool b)
{
	separate(e);
	fputs(b ? "true" : "false", e->out);
}

void emit_null(struct emit *e)
{
	separate(e);
	fputs("null", e->out);
}

void emit_id(struct emit *e, const char *key, int32_t id)
{
	emit_key(e, key);
	if (id == PROFILE_NO_ID)
		emit_null(e);
	else
		emit_signed(e, id);
}

void emit_seconds(struct emit *e, uint64_t ns)
{
	char buf[NUMBER_SECONDS_MAX];

	if (ns % NS_PER_SECOND == 0) {
		emit_number(e, ns / NS_PER_SECOND);
		return;
	}
	separate(e);
	fputs(number_plain_seconds(ns, buf), e->out);
}

void emit_range(struct emit *e, struct range r)
{
	emit_open(e, '[');
	emit_seconds(e, r.from);
	emit_seconds(e, r.to);
	emit_close(e, ']');
}

void emit_ranges(struct emit *e, struct selection several)
{
	if (!several.count)
		return;
	emit_key(e, "ranges");
	emit_open(e, '[');
	for (uint32_t i = 0; i < several.count; i++)
		emit_range(e, several.list[i]);
	emit_close(e, ']');
}

void emit_ranges_of(struct emit *e, const struct flame *f)
{
	emit_ranges(e, (struct selection){f->ranges, f->several});
}

void emit_nanoseconds(struct emit *e, uint64_t ns)
{
	char buf[NUMBER_SECONDS_MAX];

	separate(e);
	fputs(number_exact_seconds(ns, buf), e->out);
}

void emit_share(struct emit *e, uint64_t part, uint64_t whole)
{
	separate(e);
	fprintf(e->out, "%.3f", whole ? 100.0 * (double)part / (double)whole : 0.0);
}

bool emit_end(struct emit *e, struct error *err)
{
	putc('\n', e->out);
	if (ferror(e->out))
		return error_sys(err, "cannot write");
	return true;
}

void emit_host(struct emit *e, struct text host)
{
	if (!host.len)
		return;
	emit_key(e, "host");
	emit_text(e, host);
}
