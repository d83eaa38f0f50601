check_PROGRAMS += tests/symbols/resolve
tests_symbols_resolve_SOURCES = tests/symbols/resolve.c
tests_symbols_resolve_LDADD = libsymbols.a $(libsymbols_LIBS)
