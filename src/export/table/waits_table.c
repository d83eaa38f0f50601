#include "export/table/waits_table.h"

#include <inttypes.h>
#include <string.h>

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
		number_exact_seconds(a->from - profile_origin(w->profile), from),
		(double)(a->to - a->from) / 1e9, a->is_over ? ' ' : '+',
		*state_of(a, state) ? state : "-", (double)a->blocked / 1e9,
		(double)a->runnable / 1e9, (double)a->unknown / 1e9,
		host_tid(w->profile, t));
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

static bool write_text(const struct waits *w, struct selection ranges, uint64_t limit,
		       FILE *out, struct error *err)
{
	struct waits_sum sum = waits_add_up(w, ranges);
	char many[NUMBER_THINGS_MAX];

	if (w->count == 0)
		fputs("no such waits\n", out);
	else
		fputs("           from, s    away, s  state  blocked  runnable   unknown "
		      "     tid  who\n",
		      out);
	for (size_t i = 0; i < w->count && i < limit; i++)
		text_row(w, &w->rows[i], out);
	if (limit < w->count)
		fprintf(out, "%s (--limit)\n",
			number_things(w->count - limit, "more waits", many));
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

#define HOST 6 /* the index of a column */

static const struct table_column waits_columns[] = {
    {"from_s", COLUMN_NANOSECONDS, .in = IN_DATA,
     .about = "when the thread left its CPU"},
    {"to_s", COLUMN_NANOSECONDS, .in = IN_DATA,
     .about = "the first evidence that it ran again"},
    {"name", COLUMN_TEXT, .in = IN_DATA, .about = "the name of the thread"},
    {"by", COLUMN_TEXT, .in = IN_DATA, .about = "thread"},
    {"tid", COLUMN_ID, .in = IN_DATA, .nullable = true, .about = "its number"},
    {"process", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the name of its process; null if it is the same"},
    {"host", COLUMN_HOST, IN_DATA, .optional = true,
     .about = "the host of the thread, if there are several"},
    {"state", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the letter of the switch, such as S or D; R+ for a preempted thread"},
    {"blocked_s", COLUMN_NANOSECONDS, .in = IN_DATA,
     .about = "the time until it was woken"},
    {"runnable_s", COLUMN_NANOSECONDS, .in = IN_DATA,
     .about = "the time until it got a CPU"},
    {"unknown_s", COLUMN_NANOSECONDS, .in = IN_DATA,
     .about = "the time in an unknown state, as events are missing"},
    {"place", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the function in which it waited"},
    {"is_approximate", COLUMN_BOOL, .in = IN_DATA,
     .about = "the switch has no stack, and place is from the last earlier one"},
    {"is_over", COLUMN_BOOL, .in = IN_DATA,
     .about = "the thread ran again before the end of the recording"},
    {"waker", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the name of the thread that woke it, or interrupt"},
    {"waker_tid", COLUMN_ID, .in = IN_DATA, .nullable = true, .about = "its number"},
    {"waker_place", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "the function in which it did so"},
    {"away_s", COLUMN_NANOSECONDS, .in = IN_DATA, .about = "to_s - from_s"},
    {"pid", COLUMN_ID, .in = IN_DATA, .nullable = true, .about = "of its process"},
    {"waker_by", COLUMN_TEXT, .in = IN_DATA, .nullable = true,
     .about = "what woke it: thread or interrupt"},
};

static const struct table_column members[] = {
    {"clock", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the clock of the recording, as perf names it"},
    {"origin_s", COLUMN_NANOSECONDS, .in = IN_JSON,
     .about = "the time at 0 s on this clock"},
    DOCUMENT_ROWS(waits_columns),
};
const struct document_kind waits_document = {
    .command = "waits",
    .title = "when and why threads were off CPU",
    .has_file = true,
    .has_selection = true,
    .members = members,
    .count = sizeof members / sizeof *members,
};

bool waits_table_write(const struct waits *w, struct selection ranges,
		       const struct document *d, enum table_format format, uint64_t limit,
		       FILE *out, struct error *err)
{
	const struct profile *p = w->profile;
	struct table_column columns[sizeof waits_columns / sizeof *waits_columns];
	struct table table;
	struct text clock = profile_note(p, "clockid"); /* "monotonic (1)" */
	const char *blank = clock.len ? memchr(clock.at, ' ', clock.len) : NULL;
	uint64_t origin = profile_origin(p);

	if (format == TABLE_TEXT)
		return write_text(w, ranges, limit, out, err);
	memcpy(columns, waits_columns, sizeof columns);
	if (!hosts_are_several(p))
		columns[HOST].in = 0;
	table = TABLE_OF(format, columns, out);
	if (blank)
		clock = text_upto(clock, (size_t)(blank - clock.at));
	table_open(&table, d);
	if (format == TABLE_JSON)
		table_json_members(
		    &table.json, members, 2,
		    (struct table_cell[]){cell_name(clock), cell_number(origin)});
	table_begin_rows(&table);
	for (size_t i = 0; i < w->count && i < limit; i++) {
		const struct absence *a = &w->rows[i];
		const struct thread *t = &p->threads[a->thread];
		struct waker waker = waker_of(w, a);
		int32_t tid = host_tid(p, t), pid = host_pid(p, t);
		char state[3];

		table_row(
		    &table,
		    (struct table_cell[]){
			cell_number(a->from - origin),
			cell_number(a->to - origin),
			cell_text(comm_of(p, a->thread)),
			cell_text(TEXT("thread")),
			cell_if(tid != PROFILE_NO_ID, cell_id(tid)),
			cell_name(waits_process(w, a->thread)),
			cell_name(host_name(p, host_of_thread(p, t))),
			cell_name(text_of(state_of(a, state))),
			cell_number(a->blocked),
			cell_number(a->runnable),
			cell_number(a->unknown),
			cell_name(place_of(w, a)),
			cell_number(a->is_approximate),
			cell_number(a->is_over),
			cell_if(waker.known, cell_text(waker.comm)),
			cell_if(waker.known && !waker.interrupt, cell_id(waker.tid)),
			cell_name(waker.place),
			cell_number(a->to - a->from),
			cell_if(pid != PROFILE_NO_ID, cell_id(pid)),
			cell_if(waker.known, cell_text(waker.interrupt ? TEXT("interrupt")
								       : TEXT("thread"))),
		    });
	}
	table_end_rows(&table, w->count);
	return table_close(&table, err);
}
