#include "analysis/kinship.h"

#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"

/* Numbers for what frames consist of, the same for both profiles. */
struct kinship {
	struct intern *texts; /* owned */
	struct idmap places;  /* of name and module */
	struct idmap frames;  /* of that and the kind */
};

/* The number of an equal frame that was met before; else `fresh` is its number. */
static bool meet(struct kinship *k, const struct profile *p, uint32_t frame,
		 uint32_t fresh, uint32_t *number, struct error *err)
{
	uint32_t name, module, place;

	return intern_put(k->texts, profile_frame_name(p, frame), &name, err) &&
	       intern_put(k->texts, profile_frame_module(p, frame), &module, err) &&
	       idmap_put(&k->places, idmap_pair(name, module), (uint32_t)k->places.count,
			 &place, err) &&
	       idmap_put(&k->frames, idmap_pair(place, p->frames[frame].kind), fresh,
			 number, err);
}

static bool meet_all(struct kinship *k, const struct profile *from,
		     const struct profile *to, uint32_t *frames, struct error *err)
{
	uint32_t ignored;

	for (uint32_t i = 1; i < to->frame_count; i++)
		if (!meet(k, to, i, i, &ignored, err))
			return false;
	for (uint32_t i = 1; i < from->frame_count; i++)
		if (!meet(k, from, i, 0, &frames[i], err))
			return false;
	return true;
}

uint32_t *kinship_find(const struct profile *from, const struct profile *to,
		       struct error *err)
{
	uint32_t *frames = mem_array(from->frame_count, sizeof *frames, "functions", err);
	struct kinship k = {.texts = frames ? intern_new(err) : NULL};

	if (!k.texts || !meet_all(&k, from, to, frames, err)) {
		mem_free(frames);
		frames = NULL;
	}
	intern_free(k.texts);
	idmap_release(&k.places);
	idmap_release(&k.frames);
	return frames;
}
