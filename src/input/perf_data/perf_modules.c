#include "input/perf_data/perf_modules.h"

#include <stdio.h>

#include "base/fill.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"

#define BUILD_ID_MOST 20
#define INODE_SIZE    24
#define MANY	      128 /* modules: forgetting fewer would cost more than it saves */

struct perf_modules {
	struct perf_module *rows; /* owned */
	size_t count, room;
	/* the first free row, whose `inode` is the next free row; 0: none */
	uint32_t free;
	/* modules put since perf_modules_forget(); modules in use then */
	size_t fresh, used;
	struct intern *keys; /* owned: path, NUL, build id, kind */
	struct idmap by_key;
	struct intern *paths; /* owned: of files whose build id was set or looked up */
	uint32_t *ids;	      /* owned: by path, indices of `known` */
	size_t ids_room;
	struct intern *known; /* owned: the build ids */
	char *key;	      /* owned: buffer for one key */
	size_t key_room;
};

static bool add_row(struct perf_modules *m, const struct perf_module *row,
		    struct error *err)
{
	struct perf_module *at;

	m->fresh++;
	if (!m->free)
		return APPEND(m->rows, m->count, m->room, "modules", err, *row);
	at = &m->rows[m->free];
	m->free = (uint32_t)at->inode;
	*at = *row;
	return true;
}

struct perf_modules *perf_modules_new(struct error *err)
{
	struct perf_modules *m = mem_array(1, sizeof *m, "modules", err);
	struct perf_module none = {0};

	if (!m)
		return NULL;
	m->keys = intern_new(err);
	m->paths = m->keys ? intern_new(err) : NULL;
	m->known = m->paths ? intern_new(err) : NULL;
	none.path = m->known ? mem_text("", 0, err) : NULL;
	none.name = none.path ? mem_text("", 0, err) : NULL;
	if (none.name && add_row(m, &none, err))
		return m;
	mem_free(none.path);
	mem_free(none.name);
	perf_modules_free(m);
	return NULL;
}

void perf_modules_free(struct perf_modules *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->count; i++) {
		mem_free(m->rows[i].path);
		mem_free(m->rows[i].name);
	}
	mem_free(m->rows);
	intern_free(m->keys);
	intern_free(m->paths);
	intern_free(m->known);
	idmap_release(&m->by_key);
	mem_free(m->ids);
	mem_free(m->key);
	mem_free(m);
}

const struct perf_module *perf_modules_get(const struct perf_modules *m, uint32_t id)
{
	return &m->rows[id];
}

size_t perf_modules_count(const struct perf_modules *m)
{
	return m->count;
}

/* ---- build ids ---- */

bool perf_modules_build_id(struct perf_modules *m, struct text path, struct text id,
			   struct error *err)
{
	uint32_t at, number;

	if (!intern_put(m->paths, path, &at, err) ||
	    !intern_put(m->known, text_upto(id, BUILD_ID_MOST), &number, err) ||
	    !mem_reserve(&m->ids, &m->ids_room, (size_t)at + 1, sizeof *m->ids,
			 "build ids", err))
		return false;
	m->ids[at] = number;
	return true;
}

bool perf_modules_same_ids(struct perf_modules *m, const struct perf_modules *from,
			   struct error *err)
{
	for (uint32_t i = 1; i < intern_count(from->paths); i++)
		if (from->ids[i] &&
		    !perf_modules_build_id(m, intern_get(from->paths, i),
					   intern_get(from->known, from->ids[i]), err))
			return false;
	return true;
}

/* The build id that was set for this file; empty if none was. */
static bool known_id(struct perf_modules *m, struct text path, struct text *id,
		     struct error *err)
{
	uint32_t before = intern_count(m->paths), at;

	*id = TEXT("");
	if (!intern_put(m->paths, path, &at, err) ||
	    !mem_reserve(&m->ids, &m->ids_room, (size_t)at + 1, sizeof *m->ids,
			 "build ids", err))
		return false;
	if (at >= before || at == 0)
		m->ids[at] = 0;
	*id = intern_get(m->known, m->ids[at]);
	return true;
}

/* Slow: searches all paths. */
bool perf_modules_told_id(const struct perf_modules *m, struct text path, struct text *id)
{
	*id = TEXT("");
	for (uint32_t i = 1; i < intern_count(m->paths); i++)
		if (text_equal(intern_get(m->paths, i), path))
			*id = intern_get(m->known, m->ids[i]);
	return id->len > 0;
}

