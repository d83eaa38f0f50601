#include "base/text.h"

#include "base/mem.h"

#define NEAREST_LONGEST 64 /* characters; longer words are not compared */

bool text_has(struct text t, struct text part)
{
	return part.len == 0 ||
	       (t.len >= part.len && memmem(t.at, t.len, part.at, part.len));
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool has_capital(struct text t)
{
	for (size_t i = 0; i < t.len; i++)
		if (lower(t.at[i]) != t.at[i])
			return true;
	return false;
}

size_t text_search(struct text t, size_t from, struct text words)
{
	bool exact = has_capital(words);

	for (size_t i = from; words.len && i <= t.len && words.len <= t.len - i; i++) {
		size_t k = 0;

		while (k < words.len &&
		       (exact ? t.at[i + k] : lower(t.at[i + k])) == words.at[k])
			k++;
		if (k == words.len)
			return i;
	}
	return t.len;
}

struct text text_trim(struct text t)
{
	while (t.len && (t.at[0] == ' ' || t.at[0] == '\t'))
		t = text_from(t, 1);
	while (t.len && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t'))
		t.len--;
	return t;
}

bool text_next_line(struct text *rest, struct text *line)
{
	const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;

	if (!rest->len)
		return false;
	*line = text_upto(*rest, end ? (size_t)(end - rest->at) : rest->len);
	*rest = text_from(*rest, line->len + 1);
	return true;
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

static unsigned choose_fewest(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Three rows of the usual table: for the last but one, the last, and the current character. */
static unsigned compute_edit_distance(struct text a, struct text b)
{
	unsigned rows[3][NEAREST_LONGEST + 1];
	unsigned *two = rows[0], *one = rows[1], *now = rows[2];

	for (unsigned j = 0; j <= b.len; j++)
		one[j] = j;
	for (unsigned i = 1; i <= a.len; i++) {
		unsigned *spare = two;

		now[0] = i;
		for (unsigned j = 1; j <= b.len; j++) {
			bool same = a.at[i - 1] == b.at[j - 1];

			now[j] = choose_fewest(choose_fewest(one[j], now[j - 1]) + 1,
					       one[j - 1] + !same);
			if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] &&
			    a.at[i - 2] == b.at[j - 1])
				now[j] = choose_fewest(now[j], two[j - 2] + 1);
		}
		two = one;
		one = now;
		now = spare;
	}
	return one[b.len];
}

void text_nearest_offer(struct text_nearest *n, struct text word)
{
	size_t longer = word.len > n->given.len ? word.len : n->given.len;
	unsigned steps;

	if (longer > NEAREST_LONGEST || n->given.len < 2)
		return;
	steps = compute_edit_distance(n->given, word);
	if (steps * 3 > longer || (n->word.len && steps >= n->steps))
		return;
	n->word = word;
	n->steps = steps;
}
