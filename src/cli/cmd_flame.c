#include "cli/subcommand.h"

#include "cli/batch.h"
#include "session/picture.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	const char *zoom = b->settings.zoom;
	struct export_job job = session_export_job(s, &b->settings);
	struct shown shown;
	bool ok;

	if (!batch_show(&job, &shown, s, &b->settings, err))
		return false;
	if (zoom)
		job.zoom = tree_find(export_graph(&job)->tree, text_of(zoom));
	ok = !zoom || !*zoom || job.zoom ||
	     error_set(err, ERROR_USAGE, "--zoom: there is no frame '%s'", zoom);
	ok = ok && flame_json_notation.write(&job, b->out, err);
	shown_release(&shown);
	return ok;
}

static bool write_graph(const struct batch *b, const struct session *s, struct error *err)
{
	struct canvas *c;
	bool ok;

	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	if (b->options->format == OUTPUT_JSON)
		return write_json(b, s, err);
	c = picture_flame(s, &b->settings, b->style.width, err);
	if (!c)
		return false;
	ok = output_print(&b->style, c, b->out, err);
	canvas_free(c);
	return ok;
}

bool cmd_flame_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_graph, err);
}
