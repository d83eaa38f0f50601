/* proto_fields.h - a file that is one protocol buffer message, read field by field. */

#ifndef INPUT_PROTO_FIELDS_H
#define INPUT_PROTO_FIELDS_H

#include "input/formats.h"
#include "input/proto/proto_wire.h"

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
