#include "export/info.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "analysis/waiting/thread_state.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/document.h"
#include "profile/hosts.h"
#include "profile/wall_clock.h"

#define HOST_LINES 100 /* hosts that are listed in text; JSON has all */

static const char *const clock_words[HOST_CLOCKS] = {
    [HOST_CLOCK_RECORDED] = "aligned by the clock, as recorded",
    [HOST_CLOCK_HEADER] = "aligned by the dates in their headers, ignoring time zones: "
			  "wrong if a perf.data was copied",
    [HOST_CLOCK_FILE] = "aligned by the dates of their files: wrong if one was copied",
    [HOST_CLOCK_STARTED] = "aligned by the clock, as --started says",
    [HOST_CLOCK_START] =
	"aligned at their starts: some have no wall-clock time, or it was turned off",
    [HOST_CLOCK_NONE] = "without times",
    [HOST_CLOCK_IN_TURN] = "each begins where the one before it ends",
};

/* The number of CPUs of each host. NULL when memory runs out; release with mem_free(). */
static uint32_t *count_cpus(const struct profile *p)
{
	struct error ignored = ERROR_INIT; /* out of memory: the numbers are left out */
	uint32_t *cpus =
	    mem_array((size_t)p->hosts.count + 1, sizeof *cpus, "hosts", &ignored);

	for (uint32_t i = 0; cpus && i < p->hosts.cpu_count; i++)
		cpus[p->hosts.cpus[i].host]++;
	return cpus;
}

/* ---- text ---- */

/* Write how the hosts were aligned, and a line for each; nothing for a single host. */
static void info_hosts_text(const struct profile *p, FILE *out)
{
	char n[NUMBER_GROUPED_MAX], from[NUMBER_SECONDS_MAX], length[NUMBER_SECONDS_MAX];
	uint32_t *cpus;
	int width = 0;

	if (!p->hosts.count)
		return;
	cpus = count_cpus(p);
	fprintf(out, "%-12s%" PRIu32 ", %s\n", "hosts", p->hosts.count,
		clock_words[hosts_worst_clock(p)]);
	if (hosts_clocks_differ(p))
		fprintf(out, "%-12sthe clocks of the hosts are not equally accurate\n",
			"");
	if (hosts_rates_differ(p))
		fprintf(out,
			"%-12srates differ: equal numbers of samples are not equal "
			"times; --weight period counts time\n",
			"");
	for (uint32_t i = 0; i < p->hosts.count && i < HOST_LINES; i++) {
		int columns = utf8_columns(host_name(p, i));

		width = columns > width ? columns : width;
	}
	for (uint32_t i = 0; i < p->hosts.count && i < HOST_LINES; i++) {
		const struct host *h = &p->hosts.list[i];
		struct text name = host_name(p, i);

		fprintf(out, "%-12s", "");
		printable_write(name, out);
		fprintf(out, "%*s", width - utf8_columns(name) + 2, "");
		fprintf(out, "%s samples", number_grouped(h->samples, n));
		if (p->has_times && h->from >= profile_origin(p) && h->to >= h->from)
			fprintf(out, ", from %s s, %s s",
				number_plain_seconds(h->from - profile_origin(p), from),
				number_plain_seconds(h->to - h->from, length));
		if (cpus && cpus[i])
			fprintf(out, ", %" PRIu32 " CPU%s", cpus[i],
				cpus[i] == 1 ? "" : "s");
		if (h->rate)
			fprintf(out, ", %" PRIu32 " Hz", h->rate);
		if (h->lost)
			fprintf(out, ", %s lost", number_grouped(h->lost, n));
		fputs("  ", out);
		printable_write(profile_string(p, h->file), out);
		putc('\n', out);
	}
	mem_free(cpus);
	if (p->hosts.count > HOST_LINES)
		fprintf(out, "%-12sand %" PRIu32 " more, see --format json\n", "",
			p->hosts.count - HOST_LINES);
}

/* ---- JSON ---- */

