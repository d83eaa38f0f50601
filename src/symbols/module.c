#include "symbols/module.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "sandbox/helper.h"
#include "symbols/module_state.h"
#include "symbols/symbol_file.h"

/* Maps of browsers get this large after some hours; names have 32-bit offsets. */
#define MAP_MAX (1u << 30)

struct module *module_state_new(struct error *err)
{
	struct module *m = mem_array(1, sizeof *m, "modules", err);

	if (m)
		m->users = 1;
	return m;
}

void module_state_from(struct module *m, const char *path)
{
	struct error none = ERROR_INIT;

	mem_free(m->origin);
	m->origin = mem_text(path, strlen(path), &none);
}

/* Sorting a line takes longer than reading it. */
#define MAP_WORK 4

/* The text of a map, or the module of another process with the same file. */
struct map_found {
	struct module *used; /* borrowed; NULL: none yet */
	char *text;	     /* owned; NULL: not read */
	size_t len;
	uint32_t number; /* by file_pool_number() */
};

static bool read_map(const struct symbol_source *src, int fd, const struct stat *st,
		     struct map_found *map, enum symbol_status *why)
{
	uint64_t size = (uint64_t)st->st_size, left;

	map->number = file_pool_number(src->pool, st);
	map->used = file_pool_used(src->pool, map->number, FILE_USE_SYMBOLS);
	*why = SYMBOLS_FOUND;
	if (symbol_file_is_hollow(st))
		*why = SYMBOLS_UNREASONABLE;
	else if (!map->used && !file_pool_spend(src->pool, size))
		*why = SYMBOLS_TOO_MUCH;
	if (map->used || *why != SYMBOLS_FOUND) {
		symbol_file_close(fd);
		return map->used;
	}
	left = file_pool_left(src->pool) / MAP_WORK;
	map->text = symbol_file_read(fd, size, left < MAP_MAX ? (size_t)left : MAP_MAX,
				     &map->len, why);
	if (map->text && file_pool_spend(src->pool, MAP_WORK * (uint64_t)map->len))
		return true;
	/* the unpacking was wasted, and may repeat for each process with this map */
	file_pool_waste(src->pool, map->len);
	if (map->text || map->len > left)
		*why = SYMBOLS_TOO_MUCH;
	mem_free(map->text);
	map->text = NULL;
	return false;
}

/*
 * Try the `i`th candidate; false and the reason. Its owner is trusted if it is root, this user or
 * the owner of the process; others may only be able to write to /tmp. perf trusts the first two
 * (and others with --force).
 */
static bool find_map(const struct symbol_source *src, int i, uint32_t pid,
		     const char *path, struct map_found *map, enum symbol_status *why)
{
	bool is_ours = i == 0; /* the user trusts files in symfs */
	char process[SYMBOL_PATH_MAX];
	struct stat st, of;
	int fd = helper_open(src->helper, path, is_ours ? 0 : O_NOFOLLOW, &st);

	*why =
	    errno == EACCES || errno == EPERM ? SYMBOLS_NOT_PERMITTED : SYMBOLS_NO_FILE;
	if (fd < 0)
		return false;
	if (is_ours || st.st_uid == 0 || st.st_uid == geteuid() ||
	    (symbol_source_process(src, pid, process) && stat(process, &of) == 0 &&
	     of.st_uid == st.st_uid))
		return read_map(src, fd, &st, map, why);
	symbol_file_close(fd);
	*why = SYMBOLS_OF_OTHERS;
	return false;
}

struct module *module_open_map(const struct symbol_source *src, uint32_t pid,
			       uint32_t inner_pid, struct error *err)
{
	struct module *m = module_state_new(err);
	char path[SYMBOL_PATH_MAX];
	struct map_found map = {.used = NULL};
	enum symbol_status why;
	bool found = false;

	if (!m)
		return NULL;
	m->status = SYMBOLS_NO_MAP;
	for (int i = 0; i < SYMBOL_SOURCE_MAP_COUNT && !found; i++) {
		if (!symbol_source_map(src, i, pid, inner_pid, path))
			continue;
		found = find_map(src, i, pid, path, &map, &why);
		if (!found && why != SYMBOLS_NO_FILE)
			m->status = why;
	}
	if (!found)
		return m;
	if (map.used) {
		module_close(m);
		map.used->users++;
		return map.used;
	}
	m->map = jit_map_new(map.text, map.len);
	m->status = m->map ? SYMBOLS_FOUND : SYMBOLS_NO_MEMORY;
	m->pool = src->pool;
	m->number = map.number;
	file_pool_use(m->pool, m->number, FILE_USE_SYMBOLS, m);
	module_state_from(m, path);
	return m;
}

