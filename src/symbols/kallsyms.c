#include "symbols/kallsyms.h"

#include <string.h>

#include "base/number.h"

struct line {
	uint64_t address;
	char type;
	struct text name, owner; /* owner: "[ext4]", empty for the kernel itself */
};

/*
 * "ffffffff81000060 T entry_SYSCALL_64_after_hwframe" (Linux 6.18), and with a tab before
 * it the module: "ffffffffc0a3e010 t ext4_sync_fs\t[ext4]".
 */
static bool parse(struct text t, struct line *l)
{
	const char *blank = memchr(t.at, ' ', t.len);
	size_t digits = blank ? (size_t)(blank - t.at) : 0;
	const char *tab;

	if (t.len < digits + 4 || t.at[digits + 2] != ' ' ||
	    !number_hex(text_upto(t, digits), &l->address))
		return false;
	l->type = t.at[digits + 1];
	l->name = text_from(t, digits + 3);
	l->owner = TEXT("");
	tab = memchr(l->name.at, '\t', l->name.len);
	if (tab) {
		l->owner = text_trim(text_from(l->name, (size_t)(tab - l->name.at)));
		l->name = text_upto(l->name, (size_t)(tab - l->name.at));
	}
	return l->name.len > 0;
}

static bool upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Code and data, as perf takes them, but no mapping symbols of ARM modules. */
static bool wanted(const struct line *l)
{
	return strchr("TtWwDdBb", l->type) && l->name.at[0] != '$';
}

/* Lines of one module follow each other: its name is put in once for all of them. */
struct owner {
	struct text name;
	uint32_t at;
};

static bool add(struct symbol_table *t, const struct line *l, struct owner *last,
		struct error *err)
{
	bool weak = l->type == 'W' || l->type == 'w';
	bool code = weak || l->type == 'T' || l->type == 't';
	struct symbol_row row = {
	    .start = l->address,
	    .binding = weak		? SYMBOL_WEAK
		       : upper(l->type) ? SYMBOL_GLOBAL
					: SYMBOL_LOCAL,
	    .type = code ? SYMBOL_FUNCTION : SYMBOL_DATA,
	};

	if (l->owner.len && !text_equal(l->owner, last->name)) {
		if (!symbol_table_bytes(t, l->owner, &last->at, err))
			return false;
		last->name = l->owner;
	}
	if (l->owner.len)
		row.owner = last->at;
	return symbol_table_bytes(t, l->name, &row.name, err) &&
	       symbol_table_add(t, &row, err);
}

enum symbol_status kallsyms_read(struct text text, struct text anchor_name,
				 uint64_t *anchor, struct symbol_table *t)
{
	struct error none = ERROR_INIT;
	struct owner last = {.name = TEXT("")};
	bool any = false, shown = false;
	struct line l;

	*anchor = 0;
	while (text.len) {
		const char *end = memchr(text.at, '\n', text.len);
		size_t len = end ? (size_t)(end - text.at) : text.len;
		struct text line = text_upto(text, len);

		text = text_from(text, len + 1);
		if (!parse(line, &l))
			continue;
		any = true;
		shown = shown || l.address != 0;
		if (text_equal(l.name, anchor_name) && !l.owner.len)
			*anchor = l.address;
		if (wanted(&l) && !add(t, &l, &last, &none))
			return SYMBOLS_NO_MEMORY;
	}
	if (!symbol_table_settle(t, true, &none))
		return SYMBOLS_NO_MEMORY;
	if (!any)
		return SYMBOLS_NO_KALLSYMS;
	return shown ? SYMBOLS_FOUND : SYMBOLS_KERNEL_HIDDEN;
}
