#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include <link.h>

#include "base/mem.h"
#include "symbols/elf/elf_object.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/file_pool.h"
#include "symbols/module_state.h"
#include "symbols/symbol_file.h"

/* Larger than the vDSO of any kernel. */
#define VDSO_MAX (256u * 1024)

/* A search for the mapped file and for the separate file with its symbols. */
struct file_search {
	const struct symbol_source *src;
	const struct module_file *wanted;
	enum symbol_status status;
	struct module *m;
	struct elf_image *file, *debug; /* owned */
	char file_path[SYMBOL_PATH_MAX], debug_path[SYMBOL_PATH_MAX];
	void *vdso;	   /* owned: the bytes of `file` */
	enum file_use use; /* the kind of object wanted */
	/* borrowed: that object, if it exists; then nothing is opened */
	void *used;
};

/* Remember a reason. When several files were tried, the most specific one is reported. */
static void note_reason(struct file_search *s, enum symbol_status why)
{
	static const uint8_t says[SYMBOLS_STATUS_COUNT] = {
	    [SYMBOLS_NOT_ELF] = 1,	[SYMBOLS_NOT_PERMITTED] = 2,
	    [SYMBOLS_REPLACED] = 3,	[SYMBOLS_BUILD_ID] = 4,
	    [SYMBOLS_NOT_BUILT_IN] = 5, [SYMBOLS_UNREASONABLE] = 6,
	    [SYMBOLS_TOO_MUCH] = 7,	[SYMBOLS_NO_MEMORY] = 8,
	};

	if (says[why] > says[s->status])
		s->status = why;
}

/* Can this file be used for the recorded one? */
static enum symbol_status judge_file(const struct file_search *s,
				     const struct file_facts *f, uint64_t inode)
{
	const struct module_file *w = s->wanted;

	if (f->status != SYMBOLS_FOUND)
		return f->status;
	if (w->build_id.len && !build_id_same(&w->build_id, &f->build_id))
		return SYMBOLS_BUILD_ID;
	if (!w->build_id.len && !s->src->symfs && w->inode && inode != w->inode)
		return SYMBOLS_REPLACED;
	return (w->is_object ? f->object : f->whole) ? SYMBOLS_FOUND : SYMBOLS_NOT_ELF;
}

/*
 * Was the file at `path` opened before by another path? If so, it is not opened again, and `fd` is
 * closed.
 */
static bool is_known(struct file_search *s, int fd, const struct stat *st,
		     enum symbol_status *why)
{
	uint32_t number = file_pool_number(s->src->pool, st);
	struct file_facts facts;

	if (!file_pool_facts(s->src->pool, number, &facts))
		return false;
	*why = judge_file(s, &facts, st->st_ino);
	if (*why == SYMBOLS_FOUND && s->use < FILE_USES)
		s->used = file_pool_used(s->src->pool, number, s->use);
	if (*why == SYMBOLS_FOUND && !s->used)
		return false;
	symbol_file_close(fd);
	return true;
}

/* Try `path` as the file itself; true ends the search. */
static bool try_file(struct file_search *s, const char *path)
{
	struct elf_image *im = NULL;
	struct file_facts facts;
	enum symbol_status why;
	struct stat st;
	int fd = symbol_file_open(s->src->helper, path, &st, &why);

	if (fd >= 0 && !is_known(s, fd, &st, &why)) {
		im = elf_image_open_file(s->src->pool, fd, &st, &why);
		if (im) {
			facts = (struct file_facts){.status = SYMBOLS_FOUND,
						    .build_id = *elf_image_build_id(im),
						    .whole = elf_image_is_whole(im),
						    .object = elf_object_is(im)};
			why = judge_file(s, &facts, st.st_ino);
		}
	}
	if (why == SYMBOLS_FOUND) {
		s->file = im;
		snprintf(s->file_path, sizeof s->file_path, "%s", path);
		return true;
	}
	elf_image_close(im);
	note_reason(s, why);
	return false;
}

static void find_file(struct file_search *s)
{
	const struct module_file *w = s->wanted;
	char path[SYMBOL_PATH_MAX];

	if (symbol_source_mapped(s->src, w->path, path) && try_file(s, path))
		return;
	if (!w->build_id.len)
		return;
	/* wherever the file is, the build id identifies it */
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

/* A copy of our own vDSO; the kernel made it, so its headers are trusted. */
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

/* Find "[vdso]": our own if the build id matches, otherwise in perf's cache. */
static void find_vdso(struct file_search *s)
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
	note_reason(s, SYMBOLS_BUILD_ID);
	if (symbol_source_cached(s->src, id, "vdso", path))
		try_file(s, path);
}

/*
 * Can a file with build id `is` have the symbols of `s->file`? Compares build ids, or otherwise the
 * checksum of the link.
 */
