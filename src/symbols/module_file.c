#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include <link.h>

#include "base/mem.h"
#include "symbols/elf/elf_object.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/module_state.h"
#include "symbols/symbol_file.h"

/* No kernel's vDSO is larger. */
#define VDSO_MAX (256u * 1024)

/* A search for the file that was mapped, and for that with its symbols. */
struct search {
	const struct symbol_source *src;
	const struct module_file *wanted;
	enum symbol_status status;
	struct module *m;
	struct elf_image *file, *debug; /* owned */
	char file_path[SYMBOL_PATH_MAX], debug_path[SYMBOL_PATH_MAX];
	void *vdso; /* owned: bytes of `file` */
};

/* The reason to tell, when several files were tried, is the one that says most. */
static void note(struct search *s, enum symbol_status why)
{
	static const uint8_t says[SYMBOLS_STATUS_COUNT] = {
	    [SYMBOLS_NOT_ELF] = 1,	[SYMBOLS_NOT_PERMITTED] = 2,
	    [SYMBOLS_REPLACED] = 3,	[SYMBOLS_BUILD_ID] = 4,
	    [SYMBOLS_NOT_BUILT_IN] = 5, [SYMBOLS_UNREASONABLE] = 6,
	    [SYMBOLS_NO_MEMORY] = 7,
	};

	if (says[why] > says[s->status])
		s->status = why;
}

/* May this file stand for the recorded one? */
static enum symbol_status judge(const struct search *s, const struct elf_image *im)
{
	const struct module_file *w = s->wanted;

	if (w->build_id.len)
		return build_id_same(&w->build_id, elf_image_build_id(im))
			   ? SYMBOLS_FOUND
			   : SYMBOLS_BUILD_ID;
	if (!s->src->symfs && w->inode && elf_image_inode(im) != w->inode)
		return SYMBOLS_REPLACED;
	return SYMBOLS_FOUND;
}

/* Try `path` as the file itself; true ends the search. */
static bool try_file(struct search *s, const char *path)
{
	enum symbol_status why;
	struct elf_image *im = elf_image_open(s->src->helper, path, &why);

	if (im) {
		why = judge(s, im);
		if (why == SYMBOLS_FOUND &&
		    !(s->wanted->is_object ? elf_object_is(im) : elf_image_is_whole(im)))
			why = SYMBOLS_NOT_ELF;
	}
	if (why == SYMBOLS_FOUND) {
		s->file = im;
		snprintf(s->file_path, sizeof s->file_path, "%s", path);
		return true;
	}
	elf_image_close(im);
	note(s, why);
	return false;
}

static void find_file(struct search *s)
{
	const struct module_file *w = s->wanted;
	char path[SYMBOL_PATH_MAX];

	if (symbol_source_mapped(s->src, w->path, path) && try_file(s, path))
		return;
	if (!w->build_id.len)
		return;
	/* Wherever the file is, its build id proves it. */
	if (symbol_source_cached(s->src, &w->build_id, "elf", path) && try_file(s, path))
		return;
	if (symbol_source_in_process(s->src, w->pid, w->path, path) && try_file(s, path))
		return;
	if (s->src->symfs) {
		struct symbol_source here = *s->src;

		here.symfs = NULL;
		if (symbol_source_mapped(&here, w->path, path))
			try_file(s, path);
	}
}

/* A copy of our own vDSO, which the kernel put there: its headers do not lie. */
static struct elf_image *own_vdso(void **bytes)
{
	uintptr_t at = getauxval(AT_SYSINFO_EHDR);
	struct error none = ERROR_INIT;
	enum symbol_status why;
	const void *mapped = (const void *)at;
	size_t len;
	ElfW(Ehdr) head;

	if (!at)
		return NULL;
	memcpy(&head, mapped, sizeof head);
	len = head.e_shoff + (size_t)head.e_shnum * head.e_shentsize;
	if (len > VDSO_MAX || !(*bytes = mem_array(len, 1, "bytes", &none)))
		return NULL;
	memcpy(*bytes, mapped, len);
	return elf_image_of_bytes(*bytes, len, &why);
}

struct build_id module_vdso_build_id(void)
{
	struct build_id id = {.len = 0};
	void *bytes = NULL;
	struct elf_image *vdso = own_vdso(&bytes);

	if (vdso)
		id = *elf_image_build_id(vdso);
	elf_image_close(vdso);
	mem_free(bytes);
	return id;
}

/* "[vdso]": our own one, if the kernel is the same, or what perf kept of it. */
static void find_vdso(struct search *s)
{
	const struct build_id *id = &s->wanted->build_id;
	char path[SYMBOL_PATH_MAX];

	if (!id->len)
		return;
	s->file = own_vdso(&s->vdso);
	if (s->file && build_id_same(id, elf_image_build_id(s->file))) {
		snprintf(s->file_path, sizeof s->file_path, "[vdso]");
		return;
	}
	elf_image_close(s->file);
	s->file = NULL;
	note(s, SYMBOLS_BUILD_ID);
	if (symbol_source_cached(s->src, id, "vdso", path))
		try_file(s, path);
}

