#include "export/table/waits_table.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profile/hosts.h"

/* "S", "R+", or "" if the recording has no state. */
static const char *state_of(const struct absence *a, char buf[static 3])
{
	buf[0] = a->state;
	buf[1] = a->state && a->preempted ? '+' : '\0';
	buf[2] = '\0';
	return buf;
}

static struct text comm_of(const struct profile *p, uint32_t thread)
{
	return profile_string(p, p->threads[thread].comm);
}

/* A waker is unknown, an interrupt, or a thread at a place; `comm` and `place` may be empty. */
struct waker {
	bool known, interrupt;
	int32_t tid;
	struct text comm, place;
};

static struct waker waker_of(const struct waits *w, const struct absence *a)
{
	const struct profile *p = w->profile;
	const struct thread *t;
	uint32_t frame;

	if (a->waker == ABSENCE_NO_WAKER)
		return (struct waker){.tid = PROFILE_NO_ID};
	if (waits_by_interrupt(w, a->waker))
		return (struct waker){true, true, PROFILE_NO_ID, TEXT("interrupt"),
				      TEXT("")};
	t = &p->threads[profile_context(p, a->waker)->thread];
	frame = waits_place(w, p->samples.stack[a->waker]);
	return (struct waker){true, false, host_tid(p, t), profile_string(p, t->comm),
			      frame ? profile_frame_name(p, frame) : TEXT("")};
}

static struct text place_of(const struct waits *w, const struct absence *a)
{
	uint32_t frame = waits_place(w, a->stack);

	return frame ? profile_frame_name(w->profile, frame) : TEXT("");
}

static void text_row(const struct waits *w, const struct absence *a, FILE *out)
{
	const struct thread *t = &w->profile->threads[a->thread];
	struct waker waker = waker_of(w, a);
	struct text place = place_of(w, a), process = waits_process(w, a->thread);
	char from[NUMBER_SECONDS_MAX], state[3];

	fprintf(out, "%18s  %9.6f%c %-2s  %9.6f %9.6f %9.6f  %7" PRId32 "  ",
		number_exact_seconds(a->from, from), (double)(a->to - a->from) / 1e9,
		a->is_over ? ' ' : '+', *state_of(a, state) ? state : "-",
		(double)a->blocked / 1e9, (double)a->runnable / 1e9,
		(double)a->unknown / 1e9, host_tid(w->profile, t));
	printable_write(comm_of(w->profile, a->thread), out);
	if (process.len) {
		fputs(" of ", out);
		printable_write(process, out);
	}
	if (place.len) {
		fputs(a->is_approximate ? " in about " : " in ", out);
		printable_write(place, out);
	}
	if (waker.known) {
		fputs(", woken by ", out);
		printable_write(waker.comm, out);
		if (!waker.interrupt)
			fprintf(out, " (%" PRId32 ")", waker.tid);
		if (waker.place.len) {
			fputs(" in ", out);
			printable_write(waker.place, out);
		}
	}
	putc('\n', out);
}

static bool write_text(const struct waits *w, struct selection ranges, FILE *out,
		       struct error *err)
{
	struct waits_sum sum = waits_add_up(w, ranges);
	char many[NUMBER_THINGS_MAX];

	if (w->count == 0)
		fputs("no such waits\n", out);
	else
		fputs("           from, s    away, s  state  blocked  runnable   unknown "
		      "     tid  who\n",
		      out);
	for (size_t i = 0; i < w->count; i++)
		text_row(w, &w->rows[i], out);
	if (!w->count)
		return !ferror(out) || error_sys(err, "cannot write");
	fprintf(out, "%18s %10.6f      %10.6f%10.6f%10.6f           %s",
		sum.is_whole	   ? "together"
		: ranges.count > 1 ? "in the ranges"
				   : "in the range",
		(double)sum.away / 1e9, (double)sum.blocked / 1e9,
		(double)sum.runnable / 1e9, (double)sum.unknown / 1e9,
		number_things(w->count, "waits", many));
	fprintf(out, ", %.1f %% of their time %sunknown%s\n",
		sum.away ? 100.0 * (double)sum.unknown / (double)sum.away : 0.0,
		sum.is_whole ? "" : "there ",
		sum.is_more ? "; it is too large to add up" : "");
	return !ferror(out) || error_sys(err, "cannot write");
}

