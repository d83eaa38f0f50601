#include "cli/host_warnings.h"

#include <inttypes.h>

#include "base/fill.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"
#include "view/label.h"

/* ns: dates in headers may differ by this without an error */
#define GAP_LEAST (2 * (uint64_t)NS_PER_SECOND)

#define NAMES_TOLD 5 /* number of known hosts in a message */
#define NAME_TOLD  40

/* "recordings" or "hosts", for messages. */
static const char *things(const struct profile *p)
{
	return hosts_are_in_turn(p) ? "recordings" : "hosts";
}

static void warn_rates(const struct session *s)
{
	if (s->choice.weigh == WEIGH_PERIOD || !hosts_rates_differ(s->profile))
		return;
	fprintf(stderr,
		"flarescope: the %s were sampled at different rates, so equal numbers of "
		"samples are not equal times; --weight period counts time\n",
		things(s->profile));
}

static void warn_gap(const struct profile *p)
{
	uint64_t gap = hosts_longest_gap(p);
	char length[LABEL_MAX];

	if (gap < GAP_LEAST)
		return;
	fprintf(stderr,
		"flarescope: there is a gap of %s in which no host was recorded; if "
		"their clocks or time zones are the cause: --align start lets all begin "
		"at the same moment\n",
		label_duration(gap, length));
}

/*
 * Dates in headers of perf script output are dates of files too, but on the recorded host itself.
 */
static void warn_dates(const struct profile *p)
{
	if (hosts_worst_clock(p) == HOST_CLOCK_FILE)
		fputs("flarescope: the hosts are aligned by the dates of their files, "
		      "which is wrong if one was copied; --started FILE=TIME sets the "
		      "time, --align start lets all begin at the same moment\n",
		      stderr);
}

static void warn_without(const struct profile *p, uint32_t without, uint32_t first,
			 struct text what, const char *so)
{
	char n[NUMBER_THINGS_MAX];

	if (!without)
		return;
	fprintf(stderr, "flarescope: %" PRIu32 " of %s %s no ", without,
		number_things(p->hosts.count, things(p), n),
		without == 1 ? "has" : "have");
	printable_write(what, stderr);
	fprintf(stderr, ", and %s: ", so);
	printable_write(host_name(p, first), stderr);
	fputs(without > 1 ? ", …\n" : "\n", stderr);
}

static void warn_event(const struct session *s)
{
	uint32_t first = 0,
		 without = hosts_without_event(s->profile, s->choice.event, &first);

	warn_without(s->profile, without, first, session_event_name(s),
		     "none of its samples are shown");
}

void host_warnings_tell_switches(const struct profile *p)
{
	uint32_t first = 0, without;

	if (!hosts_are_several(p))
		return;
	without = hosts_without_switches(p, &first);
	fflush(stdout);
	warn_without(p, without, first, TEXT("context switches"),
		     "its waits are not known");
}

void host_warnings_print(const struct session *s)
{
	if (!hosts_are_several(s->profile))
		return;
	fflush(stdout);
	warn_rates(s);
	warn_dates(s->profile);
	warn_gap(s->profile);
	warn_event(s);
}

static bool has_host(const struct profile *p, struct text name)
{
	for (uint32_t i = 0; i < p->hosts.count; i++)
		if (text_equal(host_name(p, i), name))
			return true;
	return false;
}

bool host_is_there(const struct profile *p, const struct options *o, struct error *err)
{
	char names[NAMES_TOLD * (NAME_TOLD + 2) + 8];
	struct fill f = fill_of(names, sizeof names - 1);

	if (!o->host ||
	    p->server) /* the engine itself reports the data it has for the host */
		return true;
	if (p->hosts.count < 2)
		return error_set(
		    err, ERROR_USAGE,
		    "--host: this is a recording of one host; --together merges several");
	if (has_host(p, text_of(o->host)))
		return true;
	for (uint32_t i = 0; i < p->hosts.count && i < NAMES_TOLD; i++) {
		fill_text(&f, i ? TEXT(", ") : TEXT(""));
		fill_text(&f, utf8_upto(host_name(p, i), NAME_TOLD));
	}
	if (p->hosts.count > NAMES_TOLD)
		fill_text(&f, TEXT(", …"));
	*f.at = '\0';
	return error_set(err, ERROR_USAGE, "no host is called %.80s; there are %s",
			 o->host, names);
}
