#include "session/function_sides.h"

#include "analysis/transform/function_name.h"
#include "base/mem.h"
#include "base/regex.h"
#include "view/flame/sandwich_view.h"

static bool derive_side(struct function_sides *f, enum function_side side,
			const struct tree_results *of, const struct bits *function,
			struct error *err)
{
	if (!derived_counts_build_side(&f->side[side], of, function, side == SIDE_CALLERS,
				       err))
		return false;
	derived_counts_update(&f->side[side], of);
	return true;
}

static bool search_sides(struct function_sides *f, const struct session *s,
			 struct error *err)
{
	const struct search *of = session_functions_search(s);
	struct regex *re;
	bool ok = true;

	if (!of)
		return true;
	re = regex_new(s->choice.search, err);
	for (int i = 0; re && ok && i < FUNCTION_SIDES; i++)
		ok = search_build(&f->found[i], f->side[i].derived->tree, re, &of->frames,
				  err);
	regex_free(re);
	return re && ok;
}

bool function_sides_build(struct function_sides *f, const struct session *s,
			  struct text said, struct error *err)
{
	const struct tree_results of = session_table(s);
	const struct profile *p = of.flame->tree->profile;
	struct bits function = {0};
	struct text bare, behind;
	bool ok;

	*f = (struct function_sides){.name = TEXT("")};
	ok = bits_build(&function, p->frame_count, err) &&
	     function_name_find(p, said, &function, &f->name, err) &&
	     derive_side(f, SIDE_CALLERS, &of, &function, err) &&
	     derive_side(f, SIDE_CALLEES, &of, &function, err) && search_sides(f, s, err);
	if (ok)
		function_name_several(p, &function, f->several);
	bare = function_name_bare(said, &behind);
	f->meant = behind.len && text_equal(bare, f->name) ? said : f->name;
	bits_release(&function);
	if (!ok || function_sides_value(f))
		return ok;
	said = text_upto(f->name, 60);
	return error_set(err, ERROR_NOTHING, "'%.*s' has no samples in the range",
			 (int)said.len, said.at);
}

void function_sides_release(struct function_sides *f)
{
	for (int i = 0; i < FUNCTION_SIDES; i++) {
		derived_counts_release(&f->side[i]);
		search_release(&f->found[i]);
	}
}

uint64_t function_sides_value(const struct function_sides *f)
{
	const struct derived_counts *s = &f->side[SIDE_CALLEES];

	return s->flame.total[0] + (s->sides.tree ? s->sides.total[0] : 0);
}

struct export_job function_sides_job(const struct function_sides *f,
				     enum function_side side, const struct session *s,
				     const struct settings *settings)
{
	struct export_job job = session_export_job(s, settings);

	job.flame = &f->side[side].flame;
	if (f->side[side].sides.tree)
		job.comparison = &f->side[side].sides;
	if (job.search)
		job.search = &f->found[side];
	return job;
}

/* ---- pictures ---- */

struct canvas *function_sides_picture(const struct session *s,
				      const struct settings *settings, struct text name,
				      int width, struct error *err)
{
	const struct view_data data = {
	    .profile = s->profile,
	    .functions = session_table(s),
	    .choice = &s->choice,
	    .theme = &settings->theme,
	    .percent_of = picture_percent_of(s, s->choice.percent),
	    .is_time = flame_is_time(s->profile, s->choice.event, s->choice.weigh)};
	struct pane sheet = {.area = {0, 0, width, PICTURE_HEIGHT_MAX}}, inside;
	const struct view_ops *ops = &sandwich_view_ops;
	struct canvas *c = NULL;
	void *view = mem_array(1, ops->size, "views", err);

	if (!view)
		return NULL;
	if (sandwich_view_show(view, name, err) && ops->update(view, &data, sheet, err)) {
		int height = sandwich_view_height(view);

		height = height < PICTURE_HEIGHT_MAX ? height : PICTURE_HEIGHT_MAX;
		sheet.area.h = height;
		if (ops->update(view, &data, sheet, err))
			c = picture_below_range(s, settings, width, height, 0, &inside,
						err);
	}
	if (c)
		ops->draw(view, inside);
	ops->release(view);
	mem_free(view);
	return c;
}

struct canvas *function_sides_graph(const struct function_sides *f,
				    enum function_side side, const struct session *s,
				    const struct settings *settings, int width,
				    struct error *err)
{
	static const char *const words[FUNCTION_SIDES] = {"callers", "callees"};
	struct flame_view v =
	    picture_view(s, settings, &f->side[side].flame, words[side]);

	if (v.search)
		v.search = &f->found[side];
	if (!picture_compare(&v, &f->side[side].sides, s, err))
		return NULL;
	return picture_graph(&v, s, settings, width, err);
}
