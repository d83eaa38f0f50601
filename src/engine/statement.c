#include "engine/statement.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/utf8.h"

void statement_release(struct statement *s)
{
	mem_free(s->sql.at);
	mem_free(s->values.at);
	*s = (struct statement){.count = 0};
}

void statement_clear(struct statement *s)
{
	s->sql.len = s->values.len = 0;
	s->count = 0;
}

bool statement_add(struct statement *s, const char *sql, struct error *err)
{
	return text_buffer_add(&s->sql, text_of(sql), err);
}

bool statement_number(struct statement *s, int64_t n, struct error *err)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%" PRId64, n);
	return statement_add(s, digits, err);
}

bool statement_value(struct statement *s, const char *type, struct text value,
		     struct error *err)
{
	char place[64];

	if (value.len && memchr(value.at, '\0', value.len))
		return error_set(err, ERROR_USAGE, "a value contains a NUL");
	snprintf(place, sizeof place, "{v%" PRIu32 ":%s}", ++s->count, type);
	return statement_add(s, place, err) && text_buffer_add(&s->values, value, err) &&
	       text_buffer_add(&s->values, (struct text){"", 1}, err);
}

struct text statement_value_at(const struct statement *s, uint32_t i)
{
	const char *at = s->values.at;

	for (; i > 0; i--)
		at += strlen(at) + 1;
	return text_of(at);
}

bool statement_equal(const struct statement *a, const struct statement *b)
{
	return a->count == b->count &&
	       text_equal(text_buffer_text(&a->sql), text_buffer_text(&b->sql)) &&
	       text_equal(text_buffer_text(&a->values), text_buffer_text(&b->values));
}

/* Write text quoted for the shell. */
static void write_quoted(struct text t, FILE *out)
{
	size_t from = 0;

	putc('\'', out);
	for (size_t i = 0; i <= t.len; i++) {
		if (i < t.len && t.at[i] != '\'')
			continue;
		printable_write((struct text){t.at + from, i - from}, out);
		if (i < t.len)
			fputs("'\\''", out);
		from = i + 1;
	}
	putc('\'', out);
}

bool statement_escape(struct text value, struct text_buffer *escaped, struct error *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < value.len; i++) {
		char byte = value.at[i];
		struct text as = byte == '\\'	? TEXT("\\\\")
				 : byte == '\t' ? TEXT("\\t")
				 : byte == '\n' ? TEXT("\\n")
						: (struct text){value.at + i, 1};

		ok = text_buffer_add(escaped, as, err);
	}
	return ok;
}

void statement_write(const struct statement *s, FILE *out)
{
	fputs("clickhouse-client", out);
	for (uint32_t i = 0; i < s->count; i++) {
		struct error ignored = ERROR_INIT;
		struct text_buffer escaped = {NULL};

		statement_escape(statement_value_at(s, i), &escaped, &ignored);
		fprintf(out, " --param_v%" PRIu32 "=", i + 1);
		write_quoted(text_buffer_text(&escaped), out);
		mem_free(escaped.at);
	}
	fputs(" -q ", out);
	write_quoted(text_buffer_text(&s->sql), out);
	putc('\n', out);
}
