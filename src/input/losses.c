#include "input/losses.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"

static const struct {
	enum loss_kind kind;
	const char *text;
} reasons[LOSS_REASONS] = {
    /* said of one as well, see number_noun() */
    [LOSS_LINE] = {LOST_UNREAD, "lines not understood"},
    [LOSS_LONG_LINE] = {LOST_UNREAD, "lines longer than 1 MiB"},
    [LOSS_NO_TIME] = {LOST_SAMPLES, "samples without a time"},
    [LOSS_NUMBER] = {LOST_SAMPLES, "samples with a number out of range"},
    [LOSS_FRAME_OUTSIDE] = {LOST_UNREAD, "frames outside of any sample"},
    [LOSS_DEEP] = {LOST_CALLERS,
		   "frames beyond the greatest depth of stack that is kept"},
    [LOSS_TRUNCATED] = {LOST_PARTS, "samples cut off by the end of the file"},
    [LOSS_GZIP] = {LOST_PARTS, "gzip streams damaged, cut off or followed by other data"},
    [LOSS_ZSTD] = {LOST_PARTS, "zstd streams damaged, cut off or followed by other data"},
    [LOSS_EVENTS_LOST] = {LOST_SAMPLES, "samples lost while recording"},
    [LOSS_TRACE_ERROR] = {LOST_UNREAD, "instruction trace errors"},
    [LOSS_RECORD] = {LOST_UNREAD, "records not understood"},
    [LOSS_RECORDS_CUT] = {LOST_PARTS, "missing or damaged ends of the recording"},
    [LOSS_PACKED] = {LOST_PARTS, "compressed records, damaged"},
    [LOSS_FEATURE] = {LOST_UNREAD, "facts about the recording, damaged or cut off"},
    [LOSS_DEFERRED] = {LOST_CALLERS, "samples whose user stack is missing"},
    [LOSS_MAPS] = {LOST_UNREAD, "memory maps beyond the number that is kept"},
    [LOSS_BACKWARDS] = {LOST_UNREAD, "spans whose end is before their start"},
    [LOSS_PARENT_NONE] = {LOST_SHAPE, "spans whose parent is not running at their start"},
    [LOSS_PARENT_SEVERAL] = {LOST_SHAPE, "spans with several possible parents"},
    [LOSS_PARENT_CIRCLE] = {LOST_SHAPE, "spans in a circle of parents"},
    [LOSS_UNWIND_COPY] = {LOST_CALLERS,
			  "user stacks cut short: perf copied only a part; --call-graph "
			  "dwarf,SIZE sets how much, up to 65528"},
    [LOSS_UNWIND_FILE] = {LOST_CALLERS, "user stacks cut short: a program or library is "
					"missing, or has changed"},
    [LOSS_UNWIND_MADE] = {LOST_CALLERS, "user stacks cut short: code made at run time "
					"does not say who called it"},
    [LOSS_UNWIND_ROW] = {LOST_CALLERS, "user stacks cut short: the program or library "
				       "does not say who called its code"},
    [LOSS_UNWIND_LOST] = {LOST_CALLERS,
			  "user stacks cut short: a return address is not in any code"},
    [LOSS_UNWIND_DEEP] = {LOST_CALLERS, "user stacks cut short: more than 127 frames"},
    [LOSS_UNWIND_MACHINE] = {LOST_CALLERS,
			     "user stacks not unwound: only 64-bit x86 programs can be"},
    [LOSS_UNWIND_UNASKED] = {LOST_CALLERS,
			     "user stacks not unwound: --no-symbols forbids reading the "
			     "programs' files"},
    [LOSS_UNWIND_BUILT] =
	{LOST_CALLERS, "user stacks not unwound: flarescope was built without elfutils"},
    [LOSS_UNWIND_ROOM] =
	{LOST_CALLERS, "user stacks not unwound: no room for a copy in temporary files"},
    [LOSS_UNWIND_UNREAD] = {LOST_CALLERS,
			    "user stacks not unwound: a copy could not be read back"},
    [LOSS_SPAN_END] = {LOST_UNREAD, "span ends without a beginning"},
    [LOSS_SPAN_CUT] = {LOST_SHAPE, "spans cut at the end of the enclosing span"},
    [LOSS_SPAN_OPEN] = {LOST_SHAPE,
			"spans without an end: shown until the last event of the thread"},
    [LOSS_OWN] = {LOST_UNREAD, "messages from the reader on standard error"},
    [ASIDE_NAMELESS] = {LOST_ASIDE, "frames without a symbol in the file"},
    [ASIDE_RECORD] = {LOST_ASIDE, "records other than samples"},
    [ASIDE_SOURCE_LINE] = {LOST_ASIDE, "source line annotations"},
    [ASIDE_REGISTERS] = {LOST_ASIDE, "lines of registers, branches or data"},
    [ASIDE_OUTLIVES] = {LOST_ASIDE, "spans with an end after that of the parent"},
    [ASIDE_MESSAGE] = {LOST_ASIDE, "messages from the profiler"},
    [ASIDE_SPAN_NAME] = {LOST_ASIDE, "spans ended under another name"},
    [ASIDE_SPAN_CPU] = {LOST_ASIDE, "spans with less CPU time than the spans in them"},
    [ASIDE_INSTANT] = {LOST_ASIDE, "events without a duration (instants, marks, steps)"},
    [ASIDE_COUNTER] = {LOST_ASIDE, "counters"},
    [ASIDE_FLOW] = {LOST_ASIDE, "flows between spans"},
    [ASIDE_OBJECT] = {LOST_ASIDE, "object events"},
    [ASIDE_DUMP] = {LOST_ASIDE, "memory dumps"},
    [ASIDE_CLOCK] = {LOST_ASIDE, "clock synchronizations and context events"},
    [ASIDE_FACT] = {LOST_ASIDE, "facts about processes and threads, not shown"},
};

void losses_add(struct losses *l, enum loss_reason why, uint64_t n, uint64_t line)
{
	if (n == 0)
		return;
	/* records are taken in order of time, which is not that of the file */
	if (l->of[why].count == 0 || (l->by_byte && line < l->of[why].first_line))
		l->of[why].first_line = line;
	l->of[why].count =
	    n > UINT64_MAX - l->of[why].count ? UINT64_MAX : l->of[why].count + n;
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

/* "records not understood (first at byte 4096)" */
static uint32_t reason_of(const struct losses *l, enum loss_reason why, struct builder *b)
{
	char buf[200];

	if (why >= LOSS_NAMELESS && why < ASIDE_NAMELESS) {
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

static enum loss_kind kind_of(enum loss_reason why)
{
	return why >= LOSS_NAMELESS && why < ASIDE_NAMELESS ? LOST_NAMES
							    : reasons[why].kind;
}

void losses_store(const struct losses *l, struct builder *b)
{
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++) {
		if (l->of[why].count == 0)
			continue;
		builder_loss(b, &(struct loss){
				    .reason = reason_of(l, why, b),
				    .count = l->of[why].count,
				    .first_line = l->by_byte ? 0 : l->of[why].first_line,
				    .kind = kind_of(why),
				});
	}
}
