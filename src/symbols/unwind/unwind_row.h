/* unwind_row.h - how to get from one place in a program to its caller. */

#ifndef SYMBOLS_UNWIND_ROW_H
#define SYMBOLS_UNWIND_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "symbols/unwind/unwind.h"

/*
 * Where a register of the caller is found. The CFA is the address of the caller's stack as
 * it was before the call; everything else is relative to that.
 */
enum unwind_how {
	UNWIND_SAME,	  /* it still has its value */
	UNWIND_UNDEFINED, /* nowhere; of the return address: nobody called */
	UNWIND_SAVED,	  /* in memory at CFA + value */
	UNWIND_CFA,	  /* it is CFA + value */
	UNWIND_MOVED,	  /* in register `value` */
	UNWIND_SAVED_BY,  /* in memory where formula `value` says */
	UNWIND_BY,	  /* it is what formula `value` says */
};

struct unwind_row {
	bool known;  /* else nothing is known of this place */
	bool signal; /* it is where signal handlers return to */
	bool cfa_by; /* the CFA is what formula `cfa` says, else `cfa_register` + `cfa` */
	uint8_t cfa_register;
	int32_t cfa;
	uint8_t how[UNWIND_REGISTERS];
	int32_t value[UNWIND_REGISTERS];
};

#endif
