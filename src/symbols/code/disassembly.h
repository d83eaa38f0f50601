/* disassembly.h - disassembles machine code into text. */

#ifndef SYMBOLS_DISASSEMBLY_H
#define SYMBOLS_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/library.h"
#include "symbols/elf/elf_image.h"

/* Without this library nothing is disassembled. */
extern const struct library capstone_library;

#define DECODED_BYTES	15  /* the longest instruction */
#define DECODED_TEXT	192 /* a mnemonic and operands from capstone */
#define DECODED_NOWHERE UINT64_MAX

struct decoded {
	uint64_t address;
	uint64_t target; /* of a direct jump or call; otherwise DECODED_NOWHERE */
	bool is_call, is_jump;
	uint8_t size;
	uint8_t bytes[DECODED_BYTES];
	char text[DECODED_TEXT]; /* "mov eax, edi"; ".byte 0x06" if invalid */
};

struct disassembly;

/*
 * Returns NULL when the machine is not supported or memory runs out. Release with
 * disassembly_free().
 */
struct disassembly *disassembly_new(enum machine machine);
void disassembly_free(struct disassembly *d);

/* Start decoding `len` bytes (borrowed), of which the first is at `address`. */
void disassembly_begin(struct disassembly *d, const uint8_t *bytes, size_t len,
		       uint64_t address);

/*
 * Decode the next instruction; false at the end. A byte (on aarch64, a word) that begins no valid
 * instruction is returned as data, and decoding continues after it.
 */
bool disassembly_next(struct disassembly *d, struct decoded *next);

#endif
