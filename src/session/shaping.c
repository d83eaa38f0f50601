#include "session/shaping.h"

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/utf8.h"

static bool build_one(struct shaped *s, const struct choice *c, enum shape_root root,
		      const struct answer_of *of, const struct joint_tree *joint,
		      struct error *err)
{
	const struct tree *t = of->flame->tree;
	struct bits ends = {0};
	struct shape *shape;

	if (root == SHAPE_ROOT_FIRST || !joint) {
		shape = shape_new(t, c->transform, root, NULL, err);
	} else {
		shape = shaped_ends(joint, &ends, err)
			    ? shape_new(t, c->transform, root, &ends, err)
			    : NULL;
		bits_release(&ends);
	}
	return shaped_build(s, shape, of, err);
}

/* "leaf first, focus malloc, merge memcpy" */
static bool put_words(struct shaping *s, const struct choice *c, struct error *err)
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
	while (transform_next(&rest, &line)) {
		if (!transform_parse(line, &t, &none))
			continue;
		fprintf(m.out, "%s%s ", ftell(m.out) > 0 ? ", " : "",
			transform_words[t.kind].name);
		printable_write(t.of, m.out);
	}
	s->words = memory_stream_take(&m, NULL, err);
	return s->words != NULL;
}

bool shaping_build(struct shaping *s, const struct choice *c, const struct answer_of *of,
		   const struct joint_tree *joint, struct error *err)
{
	*s = (struct shaping){0};
	if (of->flame->tree->profile->times_only) /* stacks have not been read yet */
		return true;
	if (!put_words(s, c, err))
		return false;
	if ((!c->transform.len ||
	     build_one(&s->transformed, c, SHAPE_ROOT_FIRST, of, joint, err)) &&
	    (!c->reversed ||
	     build_one(&s->leaf_first, c, SHAPE_LEAF_FIRST, of, joint, err)))
		return true;
	shaping_release(s);
	return false;
}

void shaping_release(struct shaping *s)
{
	shaped_release(&s->transformed);
	shaped_release(&s->leaf_first);
	mem_free(s->words);
	s->words = NULL;
}

void shaping_count(struct shaping *s, const struct answer_of *of)
{
	if (s->transformed.shape)
		shaped_count(&s->transformed, of);
	if (s->leaf_first.shape)
		shaped_count(&s->leaf_first, of);
}

/*
 * Transformations that make frames of modules change the profile: then all its frames are
 * searched.
 */
static bool search_one(const struct shaped *s, struct regex *re, const struct tree *of,
		       const struct bits *of_frames, struct search *found,
		       struct error *err)
{
	const struct tree *t = s->shape ? s->shape->tree : NULL;

	return !t || search_build(found, t, re,
				  t->profile == of->profile ? of_frames : NULL, err);
}

bool shaping_search(const struct shaping *s, struct regex *re, const struct tree *of,
		    const struct bits *of_frames, struct shaping_found *found,
		    struct error *err)
{
	*found = (struct shaping_found){.leaf_first = {.matches = 0}};
	return search_one(&s->transformed, re, of, of_frames, &found->transformed, err) &&
	       search_one(&s->leaf_first, re, of, of_frames, &found->leaf_first, err);
}

void shaping_found_release(struct shaping_found *found)
{
	search_release(&found->transformed);
	search_release(&found->leaf_first);
}

const struct shaped *shaping_functions(const struct shaping *s)
{
	return s->transformed.shape ? &s->transformed : NULL;
}
