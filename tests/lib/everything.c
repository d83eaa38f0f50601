#include "lib/everything.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/summary.h"
#include "base/number.h"
#include "export/folded.h"
#include "export/info.h"
#include "lib/stored.h"
#include "profile/check.h"
#include "profile/store.h"
#include "session/picture.h"

/* A failure says why. */
static bool fine(bool ok, struct error *err)
{
	if (ok != (err->kind == ERROR_NONE) || (!ok && !err->message[0]))
		abort();
	*err = (struct error)ERROR_INIT;
	return ok;
}

static void tell_facts(const struct profile *p, FILE *out)
{
	struct info facts = {.path = "it", .format = "flare", .profile = p};
	struct error err = ERROR_INIT;
	struct summary summary;

	facts.summary = &summary;
	if (!fine(summary_at_a_glance(&summary, p, &err), &err))
		return;
	fine(info_text(&facts, out, &err), &err);
	fine(info_json(&facts, out, &err), &err);
	summary_release(&summary);
}

static void draw(const struct session *s, const struct settings *settings)
{
	struct error err = ERROR_INIT;
	struct canvas *c = picture_heatmap(s, settings, 60, &err);

	fine(c != NULL, &err);
	canvas_free(c);
	c = picture_flame(s, settings, 60, &err);
	fine(c != NULL, &err);
	canvas_free(c);
}

static void set_root(struct session *s, enum root_mode root)
{
	struct error err = ERROR_INIT;
	struct tree *old;

	fine(session_set_root(s, root, &old, &err), &err);
	tree_free(old);
}

static void ask(struct session *s, const struct settings *settings, FILE *out)
{
	struct error err = ERROR_INIT;
	struct top top;

	draw(s, settings);
	if (fine(top_build(&top, &s->flame, &err), &err))
		top_release(&top);
	fine(folded_write(&s->flame, &(struct folded_style){.annotate = ANNOTATE_ALL},
			  out, &err),
	     &err);
	for (uint32_t e = 0; e < s->profile->event_count && e < 3; e++)
		fine(session_set_event(s, e, &err), &err);
	for (int root = ROOT_COMM; root < ROOT_MODES; root++)
		set_root(s, (enum root_mode)root);
	session_set_range(s, (struct range){0, NS_PER_SECOND});
	session_set_range(s, (struct range){5, UINT64_MAX});
	fine(session_set_filter(s, TEXT("comm~a & module~b"), &err), &err);
	(void)session_busy_cpus(s);
	draw(s, settings);
}

bool everything_of(const void *bytes, size_t len)
{
	struct settings settings = {.idle = IDLE_SHOW, .search = "a", .rows = 10};
	struct error err = ERROR_INIT;
	struct profile *p = stored_open(bytes, len, &err);
	FILE *out = fopen("/dev/null", "w");
	struct session s;
	bool ok = fine(p != NULL, &err);

	if (!out)
		abort();
	if (ok)
		tell_facts(p, out);
	ok = ok && fine(store_check(p, &err), &err);
	if (ok && fine(session_open(&s, p, &settings, &err), &err)) {
		ask(&s, &settings, out);
		session_close(&s);
	} else if (!ok) {
		profile_free(p);
	}
	fclose(out);
	return ok;
}
