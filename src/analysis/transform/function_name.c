#include "analysis/transform/function_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

#define LISTED	    6  /* names listed in an error message */
#define NAME_SHOWN  40 /* bytes of each */
#define GIVEN_SHOWN 60 /* bytes of the name that the user gave */

/* ---- the exact name ---- */

static bool is_just(void *arg, struct text name)
{
	return text_equal(name, *(const struct text *)arg);
}

/* ---- names with a module ---- */

struct text function_name_bare(struct text said, struct text *behind)
{
	const char *at = said.len ? memrchr(said.at, '@', said.len) : NULL;

	*behind = at ? text_from(said, (size_t)(at - said.at) + 1) : TEXT("");
	return at ? text_upto(said, (size_t)(at - said.at)) : said;
}

static bool is_module(struct text said, struct text module)
{
	return said.len &&
	       (text_equal(said, module) || text_equal(said, text_basename(module)));
}

bool function_name_is_in(struct text said, struct text name, struct text module)
{
	struct text behind, bare = function_name_bare(said, &behind);

	return text_equal(said, name) ||
	       (text_equal(bare, name) && is_module(behind, module));
}

/* Does another module have a function with this name, and does one with the same base name? */
static void look_elsewhere(const struct profile *p, struct text name, struct text module,
			   bool *other, bool *namesake)
{
	*other = *namesake = false;
	for (uint32_t i = 1; i < p->frame_count; i++) {
		struct text m = profile_frame_module(p, i);

		if (!m.len || text_equal(m, module) ||
		    !text_equal(profile_frame_name(p, i), name))
			continue;
		*other = true;
		*namesake |= text_equal(text_basename(m), text_basename(module));
	}
}

char *function_name_unique(const struct profile *p, struct text name, struct text module,
			   struct error *err)
{
	bool other = false, namesake = false;
	struct text in = text_basename(module);

	if (module.len)
		look_elsewhere(p, name, module, &other, &namesake);
	if (!other)
		return mem_text(name.at, name.len, err);
	if (namesake || !in.len)
		in = module;
	return mem_format(err, "%.*s@%.*s", (int)name.len, name.at, (int)in.len, in.at);
}

const char *function_name_several(const struct profile *p, const struct bits *frames,
				  char list[static FUNCTION_NAMES_MAX])
{
	uint32_t modules = 0;
	size_t used = 0;

	list[0] = '\0';
	for (uint32_t i = 1; i < p->frame_count; i++) {
		struct error ignored = ERROR_INIT;
		struct text module = profile_frame_module(p, i);
		bool told = !bits_has(frames, i) || !module.len || modules > LISTED;
		char *apart;

		/* does an earlier one of the frames have the same module? */
		for (uint32_t k = 1; !told && k < i; k++)
			told = bits_has(frames, k) &&
			       p->frames[k].module == p->frames[i].module;
		if (told)
			continue;
		apart =
		    function_name_unique(p, profile_frame_name(p, i), module, &ignored);
		if (apart && used + strlen(apart) + 8 < FUNCTION_NAMES_MAX &&
		    modules < LISTED)
			used += (size_t)snprintf(list + used, FUNCTION_NAMES_MAX - used,
						 "%s%s", used ? ", " : "", apart);
		else if (used + 8 < FUNCTION_NAMES_MAX &&
			 !text_ends(text_of(list), TEXT("...")))
			used += (size_t)snprintf(list + used, FUNCTION_NAMES_MAX - used,
						 "%s...", used ? ", " : "");
		mem_free(apart);
		modules++;
	}
	if (modules < 2)
		list[0] = '\0';
	return list;
}

/* ---- the last word of a name ---- */

/*
 * The name up to its parameters; "(anonymous namespace)::f(int)" begins with another kind of
 * bracket.
 */
static struct text without_parameters(struct text name)
{
	for (size_t i = 1; i < name.len; i++)
		if (name.at[i] == '(' && name.at[i - 1] != ':')
			return text_upto(name, i);
	return name;
}

static bool is_called(void *arg, struct text name)
{
	struct text said = *(const struct text *)arg, bare = without_parameters(name);
	char before;

	if (!said.len || !text_ends(bare, said))
		return false;
	if (bare.len == said.len)
		return true;
	before = bare.at[bare.len - said.len - 1];
	return before == ':' || before == '.' || before == '/';
}

/* ---- a part of a name ---- */

/* Names that contain the part, each of them once. */
struct candidates {
	struct text part;
	struct text names[LISTED];
	uint32_t count;
	struct text_nearest nearest;
};

