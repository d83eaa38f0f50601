unit_view = tests/unit/test_theme tests/unit/test_label tests/unit/test_lists \
	tests/unit/test_prompt tests/unit/test_heat_view tests/unit/test_flame_view \
	tests/unit/test_table_view
if HAVE_CMOCKA
check_PROGRAMS += $(unit_view)
TESTS += $(unit_view)
endif

tests_unit_test_theme_LDADD = $(test_view)
tests_unit_test_label_LDADD = $(test_view)
tests_unit_test_lists_LDADD = $(test_view)
tests_unit_test_prompt_LDADD = $(test_view)
tests_unit_test_heat_view_LDADD = $(test_view)
tests_unit_test_flame_view_LDADD = $(test_view)
tests_unit_test_table_view_LDADD = $(test_view)
