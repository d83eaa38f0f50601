#include "export/export.h"

#include <string.h>

#include "export/pprof_file.h"
#include "export/timed.h"

static bool write_folded(const struct export_job *job, FILE *out, struct error *err)
{
	return folded_write(job->flame, &job->style, out, err);
}

static bool write_timed(const struct export_job *job, FILE *out, struct error *err)
{
	return timed_write(job->flame, out, err);
}

static bool write_pprof(const struct export_job *job, FILE *out, struct error *err)
{
	return pprof_file_write(job->flame, out, err);
}

const struct notation export_notations[] = {
    {"folded", "folded", "one line a stack, for flamegraph.pl and its relatives",
     write_folded, true},
    {"timed-folded", "timed",
     "one line a sample, with all that is known of it; flarescope reads it again",
     write_timed, false},
    {"pprof", "pb", "a profile for go tool pprof and its relatives", write_pprof, false},
};

size_t export_notation_count(void)
{
	return sizeof export_notations / sizeof *export_notations;
}

const struct notation *export_find(const char *name)
{
	for (size_t i = 0; i < export_notation_count(); i++) {
		if (strcmp(export_notations[i].name, name) == 0)
			return &export_notations[i];
	}
	return NULL;
}
