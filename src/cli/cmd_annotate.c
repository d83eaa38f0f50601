#include "cli/subcommand.h"

#include "analysis/code/annotation.h"
#include "cli/batch.h"
#include "export/table/annotation_table.h"

static bool write_annotation(const struct batch *b, const struct session *s,
			     struct error *err)
{
	struct annotation a;
	bool ok;

	if (!session_has_samples(s, err) ||
	    !annotation_build(&a, &s->flame,
			      text_of(b->options->settings.reading.instructions_of), err))
		return false;
	ok = b->options->format == OUTPUT_JSON
		 ? annotation_table_json(&a, b->out, err)
		 : annotation_table_text(&a, b->style.ascii, b->out, err);
	annotation_release(&a);
	return ok;
}

bool cmd_annotate_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_annotation, err);
}
