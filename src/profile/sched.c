#include "profile/sched.h"

#include <string.h>

enum sched_kind sched_event_kind(struct text event)
{
	static const struct {
		struct text name;
		enum sched_kind kind;
	} names[] = {
	    {{"sched:sched_switch", 18}, SCHED_SWITCH},
	    {{"sched:sched_waking", 18}, SCHED_WAKING},
	    {{"sched:sched_wakeup", 18}, SCHED_WAKEUP},
	    {{"sched:sched_wakeup_new", 22}, SCHED_NEW},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct text name = names[i].name;

		/* modifiers follow a colon, terms of the command line a slash */
		if (text_starts(event, name) &&
		    (event.len == name.len || strchr(":/", event.at[name.len])))
			return names[i].kind;
	}
	return SCHED_NONE;
}