static bool is_of_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Does the part occur at the start of a word? "main" is not in "sched_balance_domains". */
static bool has_word(struct text name, struct text part)
{
	for (size_t from = 0; from + part.len <= name.len;) {
		const char *at =
		    memmem(name.at + from, name.len - from, part.at, part.len);

		if (!at)
			return false;
		if (at == name.at || !is_of_word(at[-1]) || !is_of_word(part.at[0]))
			return true;
		from = (size_t)(at - name.at) + 1;
	}
	return false;
}

/* If this part of the name is the most similar one so far, so is the name. */
static void offer(struct text_nearest *nearest, struct text part, struct text name)
{
	struct text_nearest before = *nearest;

	text_nearest_offer(nearest, part);
	if (nearest->word.len && (nearest->steps != before.steps || !before.word.len))
		nearest->word = name;
}

/*
 * Offer the whole name, the name without parameters, each of its words, and the rest from each word
 * on: "spin_a.constprop.0" may be meant by "spni_a", "app::Job::run(int)" by "Job::rnu".
 */
static void offer_name(struct text_nearest *nearest, struct text name)
{
	struct text bare = without_parameters(name);
	size_t from = 0;

	offer(nearest, name, name);
	offer(nearest, bare, name);
	for (size_t i = 0; i <= bare.len; i++) {
		if (i < bare.len && (is_of_word(bare.at[i]) || bare.at[i] == '_'))
			continue;
		if (from && i > from)
			offer(nearest, text_from(bare, from), name);
		offer(nearest, text_upto(text_from(bare, from), i - from), name);
		from = i + 1;
	}
}

static bool has_part(void *arg, struct text name)
{
	struct candidates *c = arg;

	offer_name(&c->nearest, name);
	return c->part.len && has_word(name, c->part);
}

/* Frames with the same name are one function. Count the functions, and collect the first names. */
static void count_names(struct candidates *c, const struct profile *p,
			const struct bits *found)
{
	for (uint32_t i = 1; i < p->frame_count; i++) {
		struct text name = profile_frame_name(p, i);
		bool known = !bits_has(found, i);

		for (uint32_t j = 0; !known && j < c->count && j < LISTED; j++)
			known = text_equal(c->names[j], name);
		if (known)
			continue;
		if (c->count < LISTED)
			/* room: checked by the `if` on this line */
			c->names[c->count] = name;
		c->count++;
	}
}

static bool refuse_none(const struct candidates *c, struct error *err)
{
	struct text said = text_upto(c->part, GIVEN_SHOWN);
	struct text near = text_upto(c->nearest.word, GIVEN_SHOWN);

	if (near.len)
		return error_set(err, ERROR_NOTHING,
				 "no function is called '%.*s'; did you mean '%.*s'?",
				 (int)said.len, said.at, (int)near.len, near.at);
	return error_set(err, ERROR_NOTHING,
			 "no function is called '%.*s'; 'top' lists all functions",
			 (int)said.len, said.at);
}

static bool refuse_several(const struct candidates *c, struct error *err)
{
	struct text said = text_upto(c->part, GIVEN_SHOWN);
	char list[LISTED * (NAME_SHOWN + 3) + 1] = "", more[32] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < c->count && i < LISTED; i++) {
		struct text name = text_upto(c->names[i], NAME_SHOWN);

		used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s",
					 i ? ", " : "", (int)name.len, name.at);
	}
	if (c->count > LISTED)
		snprintf(more, sizeof more, " and %" PRIu32 " more", c->count - LISTED);
	return error_set(err, ERROR_NOTHING, "several functions match '%.*s': %s%s",
			 (int)said.len, said.at, list, more);
}

bool function_name_find(const struct profile *p, struct text said, struct bits *frames,
			struct text *name, struct error *err)
{
	struct candidates c = {.part = said, .nearest = {.given = said}};
	struct bits found = {0};
	struct text behind;
	bool ok;

	function_name_bare(said, &behind);
	if (!bits_build(&found, p->frame_count, err))
		return false;
	ok = profile_find_frames(p, &found, is_just, &said, err);
	if (ok && !bits_population(&found))
		for (uint32_t i = 1; behind.len && i < p->frame_count; i++)
			if (is_module(behind, profile_frame_module(p, i)) &&
			    function_name_is_in(said, profile_frame_name(p, i),
						profile_frame_module(p, i)))
				bits_add(&found, i);
	if (ok && !bits_population(&found))
		ok = profile_find_frames(p, &found, is_called, &said, err);
	if (ok && !bits_population(&found))
		ok = profile_find_frames(p, &found, has_part, &c, err);
	if (ok) {
		count_names(&c, p, &found);
		ok = c.count == 1 ||
		     (c.count ? refuse_several(&c, err) : refuse_none(&c, err));
	}
	for (uint32_t i = 1; ok && i < p->frame_count; i++)
		if (bits_has(&found, i))
			bits_add(frames, i);
	if (ok && name)
		*name = c.names[0];
	bits_release(&found);
	return ok;
}
