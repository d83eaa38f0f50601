/* pprof_labels.h - what the labels of a pprof sample say, as far as writers agree on them. */

#ifndef INPUT_PPROF_LABELS_H
#define INPUT_PPROF_LABELS_H

#include "input/proto/pprof_samples.h"

/* Whose sample it is. What no label tells stays as it was. */
struct pprof_who {
	uint32_t comm; /* number of a text; 0: not told */
	int32_t pid, tid;
	uint16_t cpu;
};

void pprof_labels_who(const struct pprof_label *labels, size_t n,
		      const struct pprof_tables *t, struct pprof_who *who);

enum pprof_time {
	PPROF_NO_TIME,
	PPROF_TIME,
	PPROF_BAD_TIME, /* one that does not fit */
};

/* Does a label say when the sample was taken? If so, in ns. */
enum pprof_time pprof_labels_time(const struct pprof_label *label,
				  const struct pprof_tables *t, uint64_t *ns);

#endif
