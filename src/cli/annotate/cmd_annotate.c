#include "cli/subcommand.h"

#include <string.h>

#include "analysis/code/annotation.h"
#include "base/mem.h"
#include "cli/batch.h"
#include "export/table/annotation_table.h"
#include "input/formats.h"
#include "input/source.h"

/*
 * The function was not found: read the file again with inlined functions, and if it is one, add
 * its callers to the error.
 */
static void explain(const struct batch *b, struct text words, struct error *err)
{
	struct options again = *b->options;
	struct error why = ERROR_INIT, inlined = ERROR_INIT;
	struct profile *p;
	struct session *s;

	again.settings.reading.inlined = true;
	again.settings.reading.beside = 2 * mem_used();
	if (err->kind != ERROR_NOTHING || strcmp(again.file, "-") == 0 ||
	    !batch_read(&again, NULL, &p, &why))
		return;
	s = session_new(p, &b->settings, &why);
	if (s && !annotation_is_apart(&s->flame, words, &inlined))
		*err = inlined;
	session_free(s);
}

/* Add the format of the file to the error when that format has no instructions. */
static void tell_format(const struct batch *b, struct error *err)
{
	const char *path = b->options->file;
	struct error ignored = ERROR_INIT; /* if this fails, the error stays as it is */
	const struct format *format = NULL;
	struct source *source;
	struct text head;

	if (strcmp(path, "-") == 0 || b->options->settings.reading.format)
		return;
	source = source_open_found(path, &ignored);
	if (source && formats_recognise(source, NULL, &format, &head, &ignored) &&
	    format && strcmp(format->name, "perf-data") != 0) {
		*err = (struct error)ERROR_INIT;
		error_set(
		    err, ERROR_NOTHING,
		    "annotate needs a perf.data, written by perf record; %.200s is %s",
		    path, format->name);
	}
	source_close(source);
}

static bool write_annotation(const struct batch *b, const struct session *s,
			     struct error *err)
{
	struct text words = text_of(b->options->settings.reading.instructions_of);
	struct session_document d;
	struct annotation a;
	bool ok;

	if (!session_has_samples(s, err))
		return false;
	if (!annotation_build(&a, &s->flame, words, err)) {
		if (s->profile->code)
			explain(b, words, err);
		else
			tell_format(b, err);
		return false;
	}
	ok =
	    annotation_table_size_is_allowed(&a, s->profile, err) &&
	    (b->options->format == OUTPUT_JSON
		 ? annotation_table_json(
		       &a, session_document(&d, "annotate", s, &b->settings), b->out, err)
		 : annotation_table_text(&a, b->style.ascii, b->out, err));
	annotation_release(&a);
	return ok;
}

bool cmd_annotate_run(const struct options *o, struct error *err)
{
	struct options whole = *o;

	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here; usage: annotate "
				 "FUNCTION FILE");
	unused_options_warn(o, EFFECT_ORDER);
	whole.settings.reading.lines = false; /* annotate shows source lines anyway */
	return batch_run(&whole, write_annotation, err);
}
