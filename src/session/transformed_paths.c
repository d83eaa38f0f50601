#include "session/transformed_paths.h"

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/utf8.h"

static bool build_one(struct derived_counts *s, const struct choice *c,
		      enum tree_root root, const struct tree_results *of,
		      const struct joint_tree *joint, struct error *err)
{
	const struct tree *t = of->flame->tree;
	struct bits ends = {0};
	struct derived_tree *derived;

	if (root == TREE_ROOT_FIRST || !joint) {
		derived = derived_tree_new(t, c->transform, root, NULL, err);
	} else {
		derived = derived_counts_ends(joint, &ends, err)
			      ? derived_tree_new(t, c->transform, root, &ends, err)
			      : NULL;
		bits_release(&ends);
	}
	return derived_counts_build(s, derived, of, err);
}

/* "leaf first, focus malloc, merge memcpy" */
static bool put_words(struct transformed_paths *s, const struct choice *c,
		      struct error *err)
{
	struct text rest = c->transform, line;
	struct error none = ERROR_INIT;
	struct memory_stream m;
	struct transform t;

	if (!c->transform.len && !c->reversed)
		return true;
	if (!memory_stream_open(&m, err))
		return false;
	if (c->reversed)
		fputs("leaf first", m.out);
	while (text_next_line(&rest, &line)) {
		if (!transform_parse(line, &t, &none))
			continue;
		fprintf(m.out, "%s%s ", ftell(m.out) > 0 ? ", " : "",
			transform_words[t.kind].name);
		printable_write(t.of, m.out);
	}
	s->words = memory_stream_take(&m, NULL, err);
	return s->words != NULL;
}

bool transformed_paths_build(struct transformed_paths *s, const struct choice *c,
			     const struct tree_results *of,
			     const struct joint_tree *joint, struct error *err)
{
	*s = (struct transformed_paths){0};
	if (of->flame->tree->profile->times_only) /* stacks have not been read yet */
		return true;
	if (!put_words(s, c, err))
		return false;
	if ((!c->transform.len ||
	     build_one(&s->transformed, c, TREE_ROOT_FIRST, of, joint, err)) &&
	    (!c->reversed ||
	     build_one(&s->leaf_first, c, TREE_LEAF_FIRST, of, joint, err)))
		return true;
	transformed_paths_release(s);
	return false;
}

void transformed_paths_release(struct transformed_paths *s)
{
	derived_counts_release(&s->transformed);
	derived_counts_release(&s->leaf_first);
	mem_free(s->words);
	s->words = NULL;
}

void transformed_paths_count(struct transformed_paths *s, const struct tree_results *of)
{
	if (s->transformed.derived)
		derived_counts_update(&s->transformed, of);
	if (s->leaf_first.derived)
		derived_counts_update(&s->leaf_first, of);
}

/*
 * Transformations that make frames from modules change the profile: then all its frames are
 * searched.
 */
static bool search_one(const struct derived_counts *s, struct regex *re,
		       const struct tree *of, const struct bits *of_frames,
		       struct search *found, struct error *err)
{
	const struct tree *t = s->derived ? s->derived->tree : NULL;

	return !t || search_build(found, t, re,
				  t->profile == of->profile ? of_frames : NULL, err);
}

bool transformed_paths_search(const struct transformed_paths *s, struct regex *re,
			      const struct tree *of, const struct bits *of_frames,
			      struct transformed_matches *found, struct error *err)
{
	*found = (struct transformed_matches){.leaf_first = {.matches = 0}};
	return search_one(&s->transformed, re, of, of_frames, &found->transformed, err) &&
	       search_one(&s->leaf_first, re, of, of_frames, &found->leaf_first, err);
}

void transformed_matches_release(struct transformed_matches *found)
{
	search_release(&found->transformed);
	search_release(&found->leaf_first);
}

const struct derived_counts *
transformed_paths_functions(const struct transformed_paths *s)
{
	return s->transformed.derived ? &s->transformed : NULL;
}
