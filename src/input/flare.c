#include "input/flare.h"

#include "base/mem.h"
#include "profile/store.h"

#define ROOM_LEAST 4096 /* for one more piece of a pipe */

unsigned flare_probe(struct text head)
{
	return store_recognise(head) ? 100 : 0;
}

static bool goes_on(struct reading *r, struct error *err)
{
	atomic_store(&r->progress->done, source_position(r->source));
	return reading_is_wanted(r->progress, err);
}

/* All bytes of the source, one after the other. */
static struct profile *open_pipe(struct reading *r, struct error *err)
{
	char *bytes = NULL;
	size_t len = 0, room = 0, got = 0;

	do {
		len += got;
		if (!mem_reserve(&bytes, &room, len + ROOM_LEAST, 1,
				 "bytes of a parsed profile", err) ||
		    !source_read(r->source, bytes + len, room - len, &got, err) ||
		    !goes_on(r, err)) {
			mem_free(bytes);
			return NULL;
		}
	} while (got);
	return store_open_bytes(bytes, len, err);
}

struct profile *flare_open(struct reading *r, struct error *err)
{
	int fd = source_packing(r->source) ? -1 : source_file(r->source);
	struct profile *p = fd < 0 ? open_pipe(r, err) : store_open(fd, err);
	bool ok = p != NULL;

	if (ok && p->samples.count == 0)
		ok = error_set(err, ERROR_FORMAT, "expected samples, found none in it");
	if (ok)
		ok = r->options->facts_only ? store_check_facts(p, err)
					    : store_check(p, err);
	if (ok)
		return p;
	profile_free(p);
	return NULL;
}
