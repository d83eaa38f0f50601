/* symbol_status.h - whether the symbols of a file could be had, and why not. */

#ifndef SYMBOLS_SYMBOL_STATUS_H
#define SYMBOLS_SYMBOL_STATUS_H

enum symbol_status {
	SYMBOLS_FOUND,
	SYMBOLS_NO_FILE,       /* nowhere where it was looked for */
	SYMBOLS_BUILD_ID,      /* there is one of that name, with another build id */
	SYMBOLS_REPLACED,      /* no build id recorded, and the file is another by now */
	SYMBOLS_NOT_PERMITTED, /* it is there, but we may not read it */
	SYMBOLS_NOT_ELF,       /* it is no ELF file, or a damaged one */
	SYMBOLS_UNREASONABLE,  /* it claims far more than is in it */
	SYMBOLS_STRIPPED,      /* it has no symbols, and no file with symbols was found */
	SYMBOLS_KERNEL_HIDDEN, /* kptr_restrict: all addresses are zero */
	SYMBOLS_OTHER_KERNEL,  /* the kernel that runs is not the recorded one */
	SYMBOLS_KERNEL_UNTOLD, /* the recording does not tell which kernel it is of */
	SYMBOLS_KERNEL_UNPLACED, /* not recorded where it was; each boot has it elsewhere */
	SYMBOLS_NO_KALLSYMS,	 /* there is none, or nothing in it */
	SYMBOLS_NO_MAP,		 /* the process left no /tmp/perf-PID.map */
	SYMBOLS_OF_OTHERS,	 /* there is one, of somebody whose word does not count */
	SYMBOLS_NOT_BUILT_IN,	 /* flarescope was built without elfutils */
	SYMBOLS_NO_MEMORY,
	SYMBOLS_STATUS_COUNT
};

/*
 * The reason in words that continue "no symbols: " and say, where there is one, the remedy.
 * A literal.
 */
const char *symbol_status_text(enum symbol_status status);

#endif
