#include "tui/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define BINDINGS_MAX 256 /* far more than there are keys; the search stays short */

struct binding {
	TermKeyKey key;
	unsigned where; /* enum place, or-ed */
	enum command command;
};

struct keymap {
	TermKey *tk; /* borrowed */
	size_t count;
	struct binding bindings[BINDINGS_MAX];
};

static const struct binding *find(const struct keymap *map, const TermKeyKey *key,
				  unsigned where)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct binding *b = &map->bindings[i];

		if ((b->where & where) && termkey_keycmp(map->tk, &b->key, key) == 0)
			return b;
	}
	return NULL;
}

static bool bind_one(struct keymap *map, const char *spelling, enum command c,
		     const struct command_info *info, struct error *err)
{
	TermKeyKey key;
	const char *rest = termkey_strpkey(map->tk, spelling, &key, (TermKeyFormat)0);

	if (!rest || *rest)
		return error_set(err, ERROR_USAGE, "%s: no such key: %s", info->name,
				 spelling);
	if (find(map, &key, info->where))
		return error_set(err, ERROR_USAGE, "%s: key %s is taken", info->name,
				 spelling);
	if (map->count == BINDINGS_MAX)
		return error_set(err, ERROR_LIMIT, "more than %d keys", BINDINGS_MAX);
	map->bindings[map->count++] =
	    (struct binding){.key = key, .where = info->where, .command = c};
	return true;
}

static bool bind_row(struct keymap *map, enum command c, const struct command_info *info,
		     struct error *err)
{
	char *keys = mem_text(info->keys, strlen(info->keys), err), *save = NULL;
	bool ok = keys != NULL;

	for (char *k = ok ? strtok_r(keys, " ", &save) : NULL; ok && k;
	     k = strtok_r(NULL, " ", &save))
		ok = bind_one(map, k, c, info, err);
	mem_free(keys);
	return ok;
}

struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err)
{
	struct keymap *map = mem_array(1, sizeof *map, "keys", err);

	if (!map)
		return NULL;
	map->tk = tk;
	for (int c = COMMAND_NONE + 1; c < count; c++) {
		if (!bind_row(map, (enum command)c, &table[c], err)) {
			keymap_free(map);
			return NULL;
		}
	}
	return map;
}

struct keymap *keymap_new(TermKey *tk, struct error *err)
{
	return keymap_from(tk, commands, COMMAND_COUNT, err);
}

void keymap_free(struct keymap *map)
{
	mem_free(map);
}

enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where)
{
	const struct binding *b = find(map, key, where);

	return b ? b->command : COMMAND_NONE;
}
