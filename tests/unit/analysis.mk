unit_analysis = tests/unit/test_heatmap tests/unit/test_sampled_clock \
	tests/unit/test_busy tests/unit/test_range tests/unit/test_tree \
	tests/unit/test_flame tests/unit/test_spans tests/unit/test_layout \
	tests/unit/test_filter tests/unit/test_idle tests/unit/test_top \
	tests/unit/test_memory tests/unit/test_glance
if HAVE_CMOCKA
check_PROGRAMS += $(unit_analysis)
TESTS += $(unit_analysis)
endif

tests_unit_test_heatmap_LDADD = $(test_analysis)
tests_unit_test_sampled_clock_LDADD = $(test_analysis)
tests_unit_test_busy_LDADD = $(test_analysis)
tests_unit_test_range_LDADD = $(test_analysis)
tests_unit_test_tree_LDADD = $(test_analysis)
tests_unit_test_flame_LDADD = $(test_analysis)
tests_unit_test_spans_LDADD = $(test_analysis)
tests_unit_test_layout_LDADD = $(test_analysis)
tests_unit_test_filter_LDADD = $(test_analysis)
tests_unit_test_idle_LDADD = $(test_analysis)
tests_unit_test_top_LDADD = $(test_analysis)
tests_unit_test_memory_LDADD = $(test_analysis)
tests_unit_test_memory_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_glance_LDADD = $(test_analysis)
tests_unit_test_glance_LDFLAGS = $(AM_LDFLAGS) $(hungry)
