#include "view/label.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/included.h"
#include "analysis/cpu_usage.h"
#include "base/number.h"

const char *label_share(uint64_t part, uint64_t of, char *buf)
{
	double percent = of ? 100.0 * (double)part / (double)of : 0;

	if (part == 0 || of == 0)
		snprintf(buf, LABEL_MAX, "0 %%");
	else if (part == of)
		snprintf(buf, LABEL_MAX, "100 %%");
	else if (percent < 0.05)
		snprintf(buf, LABEL_MAX, "<0.1 %%");
	else if (percent > 99.9)
		snprintf(buf, LABEL_MAX, "99.9 %%");
	else
		snprintf(buf, LABEL_MAX, "%.1f %%", percent);
	return buf;
}

const char *label_value(uint64_t value, bool is_time, char *buf)
{
	return is_time ? label_duration(value, buf) : number_grouped(value, buf);
}

const char *label_duration(uint64_t ns, char *buf)
{
	double ms = (double)ns / 1e6;

	if (ns == 0)
		snprintf(buf, LABEL_MAX, "0 s");
	else if (ns < 1000000)
		snprintf(buf, LABEL_MAX, "%.3g us", ms * 1000);
	else if (ns < NS_PER_SECOND)
		snprintf(buf, LABEL_MAX, "%.4g ms", ms);
	else if (ns < 600 * NS_PER_SECOND)
		snprintf(buf, LABEL_MAX, ns < 100 * NS_PER_SECOND ? "%.3f s" : "%.1f s",
			 ms / 1000);
	else if (ns < 7200 * NS_PER_SECOND)
		snprintf(buf, LABEL_MAX, "%" PRIu64 " m %02" PRIu64 " s",
			 ns / NS_PER_SECOND / 60, ns / NS_PER_SECOND % 60);
	else
		snprintf(buf, LABEL_MAX, "%" PRIu64 " h %02" PRIu64 " m",
			 ns / NS_PER_SECOND / 3600, ns / NS_PER_SECOND / 60 % 60);
	return buf;
}

const char *label_brief(uint64_t ns, char *buf)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	double value = (double)ns;
	int unit = 0;

	for (; unit < 3 && value >= 999.5; unit++)
		value /= 1000;
	snprintf(buf, LABEL_MAX, value >= 99.5 ? "%.0f%s" : "%.3g%s", value, units[unit]);
	return buf;
}

/* At least milliseconds; more digits only if they are significant. */
static void put_seconds(uint64_t ns, char *buf)
{
	char plain[NUMBER_SECONDS_MAX];

	if (ns % 1000000 == 0)
		snprintf(buf, NUMBER_SECONDS_MAX, "%" PRIu64 ".%03" PRIu64,
			 ns / NS_PER_SECOND, ns % NS_PER_SECOND / 1000000);
	else
		snprintf(buf, NUMBER_SECONDS_MAX, "%s", number_plain_seconds(ns, plain));
}

const char *label_range(struct range r, bool ascii, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	if (range_is_all(r)) {
		snprintf(buf, LABEL_MAX, "whole profile");
		return buf;
	}
	put_seconds(r.from, from);
	put_seconds(r.to, to);
	if (r.to == UINT64_MAX)
		snprintf(buf, LABEL_MAX, "%s s to the end", from);
	else
		snprintf(buf, LABEL_MAX, "%s%s%s s", from, ascii ? "-" : "–", to);
	return buf;
}

const char *label_ranges(struct range r, uint32_t ranges, bool ascii, char *buf)
{
	if (ranges <= 1)
		return label_range(r, ascii, buf);
	snprintf(buf, LABEL_MAX, "%" PRIu32 " ranges", ranges);
	return buf;
}

const char *label_size(uint64_t bytes, char *buf)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
	double size = (double)bytes;
	size_t unit = 0;

	while (size >= 1000 && unit + 1 < sizeof units / sizeof *units) {
		size /= 1000;
		unit++;
	}
	snprintf(buf, LABEL_MAX, unit && size < 10 ? "%.1f %s" : "%.0f %s", size,
		 units[unit]);
	return buf;
}

