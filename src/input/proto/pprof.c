#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/append.h"
#include "base/fill.h"
#include "base/number.h"
#include "input/proto/pprof_tables.h"
#include "input/proto/proto_fields.h"
#include "input/refusal.h"

/* ---- recognition ---- */

static const struct proto_shape value_type_shape = {"vv", {0}};
static const struct proto_shape label_shape = {"vvvv", {0}};
static const struct proto_shape sample_shape = {"VVb", {[3] = &label_shape}};
static const struct proto_shape mapping_shape = {"vvvvvvvvvv", {0}};
static const struct proto_shape line_shape = {"vvv", {0}};
static const struct proto_shape location_shape = {"vvvbv", {[4] = &line_shape}};
static const struct proto_shape function_shape = {"vvvvv", {0}};
static const struct proto_shape pprof_shape = {
    "bbbbbbvvvvbvVvv",
    {[1] = &value_type_shape,
     &sample_shape,
     &mapping_shape,
     &location_shape,
     &function_shape,
     [11] = &value_type_shape},
};

#define TYPES	(1u << 1)
#define SAMPLES (1u << 2)

static unsigned probe_pprof(struct text head)
{
	unsigned seen, begun, parts = 0;

	if (!proto_shape_fits(&pprof_shape, head, &seen, &begun))
		return 0;
	for (unsigned n = 1; n <= 6; n++)
		parts += seen >> n & 1;
	return parts >= 2 && (seen & (TYPES | SAMPLES)) ? PROTO_SURE : 0;
}

/* ---- reading ---- */

#define TYPES_MOST   64	      /* values per sample; more are counted as lost */
#define NAME_LONGEST 200      /* bytes of an event's name */
#define NAMELESS     "(root)" /* process name of samples, if the file names no program */

/* The type of a value of samples, such as "cpu" in "nanoseconds": numbers of texts. */
struct value_type {
	int64_t type, unit;
	uint16_t event; /* of the builder */
	bool left_out;	/* proportional to another one */
};

struct pprof {
	struct reading *reading; /* borrowed */
	struct pprof_tables tables;
	struct pprof_samples samples;
	struct value_type types[TYPES_MOST];
	size_t type_count;
	int64_t default_type; /* number of a text */
	struct value_type period_type;
	int64_t started, duration; /* ns, since 1970 */
	int64_t period;
	/* the builder's string: process name of samples without a label */
	uint32_t program;
	bool timed; /* labels contain times of samples */
};

static struct text text_at(const struct pprof *p, int64_t number)
{
	return pprof_tables_text(&p->tables, number);
}

/* ---- labels: keys in use by several programs ---- */

/* The thread and CPU of a sample. Members without a label keep their values. */
struct who {
	uint32_t comm; /* number of a text; 0: no label */
	int32_t pid, tid;
	uint16_t cpu;
};

enum label_time {
	PPROF_NO_TIME,
	PPROF_TIME,
	PPROF_BAD_TIME, /* a number out of range */
};

#define ID_LONGEST 20 /* digits */

/* Keys of Go's pprof.Labels("thread", ...), Datadog ("thread id"), Parca ("thread_id") ... */
enum meaning { NOTHING, COMM, PID, TID, CPU, TIME_NS, TIME_UNIT };

static const struct {
	const char *key;
	enum meaning meaning;
} meanings[] = {
    {"comm", COMM},
    {"thread", COMM},
    {"thread name", COMM},
    {"thread_name", COMM},
    {"pid", PID},
    {"process_id", PID},
    {"process id", PID},
    {"tid", TID},
    {"thread_id", TID},
    {"thread id", TID},
    {"os_thread_id", TID},
    {"cpu", CPU},
    {"end_timestamp_ns", TIME_NS},
    {"timestamp_ns", TIME_NS},
    {"time_ns", TIME_NS},
    {"timestamp", TIME_UNIT},
    {"time", TIME_UNIT},
};