void module_close(struct module *m)
{
	if (!m || --m->users)
		return;
	file_pool_use(m->pool, m->number, FILE_USE_SYMBOLS, NULL);
	line_tables_free(m->lines);
	inlined_free(m->inlined);
	jit_map_free(m->map);
	symbol_table_free(m->table);
	mem_free(m->origin);
	mem_free(m);
}

enum symbol_status module_status(const struct module *m)
{
	return m->status;
}

bool module_find(struct module *m, uint64_t offset, struct symbol *found)
{
	bool any;

	*found = (struct symbol){.from = 0, .to = UINT64_MAX};
	if (m->map)
		return jit_map_find(m->map, offset, found);
	if (m->status != SYMBOLS_FOUND || !m->table)
		return false;
	any = symbol_table_find(m->table, offset + m->shift, found);
	found->start -= m->shift;
	found->from -= m->shift;
	found->to -= m->shift;
	return any && (!m->shifted || found->owner.len == 0);
}

/* Open the DWARF of the file with symbols, which may have been replaced since they were read. */
static void open_dwarf(struct module *m)
{
	struct elf_image *im = NULL;
	enum symbol_status why;
	struct stat st;
	int fd = -1;

	m->dwarf_asked = true;
	if (m->dwarf_there && m->origin)
		fd = symbol_file_open(m->helper, m->origin, &st, &why);
	if (fd >= 0)
		im = elf_image_open_file(m->pool, fd, &st, &why);
	if (im &&
	    (!m->dwarf_id.len || build_id_same(&m->dwarf_id, elf_image_build_id(im)))) {
		m->inlined = m->with_lines ? inlined_new_with_lines(im, m->origin)
					   : inlined_new(im, m->origin);
		m->dwarf_refused = elf_image_excess(im) != SYMBOLS_FOUND;
	}
	elf_image_close(im);
	if (m->inlined && m->with_lines)
		m->lines = line_tables_new(m->inlined, LINE_TABLES_ROWS);
}

bool module_has_dwarf(struct module *m)
{
	if (!m->dwarf_asked)
		open_dwarf(m);
	return m->inlined != NULL;
}

/*
 * The address in the file of an offset; false when it is in no segment or the file has no DWARF.
 */
static bool address_of(struct module *m, uint64_t offset, uint64_t *address)
{
	for (uint32_t i = 0; module_has_dwarf(m) && i < m->load_count; i++) {
		const struct elf_load *l = &m->loads[i];

		*address = offset - l->offset + l->address;
		if (offset >= l->offset && offset - l->offset < l->size)
			return true;
	}
	return false;
}

size_t module_inlined(struct module *m, uint64_t offset, struct text *names, size_t max)
{
	uint64_t address;

	if (address_of(m, offset, &address))
		return inlined_find(m->inlined, address, names, max);
	m->inlined_lost += m->dwarf_refused;
	return 0;
}

bool module_line(struct module *m, uint64_t offset, struct source_place *place)
{
	uint64_t address;

	*place = (struct source_place){TEXT(""), 0};
	if (address_of(m, offset, &address))
		return m->lines && line_tables_find(m->lines, address, place);
	m->inlined_lost += m->dwarf_refused;
	return false;
}

void module_count_lost(struct module *m, uint64_t *lines, uint64_t *inlined)
{
	uint64_t of_lines = m->lines ? line_tables_lost(m->lines) : 0;
	uint64_t of_inlined =
	    m->inlined_lost + (m->inlined ? inlined_lost(m->inlined) : 0);

	*lines = of_lines - m->told_lines;
	*inlined = of_inlined - m->told_inlined;
	m->told_lines = of_lines;
	m->told_inlined = of_inlined;
}

bool module_is_shared(const struct module *m)
{
	return m->users > 1;
}

size_t module_inlined_lines(struct module *m, uint64_t offset, struct text *names,
			    struct source_place *calls, size_t max)
{
	struct inlined_from from[MODULE_INLINED_MOST];
	uint64_t address;
	size_t n;

	if (max > MODULE_INLINED_MOST)
		max = MODULE_INLINED_MOST;
	if (!address_of(m, offset, &address))
		return 0;
	n = inlined_find_calls(m->inlined, address, names, from, max);
	for (size_t i = 0; i < n; i++)
		if (!m->lines || !line_tables_call(m->lines, address, from[i], &calls[i]))
			calls[i] = (struct source_place){TEXT(""), 0};
	return n;
}
