/* unwind_formula.h - DWARF expressions: small programs that compute an address or a value. */

#ifndef SYMBOLS_UNWIND_FORMULA_H
#define SYMBOLS_UNWIND_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unwind_op {
	uint8_t code; /* DW_OP_... */
	uint64_t a, b;
};

struct unwind_formula {
	size_t count;
	struct unwind_op ops[];
};

/* The inputs of a formula. Both functions return false for unknown values. */
struct unwind_source {
	bool (*reg)(void *arg, uint64_t number, uint64_t *value);
	bool (*word)(void *arg, uint64_t address, uint64_t *value);
	void *arg;    /* borrowed */
	uint64_t cfa; /* 0 while the CFA itself is computed */
	/* borrowed: steps left for all formulas of a stack; NULL: only the limit per formula */
	unsigned *steps;
};

/* Evaluate a formula. False when it cannot be computed or takes too long. */
bool unwind_formula_eval(const struct unwind_formula *f, const struct unwind_source *from,
			 uint64_t *value);

#endif
