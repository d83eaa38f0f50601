/* prompts.h - what the user types in the bottom line, and what it asks for. */

#ifndef WORKSPACE_PROMPTS_H
#define WORKSPACE_PROMPTS_H

#include "view/prompt_view.h"
#include "workspace/saving.h"

enum prompt_kind {
	PROMPT_RANGE,
	PROMPT_OTHER_RANGE,
	PROMPT_SEARCH,
	PROMPT_FILTER,
	PROMPT_PERIOD,
	PROMPT_SAVE,
	PROMPT_OVERWRITE,
	PROMPT_LINES, /* of a list */
	PROMPT_KINDS
};

/* Zero to begin; release with prompts_release(). */
struct prompts {
	bool is_open;
	bool entered; /* what was typed is to be done: prompts_answer() follows */
	enum prompt_kind kind;
	struct prompt_view view;
	struct prompt_history histories[PROMPT_KINDS];
	char *about; /* owned: the search before, or the file to save; may be NULL */
};

/* Ask for something about this profile, with a proposal. */
bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err);

/* What to look for in a list in which `before` was searched. */
bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err);

void prompts_release(struct prompts *p);

/*
 * Search for each character of a pattern, and do what was typed when it is entered. What is answered
 * is to be carried out, ACTION_TYPED as a search in the lines of a list; then prompts_answer() says
 * whether that could be done, for then the prompt closes and remembers the text. An error says why
 * nothing can be done; `words` what was done, or "".
 */
#define PROMPTS_WORDS SAVING_WORDS
struct action prompts_command(struct prompts *p, struct open_profile *o,
			      const struct input *in, char words[PROMPTS_WORDS],
			      struct error *err);
void prompts_answer(struct prompts *p, bool done);

#endif
