/* kept_answers.h - what an engine has answered lately, so that the same is not asked twice. */

#ifndef ENGINE_KEPT_ANSWERS_H
#define ENGINE_KEPT_ANSWERS_H

#include "engine/statement.h"

#define KEPT_ANSWERS	  32
#define KEPT_ANSWER_BYTES (16u << 20) /* longer ones are not kept */
#define KEPT_ALL_BYTES	  (64u << 20)

struct kept_answer {
	struct statement of;	 /* owned */
	struct text_buffer text; /* owned: its lines */
	uint64_t used;		 /* when, in numbers of uses; 0: there is none */
};

/* Zero to begin. Of one thread at a time. */
struct kept_answers {
	struct kept_answer list[KEPT_ANSWERS];
	uint64_t uses;
	size_t bytes; /* of all of them */
};
void kept_answers_release(struct kept_answers *k);

/* The lines that were the answer; NULL: it is not there. Borrowed until the next call. */
const struct text_buffer *kept_answers_find(struct kept_answers *k,
					    const struct statement *s);

/* Keep a copy of the statement, and the text, which is taken over. What was used longest ago goes. */
void kept_answers_add(struct kept_answers *k, const struct statement *s,
		      struct text_buffer *text);

#endif