bool waits_table_write(const struct waits *w, struct selection ranges,
		       enum table_format format, FILE *out, struct error *err)
{
	static const struct table_column columns[] = {
	    {"tid", COLUMN_ID, .in = IN_DATA},
	    {"host", COLUMN_HOST, IN_JSON, .optional = true},
	    {"comm", COLUMN_TEXT, .in = IN_DATA},
	    {"from_s", COLUMN_NANOSECONDS, .in = IN_DATA},
	    {"to_s", COLUMN_NANOSECONDS, .in = IN_DATA},
	    {"state", COLUMN_TEXT, .in = IN_DATA},
	    {"blocked_s", COLUMN_NANOSECONDS, .in = IN_DATA},
	    {"runnable_s", COLUMN_NANOSECONDS, .in = IN_DATA},
	    {"unknown_s", COLUMN_NANOSECONDS, .in = IN_DATA},
	    {"where", COLUMN_TEXT, .in = IN_DATA},
	    {"waker_tid", COLUMN_ID, .in = IN_DATA},
	    {"waker", COLUMN_TEXT, .in = IN_DATA},
	    {"is_approximate", COLUMN_BOOL, .in = IN_JSON},
	    {"is_over", COLUMN_BOOL, .in = IN_JSON},
	    {"process", COLUMN_TEXT, .in = IN_JSON},
	};
	const struct profile *p = w->profile;
	struct table table = TABLE_OF(format, columns, out);
	struct text clock = profile_note(p, "clockid"); /* "monotonic (1)" */
	const char *blank = clock.len ? memchr(clock.at, ' ', clock.len) : NULL;
	struct text_buffer buf = {0};
	bool ok = true;

	if (format == TABLE_TEXT)
		return write_text(w, ranges, out, err);
	if (blank)
		clock = text_upto(clock, (size_t)(blank - clock.at));
	table_open(&table);
	if (format == TABLE_JSON) {
		emit_key(&table.json, "clock");
		if (clock.len)
			emit_text(&table.json, clock);
		else
			emit_null(&table.json);
	}
	table_begin_rows(&table, "waits");
	for (size_t i = 0; ok && i < w->count; i++) {
		const struct absence *a = &w->rows[i];
		const struct thread *t = &p->threads[a->thread];
		struct waker waker = waker_of(w, a);
		char state[3];

		buf.len = 0; /* "flusher in flush", or empty */
		ok = text_buffer_add(&buf, waker.comm, err) &&
		     (!waker.place.len || (text_buffer_add(&buf, TEXT(" in "), err) &&
					   text_buffer_add(&buf, waker.place, err)));
		if (!ok)
			break;
		table_row(&table, (struct table_cell[]){
				      cell_id(host_tid(p, t)),
				      cell_name(host_name(p, host_of_thread(p, t))),
				      cell_text(comm_of(p, a->thread)),
				      cell_number(a->from),
				      cell_number(a->to),
				      cell_name(text_of(state_of(a, state))),
				      cell_number(a->blocked),
				      cell_number(a->runnable),
				      cell_number(a->unknown),
				      cell_name(place_of(w, a)),
				      cell_if(waker.known && !waker.interrupt,
					      cell_id(waker.tid)),
				      cell_name(text_buffer_text(&buf)),
				      cell_number(a->is_approximate),
				      cell_number(a->is_over),
				      cell_name(waits_process(w, a->thread)),
				  });
	}
	mem_free(buf.at);
	if (!ok)
		return false;
	table_end_rows(&table);
	return table_close(&table, err);
}
