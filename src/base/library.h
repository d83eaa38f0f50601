/* library.h - libraries that flarescope can be built with or without. */

#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

struct library {
	const char *name;
	const char *version; /* as built; NULL: built without it; "": unknown */
	const char *use;     /* its purpose here, such as "names in perf.data" */
};

/* The value of a macro as text. */
#define LIBRARY_DIGITS(number)	  LIBRARY_DIGITS_OF(number)
#define LIBRARY_DIGITS_OF(number) #number

#endif
