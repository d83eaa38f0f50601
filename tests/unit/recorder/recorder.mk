unit_recorder = tests/unit/recorder/test_ring tests/unit/recorder/test_running \
	tests/unit/recorder/test_outlet tests/unit/recorder/test_cpus
if HAVE_CMOCKA
check_PROGRAMS += $(unit_recorder)
TESTS += $(unit_recorder)
endif

tests_unit_recorder_test_ring_LDADD = $(test_recorder)
tests_unit_recorder_test_running_LDADD = $(test_recorder)
tests_unit_recorder_test_outlet_LDADD = $(test_recorder)
tests_unit_recorder_test_cpus_LDADD = $(test_recorder)
