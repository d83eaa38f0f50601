#include "input/losses.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"

static const struct {
	enum loss_kind kind;
	const char *text;
} reasons[LOSS_REASONS] = {
#define LOSS(id, kind, sentence) [id] = {kind, sentence},
#define ASIDE(id, sentence)	 [id] = {LOST_ASIDE, sentence},
#include "input/losses.def"
#undef LOSS
#undef ASIDE
};

static bool is_nameless(enum loss_reason why)
{
	return why >= LOSS_NAMELESS && why <= LOSS_NAMELESS_LAST;
}

void losses_add(struct losses *l, enum loss_reason why, uint64_t n, uint64_t line)
{
	if (n == 0)
		return;
	/* records are taken in order of time, not in the order of the file; 0: no known place */
	if (l->of[why].first_line == 0 ||
	    (l->by_byte && line && line < l->of[why].first_line))
		l->of[why].first_line = line;
	l->of[why].count = number_add(l->of[why].count, n);
}

void losses_count(struct losses *l, enum loss_reason why, uint64_t line)
{
	losses_add(l, why, 1, line);
}

void losses_join(struct losses *l, const struct losses *more)
{
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++)
		losses_add(l, why, more->of[why].count, more->of[why].first_line);
}

/* The text of a loss: "records not understood (first at byte 4096)". */
static uint32_t reason_of(const struct losses *l, enum loss_reason why, struct builder *b)
{
	char buf[200];

	if (is_nameless(why)) {
		snprintf(buf, sizeof buf, "frames without a name: %s",
			 symbol_status_text((enum symbol_status)(why - LOSS_NAMELESS)));
		return builder_string(b, text_of(buf));
	}
	if (!l->by_byte || l->of[why].first_line == 0)
		return builder_string(b, text_of(reasons[why].text));
	snprintf(buf, sizeof buf, "%s (first at byte %" PRIu64 ")", reasons[why].text,
		 l->of[why].first_line);
	return builder_string(b, text_of(buf));
}

const char *losses_main(const struct losses *l, char buf[static LOSSES_MAIN_MAX])
{
	enum loss_reason most = 0;
	char one[NUMBER_THINGS_MAX];
	struct text text;
	int len;

	for (enum loss_reason why = 0; why < LOSS_NAMELESS; why++)
		if (l->of[why].count > l->of[most].count)
			most = why;
	*buf = '\0';
	if (l->of[most].count == 0)
		return buf;
	text = number_noun(l->of[most].count, text_of(reasons[most].text), one);
	len = snprintf(buf, LOSSES_MAIN_MAX, ": %.*s", (int)text.len, text.at);
	if (l->of[most].first_line && len < LOSSES_MAIN_MAX)
		snprintf(buf + len, (size_t)(LOSSES_MAIN_MAX - len), ", %sat %s %" PRIu64,
			 l->of[most].count == 1 ? "" : "first ",
			 l->by_byte ? "byte" : "line", l->of[most].first_line);
	return buf;
}

void losses_store(const struct losses *l, struct builder *b)
{
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++) {
		if (l->of[why].count == 0)
			continue;
		builder_loss(
		    b, &(struct loss){
			   .reason = reason_of(l, why, b),
			   .count = l->of[why].count,
			   .first_line = l->by_byte ? 0 : l->of[why].first_line,
			   .kind = is_nameless(why) ? LOST_NAMES : reasons[why].kind,
		       });
	}
}