const char *label_age(int64_t seconds, char *buf)
{
	double s = (double)seconds;

	if (s < 120)
		snprintf(buf, LABEL_MAX, "now");
	else if (s < 7200)
		snprintf(buf, LABEL_MAX, "%.0f min", s / 60);
	else if (s < 172800)
		snprintf(buf, LABEL_MAX, "%.0f h", s / 3600);
	else
		snprintf(buf, LABEL_MAX, "%.0f d", s / 86400);
	return buf;
}

const char *label_threads(uint64_t ns, uint64_t length, char *buf)
{
	double threads = (double)ns / (double)(length ? length : 1);
	int down = 0;

	if (ns == 0)
		return memcpy(buf, "0", 2);
	if (threads < 0.000995) { /* "1.3e-4" */
		for (; threads < 0.995; threads *= 10)
			down++;
		snprintf(buf, LABEL_MAX, "%.1fe-%d", threads, down);
		return buf;
	}
	snprintf(buf, LABEL_MAX, "%.*f",
		 threads < 0.00995  ? 4
		 : threads < 0.0995 ? 3
		 : threads < 9.995  ? 2
		 : threads < 99.95  ? 1
				    : 0,
		 threads);
	return buf;
}

const char *label_cpus(uint64_t level, char *buf)
{
	double cpus = (double)level / CPU_USAGE_ONE;

	if (level == 0)
		return memcpy(buf, "0", 2);

	snprintf(buf, LABEL_MAX, "%.*f", cpus < 9.995 ? 2 : cpus < 99.95 ? 1 : 0, cpus);
	return buf;
}

/* ---- the figures of a range ---- */

const char *figure_words_kept(const struct included *k, const struct range_totals *f,
			      enum idle_mode idle, char buf[static FIGURE_WORDS_MAX])
{
	const char *plural = k->count == 1 ? "" : "s";
	char n[LABEL_MAX], hidden[NUMBER_GROUPED_MAX], others[NUMBER_THINGS_MAX];

	number_grouped(k->count, n);
	number_grouped(idle == IDLE_ONLY ? k->hidden : k->idle, hidden);
	if (k->spans)
		snprintf(buf, FIGURE_WORDS_MAX, "%s%s in spans%s",
			 label_duration(f->all, n), f->is_cpu_time ? " CPU time" : "",
			 idle == IDLE_HIDE && k->idle ? " (idle hidden)"
			 : idle == IDLE_ONLY	      ? " (idle only)"
						      : "");
	else if (idle == IDLE_HIDE && k->idle)
		snprintf(buf, FIGURE_WORDS_MAX, "%s sample%s (%s idle hidden)", n, plural,
			 hidden);
	else if (idle == IDLE_HIDE)
		snprintf(buf, FIGURE_WORDS_MAX, "%s sample%s", n, plural);
	else if (idle == IDLE_SHOW)
		snprintf(buf, FIGURE_WORDS_MAX, "%s sample%s (%s of them idle)", n,
			 plural, hidden);
	else
		snprintf(buf, FIGURE_WORDS_MAX, "%s idle sample%s (%s)", n, plural,
			 number_things(k->hidden, "others hidden", others));
	return buf;
}

const char *figure_words_busy(const struct range_totals *f,
			      char buf[static FIGURE_WORDS_MAX])
{
	const char *least = f->lost_samples ? "at least " : "";

	*buf = '\0';
	if (f->at_once >= 0 && f->is_cpu_time)
		snprintf(buf, FIGURE_WORDS_MAX, "%s%.2f CPUs busy", least, f->at_once);
	else if (f->at_once >= 0)
		snprintf(buf, FIGURE_WORDS_MAX, "%.2f at once", f->at_once);
	else if (f->busy >= 0 && f->cpus)
		snprintf(buf, FIGURE_WORDS_MAX, "%s%.1f of %u CPU%s busy", least, f->busy,
			 f->cpus, f->cpus == 1 ? "" : "s");
	else if (f->busy >= 0)
		snprintf(buf, FIGURE_WORDS_MAX, "%s%.1f CPUs busy", least, f->busy);
	return buf;
}
