/* made_message.h - protocol buffer messages written by hand, also such as nobody writes. */

#ifndef TESTS_MADE_MESSAGE_H
#define TESTS_MADE_MESSAGE_H

#include <stdint.h>

#include "base/text.h"

/* A growing message. Zero it to begin; release with made_message_free(). */
struct made_message {
	char *at; /* owned */
	size_t len, room;
};

void made_message_raw(struct made_message *m, struct text bytes);
void made_message_number(struct made_message *m, unsigned field, uint64_t value);
void made_message_double(struct made_message *m, unsigned field, double value);
void made_message_bytes(struct made_message *m, unsigned field, struct text bytes);

/* A message in it: `part` is released. */
void made_message_part(struct made_message *m, unsigned field, struct made_message *part);

/* A value without its field, for what is packed. */
void made_message_varint(struct made_message *m, uint64_t value);
void made_message_free(struct made_message *m);

#endif
