/* code.h - the instructions of functions, and the samples' addresses in them. */

#ifndef PROFILE_CODE_H
#define PROFILE_CODE_H

#include <stdint.h>

#include "base/error.h"
#include "base/intern.h"
#include "base/text.h"

/*
 * A profile stores names, not addresses. When the instructions of functions are requested, the
 * reader gives each sample in these functions a site (samples.site), which is an address in a
 * function, and adds the functions' instructions and source lines from the module's file. This data
 * belongs to one reading of the input, and is not written to .flare files or to the cache.
 * Addresses are those of the module's file, as objdump and perf annotate print them.
 */

#define INSTRUCTION_BYTES 15 /* the longest one, on x86 */

/* Texts are ids of code.texts, 0 if unknown. */
struct instruction {
	uint64_t address;
	uint64_t target; /* its jump target in the same function, or CODE_NOWHERE */
	uint32_t text;	 /* "mov eax, edi" */
	/* its source file and line (0: unknown), and the text of that line */
	uint32_t file, line, source;
	uint32_t inlined; /* "inner < outer": the functions inlined here */
	uint8_t size;
	uint8_t bytes[INSTRUCTION_BYTES];
};

#define CODE_NOWHERE UINT64_MAX

struct code_function {
	uint32_t name, module, build_id; /* texts; build_id in hexadecimal digits */
	uint32_t absence; /* text: why it has no instructions; 0 if it has some */
	uint64_t start, size;
	uint32_t first, count; /* its range of instructions */
};

/* Row 0 stands for no site. */
struct code_site {
	uint64_t address;
	uint32_t function;
};

struct code {
	struct intern *texts;		 /* owned */
	struct code_function *functions; /* owned */
	struct code_site *sites;	 /* owned */
	/* owned: grouped by function, sorted by address */
	struct instruction *instructions;
	size_t function_count, functions_room;
	size_t site_count, sites_room;
	size_t instruction_count, instructions_room;
};

/* NULL and an error when memory runs out. Release with code_free(). */
struct code *code_new(struct error *err);
void code_free(struct code *c);

/* Append a row. False and an error when memory or ids run out. */
bool code_add_function(struct code *c, const struct code_function *f, uint32_t *id,
		       struct error *err);
bool code_add_site(struct code *c, uint32_t function, uint64_t address, uint32_t *id,
		   struct error *err);
bool code_add_instruction(struct code *c, const struct instruction *i, struct error *err);

struct profile;

/* The code and the sites of samples, detached from a profile. Both are owned, and may be NULL. */
struct code_reading {
	struct code *code;
	uint32_t *site;
};

/* Move both out of a profile that has no other user and will be freed next. */
void code_reading_take(struct code_reading *r, struct profile *p);
void code_reading_release(struct code_reading *r);

static inline struct text code_text(const struct code *c, uint32_t id)
{
	return intern_get(c->texts, id);
}

#endif
