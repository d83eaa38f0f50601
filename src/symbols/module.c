#include "symbols/module.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "sandbox/helper.h"
#include "symbols/module_state.h"
#include "symbols/symbol_file.h"

/* A browser's map after some hours; names are kept at places of 32 bits. */
#define MAP_MAX (1u << 30)

struct module *module_state_new(struct error *err)
{
	return mem_array(1, sizeof(struct module), "modules", err);
}

void module_state_from(struct module *m, const char *path)
{
	struct error none = ERROR_INIT;

	mem_free(m->origin);
	m->origin = mem_text(path, strlen(path), &none);
}

/*
 * Who may tell what the process made? Root, we ourselves, and who has the process now; not
 * anybody who can write to /tmp. perf has the first two (and --force).
 */
static bool is_believed(const struct symbol_source *src, uint32_t pid,
			const struct stat *map)
{
	char path[SYMBOL_PATH_MAX];
	struct stat st;

	if (map->st_uid == 0 || map->st_uid == geteuid())
		return true;
	return symbol_source_process(src, pid, path) && stat(path, &st) == 0 &&
	       st.st_uid == map->st_uid;
}

/* The text of the map that is looked for in the `i`th place; NULL and the reason. */
static char *map_text(const struct symbol_source *src, int i, uint32_t pid,
		      const char *path, size_t *len, enum symbol_status *why)
{
	bool is_ours = i == 0; /* the user vouches for what is in symfs */
	struct stat st;
	int fd = helper_open(src->helper, path, is_ours ? 0 : O_NOFOLLOW, &st);

	*why =
	    errno == EACCES || errno == EPERM ? SYMBOLS_NOT_PERMITTED : SYMBOLS_NO_FILE;
	if (fd < 0)
		return NULL;
	if (is_ours || is_believed(src, pid, &st))
		return symbol_file_read(fd, (uint64_t)st.st_size, MAP_MAX, len, why);
	symbol_file_close(fd);
	*why = SYMBOLS_OF_OTHERS;
	return NULL;
}

struct module *module_open_map(const struct symbol_source *src, uint32_t pid,
			       uint32_t inner_pid, struct error *err)
{
	struct module *m = module_state_new(err);
	char path[SYMBOL_PATH_MAX];
	enum symbol_status why;
	char *text = NULL;
	size_t len = 0;

	if (!m)
		return NULL;
	m->status = SYMBOLS_NO_MAP;
	for (int i = 0; i < SYMBOL_SOURCE_MAP_COUNT && !text; i++) {
		if (!symbol_source_map(src, i, pid, inner_pid, path))
			continue;
		text = map_text(src, i, pid, path, &len, &why);
		if (!text && why != SYMBOLS_NO_FILE)
			m->status = why;
	}
	if (!text)
		return m;
	m->map = perf_map_new(text, len);
	m->status = m->map ? SYMBOLS_FOUND : SYMBOLS_NO_MEMORY;
	module_state_from(m, path);
	return m;
}

void module_close(struct module *m)
{
	if (!m)
		return;
	line_tables_free(m->lines);
	inlined_free(m->inlined);
	elf_image_close(m->dwarf);
	perf_map_free(m->map);
	symbol_table_free(m->table);
	mem_free(m->origin);
	mem_free(m);
}

enum symbol_status module_status(const struct module *m)
{
	return m->status;
}

static bool find_in_tables(struct module *m, uint64_t address, struct symbol *found)
{
	if (m->kept && kept_kallsyms_find(m->kept, address, found))
		return true;
	if (m->kept && !m->read)
		module_kernel_read(m);
	if (m->table)
		return symbol_table_find(m->table, address, found);
	found->from = found->to = address; /* others are found */
	return false;
}

bool module_find(struct module *m, uint64_t offset, struct symbol *found)
{
	bool any;

	*found = (struct symbol){.from = 0, .to = UINT64_MAX};
	if (m->map)
		return perf_map_find(m->map, offset, found);
	if (m->status != SYMBOLS_FOUND || (!m->table && !m->kept))
		return false;
	any = find_in_tables(m, offset + m->shift, found);
	found->start -= m->shift;
	found->from -= m->shift;
	found->to -= m->shift;
	return any && (!m->shifted || found->owner.len == 0);
}

/* The file may have been replaced since its symbols were read. */
static void open_dwarf(struct module *m)
{
	enum symbol_status why;

	m->dwarf_asked = true;
	if (!m->dwarf_there || !m->origin)
		return;
	m->dwarf = elf_image_open(m->helper, m->origin, &why);
	if (!m->dwarf)
		return;
	if (m->dwarf_id.len && !build_id_same(&m->dwarf_id, elf_image_build_id(m->dwarf)))
		return;
	m->inlined = m->with_lines ? inlined_new_with_lines(m->dwarf, m->origin)
				   : inlined_new(m->dwarf, m->origin);
	if (m->inlined && m->with_lines)
		m->lines = line_tables_new(m->inlined, LINE_TABLES_ROWS);
}

bool module_has_dwarf(struct module *m)
{
	if (!m->dwarf_asked)
		open_dwarf(m);
	return m->inlined != NULL;
}

/* As the file has it; false: it is in no part of it, or the file has no DWARF. */
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

	return address_of(m, offset, &address)
		   ? inlined_find(m->inlined, address, names, max)
		   : 0;
}

bool module_line(struct module *m, uint64_t offset, struct source_place *place)
{
	uint64_t address;

	*place = (struct source_place){TEXT(""), 0};
	return address_of(m, offset, &address) && m->lines &&
	       line_tables_find(m->lines, address, place);
}

uint64_t module_lines_lost(const struct module *m)
{
	return m->lines ? line_tables_lost(m->lines) : 0;
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
