/* prompts.h - what the user types in the bottom line, and what it asks for. */

#ifndef WORKSPACE_PROMPTS_H
#define WORKSPACE_PROMPTS_H

#include "view/prompt_view.h"
#include "workspace/open_profile.h"

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
	char *
	    about; /* owned: what was searched before, or the file to save; may be NULL */
};

/* Ask for something about this profile, with a proposal. */
bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err);

/* What to look for in a list in which `before` was searched. */
bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err);

/* The file that REQUEST_SAVE named is there: ask whether to overwrite it. */
bool prompts_ask_overwrite(struct prompts *p, struct error *err);
void prompts_release(struct prompts *p);

/*
 * REQUEST_PATTERN with each character of a pattern, and what was typed is a request when it is
 * entered: carry it out and say with prompts_answer() if that could be done, for then the
 * prompt closes, and remembers the text. An error says that no request can be made of the text.
 */
struct request prompts_command(struct prompts *p, const struct open_profile *o,
			       const struct input *in, struct error *err);
void prompts_answer(struct prompts *p, bool done);

#endif
