#include "lib/slow_path.h"

#include <stdio.h>
#include <string.h>

static const char *module_of(const char *name)
{
	const char *at = strchr(name, '@');

	return at ? at + 1 : "";
}

static bool is_function(const char *name, const char *function)
{
	size_t len = strcspn(name, "@");

	return strlen(function) == len && memcmp(name, function, len) == 0;
}

int slow_path_first(const struct slow_path *s, const char *function)
{
	for (int i = 0; i < s->count; i++)
		if (is_function(s->names[i], function))
			return i;
	return -1;
}

void slow_path_leave_out(struct slow_path *s, int from, int to)
{
	memmove(s->names[from], s->names[to],
		sizeof s->names[0] * (size_t)(s->count - to));
	s->count -= to - from;
}

/* Remove everything between the first call of a function and its last. */
static void leave_recursion_out(struct slow_path *s, const char *function)
{
	int first = slow_path_first(s, function);

	for (int i = s->count - 1; first >= 0 && i > first; i--)
		if (is_function(s->names[i], function)) {
			slow_path_leave_out(s, first + 1, i + 1);
			return;
		}
}

static void collapse(struct slow_path *s, const char *module)
{
	const char *slash = strrchr(module, '/');

	for (int i = 0; i < s->count; i++) {
		if (strcmp(module_of(s->names[i]), module) != 0)
			continue;
		snprintf(s->names[i], sizeof s->names[i], "%.8s@%.8s",
			 slash ? slash + 1 : module, module);
		while (i + 1 < s->count &&
		       strcmp(module_of(s->names[i + 1]), module) == 0)
			slow_path_leave_out(s, i + 1, i + 2);
	}
}

static void focus_on_path(struct slow_path *s, const char *path)
{
	char whole[SLOW_PATH_ROOM] = "", below[SLOW_PATH_ROOM] = "";
	size_t used = 0;

	for (int i = 0; i < s->count; i++) {
		used += (size_t)snprintf(below + used, sizeof below - used, "%s%.*s",
					 i ? ";" : "", (int)strcspn(s->names[i], "@"),
					 s->names[i]);
		snprintf(whole, sizeof whole, "%.30s;%.200s", s->group, below);
		if (strcmp(whole, path) == 0 || strcmp(below, path) == 0) {
			slow_path_leave_out(s, 0, i);
			return;
		}
	}
	s->dropped = true;
}

void slow_path_change(struct slow_path *s, enum transform_kind kind, const char *of)
{
	int first = slow_path_first(s, of);

	if (s->dropped)
		return;
	if (kind == TRANSFORM_FOCUS_SUBTREE)
		focus_on_path(s, of);
	else if (kind == TRANSFORM_FOCUS && first < 0)
		s->dropped = true;
	else if ((kind == TRANSFORM_FOCUS || kind == TRANSFORM_CUT) && first >= 0)
		slow_path_leave_out(s, 0, first);
	else if (kind == TRANSFORM_DROP)
		s->dropped = first >= 0;
	else if (kind == TRANSFORM_COLLAPSE_MODULE)
		collapse(s, of);
	else if (kind == TRANSFORM_COLLAPSE_RECURSION)
		leave_recursion_out(s, of);
	else if (kind == TRANSFORM_MERGE)
		for (; first >= 0; first = slow_path_first(s, of))
			slow_path_leave_out(s, first, first + 1);
}

void slow_path_turn(struct slow_path *s)
{
	for (int i = 0, j = s->count - 1; i < j; i++, j--) {
		char name[sizeof s->names[0]];

		memcpy(name, s->names[i], sizeof name);
		memcpy(s->names[i], s->names[j], sizeof name);
		memcpy(s->names[j], name, sizeof name);
	}
}

/* ---- random paths ---- */

static const char *const names[] = {"main", "f",    "f@/lib/x",	  "g@/lib/x",
				    "h@y",  "k@y",  "loop",	  "loop",
				    "f",    "main", "tail@/lib/x"};
#define NAMES (sizeof names / sizeof *names)

void slow_path_throw(struct slow_path *s, struct dice *d, char *stack, size_t room)
{
	size_t len = 0;

	stack[0] = '\0';
	s->count = (int)dice_below(d, 8);
	for (int i = 0; i < s->count; i++) {
		const char *name = names[dice_below(d, NAMES)];

		snprintf(s->names[i], sizeof s->names[i], "%s", name);
		len +=
		    (size_t)snprintf(stack + len, room - len, "%s%s", i ? ";" : "", name);
	}
}

enum transform_kind slow_path_throw_transform(const struct slow_path *s, struct dice *d,
					      char *of, size_t room)
{
	static const char *const functions[] = {"main", "f", "g", "loop", "tail"};
	static const char *const modules[] = {"/lib/x", "y"};
	enum transform_kind kind = (enum transform_kind)dice_below(d, TRANSFORM_KINDS);
	size_t len = 0;

	if (kind == TRANSFORM_FOCUS_SUBTREE) {
		if (s->group[0] && dice_below(d, 2))
			len = (size_t)snprintf(of, room, "%s;", s->group);
		snprintf(of + len, room - len, "main");
		for (int i = 0; i < s->count && i < 2; i++)
			len +=
			    (size_t)snprintf(of + len, room - len, "%s%.*s", i ? ";" : "",
					     (int)strcspn(s->names[i], "@"), s->names[i]);
	} else if (kind == TRANSFORM_COLLAPSE_MODULE) {
		snprintf(of, room, "%s", modules[dice_below(d, 2)]);
	} else {
		snprintf(of, room, "%s", functions[dice_below(d, 5)]);
	}
	return kind;
}