static enum meaning meaning_of(const struct pprof_tables *t, uint32_t key)
{
	struct text name = pprof_tables_text(t, key);

	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (text_equal(name, text_of(meanings[i].key)))
			return meanings[i].meaning;
	return NOTHING;
}

/* Get a label that is a number, or a text of digits. */
static bool number_of(const struct pprof_label *l, struct text str, int32_t *id)
{
	if (str.len)
		return str.len <= ID_LONGEST && number_i32(str, id) && *id >= 0;
	if (l->num < 0 || l->num > INT32_MAX)
		return false;
	*id = (int32_t)l->num;
	return true;
}

static void labels_who(const struct pprof_label *labels, size_t n,
		       const struct pprof_tables *t, struct who *who)
{
	for (size_t i = 0; i < n; i++) {
		struct text str = pprof_tables_text(t, labels[i].str);
		enum meaning what = meaning_of(t, labels[i].key);
		int32_t id;

		if (what == COMM && str.len)
			who->comm = labels[i].str;
		if (what == NOTHING || what == COMM || !number_of(&labels[i], str, &id))
			continue;
		if (what == PID)
			who->pid = id;
		else if (what == TID)
			who->tid = id;
		else if (what == CPU && id < PROFILE_NO_CPU)
			who->cpu = (uint16_t)id;
	}
}

/* Nanoseconds of a unit; 0: not a unit of time. */
static uint64_t unit_of(struct text unit)
{
	if (text_equal(unit, TEXT("nanoseconds")) || text_equal(unit, TEXT("ns")))
		return 1;
	if (text_equal(unit, TEXT("microseconds")) || text_equal(unit, TEXT("us")))
		return 1000;
	if (text_equal(unit, TEXT("milliseconds")) || text_equal(unit, TEXT("ms")))
		return 1000000;
	if (text_equal(unit, TEXT("seconds")) || text_equal(unit, TEXT("s")))
		return NS_PER_SECOND;
	return 0;
}

/* Get the time of the sample in ns, if this label has it. */
static enum label_time labels_time(const struct pprof_label *label,
				   const struct pprof_tables *t, uint64_t *ns)
{
	enum meaning what = meaning_of(t, label->key);
	uint64_t unit;

	if ((what != TIME_NS && what != TIME_UNIT) ||
	    pprof_tables_text(t, label->str).len)
		return PPROF_NO_TIME;
	unit = what == TIME_NS ? 1 : unit_of(pprof_tables_text(t, label->unit));
	if (unit == 0)
		return PPROF_NO_TIME;
	if (label->num < 0 || __builtin_mul_overflow((uint64_t)label->num, unit, ns) ||
	    *ns > INT64_MAX)
		return PPROF_BAD_TIME;
	return PPROF_TIME;
}

/* ---- collecting the file ---- */

static struct value_type value_type_of(struct text message)
{
	uint64_t v[3];

	proto_wire_varints(message, v, 3);
	return (struct value_type){.type = (int64_t)v[1], .unit = (int64_t)v[2]};
}

/* The numbers of fields are those of profile.proto of github.com/google/pprof. */
static bool take_field(void *arg, const struct proto_field *f, uint64_t offset,
		       struct error *err)
{
	struct pprof *p = arg;
	struct losses *losses = p->reading->losses;
	int64_t number = (int64_t)f->value;

	switch (f->number) {
	case 1:
		if (!APPEND_FIXED(p->types, p->type_count, value_type_of(f->body)))
			losses_count(losses, LOSS_RECORD, 0);
		return true;
	case 2:
		return pprof_samples_take(&p->samples, f->body, offset, &p->tables,
					  losses, err);
	case 3:
	case 4:
	case 5:
	case 6:
		return pprof_tables_take(&p->tables, f, offset, losses, err);
	case 9:
		p->started = number ? number : p->started;
		return true;
	case 10:
		p->duration = number ? number : p->duration;
		return true;
	case 11:
		p->period_type = value_type_of(f->body);
		return true;
	case 12:
		p->period = number ? number : p->period;
		return true;
	case 14:
		p->default_type = number ? number : p->default_type;
		return true;
	default:
		return true;
	}
}

