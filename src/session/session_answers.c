/*
 * session_answers.c - the answers of a session, for views and exports, and why they may be missing.
 */

#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>

#include "input/recordings.h"
#include "session/query/query_source.h"
#include "base/utf8.h"
#include "analysis/range_words.h"
#include "analysis/filter.h"

const struct comparison *session_comparison(const struct session *s)
{
	return s->against.comparison.tree ? &s->against.comparison : NULL;
}

struct tree_results session_recorded(const struct session *s)
{
	struct tree_results a = baseline_answers_recorded(&s->flame, &s->against);

	if (session_searches(s))
		a.search = s->against.joint ? &s->joint_search : &s->search;
	return a;
}

static struct tree_results answer_of(const struct session *s,
				     const struct derived_counts *shaped,
				     const struct search *found)
{
	if (!shaped)
		return session_recorded(s);
	return (struct tree_results){.flame = &shaped->flame,
				     .search = session_searches(s) ? found : NULL,
				     .comparison =
					 shaped->sides.tree ? &shaped->sides : NULL,
				     .derived = shaped->derived};
}

struct tree_results session_table(const struct session *s)
{
	return answer_of(s, transformed_paths_functions(&s->paths),
			 &s->paths_found.transformed);
}

struct tree_results session_drawn(const struct session *s)
{
	return s->paths.leaf_first.derived
		   ? answer_of(s, &s->paths.leaf_first, &s->paths_found.leaf_first)
		   : session_table(s);
}

const char *session_shaped(const struct session *s)
{
	return s->paths.words ? s->paths.words : "";
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
	       (!s->profile->server || s->profile->server->searched);
}

const struct bits *session_mapped(const struct session *s)
{
	return s->profile->server ? &s->mapped : &s->kept.samples;
}

const struct bits *session_mapped_found(const struct session *s)
{
	return s->profile->server ? &s->profile->server->found : &s->matched;
}

struct range_totals session_figures(const struct session *s, uint32_t zoom)
{
	const struct flame *table = session_functions(s);
	struct flame counted = s->flame;
	struct range_totals_query q = {
	    .flame = &counted,
	    .graph = session_graph(s),
	    .kept = &s->kept,
	    .summary = &s->summary,
	    .search = session_search(s),
	    .filter = s->choice.filter,
	    .event = s->choice.event,
	    .zoom = zoom,
	    .range = selection_bounds(s->selection),
	    .all = s->whole,
	};

	/* the values of the range after transformations; no nodes are requested */
	counted.samples = table->samples;
	counted.weight = table->weight;
	counted.total = table->total;
	counted.self = table->self;
	if (s->profile->server)
		q.several = s->selection;
	return range_totals_of(&q);
}

struct text session_event_name(const struct session *s)
{
	const struct profile *p = s->profile;

	if (s->choice.event == ALL_EVENTS)
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
	return range_from_to(selection_bounds(s->selection), range_whole(s->profile));
}

const struct document *session_document(struct session_document *d, const char *command,
					const struct session *s,
					const struct settings *settings)
{
	const struct range_totals figures = session_figures(s, 0);
	const struct recordings *together = settings->reading.together;

	d->selection = (struct document_selection){
	    .range = session_range(s),
	    .several = session_several(s),
	    .event = session_event_name(s),
	    .filter = s->choice.filter,
	    .search = s->choice.search,
	    .idle = text_of(choice_value(&s->choice, CHOICE_IDLE, d->idle)),
	    .state = text_of(s->profile->states
				 ? choice_value(&s->choice, CHOICE_STATE, d->state)
				 : ""),
	    .graph = text_of(s->profile->graph ? s->profile->graph : ""),
	    .transform = s->choice.transform,
	    .longer = s->choice.waiting.longer,
	    .shorter = s->choice.waiting.shorter,
	    .counted = true,
	    .samples = figures.samples,
	    .value = figures.value,
	    .weight = flame_measure(&s->flame),
	    .unit = flame_unit(&s->flame),
	};
	d->document = (struct document){
	    .command = command,
	    .file = settings->file,
	    .files = together ? together->words : NULL,
	    .file_count = together ? together->word_count : 0,
	    .baseline_file = settings->baseline_file,
	    .swapped = session_comparison(s) && s->choice.baseline.swapped,
	    .profile = s->profile,
	    .selection = &d->selection,
	};
	return &d->document;
}

