#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/flame_json.h"
#include "session/picture.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	const char *zoom = b->settings.zoom;
	struct flame_choice choice = {
	    .zoom = zoom ? tree_find(s->tree, text_of(zoom)) : 0,
	    .order = b->settings.order,
	    .range = batch_range(s),
	    .timed = s->profile->has_times,
	    .search = *s->choice.search ? &s->search : NULL,
	};

	if (zoom && *zoom && choice.zoom == 0)
		return error_set(err, ERROR_USAGE, "--zoom: there is no frame '%s'",
				 zoom);
	return flame_json_write(&s->flame, &choice, b->out, err);
}

static bool write_graph(const struct batch *b, const struct session *s, struct error *err)
{
	struct canvas *c;

	batch_warn_flat(s);
	if (b->options->format == OUTPUT_JSON)
		return write_json(b, s, err);
	c = picture_flame(s, &b->settings, b->look.width, err);
	if (!c)
		return false;
	look_print(&b->look, c, b->out);
	canvas_free(c);
	return true;
}

bool cmd_flame_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_graph, err);
}
