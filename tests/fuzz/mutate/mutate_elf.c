#include <elf.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"

/* Of 64 bits; others are changed bytewise. */
struct image {
	Elf64_Ehdr head;
	size_t sections, segments;
};

static bool image_of(const struct buffer *b, struct image *im)
{
	if (b->len < sizeof im->head)
		return false;
	memcpy(&im->head, b->at, sizeof im->head);
	im->sections = im->segments = 0;
	if (im->head.e_ident[EI_CLASS] != ELFCLASS64)
		return false;
	if (im->head.e_shoff < b->len)
		im->sections = (b->len - im->head.e_shoff) / sizeof(Elf64_Shdr);
	if (im->head.e_phoff < b->len)
		im->segments = (b->len - im->head.e_phoff) / sizeof(Elf64_Phdr);
	if (im->sections > im->head.e_shnum)
		im->sections = im->head.e_shnum;
	if (im->segments > im->head.e_phnum)
		im->segments = im->head.e_phnum;
	return im->sections > 0;
}

static size_t place_of(const struct image *im, size_t section)
{
	return im->head.e_shoff + section * sizeof(Elf64_Shdr);
}

/* A section whose content exists; false if none was found. */
static bool any_content(const struct buffer *b, const struct image *im, struct dice *d,
			Elf64_Shdr *s, size_t *which)
{
	for (int tries = 0; tries < 40; tries++) {
		*which = dice_below(d, im->sections);
		memcpy(s, b->at + place_of(im, *which), sizeof *s);
		if (s->sh_type == SHT_NULL || s->sh_type == SHT_NOBITS || !s->sh_size ||
		    s->sh_offset >= b->len || s->sh_size > b->len - s->sh_offset)
			continue;
		/* we do not read code */
		if (!(s->sh_flags & SHF_EXECINSTR) || dice_one_in(d, 10))
			return true;
	}
	return false;
}

static void change_head(struct buffer *b, const struct image *im, struct dice *d)
{
	static const struct {
		uint8_t at, bytes;
	} fields[] = {{4, 1},  {5, 1},	{6, 1},	 {16, 2}, {18, 2}, {32, 8}, {40, 8},
		      {52, 2}, {54, 2}, {56, 2}, {58, 2}, {60, 2}, {62, 2}};
	size_t i = dice_below(d, sizeof fields / sizeof *fields);

	(void)im;
	buffer_put(b, fields[i].at, fields[i].bytes,
		   dice_one_in(d, 2) ? dice_number(d) : dice_below(d, 64));
}

static void change_section(struct buffer *b, const struct image *im, struct dice *d)
{
	static const uint8_t at[] = {0, 4, 8, 16, 24, 32, 32, 32, 40, 44, 48, 56};
	size_t i = at[dice_below(d, sizeof at)];
	size_t place = place_of(im, dice_below(d, im->sections)) + i;
	size_t bytes = i < 8 || i == 40 || i == 44 ? 4 : 8;

	switch (dice_below(d, 4)) {
	case 0:
		buffer_put(b, place, bytes, dice_number(d));
		break;
	case 1:
		buffer_put(b, place, bytes,
			   buffer_number(b, place, bytes) ^ UINT64_C(1)
								<< dice_below(d, 12));
		break;
	case 2:
		buffer_put(b, place, bytes,
			   buffer_number(b, place, bytes) + dice_below(d, 65) - 32);
		break;
	default: /* that of another section */
		buffer_put(b, place, bytes,
			   buffer_number(b, place_of(im, dice_below(d, im->sections)) + i,
					 bytes));
	}
}

static void swap_names(struct buffer *b, const struct image *im, struct dice *d)
{
	size_t one = place_of(im, dice_below(d, im->sections));
	size_t two = place_of(im, dice_below(d, im->sections));
	uint64_t name = buffer_number(b, one, 4);

	buffer_put(b, one, 4, buffer_number(b, two, 4));
	buffer_put(b, two, 4, name);
}

static void change_segment(struct buffer *b, const struct image *im, struct dice *d)
{
	static const uint8_t at[] = {0, 4, 8, 16, 32, 40, 48};
	size_t i = at[dice_below(d, sizeof at)];

	if (im->segments)
		buffer_put(b,
			   im->head.e_phoff +
			       dice_below(d, im->segments) * sizeof(Elf64_Phdr) + i,
			   i < 8 ? 4 : 8, dice_number(d));
}

/* Numbers of symbols, relocations, notes and unwind tables: of 1, 4 or 8 bytes. */
static void change_content(struct buffer *b, const struct image *im, struct dice *d)
{
	static const uint8_t sizes[] = {1, 1, 1, 2, 4, 8};
	size_t which, bytes = sizes[dice_below(d, sizeof sizes)], at;
	Elf64_Shdr s;

	if (!any_content(b, im, d, &s, &which))
		return;
	for (size_t n = 1 + dice_below(d, 4); n > 0; n--) {
		at = s.sh_offset + bytes * dice_below(d, s.sh_size / bytes);
		if (dice_one_in(d, 3))
			buffer_put(b, at, bytes,
				   buffer_number(b, at, bytes) + dice_below(d, 9) - 4);
		else
			buffer_put(b, at, bytes, dice_number(d));
	}
}

/* Copy bytes of a section to another place in it, or in another one. */
static void copy_content(struct buffer *b, const struct image *im, struct dice *d)
{
	Elf64_Shdr s, t;
	size_t which, from, to, n;

	if (!any_content(b, im, d, &s, &which))
		return;
	t = s;
	if (dice_one_in(d, 4) && !any_content(b, im, d, &t, &which))
		return;
	from = dice_below(d, s.sh_size);
	to = dice_below(d, t.sh_size);
	n = 1 + dice_below(d, 64);
	if (n <= s.sh_size - from && n <= t.sh_size - to)
		memmove(b->at + t.sh_offset + to, b->at + s.sh_offset + from, n);
}

/*
 * Add or remove bytes within a section: everything after it moves away from its stated position,
 * except for the headers, which are mostly at the end.
 */
static void change_length(struct buffer *b, const struct image *im, struct dice *d)
{
	size_t which, at, n = 1 + dice_below(d, 16);
	Elf64_Shdr s;
	bool more = dice_one_in(d, 2);

	if (!any_content(b, im, d, &s, &which) || n > s.sh_size)
		return;
	at = s.sh_offset + dice_below(d, s.sh_size - n + 1);
	if (more ? !buffer_copy(b, at, at, n, 1) : !buffer_replace(b, at, n, NULL, 0))
		return;
	if (im->head.e_shoff > at)
		buffer_put(b, 40, 8, im->head.e_shoff + (more ? n : -n));
}

void mutate_elf(struct buffer *b, struct dice *d)
{
	static void (*const changes[])(struct buffer *, const struct image *,
				       struct dice *) = {
	    change_content, change_content, change_content, change_content,
	    copy_content,   copy_content,   change_section, change_section,
	    change_segment, change_head,    swap_names,	    change_length};
	struct image im;

	if (image_of(b, &im))
		changes[dice_below(d, sizeof changes / sizeof *changes)](b, &im, d);
	else
		b->len = LLVMFuzzerMutate(b->at, b->len, b->max);
}
