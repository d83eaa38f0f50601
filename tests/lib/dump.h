/* dump.h - a profile as plain text, one line per sample, for tests of formats. */

#ifndef TESTS_DUMP_H
#define TESTS_DUMP_H

#include <stdio.h>

#include "profile/profile.h"

/*
 * Notes ("note KEY VALUE"), losses ("loss COUNT LINE REASON", "aside ..."), then each sample in
 * order: "TIME EVENT WEIGHT CPU COMM PID/TID" and one indented line per frame from the leaf, " KIND
 * NAME (MODULE)". Control characters are written as \xNN.
 */
void dump_profile(const struct profile *p, FILE *out);

#endif