/* Without the names of the value types, neither the event nor its unit is known. */
static bool has_type_names(const struct pprof *p, struct error *err)
{
	int64_t texts = (int64_t)p->tables.text_count;

	for (size_t i = 0; i < p->type_count; i++)
		if ((p->types[i].type &&
		     !(p->types[i].type > 0 && p->types[i].type < texts)) ||
		    (p->types[i].unit &&
		     !(p->types[i].unit > 0 && p->types[i].unit < texts)))
			return error_set(
			    err, ERROR_FORMAT,
			    "the meaning of its values is not known (read as pprof): the "
			    "names, which are at its end, are missing%s",
			    p->reading->losses->of[LOSS_RECORDS_CUT].count
				? "; the file is cut off"
				: "");
	return true;
}

/* ---- choosing the values ---- */

static bool is_count(const struct pprof *p, size_t type)
{
	struct text unit = text_at(p, p->types[type].unit);

	return unit.len == 0 || text_equal(unit, TEXT("count"));
}

/* As in go tool pprof: the default type that the file names, otherwise the last one. */
static size_t default_type(const struct pprof *p)
{
	struct text wanted = text_at(p, p->default_type);

	for (size_t i = 0; wanted.len && i < p->type_count; i++)
		if (text_equal(text_at(p, p->types[i].type), wanted))
			return i;
	return p->type_count - 1;
}

/* Is one value a constant multiple of the other in all samples, such as 10 ms per sample? */
static bool are_proportional(const struct pprof *p, size_t value, size_t count)
{
	int64_t ratio = 0;

	for (size_t i = 0; i < p->samples.count; i++) {
		size_t n;
		const int64_t *v = pprof_samples_values(&p->samples, i, &n);

		if (value >= n || count >= n || v[value] < 0 || v[count] < 0)
			return false;
		if (v[value] == 0 && v[count] == 0)
			continue;
		if (v[count] == 0 || v[value] % v[count])
			return false;
		if (ratio && v[value] / v[count] != ratio)
			return false;
		ratio = v[value] / v[count];
		if (ratio == 0)
			return false;
	}
	return ratio != 0;
}

/*
 * Without times, a row stands for as many samples as its weight. So if the default value is a time
 * (10 ms per sample) and a count is proportional to it, the count comes first: the flame graph is
 * the same, and the number of samples is correct.
 */
static size_t first_type(const struct pprof *p, size_t wanted)
{
	if (p->timed || is_count(p, wanted))
		return wanted;
	for (size_t i = 0; i < p->type_count; i++)
		if (is_count(p, i) && are_proportional(p, wanted, i))
			return i;
	return wanted;
}

/* ---- adding the samples ---- */

static struct text type_name(const struct pprof *p, size_t i)
{
	struct text type = text_at(p, p->types[i].type);

	return text_upto(type.len ? type : TEXT("samples"), NAME_LONGEST);
}

/* The unit of a type; empty for counts. */
static struct text unit_name(const struct pprof *p, size_t i)
{
	return is_count(p, i) ? TEXT("")
			      : text_upto(text_at(p, p->types[i].unit), NAME_LONGEST);
}

/* The number of types before this one with the same name. */
static unsigned namesakes(const struct pprof *p, size_t i)
{
	unsigned n = 0;

	for (size_t k = 0; k < i; k++)
		n += text_equal(type_name(p, k), type_name(p, i)) &&
		     text_equal(unit_name(p, k), unit_name(p, i));
	return n;
}

/*
 * Add an event: "samples"; "inuse_space/bytes" for values that are not counts, as in pprof -raw;
 * "samples (2)" for the second event of that name.
 */
