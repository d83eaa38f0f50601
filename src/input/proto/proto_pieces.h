/* proto_pieces.h - a file that is one protocol buffer message, read piece by piece. */

#ifndef INPUT_PROTO_PIECES_H
#define INPUT_PROTO_PIECES_H

#include "input/formats.h"

/*
 * Formats are described in src/proto, of which protobuf-c makes C when flarescope is
 * built. It unpacks 64 KiB of whole fields at a time into memory with a limit: a message
 * that is cut between its fields is two messages.
 */

struct ProtobufCMessage;
struct ProtobufCMessageDescriptor;

/*
 * A piece of the message: some of its fields, in the order of the file, the others empty.
 * It is gone after the call. `offset` is where it begins, for losses. False and an error
 * end the reading.
 */
typedef bool proto_take(void *arg, const struct ProtobufCMessage *piece, uint64_t offset,
			struct error *err);

/*
 * protobuf-c unpacks a message as a whole. But one may be cut between any two of its fields,
 * and each part is a message of the same type; so 64 KiB are unpacked at a time, or one
 * field where that is longer, and memory does not grow with the file.
 *
 * Fields that cannot be unpacked are counted as LOSS_RECORD, and an end that is missing or no
 * protocol buffer as LOSS_RECORDS_CUT. ERROR_LIMIT: one field is too large.
 */
bool proto_pieces_read(struct reading *r, const struct ProtobufCMessageDescriptor *type,
		       proto_take *take, void *arg, struct error *err);

/* In the place of reading, without protobuf-c: false and an error that says so of `what`. */
bool proto_pieces_refuse(const char *what, struct error *err);

#endif
