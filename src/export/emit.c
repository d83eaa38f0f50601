#include "export/emit.h"

#include <inttypes.h>
#include <jansson.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/harmless.h"

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

/* Invalid bytes replaced; NULL when memory runs out. Release with mem_free(). */
static char *make_valid(struct text t, size_t *len)
{
	struct error err = ERROR_INIT;
	char *valid = mem_array(t.len + 1, UTF8_MAX - 1, "characters", &err);

	*len = 0;
	while (valid && t.len > 0) {
		char32_t rune;
		size_t took = utf8_decode(t, &rune);

		*len += utf8_encode(rune, valid + *len);
		t = text_from(t, took);
	}
	return valid;
}

/* Write what the library hands out. DEL is the one control character that JSON lets stand. */
static int put_without_del(const char *json, size_t len, void *out)
{
	for (size_t i = 0; i < len; i++) {
		if (json[i] == 0x7f)
			fputs("\\u007F", out);
		else
			putc(json[i], out);
	}
	return 0;
}

static void put_string(struct emit *e, struct text t)
{
	size_t flags = JSON_ENCODE_ANY;
	size_t len;
	char *valid = make_valid(t, &len);
	json_t *string = valid ? json_stringn(valid, len) : NULL;

	if (!harmless_already(t))
		flags |= JSON_ENSURE_ASCII;
	if (!string || json_dump_callback(string, put_without_del, e->out, flags) != 0)
		e->failed = true;
	json_decref(string);
	mem_free(valid);
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

void emit_share(struct emit *e, uint64_t part, uint64_t whole)
{
	separate(e);
	fprintf(e->out, "%.3f", whole ? 100.0 * (double)part / (double)whole : 0.0);
}

bool emit_end(struct emit *e, struct error *err)
{
	putc('\n', e->out);
	if (e->failed)
		return error_set(err, ERROR_MEMORY, "no memory for what is written");
	if (ferror(e->out))
		return error_sys(err, "cannot write");
	return true;
}
