#include "input/known_texts.h"

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"

#define BYTES_MOST (16u << 20) /* of texts: a thread remembers no more */

struct known_texts {
	struct intern *texts; /* owned */
	uint32_t *meanings;   /* owned: by text */
	size_t room;
};

struct known_texts *known_texts_new(struct error *err)
{
	struct known_texts *k = mem_array(1, sizeof *k, "known texts", err);

	if (!k)
		return NULL;
	k->texts = intern_new(err);
	if (k->texts)
		return k;
	mem_free(k);
	return NULL;
}

void known_texts_free(struct known_texts *k)
{
	if (!k)
		return;
	intern_free(k->texts);
	mem_free(k->meanings);
	mem_free(k);
}

static bool forget(struct known_texts *k, struct error *err)
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

bool known_texts_find(struct known_texts *k, struct text t, uint32_t **meaning,
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