static bool may_fit(const struct file_search *s, const struct build_id *is, bool by_link)
{
	const struct build_id *id = elf_image_build_id(s->file);

	return (id->len && build_id_same(id, is)) || (by_link && (!id->len || !is->len));
}

/* NULL when the file is missing or known not to fit. */
static struct elf_image *open_debug(struct file_search *s, const char *path, bool by_link)
{
	struct file_facts facts;
	enum symbol_status why;
	struct stat st;
	int fd = symbol_file_open(s->src->helper, path, &st, &why);

	if (fd < 0)
		return NULL;
	if (file_pool_facts(s->src->pool, file_pool_number(s->src->pool, &st), &facts) &&
	    (facts.status != SYMBOLS_FOUND || !may_fit(s, &facts.build_id, by_link))) {
		symbol_file_close(fd);
		return NULL;
	}
	return elf_image_open_file(s->src->pool, fd, &st, &why);
}

static bool try_debug(struct file_search *s, const char *path, bool by_link, uint32_t crc)
{
	const struct build_id *id = elf_image_build_id(s->file);
	struct elf_image *im = open_debug(s, path, by_link);
	uint32_t is;
	bool fits = false;

	if (im && elf_image_has_symtab(im)) {
		fits = id->len && build_id_same(id, elf_image_build_id(im));
		if (!fits && by_link && (!id->len || !elf_image_build_id(im)->len))
			fits = elf_image_crc(im, &is) && is == crc;
	}
	if (!fits) {
		elf_image_close(im);
		return false;
	}
	s->debug = im;
	snprintf(s->debug_path, sizeof s->debug_path, "%s", path);
	return true;
}

static void find_debug(struct file_search *s)
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

/* Read the symbols of all files found; false when memory runs out. */
static bool read_symbols(struct file_search *s, struct error *err)
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

/* Keep the data that module_inlined() needs. */
static void keep_places(struct file_search *s)
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

static void find_mapped(struct file_search *s)
{
	s->status = SYMBOLS_NO_FILE;
	if (text_equal(s->wanted->path, TEXT("[vdso]")))
		find_vdso(s);
	else
		find_file(s);
}

static void search_files(struct file_search *s)
{
	struct error err = ERROR_INIT;

	find_mapped(s);
	s->m->status = s->status;
	if (!s->file)
		return;
	s->m->pool = s->src->pool;
	s->m->number = elf_image_number(s->file);
	file_pool_use(s->m->pool, s->m->number, FILE_USE_SYMBOLS, s->m);
	if (!elf_image_has_symtab(s->file))
		find_debug(s);
	s->m->status = SYMBOLS_STRIPPED;
	if (!read_symbols(s, &err))
		s->m->status = SYMBOLS_NO_MEMORY;
	else if (elf_image_excess(s->file) != SYMBOLS_FOUND)
		s->m->status = elf_image_excess(s->file);
	else if (s->debug && elf_image_excess(s->debug) != SYMBOLS_FOUND)
		s->m->status = elf_image_excess(s->debug);
	else if (symbol_table_count(s->m->table))
		s->m->status = SYMBOLS_FOUND;
	keep_places(s);
}

struct module *module_open_file(const struct symbol_source *src,
				const struct module_file *file, struct error *err)
{
	struct file_search s = {.src = src, .wanted = file, .use = FILE_USE_SYMBOLS};

	s.m = module_state_new(err);
	if (!s.m)
		return NULL;
	search_files(&s);
	elf_image_close(s.debug);
	elf_image_close(s.file);
	mem_free(s.vdso);
	if (!s.used)
		return s.m;
	module_close(s.m);
	s.m = s.used;
	s.m->users++;
	return s.m;
}

enum symbol_status module_file_image_once(const struct symbol_source *src,
					  const struct module_file *file,
					  enum file_use use, void **used,
					  struct module_image *found)
{
	struct file_search s = {.src = src, .wanted = file, .use = use};
	struct error none = ERROR_INIT;

	*found = (struct module_image){0};
	find_mapped(&s);
	*used = s.used;
	if (s.used)
		return SYMBOLS_FOUND;
	if (!s.file)
		return s.status;
	*found = (struct module_image){.elf = s.file, .bytes = s.vdso};
	found->number = elf_image_number(s.file);
	found->path = mem_text(s.file_path, strlen(s.file_path), &none);
	return SYMBOLS_FOUND;
}

enum symbol_status module_file_image(const struct symbol_source *src,
				     const struct module_file *file, bool debug,
				     struct module_image *found)
{
	struct file_search s = {.src = src, .wanted = file, .use = FILE_USES};
	struct error none = ERROR_INIT;
	void *used;

	if (!debug)
		return module_file_image_once(src, file, FILE_USES, &used, found);
	*found = (struct module_image){0};
	find_mapped(&s);
	if (!s.file)
		return s.status;
	find_debug(&s);
	*found = (struct module_image){.elf = s.file, .bytes = s.vdso};
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
