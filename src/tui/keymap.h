/* keymap.h - from the key libtermkey read to the command it means here. */

#ifndef TUI_KEYMAP_H
#define TUI_KEYMAP_H

#include <termkey.h>

#include "base/error.h"
#include "view/command.h"

struct keymap;

/*
 * Built once from commands.def. Fails if a key is unknown, or means two things in one
 * place. `tk` is borrowed. Release with keymap_free().
 */
struct keymap *keymap_new(TermKey *tk, struct error *err);
void keymap_free(struct keymap *map);

/* COMMAND_NONE when the key means nothing there. */
enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where);

/* keymap_new() from a table of one's own, `count` rows; row 0 is not read. */
struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err);

#endif
