/* unwind_row.h - the rules to get from one place in a program to its caller. */

#ifndef SYMBOLS_UNWIND_ROW_H
#define SYMBOLS_UNWIND_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "symbols/unwind/unwind.h"

/*
 * Where to find a register of the caller. The CFA is the caller's stack pointer before the call;
 * saved registers are found relative to it.
 */
enum unwind_how {
	UNWIND_SAME,	  /* unchanged */
	UNWIND_UNDEFINED, /* unknown; for the return address: no caller */
	UNWIND_SAVED,	  /* in memory at CFA + `value` */
	UNWIND_CFA,	  /* the value is CFA + `value` */
	UNWIND_MOVED,	  /* in register `value` */
	UNWIND_SAVED_BY,  /* in memory at the result of formula `value` */
	UNWIND_BY,	  /* the result of formula `value` */
};

struct unwind_row {
	bool known;  /* false: there are no rules for the place */
	bool signal; /* the trampoline of signal handlers */
	/* the CFA is the result of formula `cfa`, otherwise `cfa_register` + `cfa` */
	bool cfa_by;
	uint8_t cfa_register;
	int32_t cfa;
	uint8_t how[UNWIND_REGISTERS];
	int32_t value[UNWIND_REGISTERS];
};

#endif
