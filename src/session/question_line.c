#include "session/question_line.h"

#include "session/shell_line.h"

void question_line_option(const char *name, struct text value, bool ascii, FILE *out)
{
	fprintf(out, " --%s ", name);
	shell_line_word(value, ascii, out);
}

void question_line_write_range(const struct session *s, struct range range, bool ascii,
			       FILE *out)
{
	static const char *const idle[] = {"hide", "show", "only"};
	const struct choice *c = &s->choice;
	char words[RANGE_TEXT_MAX];

	if (!range_is_all(range))
		question_line_option("range", text_of(range_text(range, words)), ascii,
				     out);
	if (c->event == KEPT_ALL_EVENTS)
		question_line_option("event", TEXT("all"), ascii, out);
	else if (c->event > 0)
		question_line_option("event", session_event_name(s), ascii, out);
	if (c->idle != IDLE_HIDE)
		question_line_option("idle", text_of(idle[c->idle]), ascii, out);
	if (c->filter.len)
		question_line_option("filter", c->filter, ascii, out);
	if (c->search.len)
		question_line_option("search", c->search, ascii, out);
	if (c->root != ROOT_COMM)
		question_line_option("root", text_of(root_mode_names[c->root]), ascii,
				     out);
	if (c->weigh == WEIGH_PERIOD)
		question_line_option("weight", TEXT("period"), ascii, out);
}

void question_line_write(const struct session *s, bool ascii, FILE *out)
{
	question_line_write_range(s, s->choice.range, ascii, out);
}
