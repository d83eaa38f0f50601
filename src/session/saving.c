#include "session/saving.h"

struct text saving_title(const char *path)
{
	if (!path)
		return TEXT("profile");
	return strcmp(path, "-") == 0 ? TEXT("standard input")
				      : text_basename(text_of(path));
}

struct range saving_range(const struct session *s)
{
	struct range whole = range_whole(s->profile);
	struct range r = s->choice.range;

	if (range_is_all(r))
		return whole;
	if (r.to == UINT64_MAX)
		r.to = whole.to > r.from ? whole.to : r.from;
	return r;
}

struct export_job saving_job(const struct session *s, const struct settings *settings)
{
	return (struct export_job){
	    .flame = &s->flame,
	    .order = settings->order,
	    .range = saving_range(s),
	    .timed = s->profile->has_times,
	    .search = s->choice.search.len ? &s->search : NULL,
	    .title = saving_title(settings->file),
	    .event = session_event_name(s),
	    .filter = s->choice.filter,
	    .icicle = settings->icicle,
	    .by_name = settings->theme.flame == FLAME_BY_NAME,
	};
}
