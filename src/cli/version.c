#include "cli/version.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "input/formats.h"
#include "input/unpack/inflate_member.h"
#include "input/unpack/unzstd.h"
#include "sandbox/syscalls.h"
#include "symbols/demangle.h"
#include "symbols/elf/elf_image.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(built by hand)"
#endif

static void print_library(const struct library *l, FILE *out)
{
	const char *version = l->version ? l->version : "without";

	fprintf(out, "  %-10s  %-8s  %s\n", l->name, *version ? version : "built in",
		l->use);
}

void version_print(const char *confined, FILE *out)
{
	static const struct library *const libraries[] = {
	    &isal_library,     &zstd_library, &elfutils_library, &iberty_library,
	    &protobuf_library, &csv_library,  &seccomp_library,
	};

	fprintf(out,
		"flarescope " PACKAGE_VERSION "\ngzip is inflated by %s\n"
		"reading is confined by %s\n\nOptional libraries:\n",
		inflate_library(), confined);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		print_library(libraries[i], out);
}
