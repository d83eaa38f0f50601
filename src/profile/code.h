/* code.h - the instructions of functions, and where in them samples were. */

#ifndef PROFILE_CODE_H
#define PROFILE_CODE_H

#include <stdint.h>

#include "base/error.h"
#include "base/intern.h"
#include "base/text.h"

/*
 * A profile keeps names and not addresses. Where the instructions of a function are asked for,
 * its reader adds this: by sample a site (samples.site), which is an address in a function, and of
 * the function what its file tells. It is of this reading alone: nothing of it is written to .flare
 * files or to the cache. Addresses are those of the file, as objdump and perf annotate print them.
 */

#define INSTRUCTION_BYTES 15 /* of one; x86 has no longer ones */

/* The texts are numbers of code.texts, 0 where nothing is known. */
struct instruction {
	uint64_t address;
	uint64_t target; /* where it jumps to in the same function; CODE_NOWHERE */
	uint32_t text;	 /* "mov eax, edi" */
	uint32_t file, line, source; /* that it was compiled from, and that line's text */
	uint32_t inlined; /* "inner < outer": functions that were put in here */
	uint8_t size;
	uint8_t bytes[INSTRUCTION_BYTES];
};

#define CODE_NOWHERE UINT64_MAX

struct code_function {
	uint32_t name, module, build_id; /* texts; the last in hexadecimal digits */
	uint32_t absence;		 /* text: why it has no instructions; 0: it has */
	uint64_t start, size;
	uint32_t first, count; /* of its instructions */
};

/* Row 0 is no place at all. */
struct code_site {
	uint64_t address;
	uint32_t function;
};

struct code {
	struct intern *texts;		 /* owned */
	struct code_function *functions; /* owned */
	struct code_site *sites;	 /* owned */
	struct instruction
	    *instructions; /* owned: of one function together, by address */
	size_t function_count, functions_room;
	size_t site_count, sites_room;
	size_t instruction_count, instructions_room;
};

/* NULL and an error when memory runs out. Release with code_free(). */
struct code *code_new(struct error *err);
void code_free(struct code *c);

/* Each appends a row; false and an error when memory runs out. */
bool code_add_function(struct code *c, const struct code_function *f, uint32_t *id,
		       struct error *err);
bool code_add_site(struct code *c, uint32_t function, uint64_t address, uint32_t *id,
		   struct error *err);
bool code_add_instruction(struct code *c, const struct instruction *i, struct error *err);

struct profile;

/* The code of a profile by itself, with the sites of its samples. Both owned; may be NULL. */
struct code_reading {
	struct code *code;
	uint32_t *site;
};

/* Take it out of a profile that nobody else has, and which is freed next. */
void code_reading_take(struct code_reading *r, struct profile *p);
void code_reading_release(struct code_reading *r);

static inline struct text code_text(const struct code *c, uint32_t id)
{
	return intern_get(c->texts, id);
}

#endif
