#include "export/table/odd_table.h"

#include <inttypes.h>

#include "analysis/find/odd_words.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"
#include "export/table/csv_cell.h"
#include "export/emit.h"

bool odd_table_text(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err)
{
	char words[ODD_WORDS_MAX], range[RANGE_TEXT_MAX];

	if (o->count == 0)
		fprintf(out, "nothing odd was found in %s\n", odd_words_looked(o, words));
	else
		fputs("range, s              what happened\n", out);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *m = &o->moment[i];
		struct odd_sentence s;

		fprintf(out, "%-20s  ", range_text(m->range, range));
		odd_words_say(&s, m, p, false);
		for (int k = 0; k < ODD_PARTS; k++) {
			fputs(s.part[k].words, out);
			printable_write(s.part[k].name, out);
		}
		putc('\n', out);
	}
	if (o->left_out)
		fprintf(out, "%s left out, which are less odd\n",
			number_things(o->left_out, "more moments", words));
	return !ferror(out) || error_sys(err, "cannot write");
}

/* PROFILE_NO_ID: of everything, or nobody knows. */
static int32_t pid_of(const struct odd_moment *m, const struct profile *p)
{
	return m->process == ODD_NOBODY ? PROFILE_NO_ID
					: host_pid(p, &p->threads[m->process]);
}

bool odd_table_csv(const struct odd_moments *o, const struct profile *p, FILE *out,
		   struct error *err)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	fputs("kind,from_s,to_s,expected,samples,of,process,score,explained_by,times,"
	      "at_start,pid\n",
	      out);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *m = &o->moment[i];

		fprintf(out, "%s,%s,%s,%.1f,%" PRIu64 ",", odd_kind_names[m->kind],
			number_plain_seconds(m->range.from, from),
			number_plain_seconds(m->range.to, to), m->expected, m->samples);
		if (m->of)
			fprintf(out, "%" PRIu64, m->of);
		putc(',', out);
		csv_cell_write(profile_string(p, m->process_name), out);
		fprintf(out, ",%.2f,", m->score);
		csv_cell_write(odd_moment_reason(m, p), out);
		fprintf(out, ",%" PRIu32 ",%d,", m->times, m->from_start);
		if (pid_of(m, p) != PROFILE_NO_ID)
			fprintf(out, "%" PRId32, pid_of(m, p));
		putc('\n', out);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

void odd_table_json_moment(struct emit *e, const struct odd_moment *m,
			   const struct profile *p)
{
	struct text reason = odd_moment_reason(m, p);

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
	if (m->of) {
		emit_key(e, "of");
		emit_number(e, m->of);
	}
	if (m->process_name) {
		emit_key(e, "process");
		emit_text(e, profile_string(p, m->process_name));
	}
	if (pid_of(m, p) != PROFILE_NO_ID) {
		emit_key(e, "pid");
		emit_number(e, (uint64_t)pid_of(m, p));
	}
	emit_key(e, "score");
	emit_decimal(e, m->score);
	emit_key(e, "explained_by");
	if (reason.len)
		emit_text(e, reason);
	else
		emit_null(e);
	emit_key(e, "times");
	emit_number(e, m->times);
	emit_key(e, "at_start");
	emit_bool(e, m->from_start);
	if (m->kind == ODD_EACH_SECOND) {
		emit_key(e, "first_from_s");
		emit_seconds(e, m->one.from);
		emit_key(e, "first_to_s");
		emit_seconds(e, m->one.to);
	}
}

bool odd_table_json(const struct odd_moments *o, const struct profile *p, FILE *out,
		    struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "found");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < o->count; i++) {
		emit_open(&e, '{');
		odd_table_json_moment(&e, &o->moment[i], p);
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	emit_key(&e, "left_out");
	emit_number(&e, o->left_out);
	emit_key(&e, "looked_at");
	emit_open(&e, '{');
	emit_key(&e, "processes");
	emit_number(&e, o->processes);
	emit_key(&e, "threads");
	emit_number(&e, o->threads);
	emit_key(&e, "functions");
	emit_number(&e, o->functions);
	emit_close(&e, '}');
	emit_close(&e, '}');
	return emit_end(&e, err);
}

bool odd_table_crowd_text(const struct crowd *c, const struct profile *p, FILE *out,
			  struct error *err)
{
	char range[RANGE_TEXT_MAX], words[CROWD_WORDS];

	if (c->threads) {
		fprintf(out, "range, s              what happened\n%-20s  ",
			range_text(c->range, range));
		printable_write(text_of(crowd_words(c, p, words)), out);
		putc('\n', out);
	} else
		fputs("never did most threads of a process wait at once\n", out);
	return !ferror(out) || error_sys(err, "cannot write");
}

bool odd_table_crowd_csv(const struct crowd *c, const struct profile *p, FILE *out,
			 struct error *err)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	fputs("kind,from_s,to_s,threads,of,process\n", out);
	if (c->threads) {
		fprintf(out, "waiting,%s,%s,%" PRIu32 ",%" PRIu32 ",",
			number_plain_seconds(c->range.from, from),
			number_plain_seconds(c->range.to, to), c->threads, c->all);
		csv_cell_write(profile_string(p, c->process), out);
		putc('\n', out);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

bool odd_table_crowd_json(const struct crowd *c, const struct profile *p, FILE *out,
			  struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "found");
	emit_open(&e, '[');
	if (c->threads) {
		emit_open(&e, '{');
		emit_key(&e, "kind");
		emit_text(&e, TEXT("waiting"));
		emit_key(&e, "from_s");
		emit_seconds(&e, c->range.from);
		emit_key(&e, "to_s");
		emit_seconds(&e, c->range.to);
		emit_key(&e, "threads");
		emit_number(&e, c->threads);
		emit_key(&e, "of");
		emit_number(&e, c->all);
		if (c->process) {
			emit_key(&e, "process");
			emit_text(&e, profile_string(p, c->process));
		}
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	emit_key(&e, "left_out");
	emit_number(&e, 0);
	emit_close(&e, '}');
	return emit_end(&e, err);
}
