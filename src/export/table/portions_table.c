#include "export/table/portions_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/table/csv_cell.h"
#include "export/emit.h"
#include "export/extent.h"

static uint32_t shown(const struct portions *t, const struct top_choice *choice)
{
	return choice->limited && choice->limit < t->count ? (uint32_t)choice->limit
							   : t->count;
}

bool portions_table_is_expected(const struct portions *t, const struct profile *p,
				const struct top_choice *choice, struct error *err)
{
	char size[NUMBER_BYTES_MAX];
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < shown(t, choice); i++)
		bytes += t->list[i].name.len + t->list[i].process.len;
	return extent_is_expected(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the names in this table take %s; use a smaller --limit",
			 number_bytes(bytes, size));
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* What the shares of its rows are of. */
static uint64_t base_of(const struct portions *t, const struct top_choice *choice)
{
	return choice->percent ? choice->percent_of : t->all;
}

static bool has_self(const struct portions *t)
{
	return t->by == KEYS_MODULE || t->by == KEYS_KIND;
}

static bool has_pid(const struct portions *t)
{
	return t->by == KEYS_THREAD || t->by == KEYS_PROCESS;
}

static bool written(FILE *out, struct error *err)
{
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- text ---- */

#define UNIT_SHOWN 12 /* bytes: it may be anything */

/* "total", "self ns": as wide as its numbers at least. */
static void put_heading(const char *name, struct text unit, int width, FILE *out)
{
	int len = (int)strlen(name) + (unit.len ? 1 + (int)unit.len : 0);

	fprintf(out, "%*s%s", width > len ? width - len : 0, "", name);
	if (unit.len) {
		putc(' ', out);
		printable_write(unit, out);
	}
}

static int number_width(const struct portions *t, struct text unit)
{
	char buf[NUMBER_GROUPED_MAX];
	int width = (int)strlen(number_grouped(t->all, buf));
	int heading = 5 + (unit.len ? 1 + (int)unit.len : 0);

	return width < heading ? heading : width;
}

static void put_headings(const struct portions *t, struct text unit, int width, FILE *out)
{
	if (has_self(t)) {
		put_heading("self", unit, width, out);
		fputs("  self %  ", out);
	}
	put_heading("total", unit, width, out);
	fputs("  total %  ", out);
	if (has_pid(t))
		fputs("    pid  ", out);
	if (t->by == KEYS_THREAD)
		fputs("    tid  ", out);
	fputs(keys_by_names[t->by], out);
	fputs(t->by == KEYS_THREAD    ? "  process\n"
	      : t->by == KEYS_PROCESS ? "  threads\n"
				      : "\n",
	      out);
}

static void put_id(int32_t id, FILE *out)
{
	if (id == PROFILE_NO_ID)
		fputs("      ?  ", out);
	else
		fprintf(out, "%7" PRId32 "  ", id);
}

static void put_row(const struct portions *t, const struct portion *r, int width,
		    uint64_t base, FILE *out)
{
	char n[NUMBER_GROUPED_MAX];

	if (has_self(t))
		fprintf(out, "%*s  %6.2f  ", width, number_grouped(r->self, n),
			share(r->self, base));
	fprintf(out, "%*s  %7.2f  ", width, number_grouped(r->total, n),
		share(r->total, base));
	if (has_pid(t))
		put_id(r->pid, out);
	if (t->by == KEYS_THREAD)
		put_id(r->tid, out);
	printable_write(r->name, out);
	if (t->by == KEYS_THREAD) {
		fputs("  ", out);
		printable_write(r->process, out);
	} else if (t->by == KEYS_PROCESS) {
		fprintf(out, "  %" PRIu32, r->threads);
	}
	putc('\n', out);
}

bool portions_table_text(const struct portions *t, const struct top_choice *choice,
			 FILE *out, struct error *err)
{
	static const char *const more[KEYS_BY] = {[KEYS_THREAD] = "more threads",
						  [KEYS_PROCESS] = "more processes",
						  [KEYS_CPU] = "more CPUs",
						  [KEYS_MODULE] = "more modules",
						  [KEYS_KIND] = "more kinds"};
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);
	char n[NUMBER_GROUPED_MAX], words[NUMBER_THINGS_MAX];
	int width = number_width(t, unit);
	uint32_t rows = shown(t, choice);

	put_headings(t, unit, width, out);
	for (uint32_t i = 0; i < rows; i++)
		put_row(t, &t->list[i], width, base_of(t, choice), out);
	if (rows < t->count)
		fprintf(out, "%s (--limit)\n",
			number_things(t->count - rows, more[t->by], words));
	if (choice->percent)
		fprintf(out, "percentages are of %s: %s (--percent %s)\n",
			choice->percent == PERCENT_KEPT ? "all that is kept"
							: "everything",
			number_grouped(choice->percent_of, n),
			percent_base_names[choice->percent]);
	return written(out, err);
}

