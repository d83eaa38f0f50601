#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"

#define MOST 50000 /* tokens that are examined */

/* A token, and for an opening token the one that closes it. */
struct token {
	size_t at, end, close;
};

struct tokens {
	struct token *list; /* owned */
	size_t count;
};

static size_t end_of_string(const struct buffer *b, size_t at)
{
	for (at++; at < b->len && b->at[at] != '"'; at++)
		if (b->at[at] == '\\')
			at++;
	return at < b->len ? at + 1 : b->len;
}

static size_t end_of_word(const struct buffer *b, size_t at)
{
	while (at < b->len && !strchr(" \t\r\n,:[]{}\"", b->at[at]))
		at++;
	return at;
}

static size_t end_of(const struct buffer *b, size_t at)
{
	if (b->at[at] == '"')
		return end_of_string(b, at);
	if (b->at[at] && strchr(",:[]{}", b->at[at]))
		return at + 1;
	return end_of_word(b, at) > at ? end_of_word(b, at) : at + 1;
}

static void take_tokens(const struct buffer *b, struct tokens *all)
{
	size_t open[512], depth = 0;

	for (size_t at = 0; at < b->len && all->count < MOST;) {
		struct token *t = &all->list[all->count];

		if (b->at[at] && strchr(" \t\r\n", b->at[at])) {
			at++;
			continue;
		}
		*t = (struct token){at, end_of(b, at), all->count};
		if ((b->at[at] == '[' || b->at[at] == '{') && depth < 512)
			open[depth++] = all->count;
		else if ((b->at[at] == ']' || b->at[at] == '}') && depth > 0)
			all->list[open[--depth]].close = all->count;
		all->count++;
		at = t->end;
	}
}

static bool separates(const struct buffer *b, const struct token *t)
{
	return strchr(",:]}", b->at[t->at]) && b->at[t->at];
}

/* A value or a key: its first token, and the end of its bytes. */
static const struct token *any_value(const struct buffer *b, const struct tokens *all,
				     struct dice *d, size_t *end)
{
	size_t i = dice_below(d, all->count);

	for (size_t n = 0; n < all->count; n++, i = (i + 1) % all->count) {
		if (separates(b, &all->list[i]))
			continue;
		*end = all->list[all->list[i].close].end;
		return &all->list[i];
	}
	return NULL;
}

/* A member ("key": value) if the token is a key, else the value. */
static size_t end_of_member(const struct buffer *b, const struct tokens *all,
			    const struct token *t, size_t end)
{
	size_t i = (size_t)(t - all->list);

	if (i + 2 < all->count && b->at[all->list[i + 1].at] == ':')
		return all->list[all->list[i + 2].close].end;
	return end;
}

static const char *any_word(struct dice *d, char made[64])
{
	static const char *const words[] = {"null",
					    "true",
					    "false",
					    "{}",
					    "[]",
					    "\"\"",
					    "0",
					    "-1",
					    "1e308",
					    "-1e-308",
					    "1e999",
					    "0.1",
					    "-0",
					    "9007199254740993",
					    "18446744073709551615",
					    "18446744073709551616",
					    "-9223372036854775808",
					    "\"\\u0000\"",
					    "\"\\ud800\"",
					    "\"\\u001b[2J\"",
					    "\"0x10\"",
					    "4294967295",
					    "4294967296",
					    "[0]",
					    "[[],[]]",
					    "1.7976931348623157e308"};
	size_t n = sizeof words / sizeof *words;
	size_t i = dice_below(d, n + 8);

	if (i < n)
		return words[i];
	if (i & 1)
		snprintf(made, 64, "%lld", (long long)dice_number(d));
	else
		snprintf(made, 64, "%g", (double)dice_below(d, 1000000) / 1e3);
	return made;
}

static void change_value(struct buffer *b, const struct tokens *all, struct dice *d)
{
	char made[64];
	size_t end;
	const struct token *t = any_value(b, all, d, &end);
	const char *word = any_word(d, made);

	if (t)
		buffer_replace(b, t->at, end - t->at, word, strlen(word));
}

