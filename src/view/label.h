/* label.h - numbers, shares and times as displayed on the screen. */

#ifndef VIEW_LABEL_H
#define VIEW_LABEL_H

#include <stddef.h>

#include "analysis/range.h"
#include "analysis/flame.h"
#include "analysis/range_totals.h"

#define LABEL_MAX 96 /* enough for every label, with the NUL */

/* "4.9 %"; "0 %" if `of` is 0. Never rounded up to 100 % or down to 0 %: "<0.1 %". */
const char *label_share(uint64_t part, uint64_t of, char *buf);

/* "1,234,567"; if `is_time`, the value is in ns: see label_duration(). */
const char *label_value(uint64_t value, bool is_time, char *buf);

/* A duration: "3.280 s", "160 ms", "2 m 05 s". */
const char *label_duration(uint64_t ns, char *buf);

/* A duration, in at most six characters up to 27 hours: "3.28s", "160ms", "2000s". */
const char *label_brief(uint64_t ns, char *buf);

/* A number of CPUs, given in units of CPU_USAGE_ONE: "1.98", "12.3", "128". */
const char *label_cpus(uint64_t level, char *buf);

/*
 * The average number of threads in a cell, `ns` / `length`: "2.70", "0.043", "1.3e-4". Small
 * numbers have two significant digits, so that the steps of a legend differ.
 */
const char *label_threads(uint64_t ns, uint64_t length, char *buf);

/* "61.200–64.480 s" (with '-' in ASCII), "61.200 s to the end", or "whole profile". */
const char *label_range(struct range r, bool ascii, char *buf);

/* Like label_range(); "3 ranges" if there are several. */
const char *label_ranges(struct range r, uint32_t ranges, bool ascii, char *buf);

/* "1.2 MB", "340 kB" */
const char *label_size(uint64_t bytes, char *buf);

/* An age: "now" (less than two minutes), "5 min", "3 h", "9 d". */
const char *label_age(int64_t seconds, char *buf);

/* ---- the figures of a range ---- */

#define FIGURE_WORDS_MAX 600 /* enough for each text */

/*
 * The numbers of kept and of idle samples, "4,613 samples (7,269 idle hidden)"; for spans, their
 * total duration, "18.3 s in spans".
 */
const char *figure_words_kept(const struct included *k, const struct range_totals *f,
			      enum idle_mode idle, char buf[static FIGURE_WORDS_MAX]);

/*
 * "0.5 of 2 CPUs busy", with "at least" if samples were lost; for spans "1.50 at once", or "1.50
 * CPUs busy" if they are CPU time. "" if unknown.
 */
const char *figure_words_busy(const struct range_totals *f,
			      char buf[static FIGURE_WORDS_MAX]);

#endif
