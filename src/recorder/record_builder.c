#include "recorder/record_builder.h"

static void put_record_bytes(struct fill *f, const void *at, size_t len)
{
	fill_text(f, (struct text){at, len});
}

void record_builder_begin(struct record_builder *m, void *room, size_t size,
			  uint32_t type, uint16_t misc)
{
	m->f = fill_of(room, size < RECORD_MOST ? size : RECORD_MOST);
	m->head = (struct record_head){.type = type, .misc = misc};
	put_record_bytes(&m->f, &m->head, sizeof m->head);
}

void record_builder_u32(struct record_builder *m, uint32_t value)
{
	put_record_bytes(&m->f, &value, sizeof value);
}

void record_builder_u64(struct record_builder *m, uint64_t value)
{
	put_record_bytes(&m->f, &value, sizeof value);
}

void record_builder_zeros(struct record_builder *m, size_t len)
{
	char *at = fill_take(&m->f, len);

	if (at)
		memset(at, 0, len);
}

void record_builder_name(struct record_builder *m, struct text name)
{
	name = text_upto(name, name.len ? strnlen(name.at, name.len) : 0);
	fill_text(&m->f, name);
	record_builder_zeros(m, 8 - name.len % 8);
}

struct text record_builder_end(struct record_builder *m)
{
	struct text all = fill_written(&m->f);
	size_t odd = all.len % 8;

	if (odd)
		record_builder_zeros(m, 8 - odd);
	all = fill_written(&m->f);
	if (m->f.short_room)
		return (struct text){m->f.begin, 0};
	m->head.size = (uint16_t)all.len;
	memcpy(m->f.begin, &m->head, sizeof m->head);
	return all;
}