/* Only numbers, as most of them are times and indices. */
static void change_number(struct buffer *b, const struct tokens *all, struct dice *d)
{
	size_t i = dice_below(d, all->count);
	char made[64];

	for (size_t n = 0; n < all->count; n++, i = (i + 1) % all->count) {
		const struct token *t = &all->list[i];
		long long old;

		if (!strchr("-0123456789", b->at[t->at]) || !b->at[t->at])
			continue;
		snprintf(made, sizeof made, "%.*s",
			 (int)(t->end - t->at > 40 ? 40 : t->end - t->at),
			 (const char *)b->at + t->at);
		old = strtoll(made, NULL, 10);
		if (dice_one_in(d, 2))
			old = (long long)((unsigned long long)old + dice_below(d, 5) - 2);
		else
			old = (long long)dice_number(d);
		snprintf(made, sizeof made, "%lld", old);
		buffer_replace(b, t->at, t->end - t->at, made, strlen(made));
		return;
	}
}

/* Replace it by another value of the document. */
static void take_other(struct buffer *b, const struct tokens *all, struct dice *d)
{
	size_t end, other_end, len;
	const struct token *t = any_value(b, all, d, &end);
	const struct token *other = any_value(b, all, d, &other_end);
	uint8_t *copy;

	if (!t || !other)
		return;
	len = other_end - other->at;
	copy = malloc(len);
	if (!copy)
		return;
	memcpy(copy, b->at + other->at, len);
	buffer_replace(b, t->at, end - t->at, copy, len);
	free(copy);
}

static void drop_value(struct buffer *b, const struct tokens *all, struct dice *d)
{
	size_t end;
	const struct token *t = any_value(b, all, d, &end);

	if (!t)
		return;
	end = end_of_member(b, all, t, end);
	if (end < b->len && b->at[end] == ',')
		end++;
	buffer_replace(b, t->at, end - t->at, NULL, 0);
}

static void repeat_value(struct buffer *b, const struct tokens *all, struct dice *d)
{
	size_t end, times = dice_one_in(d, 4) ? 1 + dice_below(d, 300) : 1;
	const struct token *t = any_value(b, all, d, &end);

	if (!t)
		return;
	end = end_of_member(b, all, t, end);
	/* "a" becomes "a","a": the comma is inserted before it, then both are copied */
	if (!buffer_replace(b, t->at, 0, ",", 1))
		return;
	if (!buffer_copy(b, t->at, t->at, end + 1 - t->at, times) && b->len)
		return;
	buffer_replace(b, t->at, 1, NULL, 0);
}

static void swap_values(struct buffer *b, const struct tokens *all, struct dice *d)
{
	size_t end, other_end;
	const struct token *t = any_value(b, all, d, &end);
	const struct token *other = any_value(b, all, d, &other_end);

	if (!t || !other || other->at < end)
		return;
	end = end_of_member(b, all, t, end);
	other_end = end_of_member(b, all, other, other_end);
	buffer_swap(b, t->at, end - t->at, other->at, other_end - other->at);
}

static void nest(struct buffer *b, const struct tokens *all, struct dice *d)
{
	static const char *const open[] = {"[", "{\"children\":[", "{\"a\":"};
	static const char *const close[] = {"]", "]}", "}"};
	size_t kind = dice_below(d, 3), end;
	size_t times = 1 + dice_below(d, dice_one_in(d, 4) ? 3000 : 4);
	const struct token *t = any_value(b, all, d, &end);
	size_t n = strlen(open[kind]);

	if (!t || !buffer_replace(b, end, 0, close[kind], strlen(close[kind])))
		return;
	if (!buffer_copy(b, end, end, strlen(close[kind]), times - 1) && times > 1)
		return;
	if (buffer_replace(b, t->at, 0, open[kind], n) && times > 1)
		buffer_copy(b, t->at, t->at, n, times - 1);
}

void mutate_json(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, const struct tokens *,
				       struct dice *) = {
	    change_value, change_value, change_number, change_number,
	    take_other,	  take_other,	drop_value,    drop_value,
	    repeat_value, repeat_value, swap_values,   nest};
	struct tokens all = {malloc(MOST * sizeof *all.list), 0};

	if (!all.list)
		return;
	take_tokens(b, &all);
	if (all.count)
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, &all, d);
	free(all.list);
}
