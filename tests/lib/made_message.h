/* made_message.h - protocol buffer messages for tests, also malformed ones. */

#ifndef TESTS_MADE_MESSAGE_H
#define TESTS_MADE_MESSAGE_H

#include <stdint.h>

#include "base/text.h"

/* A growing message. Zero it first; release with made_message_free(). */
struct made_message {
	char *at; /* owned */
	size_t len, room;
};

void made_message_raw(struct made_message *m, struct text bytes);
void made_message_number(struct made_message *m, unsigned field, uint64_t value);
void made_message_double(struct made_message *m, unsigned field, double value);
void made_message_bytes(struct made_message *m, unsigned field, struct text bytes);

/* Add a message as a field; `part` is released. */
void made_message_part(struct made_message *m, unsigned field, struct made_message *part);

/* Add a value without a field number, for packed fields. */
void made_message_varint(struct made_message *m, uint64_t value);
void made_message_free(struct made_message *m);

#endif
