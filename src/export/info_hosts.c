#include "export/info_hosts.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/unlike_hosts.h"

#define HOST_LINES 100 /* of text; JSON has them all */

static const char *const clock_words[HOST_CLOCKS] = {
    [HOST_CLOCK_RECORDED] = "aligned by the clock, as recorded",
    [HOST_CLOCK_HEADER] =
	"aligned by the dates in their headers, whatever their time zones: wrong where "
	"a perf.data was copied",
    [HOST_CLOCK_FILE] = "aligned by the dates of their files: wrong where one was copied",
    [HOST_CLOCK_STARTED] = "aligned by the clock, as --started says",
    [HOST_CLOCK_START] =
	"all begin at once: not all tell what time it was, or nobody asked",
    [HOST_CLOCK_NONE] = "without times",
    [HOST_CLOCK_IN_TURN] = "each begins where the one before it ends",
};

/* How many CPUs each has, by host. NULL without memory; release with mem_free(). */
static uint32_t *count_cpus(const struct profile *p)
{
	struct error ignored = ERROR_INIT; /* then it is not told */
	uint32_t *cpus =
	    mem_array((size_t)p->hosts.count + 1, sizeof *cpus, "hosts", &ignored);

	for (uint32_t i = 0; cpus && i < p->hosts.cpu_count; i++)
		cpus[p->hosts.cpus[i].host]++;
	return cpus;
}

/* ---- text ---- */

static void put_host(const struct profile *p, uint32_t i, uint32_t cpus, int width,
		     FILE *out)
{
	const struct host *h = &p->hosts.list[i];
	struct text name = host_name(p, i);
	char n[NUMBER_GROUPED_MAX], from[NUMBER_SECONDS_MAX], length[NUMBER_SECONDS_MAX];

	fprintf(out, "%-12s", "");
	printable_write(name, out);
	fprintf(out, "%*s", width - utf8_columns(name) + 2, "");
	fprintf(out, "%s samples", number_grouped(h->samples, n));
	if (p->has_times)
		fprintf(out, ", from %s s, %s s",
			number_plain_seconds(h->from - profile_origin(p), from),
			number_plain_seconds(h->to - h->from, length));
	if (cpus)
		fprintf(out, ", %" PRIu32 " CPU%s", cpus, cpus == 1 ? "" : "s");
	if (h->rate)
		fprintf(out, ", %" PRIu32 " Hz", h->rate);
	if (h->lost)
		fprintf(out, ", %s lost", number_grouped(h->lost, n));
	fputs("  ", out);
	printable_write(profile_string(p, h->file), out);
	putc('\n', out);
}

void info_hosts_text(const struct profile *p, FILE *out)
{
	uint32_t *cpus;
	int width = 0;

	if (!p->hosts.count)
		return;
	cpus = count_cpus(p);
	fprintf(out, "%-12s%" PRIu32 ", %s\n", "hosts", p->hosts.count,
		clock_words[hosts_worst_clock(p)]);
	if (hosts_clocks_differ(p))
		fprintf(out, "%-12sclocks differ: some are told better than others\n",
			"");
	if (hosts_rates_differ(p))
		fprintf(
		    out,
		    "%-12srates differ: as many samples are not as much time; --weight "
		    "period counts time\n",
		    "");
	for (uint32_t i = 0; i < p->hosts.count && i < HOST_LINES; i++) {
		int columns = utf8_columns(host_name(p, i));

		width = columns > width ? columns : width;
	}
	for (uint32_t i = 0; i < p->hosts.count && i < HOST_LINES; i++)
		put_host(p, i, cpus ? cpus[i] : 0, width, out);
	mem_free(cpus);
	if (p->hosts.count > HOST_LINES)
		fprintf(out, "%-12sand %" PRIu32 " more, see --json\n", "",
			p->hosts.count - HOST_LINES);
}

/* ---- JSON ---- */

static void number(struct emit *e, const char *key, uint64_t value)
{
	emit_key(e, key);
	emit_number(e, value);
}

static void number_or_null(struct emit *e, const char *key, bool known, uint64_t value)
{
	emit_key(e, key);
	if (known)
		emit_number(e, value);
	else
		emit_null(e);
}

static void json_host(const struct profile *p, uint32_t i, uint32_t cpus, struct emit *e)
{
	const struct host *h = &p->hosts.list[i];

	emit_open(e, '{');
	emit_key(e, "name");
	emit_text(e, host_name(p, i));
	emit_key(e, "file");
	emit_text(e, profile_string(p, h->file));
	number(e, "samples", h->samples);
	number_or_null(e, "first_ns", p->has_times, h->from);
	number_or_null(e, "end_ns", p->has_times, h->to);
	emit_key(e, "moved_ns");
	emit_signed(e, h->moved);
	emit_key(e, "clock");
	emit_text(e, text_of(host_clock_names[h->clock]));
	number(e, "cpus", cpus);
	number_or_null(e, "frequency", h->rate > 0, h->rate);
	number(e, "lost", h->lost);
	emit_close(e, '}');
}

void info_hosts_json(const struct profile *p, struct emit *e)
{
	enum host_clock worst = hosts_worst_clock(p);
	uint32_t *cpus = count_cpus(p);

	emit_key(e, "aligned");
	if (!p->hosts.count || worst == HOST_CLOCK_NONE)
		emit_null(e);
	else
		emit_text(e, worst == HOST_CLOCK_START ? TEXT("start") : TEXT("clock"));
	emit_key(e, "hosts");
	emit_open(e, '[');
	for (uint32_t i = 0; i < p->hosts.count; i++)
		json_host(p, i, cpus ? cpus[i] : 0, e);
	mem_free(cpus);
	emit_close(e, ']');
}