static void add_event(struct pprof *p, size_t i)
{
	struct text unit = unit_name(p, i);
	unsigned before = namesakes(p, i);
	char name[2 * NAME_LONGEST + 20];
	struct fill f = fill_of(name, sizeof name);

	fill_text(&f, type_name(p, i));
	if (unit.len) {
		fill_char(&f, '/');
		fill_text(&f, unit);
	}
	if (before) {
		fill_text(&f, TEXT(" ("));
		fill_number(&f, before + 1);
		fill_char(&f, ')');
	}
	if (text_equal(unit, TEXT("nanoseconds")))
		unit = TEXT("ns");
	p->types[i].event = builder_event(p->reading->builder, fill_written(&f), unit);
}

/*
 * The first type becomes the first event. A type that is proportional to the default one adds
 * nothing and is left out: the default one itself if a count replaces it, or, with times, the
 * counts.
 */
static void add_events(struct pprof *p)
{
	size_t wanted = default_type(p), first = first_type(p, wanted);

	p->types[wanted].left_out = first != wanted;
	for (size_t i = 0; i < p->type_count && p->timed; i++)
		p->types[i].left_out =
		    i != wanted && is_count(p, i) && are_proportional(p, wanted, i);
	add_event(p, first);
	for (size_t i = 0; i < p->type_count; i++)
		if (i != first && !p->types[i].left_out)
			add_event(p, i);
}

/* Add the values of a sample, or part number `part` of `parts` of them. */
static void add_values(struct pprof *p, size_t row, struct sample *s, uint64_t part,
		       uint64_t parts)
{
	size_t n;
	const int64_t *v = pprof_samples_values(&p->samples, row, &n);

	if (n > p->type_count) {
		if (part == 0)
			losses_count(p->reading->losses, LOSS_RECORD, 0);
		n = p->type_count;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t value = (uint64_t)v[i];

		if (v[i] < 0) {
			if (part == 0)
				losses_count(p->reading->losses, LOSS_NUMBER, 0);
			continue;
		}
		s->weight = value / parts + (part < value % parts);
		s->event = p->types[i].event;
		if (s->weight && !p->types[i].left_out)
			builder_sample(p->reading->builder, s);
	}
}

static size_t times_of(const struct pprof *p, size_t row)
{
	size_t n, times = 0;
	const struct pprof_label *labels = pprof_samples_labels(&p->samples, row, &n);
	uint64_t ns;

	for (size_t i = 0; i < n; i++)
		times += labels_time(&labels[i], &p->tables, &ns) != PPROF_NO_TIME;
	return times;
}

/* A record may stand for several equal samples, with a time label for each. */
static void add_at_times(struct pprof *p, size_t row, struct sample *s)
{
	size_t n, part = 0, times = times_of(p, row);
	const struct pprof_label *labels = pprof_samples_labels(&p->samples, row, &n);

	s->timed = true;
	for (size_t i = 0; i < n; i++) {
		switch (labels_time(&labels[i], &p->tables, &s->time)) {
		case PPROF_NO_TIME:
			break;
		case PPROF_BAD_TIME:
			part++;
			losses_count(p->reading->losses, LOSS_NUMBER, 0);
			break;
		case PPROF_TIME:
			add_values(p, row, s, part++, times);
			break;
		}
	}
}

static void add_sample(struct pprof *p, size_t row)
{
	struct who who = {
	    .pid = PROFILE_NO_ID,
	    .tid = PROFILE_NO_ID,
	    .cpu = PROFILE_NO_CPU,
	};
	struct sample s = {.stack = pprof_samples_stack(&p->samples, row)};
	uint32_t comm = p->program;
	size_t n;
	const struct pprof_label *labels = pprof_samples_labels(&p->samples, row, &n);

	labels_who(labels, n, &p->tables, &who);
	if (who.comm)
		comm = pprof_tables_string(&p->tables, p->reading->builder, who.comm);
	s.thread = builder_thread_of(p->reading->builder, comm, who.pid, who.tid);
	s.cpu = who.cpu;
	if (p->timed && times_of(p, row))
		add_at_times(p, row, &s);
	else
		add_values(p, row, &s, 0, 1);
}

