check_PROGRAMS += tests/fuzz/fuzz_spans
tests_fuzz_fuzz_spans_SOURCES = tests/fuzz/fuzz_spans.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_spans_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_spans_LDADD = libinput.a $(libinput_LIBS)
