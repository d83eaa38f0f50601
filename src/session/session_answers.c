/* session_answers.c - what a session answers to its choice, for who draws and writes it. */

#include "session/session.h"

#include "session/query/query_table.h"

const struct comparison *session_comparison(const struct session *s)
{
	return s->against.comparison.tree ? &s->against.comparison : NULL;
}

struct answer_of session_recorded(const struct session *s)
{
	struct answer_of a = against_recorded(&s->flame, &s->against);

	if (session_searches(s))
		a.search = s->against.joint ? &s->joint_search : &s->search;
	return a;
}

static struct answer_of answer_of(const struct session *s, const struct shaped *shaped,
				  const struct search *found)
{
	if (!shaped)
		return session_recorded(s);
	return (struct answer_of){.flame = &shaped->flame,
				  .search = session_searches(s) ? found : NULL,
				  .comparison =
				      shaped->sides.tree ? &shaped->sides : NULL,
				  .shape = shaped->shape};
}

struct answer_of session_table(const struct session *s)
{
	return answer_of(s, shaping_functions(&s->shaping),
			 &s->shaping_found.transformed);
}

struct answer_of session_drawn(const struct session *s)
{
	return s->shaping.leaf_first.shape
		   ? answer_of(s, &s->shaping.leaf_first, &s->shaping_found.leaf_first)
		   : session_table(s);
}

const char *session_shaped(const struct session *s)
{
	return s->shaping.words ? s->shaping.words : "";
}

const struct flame *session_functions(const struct session *s)
{
	return session_table(s).flame;
}

const struct search *session_functions_search(const struct session *s)
{
	return session_table(s).search;
}

const struct flame *session_graph(const struct session *s)
{
	return session_drawn(s).flame;
}

const struct search *session_search(const struct session *s)
{
	return session_drawn(s).search;
}

bool session_searches(const struct session *s)
{
	return s->choice.search.len && !s->profile->times_only &&
	       (!s->profile->elsewhere || s->profile->elsewhere->searched);
}

const struct bits *session_mapped(const struct session *s)
{
	return s->profile->elsewhere ? &s->mapped : &s->kept.samples;
}

const struct bits *session_mapped_found(const struct session *s)
{
	return s->profile->elsewhere ? &s->profile->elsewhere->found : &s->matched;
}

/* What is left of the range, as a flame of the profile itself, for who asks for no nodes. */
static struct flame range_flame(const struct session *s)
{
	const struct flame *table = session_functions(s);
	struct flame f = s->flame;

	f.samples = table->samples;
	f.weight = table->weight;
	f.total = table->total;
	f.self = table->self;
	return f;
}

struct figures session_figures(const struct session *s, uint32_t zoom)
{
	const struct flame counted = range_flame(s);
	struct figures_question q = {
	    .flame = &counted,
	    .graph = session_graph(s),
	    .kept = &s->kept,
	    .summary = &s->summary,
	    .search = session_search(s),
	    .filter = s->choice.filter,
	    .event = s->choice.event,
	    .zoom = zoom,
	    .range = selection_hull(s->selection),
	    .all = s->whole,
	};

	if (s->profile->elsewhere)
		q.several = s->selection;

	return figures_of(&q);
}

struct text session_event_name(const struct session *s)
{
	const struct profile *p = s->profile;

	if (s->choice.event == KEPT_ALL_EVENTS)
		return p->title ? text_of(p->title) : TEXT("all events");
	if (s->choice.event >= p->event_count)
		return TEXT("no event");
	return profile_string(p, p->events[s->choice.event].name);
}

struct choice_line session_choice_line(const struct session *s, bool ascii)
{
	return (struct choice_line){.choice = &s->choice,
				    .profile = s->profile,
				    .event = session_event_name(s),
				    .range = s->selection,
				    .baseline = s->baseline,
				    .compare_as = s->renamed.wishes,
				    .ascii = ascii};
}

struct text session_title(const char *path)
{
	struct text name;

	if (!path)
		return TEXT("profile");
	if (strstr(path, "://"))
		return query_place(path);
	name = text_of(path);
	while (name.len > 1 && name.at[name.len - 1] == '/')
		name.len--;
	return text_equal(name, TEXT("-")) ? TEXT("standard input") : text_basename(name);
}

struct selection session_several(const struct session *s)
{
	return s->choice.also.count ? s->selection : (struct selection){0};
}

struct selection session_baseline_several(const struct session *s)
{
	return s->choice.baseline.also.count ? s->baseline : (struct selection){0};
}

struct range session_range(const struct session *s)
{
	struct range whole = range_whole(s->profile);
	struct range r = selection_hull(s->selection);

	if (range_is_all(r))
		return whole;
	if (r.to == UINT64_MAX)
		r.to = whole.to > r.from ? whole.to : r.from;
	return r;
}

struct export_job session_export_job(const struct session *s,
				     const struct settings *settings)
{
	return (struct export_job){
	    .flame = s->against.joint && !session_drawn(s).shape ? &s->flame
								 : session_graph(s),
	    .is_shaped = session_drawn(s).shape != NULL,
	    .order = s->choice.order,
	    .range = session_range(s),
	    .several = session_several(s),
	    .timed = s->profile->has_times,
	    .search = !s->choice.search.len			    ? NULL
		      : s->against.joint && !session_drawn(s).shape ? &s->search
								    : session_search(s),
	    .title = session_title(settings->file),
	    .against = s->choice.baseline.against == AGAINST_FILE
			   ? session_title(settings->baseline_file)
			   : TEXT(""),
	    .event = session_event_name(s),
	    .filter = s->choice.filter,
	    .icicle = s->choice.icicle,
	    .colours = s->choice.colours,
	};
}