/* Does this file have the symbols of `s->file`? By build id, or else by checksum. */
static bool try_debug(struct search *s, const char *path, bool by_link, uint32_t crc)
{
	const struct build_id *id = elf_image_build_id(s->file);
	enum symbol_status why;
	struct elf_image *im = elf_image_open(s->src->helper, path, &why);
	uint32_t is;
	bool fits = false;

	if (im && elf_image_has_symtab(im)) {
		fits = id->len && build_id_same(id, elf_image_build_id(im));
		if (!fits && by_link && (!id->len || !elf_image_build_id(im)->len))
			fits = symbol_file_crc(path, &is) && is == crc;
	}
	if (!fits) {
		elf_image_close(im);
		return false;
	}
	s->debug = im;
	snprintf(s->debug_path, sizeof s->debug_path, "%s", path);
	return true;
}

static void find_debug(struct search *s)
{
	uint32_t crc = 0;
	struct text link = elf_image_debuglink(s->file, &crc);
	char path[SYMBOL_PATH_MAX];
	bool by_link;

	for (int i = 0; i < SYMBOL_SOURCE_DEBUG_COUNT; i++) {
		if (symbol_source_debug(s->src, i, elf_image_build_id(s->file),
					s->vdso ? "" : s->file_path, link, path,
					&by_link) &&
		    try_debug(s, path, by_link, crc))
			return;
	}
}

/* All that the files have; false for want of memory. */
static bool read_symbols(struct search *s, struct error *err)
{
	struct symbol_table *t = symbol_table_new(true, err);
	struct elf_image *packed = NULL;
	bool fine = t != NULL;

	s->m->table = t;
	if (!s->debug && !elf_image_has_symtab(s->file))
		packed = elf_image_debugdata(s->file);
	if (fine && s->debug)
		fine = elf_symbols_read(s->debug, s->file, t, err);
	if (fine && packed)
		fine = elf_symbols_read(packed, s->file, t, err);
	fine = fine && elf_symbols_read(s->file, s->file, t, err) &&
	       elf_symbols_plt(s->file, t, err);
	s->m->partial = !s->debug && !packed && !elf_image_has_symtab(s->file);
	elf_image_close(packed);
	return fine;
}

/* What module_inlined() will want. */
static void keep_places(struct search *s)
{
	const struct elf_image *with = s->debug ? s->debug : s->file;
	const struct elf_load *loads = elf_image_loads(s->file, &s->m->load_count);

	memcpy(s->m->loads, loads, s->m->load_count * sizeof *loads);
	s->m->dwarf_id = *elf_image_build_id(with);
	s->m->helper = s->src->helper;
	s->m->with_lines = s->src->lines;
	module_state_from(s->m, s->debug ? s->debug_path : s->file_path);
	s->m->dwarf_there = !s->vdso || s->debug;
}

static void find_mapped(struct search *s)
{
	s->status = SYMBOLS_NO_FILE;
	if (text_equal(s->wanted->path, TEXT("[vdso]")))
		find_vdso(s);
	else
		find_file(s);
}

static void search(struct search *s)
{
	struct error err = ERROR_INIT;

	find_mapped(s);
	s->m->status = s->status;
	if (!s->file)
		return;
	if (!elf_image_has_symtab(s->file))
		find_debug(s);
	s->m->status = SYMBOLS_STRIPPED;
	if (!read_symbols(s, &err))
		s->m->status = SYMBOLS_NO_MEMORY;
	else if (elf_image_is_unreasonable(s->file) ||
		 (s->debug && elf_image_is_unreasonable(s->debug)))
		s->m->status = SYMBOLS_UNREASONABLE;
	else if (symbol_table_count(s->m->table))
		s->m->status = SYMBOLS_FOUND;
	keep_places(s);
}

struct module *module_open_file(const struct symbol_source *src,
				const struct module_file *file, struct error *err)
{
	struct search s = {.src = src, .wanted = file};

	s.m = module_state_new(err);
	if (!s.m)
		return NULL;
	search(&s);
	elf_image_close(s.debug);
	elf_image_close(s.file);
	mem_free(s.vdso);
	return s.m;
}

enum symbol_status module_file_image(const struct symbol_source *src,
				     const struct module_file *file, bool debug,
				     struct module_image *found)
{
	struct search s = {.src = src, .wanted = file};
	struct error none = ERROR_INIT;

	*found = (struct module_image){0};
	find_mapped(&s);
	if (!s.file)
		return s.status;
	if (debug)
		find_debug(&s);
	*found = (struct module_image){.elf = s.file, .bytes = s.vdso};
	if (!debug) {
		found->path = mem_text(s.file_path, strlen(s.file_path), &none);
		return SYMBOLS_FOUND;
	}
	module_image_close(found);
	*found = (struct module_image){.elf = s.debug};
	if (s.debug)
		found->path = mem_text(s.debug_path, strlen(s.debug_path), &none);
	return s.debug ? SYMBOLS_FOUND : SYMBOLS_NO_FILE;
}

void module_image_close(struct module_image *image)
{
	elf_image_close(image->elf);
	mem_free(image->bytes);
	mem_free(image->path);
	*image = (struct module_image){0};
}
