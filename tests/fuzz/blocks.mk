check_PROGRAMS += tests/fuzz/fuzz_blocks
tests_fuzz_fuzz_blocks_SOURCES = tests/fuzz/fuzz_blocks.c tests/fuzz/replay.c \
	tests/lib/forgetful.c tests/lib/forgetful.h \
	tests/lib/tiny_team.c tests/lib/tiny_team.h
tests_fuzz_fuzz_blocks_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_blocks_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
tests_fuzz_fuzz_blocks_LDADD = libinput.a $(libinput_LIBS)