static const struct table_column host_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "its name"},
    {"file", COLUMN_TEXT, .in = IN_JSON, .about = "the path of its recording"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of its samples"},
    {"from_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "its first sample, in seconds after the origin"},
    {"to_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the end of its samples"},
    {"moved_s", COLUMN_SIGNIFICANT, .in = IN_JSON,
     .about = "added to its times to align it"},
    {"clock", COLUMN_TEXT, .in = IN_JSON,
     .about = "how it was aligned with the other hosts"},
    {"cpus", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the number of CPUs with samples"},
    {"rate_hz", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the requested samples per second and CPU"},
    {"lost", COLUMN_NUMBER, .in = IN_JSON, .about = "how much of it was lost"},
};

static void json_hosts(struct json_writer *e, const struct profile *p)
{
	uint64_t origin = profile_origin(p);
	uint32_t *cpus = count_cpus(p);

	emit_open(emit_key(e, "hosts"), '[');
	for (uint32_t i = 0; i < p->hosts.count; i++) {
		const struct host *h = &p->hosts.list[i];
		/* a .flare may say anything */
		bool timed = p->has_times && h->from >= origin && h->to >= h->from;

		emit_open(e, '{');
		table_json_members(
		    e, host_columns, sizeof host_columns / sizeof *host_columns,
		    (struct table_cell[]){
			cell_text(host_name(p, i)),
			cell_text(profile_string(p, h->file)),
			cell_number(h->samples),
			cell_if(timed, cell_number(h->from - origin)),
			cell_if(timed, cell_number(h->to - origin)),
			cell_decimal((double)h->moved / (double)NS_PER_SECOND),
			cell_text(text_of(host_clock_names[h->clock])),
			cell_if(cpus && cpus[i], cell_number(cpus ? cpus[i] : 0)),
			cell_if(h->rate > 0, cell_number(h->rate)),
			cell_number(h->lost),
		    });
		emit_close(e, '}');
	}
	emit_close(e, ']');
	mem_free(cpus);
}

#define SECOND	 ((int64_t)NS_PER_SECOND)
#define DATE_MAX 72

/* "2026-11-21 03:07:34 UTC"; without a zone when the zone is unknown. */
static const char *date_of(const struct info *f, const struct wall_clock *clock,
			   int64_t ns, char buf[static DATE_MAX])
{
	int64_t second = ns / SECOND - (ns % SECOND < 0), ahead = 0;
	char zone[CLOCK_ZONE_MAX] = "UTC", plain[DATE_MAX];
	struct tm tm;
	time_t at;

	if (f->local && wall_clock_has_zone(clock))
		ahead = clock_zone(second, zone);
	at = (time_t)(second + ahead);
	if (!gmtime_r(&at, &tm) || strftime(plain, sizeof plain, "%F %T", &tm) == 0)
		snprintf(plain, sizeof plain, "?");
	snprintf(buf, DATE_MAX, "%.40s%s%s", plain, wall_clock_has_zone(clock) ? " " : "",
		 wall_clock_has_zone(clock) ? zone : "");
	return buf;
}

/* The wall-clock time of a sample; false when it is unknown. */
static bool wall_clock(const struct profile *p, uint64_t ns, int64_t *at,
		       struct wall_clock *clock)
{
	if (!p->has_times || ns > INT64_MAX || !wall_clock_of(p, clock))
		return false;
	return !__builtin_add_overflow(clock->offset, (int64_t)ns, at);
}

static void write_row_title(FILE *out, const char *name)
{
	fprintf(out, "%-12s", name);
}

static void text_line(FILE *out, const char *name, struct text value)
{
	write_row_title(out, name);
	printable_write(value, out);
	putc('\n', out);
}

static void write_plain_seconds(FILE *out, uint64_t ns)
{
	char buf[NUMBER_SECONDS_MAX];

	fputs(number_plain_seconds(ns, buf), out);
}

bool info_wall_clock(const struct info *f, char buf[static INFO_WALL_MAX])
{
	static const char *const how[] = {
	    [WALL_RECORDED] = "",
	    [WALL_HEADER] = ", in a time zone that is not known, by the date of the "
			    "perf.data: wrong if it was copied (see --started)",
	    [WALL_FILE] = ", by the file's date: wrong if it was copied (see --started)",
	    [WALL_STARTED] = ", as --started says"};
	char from[DATE_MAX], to[DATE_MAX];
	struct wall_clock clock;
	int64_t first, last;

	if (!wall_clock(f->profile, f->summary->first, &first, &clock) ||
	    !wall_clock(f->profile, f->summary->last, &last, &clock))
		return false;
	snprintf(buf, INFO_WALL_MAX, "%s to %s%s", date_of(f, &clock, first, from),
		 date_of(f, &clock, last, to), how[clock.source]);
	return true;
}

static void text_times(const struct info *f, FILE *out)
{
	const struct summary *s = f->summary;
	char wall[INFO_WALL_MAX];

	write_row_title(out, "time");
	if (!f->profile->has_times) {
		fputs("not recorded: no heat map, no ranges\n", out);
		return;
	}
	write_plain_seconds(out, s->first);
	fputs(" to ", out);
	write_plain_seconds(out, s->last);
	fputs(" s: ", out);
	write_plain_seconds(out, s->last - s->first);
	fputs(" s\n", out);
	if (!info_wall_clock(f, wall))
		return;
	write_row_title(out, "wall clock");
	fprintf(out, "%s\n", wall);
}

/* Do all events have the same unit, so that their values can be added? Then sets `*unit`. */
static bool has_one_unit(const struct info *f, struct text *unit)
{
	const struct profile *p = f->profile;
	bool any = false;

	*unit = TEXT("");
	for (uint32_t i = 0; i < p->event_count; i++) {
		/* "bytes" in a profile of sums, else empty, for samples */
		struct text own = p->weights_are_counts
				      ? profile_string(p, p->events[i].unit)
				      : TEXT("");

		if (f->summary->events[i].samples == 0)
			continue;
		if (any && !text_equal(own, *unit))
			return false;
		*unit = own;
		any = true;
	}
	return true;
}

static void text_samples(const struct info *f, FILE *out)
{
	const struct summary *s = f->summary;
	char all[NUMBER_GROUPED_MAX], idle[NUMBER_GROUPED_MAX];
	struct text unit;

	write_row_title(out, "samples");
	if (!has_one_unit(f, &unit)) {
		fputs("of several units: see events\n", out);
		return;
	}
	fputs(number_grouped(s->samples, all), out);
	if (unit.len) {
		putc(' ', out);
		printable_write(unit, out);
	}
	fprintf(out, ", %s of them idle (%.1f %%)\n", number_grouped(s->idle, idle),
		s->samples ? 100.0 * (double)s->idle / (double)s->samples : 0.0);
}

static void text_machine(const struct summary *s, FILE *out)
{
	write_row_title(out, "threads");
	if (!s->threads) {
		fputs("not counted\n", out);
		write_row_title(out, "CPUs");
		fputs("not recorded\n", out);
		return;
	}
	fprintf(out, "%" PRIu32 " in ", s->threads);
	if (s->processes == 0)
		fputs("processes that were not recorded\n", out);
	else
		fprintf(out, "%" PRIu32 " process%s\n", s->processes,
			s->processes == 1 ? "" : "es");
	write_row_title(out, "CPUs");
	if (s->cpus == 0)
		fputs("not recorded", out);
	else
		fprintf(out, "%" PRIu32 " with samples", s->cpus);
	if (s->cpus_online)
		fprintf(out, ", %" PRIu32 " online", s->cpus_online);
	putc('\n', out);
}

static void text_event(const struct info *f, uint32_t i, FILE *out)
{
	const struct profile *p = f->profile;
	const struct event_summary *e = &f->summary->events[i];
	struct text unit = profile_string(p, p->events[i].unit);
	char n[NUMBER_GROUPED_MAX], words[NUMBER_THINGS_MAX];

	write_row_title(out, i == 0 ? "events" : "");
	printable_write(profile_string(p, p->events[i].name), out);
	if (p->events[i].spans) {
		/* split wherever a span within one begins or ends: several stretches */
		fputs(": ", out);
		write_plain_seconds(out, e->duration);
		fprintf(out, " s in %s", number_things(e->samples, "stretches", words));
		if (e->weight != e->duration) {
			fputs(", CPU time ", out);
			write_plain_seconds(out, e->weight);
			fputs(" s", out);
		}
		putc('\n', out);
		return;
	}
	if (p->weights_are_counts && unit.len) {
		fprintf(out, ": %s ", number_grouped(e->samples, n));
		printable_write(unit, out);
	} else {
		fprintf(out, ": %s", number_things(e->samples, "samples", words));
	}
	/* a weight with its own unit is not a period: bytes, a field of a tracepoint */
	if (p->has_weights && !p->weights_are_counts) {
		fprintf(out, ", %s%s",
			unit.len && !text_equal(unit, TEXT("ns")) ? ""
								  : "sum of periods ",
			number_grouped(e->weight, n));
		if (unit.len) {
			putc(' ', out);
			printable_write(unit, out);
		}
	}
	fprintf(out, ", %s idle\n", number_grouped(e->idle, n));
}

/* ---- contents ---- */

/* "running, blocked, preempted" */
static void text_states(unsigned states, FILE *out)
{
	const char *between = "";

	for (unsigned i = 0; i < THREAD_STATES; i++) {
		if (!(states & STATE_SET(i)) || i == STATE_UNKNOWN)
			continue;
		fprintf(out, "%s%s", between, thread_states[i].title);
		between = ", ";
	}
}

static void text_shown(const struct info *f, const struct time_kinds *k,
		       enum time_source source, FILE *out)
{
	const struct profile *p = f->profile;

	switch (source) {
	case TIME_OF_CLOCK:
		fputs("running, by samples of ", out);
		printable_write(profile_string(p, p->events[k->clock].name), out);
		break;
	case TIME_OF_SWITCHES:
	case TIME_OF_RECORDS:
		text_states(k->states, out);
		fprintf(out, ", by %s: see --state and waits%s", time_source_word(source),
			k->has[TIME_OF_CLOCK] ? "; where they ran, by the nearest samples"
					      : "");
		break;
	case TIME_OF_WAITS:
		fputs(
		    "blocked, by waits of perf record --off-cpu: see --state blocked and "
		    "waits",
		    out);
		break;
	case TIME_OF_SUMS:
		fprintf(out,
			"blocked, by sums of perf record --off-cpu without times: only "
			"as a graph, see --state %s",
			k->has[TIME_OF_WAITS] ? "all" : "blocked");
		break;
	case TIME_OF_DISKS:
		fputs("requests to disks in progress, by their starts and ends: see "
		      "--state io",
		      out);
		break;
	case TIME_OF_CALLS:
		fputs("system calls in progress, by their starts and ends: see --state "
		      "syscall",
		      out);
		break;
	default:
		fputs("how long something took, by spans", out);
	}
	putc('\n', out);
}

/* Only for perf is it known what else could be recorded. */
static bool is_of_perf(const struct info *f)
{
	return text_starts(text_of(f->format), TEXT("perf-"));
}

static void text_kinds(const struct info *f, FILE *out)
{
	const struct time_kinds k = *f->kinds;
	const char *name = "shows";

	for (int i = 0; i < TIME_SOURCES; i++) {
		if (!k.has[i] || (i == TIME_OF_RECORDS && k.has[TIME_OF_SWITCHES]))
			continue;
		write_row_title(out, name);
		text_shown(f, &k, i, out);
		name = "";
	}
	name = "missing";
	for (int i = 0; is_of_perf(f) && i < TIME_LACKS; i++) {
		if (!k.lacks[i])
			continue;
		write_row_title(out, name);
		fprintf(out, "%s; %s with: %s\n", time_lack_words[i].what,
			time_lack_words[i].how, time_lack_words[i].command);
		name = "";
	}
}

static void text_loss(const struct profile *p, const struct loss *l, FILE *out)
{
	char n[NUMBER_GROUPED_MAX], one[NUMBER_THINGS_MAX];

	fprintf(out, "%s ", number_grouped(l->count, n));
	printable_write(number_noun(l->count, profile_string(p, l->reason), one), out);
	if (l->first_line)
		fprintf(out, ", %sat line %s", l->count == 1 ? "" : "first ",
			number_grouped(l->first_line, n));
	putc('\n', out);
}

static void text_losses(const struct info *f, enum loss_kind kind, FILE *out)
{
	const struct profile *p = f->profile;
	const char *name = loss_words[kind].title;
	char share[SUMMARY_UNNAMED_MAX];

	if (kind == LOST_NAMES && f->unnamed->nameless) {
		write_row_title(out, name);
		fprintf(out, "%s frame%s\n", summary_unnamed_text(f->unnamed, share),
			f->unnamed->frames == 1 ? "" : "s");
		name = "";
	}
	for (uint32_t i = 0; i < p->loss_count; i++) {
		if (p->losses[i].kind != kind)
			continue;
		write_row_title(out, name);
		text_loss(p, &p->losses[i], out);
		name = "";
	}
}

/* Does a loss appear only when switches are read? Other readers accept such an event. */
static bool is_of_switches(const struct info *f, uint32_t at)
{
	const struct profile *q = f->switches, *p = f->profile;
	struct text reason = profile_string(q, q->losses[at].reason);

	if (q->losses[at].kind != LOST_UNREAD)
		return false;
	for (uint32_t i = 0; i < p->loss_count; i++)
		if (text_equal(profile_string(p, p->losses[i].reason), reason))
			return false;
	return true;
}

static void text_all_losses(const struct info *f, FILE *out)
{
	uint32_t count = f->switches ? f->switches->loss_count : 0, unread = 0;

	while (unread < count && !is_of_switches(f, unread))
		unread++;
	if (!profile_lost(f->profile, LOSSES_ALL) && unread == count)
		text_line(out, "lost", TEXT("nothing"));
	else if (!profile_lost(f->profile, LOSSES_LOUD))
		text_line(out, "lost", TEXT("no samples, as far as is known"));
	for (int i = 0; i < LOSS_KINDS; i++)
		text_losses(f, loss_order[i], out);
	for (; unread < count; unread++) {
		if (!is_of_switches(f, unread))
			continue;
		write_row_title(out, loss_words[LOST_UNREAD].title);
		text_loss(f->switches, &f->switches->losses[unread], out);
	}
}

bool info_text(const struct info *f, FILE *out, struct error *err)
{
	const struct profile *p = f->profile;
	char words[CONFINEMENT_TEXT];

	text_line(out, "file", text_of(f->path));
	write_row_title(out, "format");
	fprintf(out, "%s%s%s\n", f->format, f->packing ? ", " : "",
		f->packing ? f->packing : "");
	if (f->summary->samples || !f->summary->stretches)
		text_samples(f, out);
	text_times(f, out);
	text_machine(f->summary, out);
	info_hosts_text(p, out);
	for (uint32_t i = 0; i < p->event_count; i++)
		text_event(f, i, out);
	text_kinds(f, out);
	text_all_losses(f, out);
	if (f->confinement) { /* here, because users who distrust a file look here */
		write_row_title(out, "confined by");
		fprintf(out, "%s\n", confinement_text(f->confinement, words));
	}
	for (uint32_t i = 0; i < p->note_count; i++) {
		write_row_title(out, i == 0 ? "header" : "");
		printable_write(profile_string(p, p->notes[i].key), out);
		fputs(": ", out);
		printable_write(profile_string(p, p->notes[i].value), out);
		putc('\n', out);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

static const struct table_column event_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "its name, for --event"},
    {"unit", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the unit of its weight; null: none"},
    {"spans", COLUMN_BOOL, .in = IN_JSON,
     .about = "whether it has spans instead of samples"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of its samples, or spans"},
    {"duration_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "of spans, their total length"},
    {"weight", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the sum of their periods or weights"},
    {"idle_samples", COLUMN_NUMBER, .in = IN_JSON, .about = "samples of an idle CPU"},
};

static void json_events(struct json_writer *e, const struct info *f)
{
	const struct profile *p = f->profile;

	emit_open(emit_key(e, "events"), '[');
	for (uint32_t i = 0; i < p->event_count; i++) {
		const struct event_summary *s = &f->summary->events[i];
		bool spans = p->events[i].spans;

		emit_open(e, '{');
		table_json_members(e, event_columns,
				   sizeof event_columns / sizeof *event_columns,
				   (struct table_cell[]){
				       cell_text(profile_string(p, p->events[i].name)),
				       cell_name(profile_string(p, p->events[i].unit)),
				       cell_number(spans),
				       cell_number(s->samples),
				       cell_if(spans, cell_number(s->duration)),
				       cell_number(s->weight),
				       cell_number(s->idle),
				   });
		emit_close(e, '}');
	}
	emit_close(e, ']');
}

static const struct table_column shown_columns[] = {
    {"source", COLUMN_TEXT, .in = IN_JSON, .about = "what shows them, such as switches"},
    {"states", COLUMN_OTHER, .in = IN_JSON, .about = "words for --state",
     .schema = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}"},
};

static const struct table_column missing_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "what the recording lacks"},
    {"how", COLUMN_TEXT, .in = IN_JSON,
     .about = "record or print: when to run the command"},
    {"command_line", COLUMN_TEXT, .in = IN_JSON,
     .about = "the command that would include it"},
};

static void json_states(struct json_writer *e, const struct time_kinds *k,
			enum time_source source)
{
	static const unsigned own[TIME_SOURCES] = {
	    [TIME_OF_CLOCK] = STATE_SET(STATE_RUNNING),
	    [TIME_OF_WAITS] = STATE_SET(STATE_BLOCKED),
	    [TIME_OF_SUMS] = STATE_SET(STATE_BLOCKED),
	    [TIME_OF_DISKS] = STATE_SET(STATE_REQUEST),
	    [TIME_OF_CALLS] = STATE_SET(STATE_CALL),
	};
	bool switches = source == TIME_OF_SWITCHES || source == TIME_OF_RECORDS;
	unsigned states = switches ? k->states : own[source];

	emit_open(emit_key(e, "states"), '[');
	for (unsigned i = 0; i < STATE_KINDS; i++)
		if (states & STATE_SET(i))
			emit_text(e, text_of(thread_states[i].word));
	emit_close(e, ']');
}

static void json_kinds(struct json_writer *e, const struct info *f)
{
	const struct time_kinds k = *f->kinds;

	emit_open(emit_key(e, "shows"), '[');
	for (int i = 0; i < TIME_SOURCES; i++) {
		if (!k.has[i])
			continue;
		emit_open(e, '{');
		emit_text(emit_key(e, "source"), text_of(time_source_word(i)));
		json_states(e, &k, i);
		emit_close(e, '}');
	}
	emit_close(e, ']');
	emit_open(emit_key(e, "missing"), '[');
	for (int i = 0; is_of_perf(f) && i < TIME_LACKS; i++) {
		if (!k.lacks[i])
			continue;
		emit_open(e, '{');
		emit_text(emit_key(e, "name"), text_of(time_lack_words[i].what));
		emit_text(emit_key(e, "how"), text_of(time_lack_words[i].how));
		emit_text(emit_key(e, "command_line"),
			  text_of(time_lack_words[i].command));
		emit_close(e, '}');
	}
	emit_close(e, ']');
}

/*
 * Write each key once, with all its values. The notes of a key are a linked list of note + 1 that 0
 * ends, because a hostile header can have 10^5 lines of one key, and as many keys.
 */
static bool json_header(struct json_writer *e, const struct profile *p, struct error *err)
{
	/* by string, its first note + 1; by note, the next one + 1 */
	uint32_t *first = mem_array(p->strings.count, sizeof *first, "keys", err);
	uint32_t *next =
	    first ? mem_array(p->note_count, sizeof *next, "notes", err) : NULL;

	for (uint32_t i = p->note_count; next && i > 0; i--) {
		uint32_t *head = &first[p->notes[i - 1].key];

		next[i - 1] = *head;
		*head = i;
	}
	emit_open(emit_key(e, "header"), '{');
	for (uint32_t i = 0; next && i < p->note_count; i++) {
		if (first[p->notes[i].key] != i + 1)
			continue;
		emit_key_text(e, profile_string(p, p->notes[i].key));
		if (next[i])
			emit_open(e, '[');
		for (uint32_t at = i + 1; at; at = next[at - 1])
			emit_text(e, profile_string(p, p->notes[at - 1].value));
		if (next[i])
			emit_close(e, ']');
	}
	emit_close(e, '}');
	mem_free(first);
	mem_free(next);
	return next != NULL;
}

static const struct table_column loss_columns[] = {
    {"reason", COLUMN_TEXT, .in = IN_JSON, .about = "what was lost, and why"},
    {"kind", COLUMN_TEXT, .in = IN_JSON, .about = "one word for it"},
    {"count", COLUMN_NUMBER, .in = IN_JSON, .about = "how often"},
    {"first_line", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the line, or record, where it was first seen"},
    {"aside", COLUMN_BOOL, .in = IN_JSON,
     .about = "true if it is of no consequence for samples, stacks and names"},
};

static void json_loss(struct json_writer *e, const struct profile *p,
		      const struct loss *l)
{
	emit_open(e, '{');
	table_json_members(e, loss_columns, sizeof loss_columns / sizeof *loss_columns,
			   (struct table_cell[]){
			       cell_text(profile_string(p, l->reason)),
			       cell_text(text_of(loss_words[l->kind].key)),
			       cell_number(l->count),
			       cell_if(l->first_line > 0, cell_number(l->first_line)),
			       cell_number(l->kind == LOST_ASIDE),
			   });
	emit_close(e, '}');
}

static const struct table_column confinement_columns[] = {
    {"privileges", COLUMN_BOOL, .in = IN_JSON, .about = "it cannot gain privileges"},
    {"capabilities", COLUMN_BOOL, .in = IN_JSON,
     .about = "it has dropped its capabilities"},
    {"landlock", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the version of Landlock that limits access to files; 0: none"},
    {"system_calls", COLUMN_BOOL, .in = IN_JSON,
     .about = "seccomp limits its system calls"},
    {"no_landlock", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "why Landlock is not used"},
    {"no_system_calls", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "why seccomp is not used"},
};

#define STRING_OR_STRINGS                                                                \
	"{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": ["                 \
	"{\"type\": \"string\"}, "                                                       \
	"{\"type\": \"array\", \"items\": {\"type\": \"string\"}}]}}"

#define INFO_PLAIN 18 /* members before those that are not simple values */
static const struct table_column info_members[] = {
    {"format", COLUMN_TEXT, .in = IN_JSON, .about = "its format: see flarescope formats"},
    {"compression", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "gzip or zstd"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of samples, idle or not"},
    {"idle_samples", COLUMN_NUMBER, .in = IN_JSON, .about = "samples of an idle CPU"},
    {"origin_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the time, on the recording's own clock, from which all times are counted"},
    {"first_sample_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the first sample, in seconds after the origin"},
    {"last_sample_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the last sample, or the end of the last span"},
    {"duration_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the time between these two"},
    {"date_source", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "where dates are from: recording, header, file or started; null: unknown"},
    {"date_exact", COLUMN_BOOL, .in = IN_JSON, .nullable = true,
     .about = "whether the recording itself has the dates"},
    {"threads", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "threads with samples"},
    {"processes", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "processes with samples"},
    {"cpus", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "CPUs with samples"},
    {"cpus_online", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "CPUs of the host"},
    {"aligned_by", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "how several hosts are aligned: clock or start; null for a single host"},
    {"lost_samples", COLUMN_NUMBER, .in = IN_JSON, .about = "samples that were lost"},
    {"frames", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the frames of all stacks"},
    {"frames_without_name", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "those without a name"},
    {"first_sample_date", COLUMN_OTHER, .in = IN_JSON, .schema = DOCUMENT_DATE_SCHEMA,
     .about = "its date, in UTC, or in an unknown zone if there is no Z"},
    {"last_sample_date", COLUMN_OTHER, .in = IN_JSON, .schema = DOCUMENT_DATE_SCHEMA,
     .about = "the date of the last one"},
    {"hosts", COLUMN_ROWS, .in = IN_JSON, .about = "the hosts, if there are several",
     COLUMNS_OF(host_columns)},
    {"events", COLUMN_ROWS, .in = IN_JSON, .about = "the events",
     COLUMNS_OF(event_columns)},
    {"shows", COLUMN_ROWS, .in = IN_JSON,
     .about = "the thread states that it shows, by source", COLUMNS_OF(shown_columns)},
    {"missing", COLUMN_ROWS, .in = IN_JSON,
     .about = "what else perf could record or print", COLUMNS_OF(missing_columns)},
    {"header", COLUMN_OTHER, .in = IN_JSON, .schema = STRING_OR_STRINGS,
     .about = "the header of the file; a key with several values has an array"},
    {"losses", COLUMN_ROWS, .in = IN_JSON, .about = "what could not be used",
     COLUMNS_OF(loss_columns)},
    {"confinement", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "how the process that reads the file is confined",
     COLUMNS_OF(confinement_columns)},
};
const struct document_kind info_document = {
    .command = "info",
    .title = "what is known about a profile, and what was lost",
    .has_file = true,
    .members = info_members,
    .count = sizeof info_members / sizeof *info_members,
};

static void json_confinement(struct json_writer *e, const struct confinement *c)
{
	emit_open(emit_key(e, "confinement"), '{');
	table_json_members(e, confinement_columns,
			   sizeof confinement_columns / sizeof *confinement_columns,
			   (struct table_cell[]){
			       cell_number(c->privileges),
			       cell_number(c->capabilities),
			       cell_number((uint64_t)c->landlock),
			       cell_number(c->calls),
			       cell_name(text_of(c->no_landlock ? c->no_landlock : "")),
			       cell_name(text_of(c->no_calls ? c->no_calls : "")),
			   });
	emit_close(e, '}');
}

static void json_plain(struct json_writer *e, const struct info *f)
{
	const struct profile *p = f->profile;
	const struct summary *s = f->summary;
	enum host_clock worst = hosts_worst_clock(p);
	bool times = p->has_times,
	     is_aligned = p->hosts.count && worst != HOST_CLOCK_NONE;
	uint64_t origin = profile_origin(p);
	struct wall_clock clock;
	bool dates = times && wall_clock_of(p, &clock);

	table_json_members(
	    e, info_members, INFO_PLAIN,
	    (struct table_cell[]){
		cell_text(text_of(f->format)),
		cell_name(text_of(f->packing ? f->packing : "")),
		cell_number(s->samples),
		cell_number(s->idle),
		cell_if(times, cell_number(origin)),
		cell_if(times, cell_number(s->first - origin)),
		cell_if(times, cell_number(s->last - origin)),
		cell_if(times, cell_number(s->last - s->first)),
		cell_if(dates,
			cell_text(text_of(dates ? wall_source_names[clock.source] : ""))),
		cell_if(dates, cell_number(dates && wall_clock_is_exact(&clock))),
		cell_if(s->threads > 0, cell_number(s->threads)),
		cell_if(s->processes > 0, cell_number(s->processes)),
		cell_if(s->cpus > 0, cell_number(s->cpus)),
		cell_if(s->cpus_online > 0, cell_number(s->cpus_online)),
		cell_if(is_aligned, cell_text(worst == HOST_CLOCK_START ? TEXT("start")
									: TEXT("clock"))),
		cell_number(profile_lost(p, LOSS_OF(LOST_SAMPLES))),
		cell_if(!p->server, cell_number(f->unnamed->frames)),
		cell_if(!p->server, cell_number(f->unnamed->nameless)),
	    });
}

bool info_json(const struct info *f, FILE *out, struct error *err)
{
	const struct document d = {.command = "info",
				   .file = f->path,
				   .files = f->files,
				   .file_count = f->file_count};
	struct json_writer e = {.out = out, .lines = true};
	bool ok;

	document_open(&e, &d);
	json_plain(&e, f);
	document_date(emit_key(&e, "first_sample_date"), f->profile, f->summary->first);
	document_date(emit_key(&e, "last_sample_date"), f->profile, f->summary->last);
	json_hosts(&e, f->profile);
	json_events(&e, f);
	json_kinds(&e, f);
	ok = json_header(&e, f->profile, err);
	emit_open(emit_key(&e, "losses"), '[');
	for (uint32_t i = 0; i < f->profile->loss_count; i++)
		json_loss(&e, f->profile, &f->profile->losses[i]);
	for (uint32_t i = 0; f->switches && i < f->switches->loss_count; i++)
		if (is_of_switches(f, i))
			json_loss(&e, f->switches, &f->switches->losses[i]);
	emit_close(&e, ']');
	if (f->confinement)
		json_confinement(&e, f->confinement);
	emit_close(&e, '}');
	return ok && emit_end(&e, err);
}

bool loss_line_write(const struct profile *p, unsigned kinds, FILE *out)
{
	char n[NUMBER_GROUPED_MAX], one[NUMBER_THINGS_MAX];
	const char *before = "";

	for (int k = 0; k < LOSS_KINDS; k++) {
		enum loss_kind kind = loss_order[k];
		const struct loss *first = NULL;
		uint64_t count;
		bool several = false;

		for (uint32_t i = 0; (kinds & LOSS_OF(kind)) && i < p->loss_count; i++) {
			const struct loss *l = &p->losses[i];

			if (l->kind != kind || l->count == 0)
				continue;
			several |= first != NULL;
			if (!first ||
			    (l->first_line &&
			     (!first->first_line || l->first_line < first->first_line)))
				first = l;
		}
		if (!first)
			continue;
		count = profile_lost(p, LOSS_OF(kind));
		fprintf(out, "%s%s ", before, number_grouped(count, n));
		if (several)
			fputs(loss_words[kind].many, out);
		else
			printable_write(
			    number_noun(count, profile_string(p, first->reason), one),
			    out);
		if (first->first_line)
			fprintf(out, ", %sat line %" PRIu64, count == 1 ? "" : "first ",
				first->first_line);
		before = "; ";
	}
	return *before != '\0';
}
