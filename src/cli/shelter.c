#include "cli/shelter.h"

#include <unistd.h>

#include "cli/look.h"
#include "input/cache_key.h"

/* One for each file that is read at once: on the screen some may be, see session/loader. */
#define SCRATCH_SCREEN 4

/* The only place where files are written; -1: none is, or none is needed. */
static int cache_place(const struct options *o, enum taker taker)
{
	const struct cache *cache = o->settings.reading.cache;

	if (!cache || (taker != TAKER_CACHE && !cache_key_is_likely(o->file)))
		return -1;
	return cache_place_open(cache);
}

/* What the screen proposes and understands; other names are what a host may understand. */
static bool may_save(const char *path, struct error *err)
{
	return export_names_file(text_basename(text_of(path))) ||
	       error_set(
		   err, ERROR_USAGE,
		   "on the screen, a file to save must be named .folded, .timed, "
		   ".speedscope.json, .json, .pb or .svg; export -o takes any name");
}

static bool start_helper(struct shelter *s, const struct options *o, enum taker taker,
			 bool has_screen, struct error *err)
{
	bool is_own = reading_is_own(&o->settings.reading) && o->file;
	struct helper_duties duties = {
	    .output = s->output ? outfile_placement(s->output) : NULL,
	    .output_path = o->output,
	    .may_save = has_screen ? may_save : NULL,
	    .read = is_own ? plugin_process_serve : NULL,
	    .arg = &s->named,
	    .opens = taker != TAKER_CACHE && o->settings.reading.symbols && o->file,
	    .reads_input = is_own && strcmp(o->file, "-") == 0,
	};

	s->named = (struct plugin_named){o->settings.reading.format, o->file};
	if (!duties.output && !duties.may_save && !duties.read && !duties.opens)
		return true;
	if (!helper_start(&s->helper, &duties, err))
		return false;
	if (duties.output)
		outfile_entrust(s->output, &s->helper);
	return true;
}

bool shelter_enter(struct shelter *s, struct options *o, enum taker taker,
		   struct error *err)
{
	bool has_screen = taker == TAKER_OPEN && look_is_terminal();
	int place;

	*s = (struct shelter){0};
	o->shelter = s;
	if (o->output && o->file) {
		s->output = outfile_open(o->output, o->force, err);
		if (!s->output)
			return false;
	}
	if (o->no_sandbox)
		return true;
	if (!start_helper(s, o, taker, has_screen, err))
		return false;
	scratch_open(&s->scratch, has_screen ? SCRATCH_SCREEN : 1);
	o->settings.reading.helper = &s->helper;
	o->settings.reading.scratch = &s->scratch;
	place = cache_place(o, taker);
	confinement_enter(&s->confinement, place);
	if (place >= 0)
		close(place);
	return true;
}

struct outfile *shelter_take_output(const struct options *o)
{
	struct outfile *output = o->shelter->output;

	o->shelter->output = NULL;
	return output;
}

void shelter_leave(struct shelter *s)
{
	outfile_abandon(s->output);
	s->output = NULL;
	helper_end(&s->helper);
}
