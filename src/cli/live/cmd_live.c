#include "cli/subcommand.h"

#include <stdio.h>

#include "base/mem.h"
#include "cli/live/live_words.h"
#include "cli/output.h"
#include "cli/priority.h"
#include "cli/sandbox.h"

/* What is said of the recording, into what reads it. */
static void set_reading(struct options *o, const struct live_words *w)
{
	struct reading_options *r = &o->settings.reading;

	r->live = true;
	r->keep = w->keep;
	r->sparing = false; /* a stream is as long as somebody looks */
	r->cache = NULL;
}

static bool is_allowed(const struct options *o, struct error *err)
{
	if (o->baseline_file || o->settings.reading.together)
		return error_set(err, ERROR_USAGE,
				 "live is of one recording, of this host or on standard "
				 "input (-)");
	if (o->settings.states || o->settings.reading.field)
		return error_set(err, ERROR_USAGE,
				 "live tells what ran; --state and --field are of "
				 "recordings that have ended");
	return true;
}

static bool look_at(const struct live_words *w, struct error *err)
{
	struct options o;
	struct sandbox sandbox;
	bool ok = options_parse(&o, TAKER_OPEN, w->count, w->rest, err);

	if (ok && (ok = is_allowed(&o, err))) {
		set_reading(&o, w);
		if (o.nice)
			priority_lower();
		sandbox_limit_memory(o.memory);
		ok =
		    sandbox_enter(&sandbox, &o, TAKER_OPEN, err) && cmd_open_run(&o, err);
		sandbox_leave(&sandbox);
	}
	options_release(&o);
	return ok;
}

bool cmd_live_main(int argc, char **argv, struct error *err)
{
	struct live_words w;
	bool ok = live_words_parse(&w, argc, argv, err);

	if (ok && w.help)
		usage_print(subcommand_find("live"), stdout);
	else
		ok = ok && look_at(&w, err);
	live_words_release(&w);
	return ok;
}
