# The recorder alone, driven by a program of its own.

check_PROGRAMS += tests/recorder/record
tests_recorder_record_SOURCES = tests/recorder/record.c
tests_recorder_record_LDADD = librecorder.a $(librecorder_LIBS)
check_PROGRAMS += tests/recorder/spin
tests_recorder_spin_SOURCES = tests/recorder/spin.c
tests_recorder_spin_CFLAGS = $(WARN_CFLAGS) -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls

recorder_tests = tests/recorder/recorder.sh tests/recorder/without_perf.sh
TESTS += $(recorder_tests)
dist_check_SCRIPTS += $(recorder_tests)
EXTRA_DIST += tests/recorder/head.pl tests/recorder/rounds.pl
