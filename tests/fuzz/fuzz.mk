# The fuzz targets, here only replaying their corpora; tools/fuzz searches for new inputs.
# A directory of tests/fuzz/corpus has the name of its target: filter for fuzz_filter.

EXTRA_DIST += tests/fuzz/corpus tools/fuzz
dist_check_SCRIPTS += tests/fuzz/replay-all.sh
TESTS += tests/fuzz/replay-all.sh

check_PROGRAMS += tests/fuzz/fuzz_filter tests/fuzz/fuzz_range \
	tests/fuzz/fuzz_perf_script tests/fuzz/fuzz_packed
tests_fuzz_fuzz_filter_SOURCES = tests/fuzz/fuzz_filter.c tests/fuzz/replay.c
tests_fuzz_fuzz_filter_LDADD = libanalysis.a $(libanalysis_LIBS)
tests_fuzz_fuzz_range_SOURCES = tests/fuzz/fuzz_range.c tests/fuzz/replay.c
tests_fuzz_fuzz_range_LDADD = libanalysis.a $(libanalysis_LIBS)
tests_fuzz_fuzz_perf_script_SOURCES = tests/fuzz/fuzz_perf_script.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_perf_script_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_perf_script_LDADD = libinput.a $(libinput_LIBS)
tests_fuzz_fuzz_packed_SOURCES = tests/fuzz/fuzz_packed.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_packed_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_packed_LDADD = libinput.a $(libinput_LIBS)