/* ---- CSV ---- */

static void csv_id(int32_t id, FILE *out)
{
	if (id != PROFILE_NO_ID)
		fprintf(out, "%" PRId32, id);
	putc(',', out);
}

static void csv_row(const struct portions *t, const struct portion *r, uint64_t base,
		    FILE *out)
{
	if (has_self(t))
		fprintf(out, "%" PRIu64 ",%.3f,", r->self, share(r->self, base));
	fprintf(out, "%" PRIu64 ",%.3f,", r->total, share(r->total, base));
	if (has_pid(t))
		csv_id(r->pid, out);
	if (t->by == KEYS_THREAD)
		csv_id(r->tid, out);
	csv_cell_write(r->name, out);
	if (t->by == KEYS_THREAD) {
		putc(',', out);
		csv_cell_write(r->process, out);
	} else if (t->by == KEYS_PROCESS) {
		fprintf(out, ",%" PRIu32, r->threads);
	}
	putc('\n', out);
}

bool portions_table_csv(const struct portions *t, const struct top_choice *choice,
			FILE *out, struct error *err)
{
	static const char *const columns[KEYS_BY] = {
	    [KEYS_THREAD] = "pid,tid,thread,process",
	    [KEYS_PROCESS] = "pid,process,threads",
	    [KEYS_CPU] = "cpu",
	    [KEYS_MODULE] = "module",
	    [KEYS_KIND] = "kind"};

	fprintf(out, "%stotal,total_percent,%s\n",
		has_self(t) ? "self,self_percent," : "", columns[t->by]);
	for (uint32_t i = 0; i < shown(t, choice); i++)
		csv_row(t, &t->list[i], base_of(t, choice), out);
	return written(out, err);
}

/* ---- JSON ---- */

static void json_id(struct emit *e, const char *key, int32_t id)
{
	emit_key(e, key);
	if (id == PROFILE_NO_ID)
		emit_null(e);
	else
		emit_signed(e, id);
}

static void json_row(struct emit *e, const struct portions *t, const struct portion *r,
		     uint64_t base)
{
	emit_open(e, '{');
	if (has_self(t)) {
		emit_key(e, "self");
		emit_number(e, r->self);
		emit_key(e, "self_percent");
		emit_share(e, r->self, base);
	}
	emit_key(e, "total");
	emit_number(e, r->total);
	emit_key(e, "total_percent");
	emit_share(e, r->total, base);
	if (has_pid(t))
		json_id(e, "pid", r->pid);
	if (t->by == KEYS_THREAD)
		json_id(e, "tid", r->tid);
	emit_key(e, keys_by_names[t->by]);
	emit_text(e, r->name);
	if (t->by == KEYS_THREAD) {
		emit_key(e, "process");
		emit_text(e, r->process);
	} else if (t->by == KEYS_PROCESS) {
		emit_key(e, "threads");
		emit_number(e, r->threads);
	}
	emit_close(e, '}');
}

bool portions_table_json(const struct portions *t, const struct top_choice *choice,
			 FILE *out, struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "by");
	emit_text(&e, text_of(keys_by_names[t->by]));
	emit_key(&e, "samples");
	emit_number(&e, choice->samples);
	emit_key(&e, "value");
	emit_number(&e, t->all);
	emit_key(&e, "weight");
	emit_text(&e, choice->measure);
	if (choice->percent) {
		emit_key(&e, "percent_of");
		emit_text(&e, text_of(percent_base_names[choice->percent]));
		emit_key(&e, "percent_of_value");
		emit_number(&e, choice->percent_of);
	}
	emit_key(&e, "count");
	emit_number(&e, t->count);
	emit_key(&e, "rows");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < shown(t, choice); i++)
		json_row(&e, t, &t->list[i], base_of(t, choice));
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
