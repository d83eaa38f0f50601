#include "view/figure_words.h"

#include <stdio.h>

#include "base/number.h"
#include "view/label.h"

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
