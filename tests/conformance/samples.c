/*
 * samples - every sample of a profile as dump.h prints it: what a peer's output is compared
 * with, one by one. Times are on the recording's clock; recordings get their symbols.
 *
 *	samples FILE [addresses]
 */

#include <stdio.h>

#include "input/reading.h"
#include "lib/dump.h"

int main(int argc, char **argv)
{
	struct reading_options options = {.symbols = true};
	struct error err = ERROR_INIT;
	struct profile *p;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: samples FILE [addresses]\n");
		return 2;
	}
	options.addresses = argc == 3; /* functions without a name are told apart */
	p = reading_run(argv[1], &options, NULL, &err);
	if (!p) {
		fprintf(stderr, "samples: %s\n", err.message);
		return 1;
	}
	dump_profile(p, stdout);
	profile_free(p);
	return fclose(stdout) != 0;
}
