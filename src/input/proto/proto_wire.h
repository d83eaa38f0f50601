/* proto_wire.h - the fields of a protocol buffer message, one after the other, and their shape. */

#ifndef INPUT_PROTO_WIRE_H
#define INPUT_PROTO_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/*
 * What is in a message is read (proto_pieces.h) and written (export/pprof_file.c) by protobuf-c
 * alone. By hand is done what it has no function for: to find where a field ends, so that a long
 * message can be unpacked in pieces, and to know a format by a head that may end in the middle of
 * a field; the latter also in a flarescope that was built without the library.
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
	uint64_t value;	  /* of a number; little-endian bits of a fixed one */
	struct text body; /* of bytes; borrowed */
	uint64_t size;	  /* all of it, with its tag; 0: where it ends is not known yet */
};

enum proto_next {
	PROTO_FIELD,
	PROTO_END, /* nothing is left */
	PROTO_CUT, /* the field goes on behind the end of `rest` */
	PROTO_BAD, /* no field */
};

/*
 * Take the first field off `rest`, which stays as it was unless that is PROTO_FIELD. Groups,
 * which nobody has written for many years, are bad.
 */
enum proto_next proto_wire_next(struct text *rest, struct proto_field *f);

/*
 * The fields of a message: how number 1, 2 ... may be stored, a letter each. 'v' is a varint, 'd'
 * are eight bytes, 'b' bytes; 'V' and 'D' many of them, which may be packed into bytes.
 */
struct proto_shape {
	const char *wires;
	const struct proto_shape
	    *parts[12]; /* by number; NULL: of bytes we know nothing */
};

/*
 * Are all fields of a head such as the format has, with parts such as they have, two levels
 * deep? The head may end in the middle. `seen` has a bit for each field that is there as a
 * whole, `begun` has that which is cut off as well.
 */
bool proto_shape_fits(const struct proto_shape *s, struct text head, unsigned *seen,
		      unsigned *begun);

/*
 * May it be of this format, with damage? Not if it has fields whose parts are known, and none of
 * them has such parts.
 */
bool proto_shape_may_be(const struct proto_shape *s, struct text head);

/*
 * Protocol buffers have no magic number, and short bytes of any kind may look like them. So
 * what is sure of its format wins: this is what a probe answers.
 */
#define PROTO_SURE 60

#endif
