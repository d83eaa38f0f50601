# Formats that are protocol buffers.
unit_proto =
if WITH_PROTOBUF_C
unit_proto += tests/unit/test_pprof tests/unit/test_nflxprofile
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_proto)
TESTS += $(unit_proto)
endif

tests_unit_test_pprof_LDADD = $(test_input)
tests_unit_test_nflxprofile_LDADD = $(test_input)
