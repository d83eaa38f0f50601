/* unwind_row.h - the rules for restoring the caller's registers at one place in the code. */

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
	UNWIND_UNDEFINED, /* unknown; if it is the return address, there is no caller */
	UNWIND_SAVED,	  /* in memory at CFA + `value` */
	UNWIND_CFA,	  /* the value is CFA + `value` */
	UNWIND_MOVED,	  /* in register `value` */
	UNWIND_SAVED_BY,  /* in memory at the result of formula `value` */
	UNWIND_BY,	  /* the result of formula `value` */
};

struct unwind_row {
	bool known;  /* false: the file has no rules for this place */
	bool signal; /* a trampoline that returns from a signal handler */
	/* true: the CFA is the result of formula `cfa`; false: it is `cfa_register` + `cfa` */
	bool cfa_by;
	uint8_t cfa_register;
	int32_t cfa;
	uint8_t how[UNWIND_REGISTERS];
	int32_t value[UNWIND_REGISTERS];
};

#endif
