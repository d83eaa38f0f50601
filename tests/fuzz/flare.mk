check_PROGRAMS += tests/fuzz/fuzz_flare
tests_fuzz_fuzz_flare_SOURCES = tests/fuzz/fuzz_flare.c tests/fuzz/replay.c \
	tests/lib/everything.c tests/lib/everything.h tests/lib/stored.c tests/lib/stored.h
tests_fuzz_fuzz_flare_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_flare_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
tests_fuzz_fuzz_flare_LDADD = libsession.a $(libsession_LIBS)
