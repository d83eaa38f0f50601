/*
 * resolve - names for the places that standard input lists, for comparing them with what
 * other tools say.
 *
 *   resolve [-i] [-f SYMFS] [-b BUILD-ID] file PATH
 *   resolve [-a ANCHOR-ADDRESS] kernel KALLSYMS
 *   resolve map SYMFS PID
 *
 * One hexadecimal place a line in, "NAME+0xOFFSET" out; with -i what is inlined there, each
 * name and " < ", before it. "[unknown]" when there is none. Standard error tells the file
 * used, or the reason.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols/module.h"
#include "symbols/module_state.h"

#define INLINED_MAX 64

static void print_inlined(struct module *m, uint64_t place)
{
	struct text names[INLINED_MAX];
	size_t n = module_inlined(m, place, names, INLINED_MAX);

	for (size_t i = 0; i < n; i++)
		printf("%.*s < ", (int)names[i].len, names[i].at);
}

static void answer(struct module *m, bool inlined)
{
	char line[64];
	struct symbol s;

	while (fgets(line, sizeof line, stdin)) {
		uint64_t place = strtoull(line, NULL, 16);

		if (inlined)
			print_inlined(m, place);
		if (module_find(m, place, &s))
			printf("%.*s+0x%" PRIx64 "%s%.*s\n", (int)s.name.len, s.name.at,
			       place - s.start, s.owner.len ? " " : "", (int)s.owner.len,
			       s.owner.at);
		else
			puts("[unknown]");
	}
}

static void read_build_id(struct build_id *id, const char *hex)
{
	unsigned byte;

	while (id->len < BUILD_ID_MAX && sscanf(hex, "%2x", &byte) == 1) {
		id->bytes[id->len++] = (uint8_t)byte;
		hex += 2;
	}
}

int main(int argc, char **argv)
{
	struct symbol_source src = {.debug_dir = getenv("DEBUG_DIR"),
				    .build_ids = getenv("BUILD_IDS")};
	struct module_kernel kernel = {.anchor = TEXT("_text")};
	struct module_file file = {.path = TEXT("")};
	struct error err = ERROR_INIT;
	struct module *m = NULL;
	bool inlined = false;
	int c;

	while ((c = getopt(argc, argv, "ia:b:f:")) != -1) {
		if (c == 'i')
			inlined = true;
		else if (c == 'a')
			kernel.anchor_address = strtoull(optarg, NULL, 16);
		else if (c == 'b')
			read_build_id(&file.build_id, optarg);
		else if (c == 'f')
			src.symfs = optarg;
		else
			return 2;
	}
	if (argc - optind < 2)
		return 2;
	if (strcmp(argv[optind], "file") == 0) {
		file.path = text_of(argv[optind + 1]);
		m = module_open_file(&src, &file, &err);
	} else if (strcmp(argv[optind], "kernel") == 0) {
		src.kallsyms = argv[optind + 1];
		m = module_open_kernel(&src, &kernel, &err);
	} else if (argc - optind == 3) {
		src.symfs = argv[optind + 1];
		m = module_open_map(&src, (uint32_t)strtoul(argv[optind + 2], NULL, 10),
				    0, &err);
	}
	if (!m)
		return 2;
	fprintf(stderr, "%s: %s%s\n", m->origin ? m->origin : "",
		symbol_status_text(module_status(m)),
		m->partial ? ", exported symbols only" : "");
	answer(m, inlined);
	module_close(m);
	return 0;
}
