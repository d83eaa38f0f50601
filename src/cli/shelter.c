#include "cli/shelter.h"

#include <unistd.h>

#include "cli/look.h"
#include "input/keepsake.h"

/* One for each file that is read at once: on the screen some may be, see session/loader. */
#define SCRATCH_SCREEN 4

/* The only place where files are written; -1: none is, or none is needed. */
static int cache_place(const struct options *o, enum taker taker)
{
	const struct cache *cache = o->settings.reading.cache;

	if (!cache || (taker != TAKER_CACHE && !keepsake_is_likely(o->file)))
		return -1;
	return cache_place_open(cache);
}

void shelter_enter(struct shelter *s, struct options *o, enum taker taker)
{
	int place;

	*s = (struct shelter){0};
	o->confinement = &s->confinement;
	if (o->no_sandbox || o->output || reading_is_own(&o->settings.reading) ||
	    (taker == TAKER_OPEN && look_is_terminal()))
		return;
	scratch_open(&s->scratch, taker == TAKER_OPEN ? SCRATCH_SCREEN : 1);
	o->settings.reading.scratch = &s->scratch;
	place = cache_place(o, taker);
	confinement_enter(&s->confinement, place);
	if (place >= 0)
		close(place);
}
