#include "export/table/waits_table.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "export/emit.h"
#include "export/table/csv_cell.h"
#include "profile/hosts.h"

/* "S", "R+", or "" where the recording does not say. */
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

/* Who woke: nobody is known, an interrupt, or a thread at a place, of which both may be empty. */
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

/* "flusher in flush"; `*text` is `buf`'s, or empty. */
static bool waker_text(const struct waker *w, struct text_buffer *buf, struct error *err)
{
	buf->len = 0;
	return text_buffer_add(buf, w->comm, err) &&
	       (w->place.len == 0 || (text_buffer_add(buf, TEXT(" in "), err) &&
				      text_buffer_add(buf, w->place, err)));
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

static void text_sum(const struct waits *w, struct selection ranges, FILE *out)
{
	struct waits_sum sum = waits_add_up(w, ranges);
	char many[NUMBER_THINGS_MAX];

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
		sum.is_more ? "; it is more than can be added up" : "");
}

bool waits_table_text(const struct waits *w, struct selection ranges, FILE *out,
		      struct error *err)
{
	if (w->count == 0)
		fputs("no such waits\n", out);
	else
		fputs("           from, s    away, s  state  blocked  runnable   unknown "
		      "     tid  who\n",
		      out);
	for (size_t i = 0; i < w->count; i++)
		text_row(w, &w->rows[i], out);
	if (w->count)
		text_sum(w, ranges, out);
	return !ferror(out) || error_sys(err, "cannot write");
}

static bool csv_row(const struct waits *w, const struct absence *a,
		    struct text_buffer *buf, FILE *out, struct error *err)
{
	const struct thread *t = &w->profile->threads[a->thread];
	struct waker waker = waker_of(w, a);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX],
	    blocked[NUMBER_SECONDS_MAX], runnable[NUMBER_SECONDS_MAX],
	    unknown[NUMBER_SECONDS_MAX], state[3];

	fprintf(out, "%" PRId32 ",", host_tid(w->profile, t));
	csv_cell_write(comm_of(w->profile, a->thread), out);
	/* a letter, and perhaps a plus behind it */
	fprintf(out, ",%s,%s,%s,%s,%s,%s,", number_exact_seconds(a->from, from),
		number_exact_seconds(a->to, to), state_of(a, state),
		number_exact_seconds(a->blocked, blocked),
		number_exact_seconds(a->runnable, runnable),
		number_exact_seconds(a->unknown, unknown));
	csv_cell_write(place_of(w, a), out);
	if (waker.known && !waker.interrupt)
		fprintf(out, ",%" PRId32 ",", waker.tid);
	else
		fputs(",,", out);
	if (!waker_text(&waker, buf, err))
		return false;
	csv_cell_write(text_buffer_text(buf), out);
	putc('\n', out);
	return true;
}

bool waits_table_csv(const struct waits *w, FILE *out, struct error *err)
{
	struct text_buffer buf = {0};
	bool ok = true;

	fputs("tid,comm,from_s,to_s,state,blocked_s,runnable_s,unknown_s,where,waker_tid,"
	      "waker\n",
	      out);
	for (size_t i = 0; ok && i < w->count; i++)
		ok = csv_row(w, &w->rows[i], &buf, out, err);
	mem_free(buf.at);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}

static void key_seconds(struct emit *e, const char *key, uint64_t ns)
{
	emit_key(e, key);
	emit_nanoseconds(e, ns);
}

static void key_text(struct emit *e, const char *key, struct text t)
{
	emit_key(e, key);
	if (t.len)
		emit_text(e, t);
	else
		emit_null(e);
}

static bool json_row(struct emit *e, const struct waits *w, const struct absence *a,
		     struct text_buffer *buf, struct error *err)
{
	const struct thread *t = &w->profile->threads[a->thread];
	struct waker waker = waker_of(w, a);
	char state[3];

	if (!waker_text(&waker, buf, err))
		return false;
	emit_open(e, '{');
	emit_id(e, "tid", host_tid(w->profile, t));
	emit_host(e, host_name(w->profile, host_of_thread(w->profile, t)));
	emit_key(e, "comm");
	emit_text(e, comm_of(w->profile, a->thread));
	key_seconds(e, "from_s", a->from);
	key_seconds(e, "to_s", a->to);
	key_text(e, "state", text_of(state_of(a, state)));
	key_seconds(e, "blocked_s", a->blocked);
	key_seconds(e, "runnable_s", a->runnable);
	key_seconds(e, "unknown_s", a->unknown);
	key_text(e, "where", place_of(w, a));
	emit_id(e, "waker_tid", waker.tid);
	key_text(e, "waker", text_buffer_text(buf));
	emit_key(e, "is_approximate");
	emit_bool(e, a->is_approximate);
	emit_key(e, "is_over");
	emit_bool(e, a->is_over);
	key_text(e, "process", waits_process(w, a->thread));
	emit_close(e, '}');
	return true;
}

/* "monotonic (1)", as the recording's head names it. */
static struct text clock_of(const struct profile *p)
{
	struct text clock = profile_note(p, "clockid");
	size_t n = 0;

	while (n < clock.len && clock.at[n] != ' ')
		n++;
	return text_upto(clock, n);
}

bool waits_table_json(const struct waits *w, FILE *out, struct error *err)
{
	struct emit e = {.out = out, .lines = true};
	struct text_buffer buf = {0};
	bool ok = true;

	emit_open(&e, '{');
	key_text(&e, "clock", clock_of(w->profile));
	emit_key(&e, "waits");
	emit_open(&e, '[');
	for (size_t i = 0; ok && i < w->count; i++)
		ok = json_row(&e, w, &w->rows[i], &buf, err);
	mem_free(buf.at);
	if (!ok)
		return false;
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
