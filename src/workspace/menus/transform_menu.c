#include "workspace/menus/transform_menu.h"

#include <stdio.h>
#include <string.h>

#include "analysis/shape/transform.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/utf8.h"

/* Keys: of one in force '#' and its number, of others what --transform takes. */
#define IN_FORCE '#'

static bool add(struct menu_view *menu, enum transform_kind kind, struct text of,
		const char *detail, const char *key, struct error *err)
{
	char *label =
	    mem_format(err, "%s %.*s", transform_words[kind].name, (int)of.len, of.at);
	bool ok = label && menu_view_add(menu, text_of(label), detail, key, err);

	mem_free(label);
	return ok;
}

static bool add_in_force(struct menu_view *menu, struct text list, struct error *err)
{
	struct error ignored = ERROR_INIT; /* all in force are some */
	struct transform t;
	struct text line;
	char key[24];
	bool ok = true;

	for (unsigned i = 0; ok && transform_next(&list, &line); i++) {
		snprintf(key, sizeof key, "%c%u", IN_FORCE, i);
		if (transform_parse(line, &t, &ignored))
			ok = add(menu, t.kind, t.of, "in force", key, err);
	}
	return ok;
}

static bool offer(struct menu_view *menu, enum transform_kind kind, struct text of,
		  struct error *err)
{
	char *key;
	bool ok;

	if (!of.len || memchr(of.at, '\n', of.len))
		return true;
	key = mem_format(err, "%s=%.*s", transform_words[kind].name, (int)of.len, of.at);
	ok = key && add(menu, kind, of, transform_words[kind].does, key, err);
	mem_free(key);
	return ok;
}

/* "main;work": the way to a node; leaf first the way there is another. Release it. */
static char *path_to(const struct open_profile *o, uint32_t node, struct error *err)
{
	return tree_path(session_graph(o->session)->tree,
			 o->session->choice.reversed ? 0 : node, err);
}

static struct text module_of(const struct open_profile *o, struct text function)
{
	const struct profile *p = session_functions(o->session)->tree->profile;

	for (uint32_t i = 1; i < p->frame_count; i++)
		if (text_equal(profile_frame_name(p, i), function))
			return text_basename(profile_frame_module(p, i));
	return TEXT("");
}

static bool offer_all(const struct open_profile *o, struct text function, uint32_t node,
		      struct menu_view *menu, struct error *err)
{
	bool ok = true;

	for (int i = 0; ok && i < TRANSFORM_KINDS; i++) {
		enum transform_kind kind = (enum transform_kind)i;
		char *path = NULL;
		struct text of = function;

		if (kind == TRANSFORM_COLLAPSE_MODULE)
			of = module_of(o, function);
		if (kind == TRANSFORM_FOCUS_SUBTREE) {
			path = path_to(o, node, err);
			of = path ? text_of(path) : TEXT("");
			ok = path != NULL;
		}
		ok = ok && offer(menu, kind, of, err);
		mem_free(path);
	}
	return ok;
}

bool transform_menu_fill(const struct open_profile *o, struct text function,
			 uint32_t node, struct menu_view *menu, struct error *err)
{
	struct text now = o->session->choice.transform;

	menu->can_refuse = now.len > 0;
	menu->hint = now.len ? " {enter}: apply   {drop}: take back   {cancel}: close "
			     : " {enter}: apply   {cancel}: close ";
	return add_in_force(menu, now, err) &&
	       (!function.len || offer_all(o, function, node, menu, err));
}

static char *without(struct text list, uint64_t which, struct error *err)
{
	struct memory_stream m;
	struct text line;

	if (!memory_stream_open(&m, err))
		return NULL;
	for (uint64_t i = 0; transform_next(&list, &line); i++)
		if (i != which)
			fprintf(m.out, "%s%.*s", ftell(m.out) > 0 ? "\n" : "",
				(int)line.len, line.at);
	return memory_stream_take(&m, NULL, err);
}

char *transform_menu_take(const struct menu_view *menu, uint32_t line, bool refuse,
			  struct text now, struct error *err)
{
	const char *key = menu->lines[line].key;
	uint64_t which;

	if (key[0] == IN_FORCE) {
		if (!refuse || !number_u64(text_of(key + 1), &which))
			return NULL;
		return without(now, which, err);
	}
	if (refuse)
		return NULL;
	return mem_format(err, "%.*s%s%s", (int)now.len, now.at, now.len ? "\n" : "",
			  key);
}
