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
static bool put_owner(struct kallsyms *k, struct text owner, struct error *err)
{
	if (text_equal(owner, (struct text){k->owner, k->owner_len}))
		return true;
	k->owner_len = owner.len <= sizeof k->owner ? owner.len : 0;
	memcpy(k->owner, owner.at, k->owner_len);
	return symbol_table_bytes(k->table, owner, &k->owner_at, err);
}

static bool add(struct kallsyms *k, const struct line *l)
{
	struct error none = ERROR_INIT;
	bool weak = l->type == 'W' || l->type == 'w';
	bool code = weak || l->type == 'T' || l->type == 't';
	struct symbol_row row = {
	    .start = l->address,
	    .binding = weak		? SYMBOL_WEAK
		       : upper(l->type) ? SYMBOL_GLOBAL
					: SYMBOL_LOCAL,
	    .type = code ? SYMBOL_FUNCTION : SYMBOL_DATA,
	};

	if (l->owner.len && !put_owner(k, l->owner, &none))
		return false;
	if (l->owner.len)
		row.owner = k->owner_at;
	return symbol_table_bytes(k->table, l->name, &row.name, &none) &&
	       symbol_table_add(k->table, &row, &none);
}

static int anchor_of(struct text name)
{
	return text_equal(name, TEXT("_text"))	  ? 0
	       : text_equal(name, TEXT("_stext")) ? 1
						  : -1;
}

static void take(struct kallsyms *k, const struct line *l)
{
	int anchor = l->name.at[0] == '_' && !l->owner.len ? anchor_of(l->name) : -1;

	k->any = true;
	k->shown = k->shown || l->address != 0;
	if (anchor >= 0)
		k->anchors[anchor] = l->address;
	if (wanted(l) && !add(k, l))
		k->failed = true;
}

void kallsyms_take(struct kallsyms *k, struct text text)
{
	struct line l;

	while (text.len && !k->failed) {
		const char *end = memchr(text.at, '\n', text.len);
		size_t len = end ? (size_t)(end - text.at) : text.len;

		if (parse(text_upto(text, len), &l))
			take(k, &l);
		text = text_from(text, len + 1);
	}
}

enum symbol_status kallsyms_end(struct kallsyms *k)
{
	struct error none = ERROR_INIT;

	if (k->failed || !symbol_table_settle(k->table, true, &none))
		return SYMBOLS_NO_MEMORY;
	if (!k->any)
		return SYMBOLS_NO_KALLSYMS;
	return k->shown ? SYMBOLS_FOUND : SYMBOLS_KERNEL_HIDDEN;
}

uint64_t kallsyms_anchor(const struct kallsyms *k, struct text name)
{
	int anchor = anchor_of(name);

	return anchor < 0 ? 0 : k->anchors[anchor];
}
