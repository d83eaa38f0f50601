unit_session = tests/unit/test_frugal tests/unit/test_workspace \
	tests/unit/test_clock_ends tests/unit/test_prompts tests/unit/test_opening \
	tests/unit/test_session tests/unit/test_shell_line tests/unit/test_menus \
	tests/unit/test_spans_seen tests/unit/test_loading tests/unit/test_loader \
	tests/unit/test_hostile_flare tests/unit/test_cache_key
if WITH_ELFUTILS
unit_session += tests/unit/test_inlining
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_session)
TESTS += $(unit_session)
endif

tests_unit_test_frugal_LDADD = $(test_workspace)
tests_unit_test_workspace_LDADD = $(test_workspace)
tests_unit_test_clock_ends_LDADD = $(test_workspace)
tests_unit_test_prompts_LDADD = $(test_workspace)
tests_unit_test_opening_LDADD = $(test_workspace)
tests_unit_test_session_LDADD = $(test_workspace)
tests_unit_test_shell_line_LDADD = $(test_workspace)
tests_unit_test_menus_LDADD = $(test_workspace)
tests_unit_test_spans_seen_LDADD = $(test_workspace)
tests_unit_test_loading_LDADD = $(test_workspace)
tests_unit_test_inlining_LDADD = $(test_workspace)
tests_unit_test_loader_LDADD = $(test_workspace)
tests_unit_test_hostile_flare_LDADD = $(test_workspace)
tests_unit_test_cache_key_LDADD = $(test_workspace)
