#include "sandbox/kernel_text.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"

/* A kernel has a segment for its code, one for modules, and one for each piece of memory. */
#define SEGMENTS_MOST 4096

static bool path_of(const struct kernel_text *k, const char *name, char path[PATH_MAX])
{
	int n = snprintf(path, PATH_MAX, "%s/%s", k->proc, name);

	return n > 0 && n < PATH_MAX;
}

/* Take a symbol: "ffffffff81000000 T _stext". */
static void take_symbol(struct kernel_text *k, struct text line)
{
	struct text digits = line, name;
	uint64_t address;

	digits.len = 0;
	while (digits.len < line.len && line.at[digits.len] != ' ')
		digits.len++;
	name = text_from(line, digits.len + 3);
	if (name.len > 6 || !number_hex(digits, &address))
		return;
	if (text_equal(name, TEXT("_text")))
		k->text = address;
	else if (text_equal(name, TEXT("_stext")))
		k->first = address;
	else if (text_equal(name, TEXT("_etext")))
		k->end = address;
}

/* Find the current addresses of the kernel's code, within the first 16 million symbols. */
static bool find_kernel_code(struct kernel_text *k, struct error *err)
{
	char path[PATH_MAX], line[1024];
	uint32_t left = 1u << 24;
	FILE *from;

	if (k->asked)
		return true;
	if (!path_of(k, "kallsyms", path))
		return error_set(err, ERROR_LIMIT, "a path that is too long");
	from = fopen(path, "re");
	if (!from)
		return error_sys(err, "cannot read %.200s", path);
	while (left-- && fgets(line, sizeof line, from) &&
	       !(k->text && k->first && k->end))
		take_symbol(k, text_upto(text_of(line), strcspn(line, "\n")));
	fclose(from);
	k->asked = true;
	return true;
}

/*
 * Convert recorded to current addresses; false and an error if they are not in the kernel's code.
 */
static bool place_kernel_code(const struct kernel_text *k, const struct kernel_code *code,
			      uint64_t *at, uint64_t *len, struct error *err)
{
	uint64_t anchor = text_equal(code->anchor, TEXT("_text"))    ? k->text
			  : text_equal(code->anchor, TEXT("_stext")) ? k->first
								     : 0;

	if (!anchor || !k->first || k->end <= k->first)
		return error_set(err, ERROR_SYSTEM,
				 "the kernel does not report its address");
	*at = code->address - code->anchor_address + anchor;
	if (*at < k->first || *at >= k->end)
		return error_set(err, ERROR_SYSTEM,
				 "only kernel code is read from /proc/kcore");
	*len = code->len < k->end - *at ? code->len : k->end - *at;
	if (*len > KERNEL_TEXT_MOST - k->taken)
		*len = KERNEL_TEXT_MOST - k->taken;
	return *len > 0 ||
	       error_set(err, ERROR_LIMIT, "at most %u MiB of /proc/kcore are read",
			 KERNEL_TEXT_MOST >> 20);
}

static bool read_at(int fd, uint64_t offset, void *to, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n =
		    pread(fd, (char *)to + done, len - done, (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

/*
 * Find the offset in the core file of an address. Returns the number of bytes available there; 0:
 * none.
 */
static uint64_t find_core_offset(int fd, uint64_t address, uint64_t *offset)
{
	Elf64_Ehdr head;
	Elf64_Phdr p;

	if (!read_at(fd, 0, &head, sizeof head) ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_type != ET_CORE ||
	    head.e_phentsize != sizeof p)
		return 0;
	for (uint32_t i = 0; i < head.e_phnum && i < SEGMENTS_MOST; i++) {
		if (!read_at(fd, head.e_phoff + (uint64_t)i * sizeof p, &p, sizeof p))
			return 0;
		if (p.p_type != PT_LOAD || address < p.p_vaddr ||
		    address - p.p_vaddr >= p.p_filesz)
			continue;
		*offset = p.p_offset + (address - p.p_vaddr);
		return p.p_filesz - (address - p.p_vaddr);
	}
	return 0;
}

size_t kernel_text_read(struct kernel_text *k, const struct kernel_code *code, void *to,
			struct error *err)
{
	uint64_t at = 0, len = 0, offset = 0, there;
	char path[PATH_MAX];
	int fd = path_of(k, "kcore", path) ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
					   : -1;

	if (fd < 0) {
		error_sys(err, "cannot read %.200s", path);
		return 0;
	}
	if (!find_kernel_code(k, err) || !place_kernel_code(k, code, &at, &len, err)) {
		close(fd);
		return 0;
	}
	there = find_core_offset(fd, at, &offset);
	len = len < there ? len : there;
	if (!len || !read_at(fd, offset, to, (size_t)len)) {
		error_set(err, ERROR_SYSTEM, "%.200s/kcore does not have it", k->proc);
		len = 0;
	}
	k->taken += len;
	close(fd);
	return (size_t)len;
}
