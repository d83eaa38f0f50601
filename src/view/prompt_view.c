#include "view/prompt_view.h"

#include "base/mem.h"
#include "base/utf8.h"

static bool set_prompt_text(struct prompt_view *v, struct text text, struct error *err)
{
	if (!mem_reserve(&v->text, &v->room, text.len + 1, 1, "characters", err))
		return false;
	if (text.len)
		memmove(v->text, text.at, text.len);
	v->text[text.len] = '\0';
	v->len = v->at = text.len;
	return true;
}

bool prompt_view_open(struct prompt_view *v, const char *label, struct text text,
		      struct prompt_history *history, struct error *err)
{
	prompt_view_release(v);
	v->label = label;
	v->history = history;
	v->proposed = text.len > 0;
	return set_prompt_text(v, text, err);
}

void prompt_view_release(struct prompt_view *v)
{
	mem_free(v->text);
	mem_free(v->draft);
	*v = (struct prompt_view){0};
}

void prompt_history_release(struct prompt_history *h)
{
	for (int i = 0; i < h->count; i++)
		mem_free(h->texts[i]);
	*h = (struct prompt_history){0};
}

static void forget_history_text(struct prompt_history *h, int which)
{
	mem_free(h->texts[which]);
	h->count--;
	memmove(h->texts + which, h->texts + which + 1,
		(size_t)(h->count - which) * sizeof *h->texts);
}

void prompt_history_add(struct prompt_history *h, struct text text)
{
	struct error err = ERROR_INIT;
	char *copy;

	if (text.len == 0)
		return;
	for (int i = 0; i < h->count; i++) {
		if (text_equal(text_of(h->texts[i]), text)) {
			forget_history_text(h, i);
			break;
		}
	}
	if (h->count == PROMPT_HISTORY)
		forget_history_text(h, 0);
	copy = mem_text(text.at, text.len, &err);
	if (copy) /* without memory for it the text is not remembered */
		h->texts[h->count++] = copy; /* room: the oldest was dropped */
}

static size_t char_before(const struct prompt_view *v)
{
	size_t at = v->at;

	while (at > 0 && ((unsigned char)v->text[--at] & 0xc0) == 0x80)
		;
	return at;
}

static size_t char_after(const struct prompt_view *v)
{
	char32_t rune;

	if (v->at == v->len)
		return v->at;
	return v->at + utf8_decode((struct text){v->text + v->at, v->len - v->at}, &rune);
}

static size_t word_before(const struct prompt_view *v)
{
	size_t at = v->at;

	while (at > 0 && v->text[at - 1] == ' ')
		at--;
	while (at > 0 && v->text[at - 1] != ' ')
		at--;
	return at;
}

static struct action erase_from(struct prompt_view *v, size_t from, size_t to)
{
	if (from == to)
		return ACTION(REDRAW);
	memmove(v->text + from, v->text + to, v->len - to + 1);
	v->len -= to - from;
	v->at = from;
	return ACTION(TYPED);
}

static struct action insert(struct prompt_view *v, char32_t rune)
{
	struct error err = ERROR_INIT;
	char bytes[UTF8_MAX];
	size_t n = utf8_encode(rune, bytes);

	if (utf8_harmless(rune) != rune)
		return ACTION(REDRAW);
	if (v->proposed)
		v->len = v->at = 0;
	v->proposed = false;
	v->failed =
	    !mem_reserve(&v->text, &v->room, v->len + n + 1, 1, "characters", &err);
	if (v->failed)
		return ACTION(REDRAW);
	memmove(v->text + v->at + n, v->text + v->at, v->len - v->at);
	v->text[v->len + n] = '\0';
	memcpy(v->text + v->at, bytes, n);
	v->len += n;
	v->at += n;
	return ACTION(TYPED);
}

static struct action recall(struct prompt_view *v, int step)
{
	struct error err = ERROR_INIT;
	int to = v->recalled + step;
	struct text text = TEXT("");

	if (!v->history || to < 0 || to > v->history->count)
		return ACTION(REDRAW);
	if (v->recalled == 0) {
		mem_free(v->draft); /* without memory for it the draft is lost */
		v->draft = mem_text(v->text, v->len, &err);
	}
	if (to == 0 && v->draft)
		text = text_of(v->draft);
	else if (to > 0)
		text = text_of(v->history->texts[v->history->count - to]);
	v->failed = !set_prompt_text(v, text, &err);
	v->recalled = to;
	return ACTION(TYPED);
}

struct action prompt_view_command(struct prompt_view *v, const struct input *in)
{
	if (in->command != COMMAND_NONE && commands[in->command].kind != KIND_MOUSE)
		v->proposed = false;
	switch (in->command) {
	case COMMAND_NONE:
		return in->rune ? insert(v, in->rune) : ACTION(NONE);
	case COMMAND_ACCEPT:
		return (struct action){.kind = ACTION_TYPED, .settled = true};
	case COMMAND_CANCEL:
	case COMMAND_INTERRUPT:
		return ACTION(CLOSE);
	case COMMAND_CHAR_BACK:
		v->at = char_before(v);
		return ACTION(REDRAW);
	case COMMAND_CHAR_ON:
		v->at = char_after(v);
		return ACTION(REDRAW);
	case COMMAND_LINE_START:
		v->at = 0;
		return ACTION(REDRAW);
	case COMMAND_LINE_END:
		v->at = v->len;
		return ACTION(REDRAW);
	case COMMAND_ERASE:
		return v->len == 0 ? ACTION(CLOSE) : erase_from(v, char_before(v), v->at);
	case COMMAND_DELETE:
		return erase_from(v, v->at, char_after(v));
	case COMMAND_KILL_WORD:
		return erase_from(v, word_before(v), v->at);
	case COMMAND_KILL_START:
		return erase_from(v, 0, v->at);
	case COMMAND_KILL_END:
		return erase_from(v, v->at, v->len);
	case COMMAND_OLDER:
		return recall(v, 1);
	case COMMAND_NEWER:
		return recall(v, -1);
	default:
		return ACTION(NONE);
	}
}

/* The columns of the text that are scrolled out at the left. */
static int count_cut_columns(const struct prompt_view *v, int width)
{
	int label = utf8_columns(text_of(v->label));
	int before = utf8_columns((struct text){v->text, v->at});

	return label + before < width ? 0 : label + before - width + 1;
}

int prompt_view_cursor(const struct prompt_view *v, int width)
{
	return utf8_columns(text_of(v->label)) +
	       utf8_columns((struct text){v->text, v->at}) - count_cut_columns(v, width);
}

void prompt_view_draw(const struct prompt_view *v, struct pane p)
{
	int label = utf8_columns(text_of(v->label)),
	    left = count_cut_columns(v, p.area.w);
	struct text text = prompt_view_text(v);

	while (left > 0 && text.len) {
		char32_t rune;

		text = text_from(text, utf8_decode(text, &rune));
		left -= utf8_width(rune);
	}
	pane_print(p, 0, 0, (struct style){.attr = ATTR_BOLD}, v->label);
	pane_text(p, label, 0, (struct style){.attr = v->proposed ? ATTR_REVERSE : 0},
		  text);
}
