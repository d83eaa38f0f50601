/* prompts.h - text that the user types in the bottom line, and the action that it triggers. */

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
	PROMPT_LINES, /* search the lines of a list */
	PROMPT_KINDS
};

/* Initialise it with zeroes; release with prompts_release(). */
struct prompts {
	bool is_open;
	bool entered; /* the text was entered; prompts_answer() must follow */
	enum prompt_kind kind;
	struct prompt_view view;
	struct prompt_history histories[PROMPT_KINDS];
	char *about; /* owned: the previous search, or the file to save; may be NULL */
};

/* Open a prompt with a proposed text. */
bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err);

/* Open a prompt to search a list in which `before` was last searched. */
bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err);

void prompts_release(struct prompts *p);

/*
 * Search after each typed character; execute the text when it is entered. The caller executes the
 * returned action, ACTION_TYPED as a search in the lines of a list, and passes its success to
 * prompts_answer(): then the prompt closes and remembers the text. `words`: a message, or "".
 */
#define PROMPTS_WORDS SAVING_WORDS
struct action prompts_command(struct prompts *p, struct open_profile *o,
			      const struct input *in, char words[PROMPTS_WORDS],
			      struct error *err);
void prompts_answer(struct prompts *p, bool done);

#endif
