#include "input/string_ids.h"

#include "base/mem.h"

uint32_t string_ids_get(struct string_ids *s, struct builder *b, uint32_t number,
			struct text t)
{
	struct error ignored = ERROR_INIT;
	size_t before = s->room;
	uint32_t *id;

	if (t.len == 0)
		return 0;
	if (!mem_reserve(&s->ids, &s->room, (size_t)number + 1, sizeof *s->ids, "names",
			 &ignored))
		return builder_string(b, t);
	if (s->room > before)
		memset(s->ids + before, 0, (s->room - before) * sizeof *s->ids);
	id = &s->ids[number];
	if (!*id)
		*id = 1 + builder_string(b, t);
	return *id - 1;
}

void string_ids_release(struct string_ids *s)
{
	mem_free(s->ids);
	*s = (struct string_ids){0};
}