struct export_job session_export_job(const struct session *s,
				     const struct settings *settings)
{
	return (struct export_job){
	    .flame = s->against.joint && !session_drawn(s).derived ? &s->flame
								   : session_graph(s),
	    .is_shaped = session_drawn(s).derived != NULL,
	    .order = s->choice.order,
	    .range = session_range(s),
	    .several = session_several(s),
	    .timed = s->profile->has_times,
	    .search = !s->choice.search.len			      ? NULL
		      : s->against.joint && !session_drawn(s).derived ? &s->search
								      : session_search(s),
	    .title = session_title(settings->file),
	    .against = s->choice.baseline.against == BASELINE_FILE
			   ? session_title(settings->baseline_file)
			   : TEXT(""),
	    .event = session_event_name(s),
	    .filter = s->choice.filter,
	    .icicle = s->choice.icicle,
	    .colours = s->choice.colours,
	};
}

#define TEXT_SHOWN 100 /* the most bytes of a filter or a name in a message */

static const char *kind_of(const struct session *s)
{
	return s->kept.spans ? "span" : "sample";
}

bool session_has_range(const struct session *s, struct range r, struct error *err)
{
	return range_is_recorded(r, range_whole(s->profile), err);
}

bool session_has_selection(const struct session *s, struct error *err)
{
	for (uint32_t i = 0; i < s->selection.count; i++)
		if (!session_has_range(s, s->selection.list[i], err))
			return false;
	return true;
}

bool session_has_match(const struct session *s, struct error *err)
{
	if (s->kept.filtered == 0 || s->kept.filtered < s->kept.of_event)
		return true;
	return filter_explain_no_match(s->choice.filter, kind_of(s), err);
}

static bool has_kept_samples(const struct session *s, struct error *err)
{
	const struct included *k = &s->kept;
	struct text event = session_event_name(s);

	if (k->count)
		return true;
	if (k->of_event == 0)
		return error_set(err, ERROR_NOTHING, "there is no %s of %.*s", kind_of(s),
				 (int)utf8_upto(event, TEXT_SHOWN).len, event.at);
	if (!session_has_match(s, err))
		return false;
	if (s->choice.idle == IDLE_ONLY)
		return error_set(err, ERROR_NOTHING, "no %s%s is idle", kind_of(s),
				 k->filtered ? " that matches the filter" : "");
	return error_set(err, ERROR_NOTHING,
			 "every %s%s is idle, and hidden; --idle show shows them",
			 kind_of(s), k->filtered ? " that matches the filter" : "");
}

bool session_has_found(const struct session *s, size_t found, struct error *err)
{
	struct text search = s->choice.search;
	const char *more = search.len > TEXT_SHOWN ? "..." : "";

	return found ||
	       error_set(err, ERROR_NOTHING, "nothing matches %.*s%s",
			 (int)utf8_upto(search, TEXT_SHOWN).len, search.at, more);
}

bool session_has_samples(const struct session *s, struct error *err)
{
	char text[RANGE_WORDS_MAX];

	if (!session_has_selection(s, err) || !has_kept_samples(s, err))
		return false;
	if (s->flame.samples || s->flame.total[0])
		return s->flame.total[0] == 0 || session_functions(s)->total[0] ||
		       error_set(err, ERROR_NOTHING, "--transform leaves no %s here",
				 kind_of(s));
	if (s->selection.count == 1)
		range_words(s->selection.list[0], text);
	else
		snprintf(text, sizeof text, "these %" PRIu32 " ranges",
			 s->selection.count);
	return error_set(err, ERROR_NOTHING, "no %s%s is in %s%s", kind_of(s),
			 s->kept.filtered ? " that matches the filter" : "", text,
			 s->kept.hidden ? "; idle ones are hidden" : "");
}

static bool has_ranges_of(const struct session *s, const struct baseline *b,
			  struct error *err)
{
	for (uint32_t i = 0; i < b->also.count; i++)
		if (!session_has_range(s, b->also.list[i], err))
			return false;
	return b->also.count > 0 || session_has_range(s, b->range, err);
}

bool session_has_sides(const struct session *s, struct error *err)
{
	const struct comparison *c = session_comparison(s);
	const struct baseline *b = &s->choice.baseline;
	char text[RANGE_WORDS_MAX];

	if (!session_has_samples(s, err))
		return false;
	if (b->against == BASELINE_RANGE && b->also.count && !has_ranges_of(s, b, err))
		return error_at(err, "--against");
	if (!c || c->baseline.samples || c->baseline.value)
		return true;
	if (s->choice.baseline.against == BASELINE_FILE)
		return session_has_samples(s->other, err) ||
		       error_at(err, "the second file");
	if (s->choice.baseline.against == BASELINE_REST)
		return error_set(err, ERROR_NOTHING,
				 "no %s is outside the range: there is no rest",
				 kind_of(s));
	if (!has_ranges_of(s, b, err))
		return error_at(err, "--against");
	return error_set(err, ERROR_NOTHING, "no %s to compare with is in %s", kind_of(s),
			 b->also.count ? "any of its ranges"
				       : range_words(b->range, text));
}