bool perf_modules_guess_build_id(struct perf_modules *m, struct text path, struct text id,
				 struct error *err)
{
	struct text told;

	return known_id(m, path, &told, err) &&
	       (told.len || perf_modules_build_id(m, path, id, err));
}

/* ---- kinds and names ---- */

/* The name of a driver: "[nf_nat]" for "/lib/modules/6.1/kernel/net/nf-nat.ko.xz". */
static struct text driver_name(struct text path, char *buf, size_t max)
{
	struct text base = text_basename(path);
	const char *dot = base.len ? memmem(base.at, base.len, ".ko", 3) : NULL;
	struct fill f = fill_of(buf, max);

	base = dot ? text_upto(base, (size_t)(dot - base.at)) : base;
	base = text_upto(base, max - 2);
	fill_char(&f, '[');
	for (size_t i = 0; i < base.len; i++)
		fill_char(&f, base.at[i] == '-' ? '_' : base.at[i]);
	fill_char(&f, ']');
	return fill_written(&f);
}

/*
 * True for "[kernel.kallsyms]_text", the kernel, and "[guest.kernel.kallsyms.12]_stext", that of a
 * guest.
 */
static bool is_kernel(struct text path, struct text *name)
{
	const char *end;

	if (!text_starts(path, TEXT("[kernel")) && !text_starts(path, TEXT("[guest.")))
		return false;
	end = memchr(path.at, ']', path.len);
	*name = end ? text_upto(path, (size_t)(end - path.at) + 1) : path;
	return true;
}

/* The row of a module of this path, identity and kind; a new one is added. */
static bool put_row(struct perf_modules *m, const struct perf_module_map *map,
		    struct text identity, struct text name, enum perf_module_kind kind,
		    uint32_t *id, struct error *err)
{
	struct perf_module row = {
	    .kind = (uint8_t)kind, .inode = map->inode, .offset = map->offset};
	struct text path = map->path, key = {NULL, path.len + identity.len + 2};
	uint32_t number, fresh = m->free ? m->free : (uint32_t)m->count;

	if (!mem_reserve(&m->key, &m->key_room, key.len, 1, "a name", err))
		return false;
	if (path.len)
		memcpy(m->key, path.at, path.len);
	m->key[path.len] = '\0';
	if (identity.len)
		memcpy(m->key + path.len + 1, identity.at, identity.len);
	m->key[key.len - 1] = (char)kind;
	key.at = m->key;
	if (!intern_put(m->keys, key, &number, err) ||
	    !idmap_put(&m->by_key, number, fresh, id, err))
		return false;
	if (*id != fresh) {
		m->rows[*id].unused = false;
		return true;
	}
	row.build_id_size = (uint8_t)map->build_id.len;
	if (map->build_id.len)
		memcpy(row.build_id, map->build_id.at, map->build_id.len);
	row.path = mem_text(path.at, path.len, err);
	row.name = row.path ? mem_text(name.at, name.len, err) : NULL;
	if (row.name && add_row(m, &row, err))
		return true;
	mem_free(row.path);
	mem_free(row.name);
	return false;
}

static enum perf_module_kind kind_of(const struct perf_module_map *map)
{
	static const char *const made[] = {"//anon", "/dev/zero", "/anon_hugepage",
					   "[anon:", "[stack",	  "/SYSV",
					   "[heap]"};
	struct text name;

	if (map->guest)
		return PERF_MODULE_GUEST;
	if (map->kernel)
		return is_kernel(map->path, &name) ? PERF_MODULE_KERNEL
						   : PERF_MODULE_DRIVER;
	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (text_starts(map->path, text_of(made[i])))
			return map->data ? PERF_MODULE_DATA : PERF_MODULE_JIT;
	return PERF_MODULE_FILE;
}

