if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_canvas tests/unit/test_palette tests/unit/test_print
TESTS += tests/unit/test_canvas tests/unit/test_palette tests/unit/test_print

tests_unit_test_canvas_SOURCES = tests/unit/test_canvas.c
tests_unit_test_canvas_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_canvas_LDADD = libcanvas.a $(libcanvas_LIBS) $(CMOCKA_LIBS)

tests_unit_test_palette_SOURCES = tests/unit/test_palette.c
tests_unit_test_palette_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_palette_LDADD = libcanvas.a $(libcanvas_LIBS) $(CMOCKA_LIBS)

tests_unit_test_print_SOURCES = tests/unit/test_print.c
tests_unit_test_print_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_print_LDADD = libcanvas.a $(libcanvas_LIBS) $(CMOCKA_LIBS)
endif