/* Note the start: "2023-09-09 07:08:29 UTC". */
static void note_start(struct pprof *p)
{
	time_t seconds = (time_t)(p->started / (int64_t)NS_PER_SECOND);
	struct tm tm;
	char buf[64];

	if (p->started > 0 && gmtime_r(&seconds, &tm) &&
	    strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S UTC", &tm))
		builder_note(p->reading->builder, TEXT("started"), text_of(buf));
}

static void note_duration(struct pprof *p)
{
	char seconds[NUMBER_SECONDS_MAX], buf[NUMBER_SECONDS_MAX + 4];

	if (p->duration <= 0)
		return;
	snprintf(buf, sizeof buf, "%s s",
		 number_plain_seconds((uint64_t)p->duration, seconds));
	builder_note(p->reading->builder, TEXT("duration"), text_of(buf));
}

/* Note the period: "10000000 nanoseconds of cpu". */
static void note_period(struct pprof *p)
{
	struct text type = text_upto(text_at(p, p->period_type.type), NAME_LONGEST);
	struct text unit = text_upto(text_at(p, p->period_type.unit), NAME_LONGEST);
	char buf[2 * NAME_LONGEST + 40];

	if (p->period <= 0 || type.len == 0)
		return;
	snprintf(buf, sizeof buf, "%" PRId64 " %.*s of %.*s", p->period, (int)unit.len,
		 unit.at, (int)type.len, type.at);
	builder_note(p->reading->builder, TEXT("period"), text_of(buf));
}

static bool hand_on(struct pprof *p, struct error *err)
{
	struct builder *b = p->reading->builder;
	struct text program = pprof_tables_program(&p->tables);

	if (!has_type_names(p, err))
		return false;
	if (!pprof_tables_frames(&p->tables, b, p->reading->options->addresses,
				 p->reading->losses, err))
		return false;
	pprof_samples_stacks(&p->samples, &p->tables, b, p->reading->losses);
	if (p->type_count == 0)
		(void)APPEND_FIXED(p->types, p->type_count, (struct value_type){0});
	for (size_t i = 0; i < p->samples.count && !p->timed; i++)
		p->timed = times_of(p, i) > 0;
	if (!p->timed)
		builder_weights_are_counts(b);
	p->program = builder_string(b, program.len ? program : TEXT(NAMELESS));
	add_events(p);
	note_start(p);
	note_duration(p);
	note_period(p);
	for (size_t i = 0; i < p->samples.count; i++) {
		if (i % READING_EACH == 0 && !reading_goes_on(p->reading, err))
			return false;
		add_sample(p, i);
	}
	return true;
}

/* Another kind of message would be read as nonsense, as any bytes are valid in most fields. */
static bool is_pprof(struct source *source, struct error *err)
{
	struct text head;
	const char *kind;

	if (!source_head(source, &head, err) || proto_shape_may_be(&pprof_shape, head))
		return err->kind == ERROR_NONE;
	kind = refusal_kind(head);
	return error_set(err, ERROR_FORMAT, "expected a pprof profile, found %s",
			 kind ? kind : "another message");
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct pprof p = {.reading = r};
	bool ok = is_pprof(r->source, err) &&
		  proto_fields_read(r, &pprof_shape, take_field, &p, err) &&
		  hand_on(&p, err);

	pprof_samples_release(&p.samples);
	pprof_tables_release(&p.tables);
	return ok;
}

const struct format pprof_format = {
    .name = "pprof",
    .help = "pprof profiles: Go's runtime/pprof, py-spy, Parca and many others",
    .probe = probe_pprof,
    .read = read_profile,
};
