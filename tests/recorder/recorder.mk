# The recorder alone, driven by a program of its own.

check_PROGRAMS += tests/recorder/record
tests_recorder_record_SOURCES = tests/recorder/record.c
tests_recorder_record_LDADD = librecorder.a $(librecorder_LIBS)
