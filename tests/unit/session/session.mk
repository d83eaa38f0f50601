unit_session = tests/unit/session/test_session tests/unit/session/test_choice \
	tests/unit/session/test_shell_line tests/unit/session/test_loader \
	tests/unit/session/test_cache_key tests/unit/session/test_two_files \
	tests/unit/session/test_lanes_kept tests/unit/session/test_opening_parts \
	tests/unit/session/test_query
if HAVE_CMOCKA
check_PROGRAMS += $(unit_session)
TESTS += $(unit_session)
endif

tests_unit_session_test_lanes_kept_LDADD = $(test_session)
tests_unit_session_test_query_LDADD = $(test_session)
tests_unit_session_test_choice_LDADD = $(test_session)
tests_unit_session_test_session_LDADD = $(test_session)
tests_unit_session_test_shell_line_LDADD = $(test_workspace)
tests_unit_session_test_loader_LDADD = $(test_session)
tests_unit_session_test_cache_key_LDADD = $(test_session)
tests_unit_session_test_two_files_LDADD = $(test_session)
tests_unit_session_test_opening_parts_LDADD = $(test_session)
