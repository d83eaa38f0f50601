#include "lib/made_message.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void made_message_raw(struct made_message *m, struct text bytes)
{
	struct error err = ERROR_INIT;

	if (bytes.len == 0)
		return;
	if (!mem_reserve(&m->at, &m->room, m->len + bytes.len, 1, "a message", &err))
		abort();
	memcpy(m->at + m->len, bytes.at, bytes.len);
	m->len += bytes.len;
}

void made_message_varint(struct made_message *m, uint64_t value)
{
	char c;

	for (; value >= 0x80; value >>= 7) {
		c = (char)(unsigned char)(value | 0x80);
		made_message_raw(m, (struct text){&c, 1});
	}
	c = (char)value;
	made_message_raw(m, (struct text){&c, 1});
}

void made_message_number(struct made_message *m, unsigned field, uint64_t value)
{
	made_message_varint(m, (uint64_t)field << 3);
	made_message_varint(m, value);
}

void made_message_double(struct made_message *m, unsigned field, double value)
{
	made_message_varint(m, (uint64_t)field << 3 | 1);
	made_message_raw(m, (struct text){(const char *)&value, sizeof value});
}

void made_message_bytes(struct made_message *m, unsigned field, struct text bytes)
{
	made_message_varint(m, (uint64_t)field << 3 | 2);
	made_message_varint(m, bytes.len);
	made_message_raw(m, bytes);
}

void made_message_part(struct made_message *m, unsigned field, struct made_message *part)
{
	made_message_bytes(m, field, (struct text){part->at, part->len});
	made_message_free(part);
}

void made_message_free(struct made_message *m)
{
	free(m->at);
	*m = (struct made_message){0};
}
