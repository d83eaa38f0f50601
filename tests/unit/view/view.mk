unit_view = tests/unit/view/test_theme tests/unit/view/test_label \
	tests/unit/view/test_lists tests/unit/view/test_prompt \
	tests/unit/view/test_heat_clock tests/unit/view/test_heat_view tests/unit/view/test_flame_view \
	tests/unit/view/test_table_view tests/unit/view/test_tree_view tests/unit/view/test_difference
if HAVE_CMOCKA
check_PROGRAMS += $(unit_view)
TESTS += $(unit_view)
endif

tests_unit_view_test_theme_LDADD = $(test_view)
tests_unit_view_test_label_LDADD = $(test_view)
tests_unit_view_test_lists_LDADD = $(test_view)
tests_unit_view_test_prompt_LDADD = $(test_view)
tests_unit_view_test_heat_clock_LDADD = $(test_view)
tests_unit_view_test_heat_view_LDADD = $(test_view)
tests_unit_view_test_flame_view_LDADD = $(test_view)
tests_unit_view_test_table_view_LDADD = $(test_view)
tests_unit_view_test_tree_view_LDADD = $(test_view)
tests_unit_view_test_difference_LDADD = $(test_view)
