/* proto_pieces.h - a file that is one protocol buffer message, read piece by piece. */

#ifndef INPUT_PROTO_PIECES_H
#define INPUT_PROTO_PIECES_H

#include "input/formats.h"

/*
 * protobuf-c generates C from the descriptions of the formats in src/proto when flarescope is
 * built. It unpacks a message as a whole. But a message may be split between any two of its fields,
 * and each part is a message of the same type. So 64 KiB of whole fields are unpacked at a time, or
 * one field if it is longer, into memory with a limit: memory does not grow with the file.
 */

struct ProtobufCMessage;
struct ProtobufCMessageDescriptor;

/*
 * A piece of the message: some of its fields, in the order of the file; the others are empty. It is
 * valid during the call only. `offset` is the offset of the piece in the input, for losses. When
 * the function returns false with an error, reading ends.
 */
typedef bool proto_take(void *arg, const struct ProtobufCMessage *piece, uint64_t offset,
			struct error *err);

/*
 * Read the input and call `take` for each piece. Fields that cannot be unpacked are counted as
 * LOSS_RECORD; a truncated end, or one that is no protocol buffer, as LOSS_RECORDS_CUT.
 * ERROR_LIMIT: a field is too large.
 */
bool proto_pieces_read(struct reading *r, const struct ProtobufCMessageDescriptor *type,
		       proto_take *take, void *arg, struct error *err);

/* For a build without protobuf-c: returns false with an error that `what` needs it. */
bool proto_pieces_refuse(const char *what, struct error *err);

#endif
