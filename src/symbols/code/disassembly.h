/* disassembly.h - instructions in words, for what a program's file has as bytes. */

#ifndef SYMBOLS_DISASSEMBLY_H
#define SYMBOLS_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/library.h"
#include "symbols/elf/elf_image.h"

/* Without it nothing is disassembled. */
extern const struct library capstone_library;

#define DECODED_BYTES	15  /* no instruction has more */
#define DECODED_TEXT	192 /* of capstone, a mnemonic and its operands */
#define DECODED_NOWHERE UINT64_MAX

struct decoded {
	uint64_t address;
	uint64_t target; /* of a jump or a call that names it; DECODED_NOWHERE */
	bool is_call, is_jump;
	uint8_t size;
	uint8_t bytes[DECODED_BYTES];
	char text[DECODED_TEXT]; /* "mov eax, edi"; ".byte 0x06" where that is none */
};

struct disassembly;

/* NULL: this machine's instructions are not known here, or memory has run out. */
struct disassembly *disassembly_new(enum machine machine);
void disassembly_free(struct disassembly *d);

/* `len` bytes, which are borrowed, that begin at this address. */
void disassembly_begin(struct disassembly *d, const uint8_t *bytes, size_t len,
		       uint64_t address);

/*
 * The next instruction; false at the end. What is none is told byte by byte (on aarch64 word by
 * word), and decoding goes on behind it.
 */
bool disassembly_next(struct disassembly *d, struct decoded *next);

#endif
