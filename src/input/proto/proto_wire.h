/* proto_wire.h - the fields of a protocol buffer message, one after the other. */

#ifndef INPUT_PROTO_WIRE_H
#define INPUT_PROTO_WIRE_H

#include <stdint.h>

#include "base/text.h"

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

/* How sure, as struct format has it: proto_probe.c. */
unsigned pprof_probe(struct text head);
unsigned nflxprofile_probe(struct text head);

#endif
