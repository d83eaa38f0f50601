#include "export/table/portions_table.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "export/table/csv_cell.h"

bool portions_table_is_expected(const struct portions *t, const struct profile *p,
				const struct top_choice *choice, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < c.rows; i++)
		bytes += t->list[i].name.len + t->list[i].process.len;
	return value_columns_is_expected(bytes, p, err);
}

static bool has_self(const struct portions *t)
{
	return t->by == KEYS_MODULE || t->by == KEYS_KIND || t->by == KEYS_MODE;
}

static bool has_pid(const struct portions *t)
{
	return t->by == KEYS_THREAD || t->by == KEYS_PROCESS;
}

/* Of several together all threads and processes are of one. */
static bool has_host(const struct portions *t)
{
	return has_pid(t) && t->count && t->list[0].host.len;
}

/* ---- text ---- */

static void put_headings(const struct portions *t, const struct value_columns *c,
			 FILE *out)
{
	if (has_self(t))
		value_columns_heading(c, "self", out);
	value_columns_heading(c, "total", out);
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

static void put_row(const struct portions *t, const struct portion *r,
		    const struct value_columns *c, FILE *out)
{
	if (has_self(t))
		value_columns_text(c, "self", r->self, out);
	value_columns_text(c, "total", r->total, out);
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
	if (r->host.len) {
		fputs("  @", out);
		printable_write(r->host, out);
	}
	putc('\n', out);
}

bool portions_table_text(const struct portions *t, const struct top_choice *choice,
			 FILE *out, struct error *err)
{
	static const char *const more[KEYS_BY] = {
	    [KEYS_THREAD] = "more threads", [KEYS_PROCESS] = "more processes",
	    [KEYS_CPU] = "more CPUs",	    [KEYS_HOST] = "more hosts",
	    [KEYS_MODULE] = "more modules", [KEYS_KIND] = "more kinds",
	    [KEYS_MODE] = "more modes"};
	const struct value_columns c = value_columns_of(choice, t->all, t->count);

	put_headings(t, &c, out);
	for (uint32_t i = 0; i < c.rows; i++)
		put_row(t, &t->list[i], &c, out);
	value_columns_more(&c, more[t->by], out);
	value_columns_base(&c, out);
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- CSV ---- */

static void csv_id(int32_t id, FILE *out)
{
	if (id != PROFILE_NO_ID)
		fprintf(out, "%" PRId32, id);
	putc(',', out);
}

static void csv_row(const struct portions *t, const struct portion *r,
		    const struct value_columns *c, FILE *out)
{
	if (has_self(t))
		value_columns_csv(c, r->self, out);
	value_columns_csv(c, r->total, out);
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
	if (has_host(t)) {
		putc(',', out);
		csv_cell_write(r->host, out);
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
	    [KEYS_HOST] = "host",
	    [KEYS_MODULE] = "module",
	    [KEYS_KIND] = "kind",
	    [KEYS_MODE] = "mode"};
	const struct value_columns c = value_columns_of(choice, t->all, t->count);

	fprintf(out, "%stotal,total_percent,%s%s\n",
		has_self(t) ? "self,self_percent," : "", columns[t->by],
		has_host(t) ? ",host" : "");
	for (uint32_t i = 0; i < c.rows; i++)
		csv_row(t, &t->list[i], &c, out);
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- JSON ---- */

static void json_row(struct emit *e, const struct portions *t, const struct portion *r,
		     const struct value_columns *c)
{
	emit_open(e, '{');
	if (has_self(t))
		value_columns_json(c, "self", r->self, e);
	value_columns_json(c, "total", r->total, e);
	if (has_pid(t))
		emit_id(e, "pid", r->pid);
	if (t->by == KEYS_THREAD)
		emit_id(e, "tid", r->tid);
	emit_key(e, keys_by_names[t->by]);
	emit_text(e, r->name);
	if (t->by == KEYS_THREAD) {
		emit_key(e, "process");
		emit_text(e, r->process);
	} else if (t->by == KEYS_PROCESS) {
		emit_key(e, "threads");
		emit_number(e, r->threads);
	}
	emit_host(e, r->host);
	emit_close(e, '}');
}

bool portions_table_json(const struct portions *t, const struct top_choice *choice,
			 FILE *out, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "by");
	emit_text(&e, text_of(keys_by_names[t->by]));
	value_columns_head(&c, &e);
	emit_key(&e, "count");
	emit_number(&e, t->count);
	emit_key(&e, "rows");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < c.rows; i++)
		json_row(&e, t, &t->list[i], &c);
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
