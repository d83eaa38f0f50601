#include "input/proto/pprof_labels.h"

#include "base/number.h"

#define ID_LONGEST 20 /* digits */

/* Go's pprof.Labels("thread", ...), Datadog's "thread id", Parca's "thread_id" ... */
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

/* A number, or a text of digits. */
static bool number_of(const struct pprof_label *l, struct text str, int32_t *id)
{
	if (str.len)
		return str.len <= ID_LONGEST && number_i32(str, id) && *id >= 0;
	if (l->num < 0 || l->num > INT32_MAX)
		return false;
	*id = (int32_t)l->num;
	return true;
}

void pprof_labels_who(const struct pprof_label *labels, size_t n,
		      const struct pprof_tables *t, struct pprof_who *who)
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

/* Nanoseconds in a unit; 0: it is none of time. */
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

enum pprof_time pprof_labels_time(const struct pprof_label *label,
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
