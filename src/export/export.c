#include "export/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "export/extent.h"
#include "export/pprof_file.h"
#include "export/speedscope_file.h"
#include "export/timed.h"
#include "profile/store.h"

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

static bool write_speedscope(const struct export_job *job, FILE *out, struct error *err)
{
	return speedscope_file_write(job->flame, job->look.title, out, err);
}

static bool write_json(const struct export_job *job, FILE *out, struct error *err)
{
	return flame_json_write(job->flame, &job->choice, out, err);
}

static bool write_svg(const struct export_job *job, FILE *out, struct error *err)
{
	return svg_write(job->flame, &job->choice, &job->look, out, err);
}

static bool measure_folded(const struct export_job *job, uint64_t *bytes,
			   struct error *err)
{
	return extent_of_paths(job->flame, EXTENT_NAMES, bytes, err);
}

static bool measure_timed(const struct export_job *job, uint64_t *bytes,
			  struct error *err)
{
	return extent_of_samples(job->flame, EXTENT_NAMES, bytes, err);
}

static bool measure_pprof(const struct export_job *job, uint64_t *bytes,
			  struct error *err)
{
	return extent_of_paths(job->flame, EXTENT_NUMBERS, bytes, err);
}

static bool measure_speedscope(const struct export_job *job, uint64_t *bytes,
			       struct error *err)
{
	if (!job->flame->tree->profile->has_times)
		return extent_of_paths(job->flame, EXTENT_NUMBERS, bytes, err);
	return extent_of_samples(job->flame, EXTENT_NUMBERS, bytes, err);
}

static bool measure_tree(const struct export_job *job, uint64_t *bytes, struct error *err)
{
	return extent_of_nodes(job->flame, bytes, err);
}

const struct notation export_notations[] = {
    {"folded", "folded", "folded stacks",
     "one line per stack, for flamegraph.pl and similar tools", write_folded,
     measure_folded, true},
    {"timed-folded", "timed", "timed folded stacks",
     "one line per sample, with all that is known of it; flarescope reads it back",
     write_timed, measure_timed, false},
    {"speedscope", "speedscope.json", "a speedscope file",
     "threads over time, for https://www.speedscope.app; flarescope reads it back",
     write_speedscope, measure_speedscope, false},
    {"pprof", "pb", "a pprof profile", "a profile for go tool pprof and similar tools",
     write_pprof, measure_pprof, false},
    {"json", "json", "a tree in JSON", "the flame graph as a tree, for d3-flame-graph",
     write_json, measure_tree, false},
    {"svg", "svg", "a flame graph in SVG",
     "a flame graph for browsers: one file, to point at, zoom and search", write_svg,
     measure_tree, false},
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

bool export_lacks(const struct notation *to)
{
	return to->write == write_pprof && !pprof_file_is_there();
}

/* Does the name end in a dot and this, with something before? */
static bool has_extension(struct text name, struct text extension)
{
	return name.len > extension.len + 1 && text_ends(name, extension) &&
	       name.at[name.len - extension.len - 1] == '.';
}

/* Endings that promise something else than any notation is. */
static const char *const promises[] = {
    "html", "htm", "gz",   "zst", "xz",	 "bz2",	 "zip",
    "png",  "pdf", "jpeg", "csv", "xml", "data", "flare",
};

static bool refuse(struct text name, bool has_option, struct error *err)
{
	char endings[160];
	int len = 0;

	for (size_t i = 0; i < export_notation_count(); i++)
		len += snprintf(endings + len, sizeof endings - (size_t)len, "%s.%s",
				i ? ", " : "", export_notations[i].extension);
	if (!has_option)
		return error_set(err, ERROR_USAGE, "only %s can be saved", endings);
	return error_set(err, ERROR_USAGE, "export cannot write %.*s, only %s; %s",
			 name.len < 80 ? (int)name.len : 80, name.at, endings,
			 has_extension(name, TEXT("flare"))
			     ? "convert writes .flare"
			     : "--format writes one of them under any name");
}

const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err)
{
	const struct notation *found = &export_notations[0];
	size_t longest = 0;

	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
		if (has_extension(name, text_of(promises[i]))) {
			refuse(name, has_option, err);
			return NULL;
		}

	for (size_t i = 0; i < export_notation_count(); i++) {
		struct text extension = text_of(export_notations[i].extension);

		if (extension.len > longest && has_extension(name, extension)) {
			found = &export_notations[i];
			longest = extension.len;
		}
	}
	return found;
}

bool export_is_expected(const struct notation *to, const struct export_job *job,
			struct error *err)
{
	uint64_t bytes, profile = store_size(job->flame->tree->profile);
	char size[NUMBER_BYTES_MAX];

	if (!to->extent(job, &bytes, err))
		return false;
	if (extent_is_expected(bytes, job->flame->tree->profile))
		return true;
	return error_set(
	    err, ERROR_LIMIT,
	    "as %s this would take about %s, %" PRIu64
	    " times the size of the profile; export --large writes it anyway",
	    to->what, number_bytes(bytes, size), bytes / profile);
}

bool export_names_file(struct text name)
{
	for (size_t i = 0; i < export_notation_count(); i++)
		if (has_extension(name, text_of(export_notations[i].extension)))
			return true;
	return false;
}
