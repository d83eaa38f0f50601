#include "export/table/odd_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/table/csv_cell.h"
#include "export/emit.h"

/* "690-930 ms": of a stripe within its seconds. */
static const char *offsets(const struct odd_moment *m, char buf[static RANGE_TEXT_MAX])
{
	uint64_t ms = NS_PER_SECOND / 1000;

	snprintf(buf, RANGE_TEXT_MAX, "%" PRIu64 "-%" PRIu64 " ms",
		 m->one.from % NS_PER_SECOND / ms,
		 (m->one.to - 1) % NS_PER_SECOND / ms + 1);
	return buf;
}

bool odd_table_text(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err)
{
	char words[NUMBER_THINGS_MAX], range[RANGE_TEXT_MAX];

	if (o->count == 0) {
		fputs("nothing odd was found\n", out);
		return !ferror(out) || error_sys(err, "cannot write");
	}
	fputs("kind    range, s                 expected     samples   score  explained "
	      "by\n",
	      out);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *m = &o->moment[i];
		struct text reason = odd_moment_reason(m, p);

		fprintf(out, "%-6s  %-20s  %11.1f  %10" PRIu64 "  %6.1f  ",
			odd_kind_names[m->kind], range_text(m->range, range), m->expected,
			m->samples, m->score);
		printable_write(reason.len ? reason : text_of("-"), out);
		if (m->kind == ODD_STRIPE)
			fprintf(out, ", %" PRIu32 " times, each second at %s", m->times,
				offsets(m, range));
		putc('\n', out);
	}
	if (o->left_out)
		fprintf(out, "%s with lower scores left out\n",
			number_things(o->left_out, "more moments", words));
	return !ferror(out) || error_sys(err, "cannot write");
}

bool odd_table_csv(const struct odd_moments *o, const struct profile *p, FILE *out,
		   struct error *err)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	fputs("kind,from_s,to_s,expected,samples,score,explained_by,times\n", out);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *m = &o->moment[i];

		fprintf(out, "%s,%s,%s,%.1f,%" PRIu64 ",%.2f,", odd_kind_names[m->kind],
			number_plain_seconds(m->range.from, from),
			number_plain_seconds(m->range.to, to), m->expected, m->samples,
			m->score);
		csv_cell_write(odd_moment_reason(m, p), out);
		fprintf(out, ",%" PRIu32 "\n", m->times);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

static void json_moment(struct emit *e, const struct odd_moment *m,
			const struct profile *p)
{
	struct text reason = odd_moment_reason(m, p);

	emit_open(e, '{');
	emit_key(e, "kind");
	emit_text(e, text_of(odd_kind_names[m->kind]));
	emit_key(e, "from_s");
	emit_seconds(e, m->range.from);
	emit_key(e, "to_s");
	emit_seconds(e, m->range.to);
	emit_key(e, "expected");
	emit_decimal(e, m->expected);
	emit_key(e, "samples");
	emit_number(e, m->samples);
	emit_key(e, "score");
	emit_decimal(e, m->score);
	emit_key(e, "explained_by");
	if (reason.len)
		emit_text(e, reason);
	else
		emit_null(e);
	emit_key(e, "times");
	emit_number(e, m->times);
	if (m->kind == ODD_STRIPE) {
		emit_key(e, "first_from_s");
		emit_seconds(e, m->one.from);
		emit_key(e, "first_to_s");
		emit_seconds(e, m->one.to);
	}
	emit_close(e, '}');
}

bool odd_table_json(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "found");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < o->count; i++)
		json_moment(&e, &o->moment[i], p);
	emit_close(&e, ']');
	emit_key(&e, "left_out");
	emit_number(&e, o->left_out);
	emit_close(&e, '}');
	return emit_end(&e, err);
}
