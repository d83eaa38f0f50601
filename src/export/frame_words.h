/* frame_words.h - writes names and stacks as text: names are escaped, and cached by frame. */

#ifndef EXPORT_FRAME_WORDS_H
#define EXPORT_FRAME_WORDS_H

#include "base/text.h"
#include "profile/profile.h"

/* Append each byte as \xHH. */
bool escaped_bytes(struct text_buffer *to, struct text bytes, struct error *err);

/*
 * Append a name. These are written as \xHH: the characters in `special`, characters that could
 * control a terminal, bytes that are not UTF-8, and the "\" of a literal \xHH.
 */
bool escaped_name(struct text_buffer *to, struct text t, const char *special,
		  struct error *err);

/* Appends the text of a frame. */
typedef bool frame_word(struct text_buffer *to, const struct profile *p, uint32_t frame,
			struct error *err);

struct frame_words {
	const struct profile *profile; /* borrowed */
	frame_word *word;
	struct text_buffer words; /* owned: the cached texts, concatenated */
	struct wording {
		size_t from, len;
	} * wordings;	/* owned: by frame; `from` is the offset + 1; 0: not cached */
	uint32_t *path; /* owned: the frames of a stack, leaf first */
	size_t path_room;
};

/* Release with frame_words_release(), even after a failure. */
bool frame_words_begin(struct frame_words *w, const struct profile *p, frame_word *word,
		       struct error *err);
void frame_words_release(struct frame_words *w);

/* Append the texts of a stack's frames, outermost first, separated by `between`. */
bool frame_words_stack(struct frame_words *w, uint32_t stack, struct text between,
		       struct text_buffer *to, struct error *err);

#endif