bool perf_modules_put(struct perf_modules *m, const struct perf_module_map *seen,
		      uint32_t *id, struct error *err)
{
	enum perf_module_kind kind = kind_of(seen);
	struct perf_module_map map = *seen;
	struct text name = map.path;
	char buf[256], inode[INODE_SIZE] = {0};
	struct text identity;

	if (map.kernel) { /* for example "[kernel.kallsyms]" or "[ext4]" */
		if (!is_kernel(map.path, &name) && map.path.len && map.path.at[0] != '[')
			name = driver_name(map.path, buf, sizeof buf);
	} else if (kind == PERF_MODULE_JIT) {
		snprintf(buf, sizeof buf, "/tmp/perf-%d.map", (int)map.pid);
		map.path = name = text_of(buf);
	}
	if (kind == PERF_MODULE_JIT || kind == PERF_MODULE_DATA)
		map.inode = 0;
	map.build_id = text_upto(map.build_id, BUILD_ID_MOST);
	/* BUILD_ID names the kernel "[kernel.kallsyms]", maps name it "[kernel.kallsyms]_text" */
	if (map.build_id.len == 0 &&
	    !known_id(m, kind == PERF_MODULE_KERNEL ? name : map.path, &map.build_id,
		      err))
		return false;
	if (map.build_id.len)
		map.inode = 0;
	identity = map.build_id;
	if (map.inode) { /* longer than any build id */
		memcpy(inode, &map.inode, sizeof map.inode);
		identity = (struct text){inode, INODE_SIZE};
	}
	return put_row(m, &map, identity, name, kind, id, err);
}

const struct perf_module *perf_modules_kernel(const struct perf_modules *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->rows[i].kind == PERF_MODULE_KERNEL)
			return &m->rows[i];
	return NULL;
}

bool perf_modules_put_symbol(struct perf_modules *m, struct text name, uint32_t *id,
			     struct error *err)
{
	const struct perf_module_map map = {.path = name};

	return put_row(m, &map, TEXT(""), name, PERF_MODULE_SYMBOL, id, err);
}

/* ---- removing modules ---- */

bool perf_modules_are_many(const struct perf_modules *m)
{
	return m->fresh > MANY + m->used;
}

/*
 * Rebuild the tables of names, without the removed modules, and without paths that have no build
 * id.
 */
static bool copy_names(struct perf_modules *m, const struct bits *gone, struct error *err)
{
	size_t room = intern_count(m->paths);
	struct intern *keys = intern_new(err), *paths = keys ? intern_new(err) : NULL;
	uint32_t *ids = paths ? mem_array(room, sizeof *ids, "build ids", err) : NULL;
	struct idmap by_key = {0};
	bool ok = ids != NULL;
	uint32_t id, number;

	for (uint32_t i = 0; ok && i < intern_count(m->keys); i++)
		if (idmap_get(&m->by_key, i, &id) && !bits_has(gone, id))
			ok = intern_put(keys, intern_get(m->keys, i), &number, err) &&
			     idmap_put(&by_key, number, id, &number, err);
	for (uint32_t i = 0; ok && i < intern_count(m->paths); i++) {
		if (i && !m->ids[i])
			continue;
		ok = intern_put(paths, intern_get(m->paths, i), &number, err);
		if (ok)
			ids[number] = i ? m->ids[i] : 0; /* room: each path once */
	}
	if (!ok) {
		intern_free(keys);
		intern_free(paths);
		idmap_release(&by_key);
		mem_free(ids);
		return false;
	}
	intern_free(m->keys);
	intern_free(m->paths);
	idmap_release(&m->by_key);
	mem_free(m->ids);
	m->keys = keys;
	m->paths = paths;
	m->by_key = by_key;
	m->ids = ids;
	m->ids_room = room;
	return true;
}

bool perf_modules_forget(struct perf_modules *m, const struct bits *used,
			 struct bits *gone, struct error *err)
{
	bool ok = bits_build(gone, m->count, err);
	size_t n = 0;

	for (uint32_t i = 1; ok && i < m->count; i++)
		if (m->rows[i].path && m->rows[i].unused && !bits_has(used, i))
			bits_add(gone, i);
	if (!ok || !copy_names(m, gone, err)) {
		bits_release(gone);
		*gone = (struct bits){0};
		return false;
	}
	for (uint32_t i = 1; i < m->count; i++) {
		struct perf_module *row = &m->rows[i];

		row->unused = row->kind != PERF_MODULE_KERNEL && !bits_has(used, i);
		n += !row->unused;
		if (!bits_has(gone, i))
			continue;
		mem_free(row->path);
		mem_free(row->name);
		*row = (struct perf_module){.inode = m->free};
		m->free = i;
	}
	m->used = n;
	m->fresh = 0;
	return true;
}
