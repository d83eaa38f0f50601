#include "base/text.h"

#include "base/mem.h"

bool text_has(struct text t, struct text part)
{
	return part.len == 0 ||
	       (t.len >= part.len && memmem(t.at, t.len, part.at, part.len));
}

struct text text_trim(struct text t)
{
	while (t.len && (t.at[0] == ' ' || t.at[0] == '\t'))
		t = text_from(t, 1);
	while (t.len && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t'))
		t.len--;
	return t;
}

struct text text_basename(struct text path)
{
	const char *slash = path.len ? memrchr(path.at, '/', path.len) : NULL;

	return slash ? text_from(path, (size_t)(slash - path.at) + 1) : path;
}

int text_compare(struct text a, struct text b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common && a.at != b.at ? memcmp(a.at, b.at, common) : 0;

	if (order)
		return order < 0 ? -1 : 1;
	return a.len < b.len ? -1 : a.len > b.len;
}

bool text_buffer_add(struct text_buffer *to, struct text t, struct error *err)
{
	if (!mem_reserve(&to->at, &to->room, to->len + t.len, 1, "a line of text", err))
		return false;
	if (t.len > 0)
		memcpy(to->at + to->len, t.at, t.len);
	to->len += t.len;
	return true;
}
