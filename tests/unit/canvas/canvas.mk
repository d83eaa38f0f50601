unit_canvas = tests/unit/canvas/test_block tests/unit/canvas/test_canvas \
	tests/unit/canvas/test_palette tests/unit/canvas/test_print \
	tests/unit/canvas/test_print_svg tests/unit/canvas/test_short_name
if HAVE_CMOCKA
check_PROGRAMS += $(unit_canvas)
TESTS += $(unit_canvas)
endif

tests_unit_canvas_test_block_LDADD = $(test_canvas)
tests_unit_canvas_test_canvas_LDADD = $(test_canvas)
tests_unit_canvas_test_palette_LDADD = $(test_canvas)
tests_unit_canvas_test_print_LDADD = $(test_canvas)
tests_unit_canvas_test_print_svg_LDADD = $(test_canvas)
tests_unit_canvas_test_print_svg_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_canvas_test_short_name_LDADD = $(test_canvas)
