#include "export/table/periods_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/emit.h"
#include "profile/hosts.h"

/* ns: the second digit of the error. */
static uint64_t digit(const struct period *p)
{
	uint64_t unit = 1;

	while (unit <= p->margin / 100)
		unit *= 10;
	return unit;
}

uint64_t periods_table_length(const struct period *p)
{
	uint64_t unit = digit(p);

	return (p->length + unit / 2) / unit * unit;
}

uint64_t periods_table_margin(const struct period *p)
{
	uint64_t unit = digit(p);

	return (p->margin + unit / 2) / unit * unit;
}

/* To three digits or so: nobody knows it better. */
static uint64_t rounded(uint64_t ns)
{
	uint64_t unit = 1;

	while (ns / unit >= 1000)
		unit *= 10;
	return (ns + unit / 2) / unit * unit;
}

uint64_t periods_table_busy(const struct period *p)
{
	return rounded(p->busy);
}

static void line(const struct period *p, const struct profile *profile, FILE *out)
{
	char who[PERIODS_WHO];
	char length[NUMBER_SECONDS_MAX], margin[NUMBER_SECONDS_MAX];
	char busy[NUMBER_SECONDS_MAX], work[NUMBER_SECONDS_MAX] = "-";

	number_plain_seconds(periods_table_length(p), length);
	number_plain_seconds(periods_table_margin(p), margin);
	number_plain_seconds(rounded(p->busy), busy);
	if (p->work_is_time)
		number_plain_seconds(rounded(p->work), work);
	fprintf(out, "%11s  %11s  %8.1f  %7" PRIu32 "  %8s  %8s", length, margin,
		p->strength, p->cycles, busy, work);
	if (p->samples > 0)
		fprintf(out, "  %8.1f", p->samples);
	fputs("  ", out);
	printable_write(text_of(periods_who(&p->who, profile, who)), out);
	putc('\n', out);
}

bool periods_table_text(const struct periods *f, const struct profile *p, FILE *out,
			struct error *err)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	if (f->count)
		fprintf(out,
			"   period s          +-  strength   cycles    busy s    work "
			"s%s  of\n",
			f->found[0].samples > 0 ? "   samples" : "");
	for (uint32_t i = 0; i < f->count; i++)
		line(&f->found[i], p, out);
	if (f->count == 0 && f->longest)
		fprintf(out, "no period stands out, of those from %s s to %s s\n",
			number_plain_seconds(f->shortest, from),
			number_plain_seconds(f->longest, to));
	else if (f->count == 0)
		fputs("no period stands out: this is too short to have one\n", out);
	return !ferror(out) || error_sys(err, "cannot write");
}

static void tenths(struct emit *e, double value)
{
	const uint64_t tenth = NS_PER_SECOND / 10;

	emit_seconds(e, number_rounded(value * 10, UINT64_MAX / tenth) * tenth);
}

static void work(struct emit *e, const struct period *p)
{
	emit_key(e, "cycles");
	emit_number(e, p->cycles);
	emit_key(e, "busy_s");
	emit_seconds(e, rounded(p->busy));
	emit_key(e, "first_s");
	emit_seconds(e, p->first);
	emit_key(e, "work_s");
	if (p->work_is_time)
		emit_seconds(e, rounded(p->work));
	else
		emit_null(e);
	if (p->samples > 0) {
		emit_key(e, "work_samples");
		tenths(e, p->samples);
	}
}

bool periods_table_bursts(const struct periods *f, uint32_t period, FILE *out,
			  struct error *err)
{
	struct ranges all = {0};
	bool ok;

	if (period >= f->count)
		return error_set(err, ERROR_NOTHING,
				 f->count ? "--bursts: there is no period %u"
					  : "--bursts: no period stands out",
				 period + 1);
	ok = periods_bursts(f, period, &all, err);
	if (ok)
		selection_write((struct selection){all.list, all.count}, out);
	if (ok)
		putc('\n', out);
	ranges_release(&all);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}

void periods_table_who_json(struct emit *e, const struct period_who *w,
			    const struct profile *p)
{
	const struct thread *t = &p->threads[w->thread];
	bool of_thread = w->scope == PERIOD_OF_THREAD;
	bool of_process = w->scope == PERIOD_OF_PROCESS || w->scope == PERIOD_OF_NAME;
	char who[PERIODS_WHO];

	emit_key(e, "of");
	emit_text(e, text_of(periods_who(w, p, who)));
	if (w->frame) {
		emit_key(e, "function");
		emit_text(e, profile_frame_name(p, w->frame));
	}
	if (of_thread || of_process) {
		emit_key(e, of_thread ? "thread" : "process");
		emit_text(e, profile_string(p, w->name));
	}
	if (of_thread || w->scope == PERIOD_OF_PROCESS)
		emit_id(e, "pid", host_pid(p, t));
	if (of_thread)
		emit_id(e, "tid", host_tid(p, t));
}

bool periods_table_json(const struct periods *f, const struct profile *profile, FILE *out,
			struct error *err)
{
	struct emit e = {.out = out};

	emit_open(&e, '{');
	emit_key(&e, "periods");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < f->count; i++) {
		const struct period *p = &f->found[i];

		emit_open(&e, '{');
		emit_key(&e, "s");
		emit_seconds(&e, periods_table_length(p));
		emit_key(&e, "plus_minus_s");
		emit_seconds(&e, periods_table_margin(p));
		emit_key(&e, "strength");
		tenths(&e, p->strength);
		work(&e, p);
		periods_table_who_json(&e, &p->who, profile);
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
