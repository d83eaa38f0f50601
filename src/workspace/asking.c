#include "workspace/asking.h"

void asking_note(const struct loading *l, struct open_profile *o)
{
	const struct loader *asks = o->settings->query ? l->loader : NULL;

	o->asking = !asks		       ? NULL
		    : !loader_rests(asks)      ? "asking ClickHouse"
		    : loader_was_refused(asks) ? "not counted"
					       : NULL;
}

void asking_follow(const struct loading *l, struct open_profile *o)
{
	const char *was = o->asking;
	struct error ignored = ERROR_INIT; /* then it is told with what comes */

	loader_follow(l->loader, &o->session->choice);
	if (!o->settings->query)
		return;
	loader_follow_lanes(l->loader, open_profile_lanes_by(o));
	asking_note(l, o);
	if (was != o->asking)
		open_profile_recount(o, &ignored);
}

const char *asking_refuses(enum command command)
{
	switch (command) {
	case COMMAND_ODD_NEXT:
	case COMMAND_ODD_BEFORE:
	case COMMAND_ODD_LIST:
	case COMMAND_PERIODS:
	case COMMAND_CHART:
	case COMMAND_ANNOTATE:
	case COMMAND_INLINED:
	case COMMAND_STATE:
	case COMMAND_CPUS:
		return "this goes through single samples, which stay in ClickHouse";
	default:
		return NULL;
	}
}
