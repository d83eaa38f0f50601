#include "export/frame_words.h"

#include <stdio.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/utf8.h"

bool escaped_bytes(struct text_buffer *to, struct text bytes, struct error *err)
{
	char escape[5];

	for (size_t i = 0; i < bytes.len; i++) {
		snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)bytes.at[i]);
		if (!text_buffer_add(to, (struct text){escape, 4}, err))
			return false;
	}
	return true;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Is it a literal "\xHH"? Then its "\" has to be escaped. */
static bool is_escape(struct text t)
{
	return t.len >= 4 && t.at[0] == '\\' && t.at[1] == 'x' && is_hex(t.at[2]) &&
	       is_hex(t.at[3]);
}

bool escaped_name(struct text_buffer *to, struct text t, const char *special,
		  struct error *err)
{
	struct printable p = printable_of(t);

	while (p.rest.len) {
		struct text at = p.rest, bytes;
		bool harmful;

		printable_next_checked(&p, &harmful);
		bytes = text_upto(at, at.len - p.rest.len);
		if (harmful || is_escape(at) ||
		    ((uint8_t)*at.at < 0x80 && strchr(special, *at.at))) {
			if (!escaped_bytes(to, bytes, err))
				return false;
		} else if (!text_buffer_add(to, bytes, err)) {
			return false;
		}
	}
	return true;
}

bool frame_words_begin(struct frame_words *w, const struct profile *p, frame_word *word,
		       struct error *err)
{
	*w = (struct frame_words){.profile = p, .word = word};
	w->wordings = mem_array(p->frame_count, sizeof *w->wordings, "names", err);
	return w->wordings != NULL;
}

void frame_words_release(struct frame_words *w)
{
	mem_free(w->words.at);
	mem_free(w->wordings);
	mem_free(w->path);
}

static bool find_frame_words(struct frame_words *w, uint32_t frame, struct text *words,
			     struct error *err)
{
	struct wording *s = &w->wordings[frame];

	if (!s->from) {
		size_t from = w->words.len;

		if (!w->word(&w->words, w->profile, frame, err))
			return false;
		*s = (struct wording){from + 1, w->words.len - from};
	}
	*words = s->len ? (struct text){w->words.at + s->from - 1, s->len} : TEXT("");
	return true;
}

bool frame_words_stack(struct frame_words *w, uint32_t stack, struct text between,
		       struct text_buffer *to, struct error *err)
{
	const struct profile *p = w->profile;
	size_t depth = 0;
	struct text words;

	for (; stack; stack = p->stacks[stack].parent) {
		if (!APPEND(w->path, depth, w->path_room, "frames of a stack", err,
			    p->stacks[stack].frame))
			return false;
	}
	for (size_t left = depth; left-- > 0;)
		if ((left + 1 < depth && !text_buffer_add(to, between, err)) ||
		    !find_frame_words(w, w->path[left], &words, err) ||
		    !text_buffer_add(to, words, err))
			return false;
	return true;
}
