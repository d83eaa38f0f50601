# Names of addresses against what other tools say of them.

check_PROGRAMS += tests/symbols/resolve
tests_symbols_resolve_SOURCES = tests/symbols/resolve.c
tests_symbols_resolve_LDADD = libsymbols.a $(libsymbols_LIBS)
dist_check_SCRIPTS += tests/symbols/built.t tests/symbols/corpus.t

if WITH_ELFUTILS
if HAVE_PERL
TESTS += tests/symbols/built.t tests/symbols/corpus.t
endif
endif
