#include "input/text_cache.h"

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"

#define BYTES_MOST (16u << 20) /* of texts: a thread remembers no more */

struct text_cache {
	struct intern *texts; /* owned */
	uint32_t *meanings;   /* owned: by text */
	size_t room;
};

struct text_cache *text_cache_new(struct error *err)
{
	struct text_cache *k = mem_array(1, sizeof *k, "known texts", err);

	if (!k)
		return NULL;
	k->texts = intern_new(err);
	if (k->texts)
		return k;
	mem_free(k);
	return NULL;
}

void text_cache_free(struct text_cache *k)
{
	if (!k)
		return;
	intern_free(k->texts);
	mem_free(k->meanings);
	mem_free(k);
}

static bool forget(struct text_cache *k, struct error *err)
{
	struct intern *fresh = intern_new(err);

	if (!fresh)
		return false;
	intern_free(k->texts);
	k->texts = fresh;
	if (k->meanings)
		k->meanings[0] = 0; /* the empty text is there at once */
	return true;
}

bool text_cache_find(struct text_cache *k, struct text t, uint32_t **meaning,
		     struct error *err)
{
	uint32_t count, id;

	if (intern_used(k->texts) > BYTES_MOST && !forget(k, err))
		return false;
	count = k->meanings ? intern_count(k->texts) : 0;
	if (!intern_put(k->texts, t, &id, err))
		return false;
	while (count < intern_count(k->texts))
		if (!APPEND(k->meanings, count, k->room, "known texts", err, 0))
			return false;
	*meaning = &k->meanings[id];
	return true;
}
