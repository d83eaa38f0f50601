#include "cli/unused_options.h"

#include <stdio.h>

static void tell_unused(const char *option, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "flarescope: --%s has no effect here: %s\n", option, why);
}

static void tell_sides(const struct options *o, bool compares)
{
	const struct settings *s = &o->settings;
	bool has_other = s->asked.against || s->asked.against_filter || o->baseline_file;

	if (!compares && (s->asked.against || s->asked.against_filter))
		tell_unused(s->asked.against ? "against" : "against-filter",
			    "nothing is compared");
	else if (s->choice.baseline.swapped && !(compares && has_other))
		tell_unused("swap", compares
					? "there is only one side; --against or a second "
					  "file adds another"
					: "nothing is compared");
}

static void tell_order(const struct settings *s)
{
	static const char why[] =
	    "callers and callees together are sorted by value and drawn in full; "
	    "--callers-only or --callees-only draws one of them";

	if (s->choice.order != ORDER_NAME)
		tell_unused("sort", why);
	if (s->choice.least > 0)
		tell_unused("min-share", why);
}

void unused_options_warn(const struct options *o, unsigned has)
{
	const struct settings *s = &o->settings;

	if (s->choice.transform.len && !(has & EFFECT_TRANSFORM))
		tell_unused("transform", "samples are used as they were recorded");
	if (s->choice.reversed && !(has & EFFECT_REVERSE))
		tell_unused("reverse", "it only affects graphs and the call tree");
	tell_sides(o, has & EFFECT_SIDES);
	if (!(has & EFFECT_ORDER))
		tell_order(s);
}
