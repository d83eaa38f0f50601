/* redact.h - a copy of the selected samples in which stand-ins replace names. */

#ifndef EXPORT_REDACT_H
#define EXPORT_REDACT_H

#include "analysis/flame.h"

/*
 * Copy the counted samples of a flame graph. Names of functions, modules, threads and processes
 * that match `pattern` (see base/regex.h) are replaced: "function_3fa92c10d7b4". The digits are a
 * hash of the name, so equal names have equal stand-ins in all copies; whoever guesses a name can
 * check the guess. Events that are not of the hardware or the kernel are replaced, too. Of the
 * notes, only the sampling rate, the events and the number of CPUs are kept, as others contain
 * paths and command lines; reasons of losses become general ones. Idle samples stay idle. NULL and
 * an error on failure: ERROR_USAGE for an invalid pattern, and for several hosts, whose names are
 * not replaced. Release with profile_free().
 */
struct profile *redact(const struct flame *f, struct text pattern, struct error *err);

#endif
