/* proto_wire.h - protocol buffers: fields one by one, recognition by shape, a file of a message. */

#ifndef INPUT_PROTO_WIRE_H
#define INPUT_PROTO_WIRE_H

#include "input/formats.h"

/*
 * The format: https://protobuf.dev/programming-guides/encoding/. A message is a sequence of fields
 * in any order. Its numbers are 0 and its texts empty where it has no such field. Of a number or a
 * message that comes twice, the last one counts. Writers may pack repeated numbers into one field.
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
	struct text body; /* borrowed; for PROTO_BYTES */
	uint64_t size;	  /* bytes including the tag; 0: the end is not known yet */
};

enum proto_next {
	PROTO_FIELD,
	PROTO_END, /* `rest` is empty */
	PROTO_CUT, /* the field continues after the end of `rest` */
	PROTO_BAD, /* not a field */
};

/*
 * Remove the first field from `rest`, which is unchanged unless the result is PROTO_FIELD. Groups,
 * which have been obsolete for many years, are PROTO_BAD.
 */
enum proto_next proto_wire_next(struct text *rest, struct proto_field *f);

/*
 * The next number of a repeated field, packed or not: a varint, or a double. The field must have
 * the type that the format gives to it. False: there is none. The field is used up.
 */
bool proto_wire_varint(struct proto_field *f, uint64_t *number);
bool proto_wire_double(struct proto_field *f, double *number);

/* The varints of a message by the numbers of their fields, 1 to `count` - 1. */
void proto_wire_varints(struct text message, uint64_t *numbers, unsigned count);

/* The bytes of a field, the last one of that number. Borrowed. */
struct text proto_wire_bytes(struct text message, uint32_t number);

/*
 * The fields of a message. `wires` has one letter for each number, from 1 on: 'v' is a varint, 'd'
 * eight bytes, 'b' bytes; 'V' and 'D' are repeated 'v' and 'd', which may be packed into bytes.
 */
struct proto_shape {
	const char *wires;
	/* by number; NULL: bytes with unknown contents */
	const struct proto_shape *parts[12];
};

/*
 * Do all fields of a head fit the format, with their parts two levels deep? The head may end in the
 * middle of a field. `seen` gets a bit for each number of a complete field; `begun` also one for
 * the truncated field.
 */
bool proto_shape_fits(const struct proto_shape *s, struct text head, unsigned *seen,
		      unsigned *begun);

/*
 * May this be a damaged file of the format? No, if it has fields with a known part shape, and none
 * of them fits it.
 */
bool proto_shape_may_be(const struct proto_shape *s, struct text head);

/*
 * The result of a probe for this format. It is low because protocol buffers have no magic number,
 * and other short files may look like them: any format that is certain takes precedence.
 */
#define PROTO_SURE 60

/* ---- a file that is one message ---- */

/*
 * A valid field of the message, during the call only. `offset` is where it begins in the input, for
 * losses. When the function returns false with an error, reading ends.
 */
typedef bool proto_take(void *arg, const struct proto_field *field, uint64_t offset,
			struct error *err);

/*
 * Read the input and call `take` for each field, in the order of the file; memory does not grow
 * with it. Fields that are not valid, and fields that the format does not know, are counted as
 * LOSS_RECORD; a truncated end, or one that is no protocol buffer, as LOSS_RECORDS_CUT.
 * ERROR_LIMIT: a field is too large.
 */
bool proto_fields_read(struct reading *r, const struct proto_shape *format,
		       proto_take *take, void *arg, struct error *err);

#endif
