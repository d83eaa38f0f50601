/* proto_wire.h - protocol buffers: parses fields, recognises formats, reads files. */

#ifndef INPUT_PROTO_WIRE_H
#define INPUT_PROTO_WIRE_H

#include "input/formats.h"

/*
 * The format: https://protobuf.dev/programming-guides/encoding/. A message is a sequence of fields
 * in any order. A missing number is 0, and a missing text is empty. If a field that is not repeated
 * occurs twice, the last one counts. Writers may pack repeated numbers into one field.
 */

enum proto_wire {
	PROTO_VARINT = 0,
	PROTO_FIXED64 = 1,
	PROTO_BYTES = 2,
	PROTO_FIXED32 = 5
};

struct proto_field {
	uint32_t number;  /* never 0 */
	uint8_t wire;	  /* enum proto_wire */
	uint64_t value;	  /* a number, or the length of `body` */
	struct text body; /* borrowed; only for PROTO_BYTES */
	uint64_t size;	  /* bytes including the tag; 0: not known yet */
};

enum proto_next {
	PROTO_FIELD,
	PROTO_END, /* `rest` is empty */
	PROTO_CUT, /* the field continues after the end of `rest` */
	PROTO_BAD, /* not a field */
};

/* Remove the first field from `rest` if it is a PROTO_FIELD. Obsolete groups are PROTO_BAD. */
enum proto_next proto_wire_next(struct text *rest, struct proto_field *f);

/*
 * Remove the next number from a repeated field, packed or not, of varints or doubles. The field
 * must have the type that its format defines. False: no number is left.
 */
bool proto_wire_varint(struct proto_field *f, uint64_t *number);
bool proto_wire_double(struct proto_field *f, double *number);

/* Get the varints of a message; `numbers` is indexed by field number, 1 to `count` - 1. */
void proto_wire_varints(struct text message, uint64_t *numbers, unsigned count);

/* The bytes of the last field with this number; empty: no such field. Borrowed. */
struct text proto_wire_bytes(struct text message, uint32_t number);

/*
 * The fields of a message type. `wires` has a letter for each field number, from 1 on: 'v' is a
 * varint, 'd' eight bytes, 'b' bytes; 'V' and 'D' are repeated 'v' and 'd', which may be packed.
 */
struct proto_shape {
	const char *wires;
	/* types of the messages in fields, by field number; NULL: other contents */
	const struct proto_shape *parts[12];
};

/*
 * Do all fields of a head, and the messages in them to a depth of two, fit the format? The head may
 * end within a field. Bit N of `*seen` is set for a complete field with number N; `*begun` also has
 * the bit of the truncated field.
 */
bool proto_shape_fits(const struct proto_shape *s, struct text head, unsigned *seen,
		      unsigned *begun);

/*
 * May this be a damaged file of the format? No, if it has fields with messages of a known type, but
 * none of these messages fits.
 */
bool proto_shape_may_be(const struct proto_shape *s, struct text head);

/*
 * The result of a probe for protocol buffers. It is low because they have no magic number, and
 * other short files may look like them: formats that are certain take precedence.
 */
#define PROTO_SURE 60

/* ---- a file that is one message ---- */

/*
 * Takes a valid field of the message; `field` is borrowed. `offset` is its position in the input,
 * for losses. False and an error end the reading.
 */
typedef bool proto_take(void *arg, const struct proto_field *field, uint64_t offset,
			struct error *err);

/*
 * Read the input and call `take` for each valid field, in the order of the file. Memory holds only
 * a block, or a longer field. Invalid and unknown fields are counted as LOSS_RECORD; a truncated or
 * damaged end of the file is counted as LOSS_RECORDS_CUT. ERROR_LIMIT: a field of more than 64 MiB.
 */
bool proto_fields_read(struct reading *r, const struct proto_shape *format,
		       proto_take *take, void *arg, struct error *err);

#endif
