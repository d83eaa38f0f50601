#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/mem.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/kallsyms.h"
#include "symbols/module_state.h"
#include "symbols/symbol_file.h"

/* A kernel with everything built in has 20 MB of symbols. */
#define KALLSYMS_MAX (256u * 1024 * 1024)

/*
 * Read the build id of the running kernel from the notes in /sys/kernel/notes (since Linux
 * 2.6.24).
 */
static bool running_build_id(const char *path, struct build_id *id)
{
	enum symbol_status why;
	size_t len;
	char *notes = symbol_file_text(path, 64 * 1024, &len, &why);
	size_t at = 0;

	id->len = 0;
	while (notes && len - at >= 12 && id->len == 0) {
		uint32_t head[3]; /* sizes of name and content, type */
		size_t name, content;

		memcpy(head, notes + at, sizeof head);
		name = at + sizeof head;
		content = name + ((size_t)head[0] + 3) / 4 * 4;
		if (content < name || content > len || head[1] > len - content)
			break;
		if (head[2] == 3 && head[0] == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
		    head[1] > 0 && head[1] <= BUILD_ID_MAX) {
			id->len = head[1];
			memcpy(id->bytes, notes + content, head[1]);
		}
		at = content + ((size_t)head[1] + 3) / 4 * 4;
		if (at > len)
			break;
	}
	mem_free(notes);
	return id->len > 0;
}

bool module_kernel_is_same(const struct symbol_source *src, const struct module_kernel *k)
{
	const char *notes = src->notes ? src->notes : "/sys/kernel/notes";
	struct build_id id;

	return k->build_id.len && running_build_id(notes, &id) &&
	       build_id_same(&k->build_id, &id);
}

bool module_kernel_runs_here(const struct module_kernel *k)
{
	const struct symbol_source here = {.helper = NULL};
	struct utsname u;

	if (k->build_id.len)
		return module_kernel_is_same(&here, k);
	return k->release.len && k->host.len && uname(&u) == 0 &&
	       text_equal(k->release, text_of(u.release)) &&
	       text_equal(k->host, text_of(u.nodename));
}

static void path_of_running(const struct symbol_source *src, char *path)
{
	snprintf(path, SYMBOL_PATH_MAX, "%s/kallsyms", src->proc ? src->proc : "/proc");
}

struct kallsyms_prefetch *module_kernel_prefetch(const struct symbol_source *src,
						 const struct module_kernel *kernel)
{
	char path[SYMBOL_PATH_MAX];

	if (src->kallsyms || !module_kernel_runs_here(kernel))
		return NULL;
	path_of_running(src, path);
	return kallsyms_prefetch(path, KALLSYMS_MAX);
}

/* Read the symbols of a file; NULL and the reason on failure. */
static struct symbol_table *symbols_of(const char *path, struct kallsyms *said,
				       enum symbol_status *why)
{
	struct error none = ERROR_INIT;
	size_t len;
	char *text = symbol_file_text(path, KALLSYMS_MAX, &len, why);

	if (!text)
		return NULL;
	*why = SYMBOLS_NO_MEMORY;
	*said = (struct kallsyms){.table = symbol_table_new(false, &none)};
	if (said->table) {
		kallsyms_take(said, (struct text){text, len});
		*why = kallsyms_end(said);
	}
	mem_free(text);
	return said->table;
}

/* Read a file, or take it from `ahead` (may be NULL). True when it has the symbols. */
static bool read_file(struct module *m, const char *path, struct kallsyms_prefetch *ahead,
		      const struct module_kernel *k)
{
	struct kallsyms said;
	enum symbol_status why;
	struct symbol_table *table = ahead ? kallsyms_prefetch_take(ahead, &said, &why)
					   : symbols_of(path, &said, &why);
	uint64_t anchor;

	if (!table) {
		if (why == SYMBOLS_NOT_PERMITTED || why == SYMBOLS_NO_MEMORY)
			m->status = why;
		return false;
	}
	symbol_table_free(m->table);
	m->table = table;
	m->status = why;
	if (m->status != SYMBOLS_FOUND)
		return false;
	anchor = kallsyms_anchor(&said, k->anchor);
	m->shift = anchor && k->anchor_address ? anchor - k->anchor_address : 0;
	m->shifted = m->shift != 0;
	module_state_from(m, path);
	return true;
}

struct module *module_open_kernel(const struct symbol_source *src,
				  const struct module_kernel *kernel, struct error *err)
{
	struct module *m = module_state_new(err);
	enum symbol_status why;
	char path[SYMBOL_PATH_MAX];

	if (!m)
		return NULL;
	m->status = SYMBOLS_NO_KALLSYMS;
	if (src->kallsyms) {
		read_file(m, src->kallsyms, NULL, kernel);
		return m;
	}
	/* The address of a kernel is random at each boot. */
	if (!kernel->anchor_address) {
		m->status = SYMBOLS_KERNEL_UNPLACED;
		return m;
	}
	path_of_running(src, path);
	if (!module_kernel_runs_here(kernel))
		m->status =
		    kernel->build_id.len || (kernel->release.len && kernel->host.len)
			? SYMBOLS_OTHER_KERNEL
			: SYMBOLS_KERNEL_UNKNOWN;
	else if (read_file(m, path, src->running, kernel))
		return m;
	/* if perf's cache has none either, keep the reason found before */
	why = m->status;
	if (symbol_source_cached(src, &kernel->build_id, "kallsyms", path) &&
	    !read_file(m, path, NULL, kernel) && why != SYMBOLS_NO_KALLSYMS)
		m->status = why;
	return m;
}

/* Does the file belong to the recorded kernel, and by how much was that moved? */
static enum symbol_status
judge_kernel_image(struct elf_image *im, const struct module_kernel *k, uint64_t *moved)
{
	char anchor[32];
	uint64_t linked;

	if (!build_id_same(&k->build_id, elf_image_build_id(im)))
		return SYMBOLS_BUILD_ID;
	if (!elf_image_is_whole(im) || k->anchor.len >= sizeof anchor)
		return SYMBOLS_NOT_ELF;
	snprintf(anchor, sizeof anchor, "%.*s", (int)k->anchor.len, k->anchor.at);
	if (!k->anchor_address || !elf_symbols_value(im, anchor, &linked))
		return SYMBOLS_KERNEL_UNPLACED;
	*moved = k->anchor_address - linked;
	return SYMBOLS_FOUND;
}

enum symbol_status module_kernel_image(const struct symbol_source *src,
				       const struct module_kernel *kernel,
				       struct module_image *found, uint64_t *moved)
{
	enum symbol_status said = SYMBOLS_NO_FILE;
	struct error none = ERROR_INIT;
	char path[SYMBOL_PATH_MAX];

	*found = (struct module_image){0};
	if (!kernel->build_id.len)
		return SYMBOLS_KERNEL_UNKNOWN;
	for (int i = 0; i < SYMBOL_SOURCE_KERNEL_COUNT; i++) {
		enum symbol_status why;
		struct elf_image *im;

		if (!symbol_source_kernel(src, i, &kernel->build_id, kernel->release,
					  path))
			continue;
		im = elf_image_open(src->helper, path, &why);
		if (im)
			why = judge_kernel_image(im, kernel, moved);
		if (im && why == SYMBOLS_FOUND) {
			*found = (struct module_image){.elf = im};
			found->path = mem_text(path, strlen(path), &none);
			return SYMBOLS_FOUND;
		}
		elf_image_close(im);
		if (why != SYMBOLS_NO_FILE)
			said = why;
	}
	return said;
}
