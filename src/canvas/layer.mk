noinst_LIBRARIES += libcanvas.a
libcanvas_a_SOURCES = \
	src/canvas/block.c src/canvas/block.h \
	src/canvas/canvas.c src/canvas/canvas.h \
	src/canvas/palette.c src/canvas/palette.h \
	src/canvas/print.c src/canvas/print.h \
	src/canvas/print_svg.c src/canvas/print_svg.h \
	src/canvas/short_name.c src/canvas/short_name.h
libcanvas_LIBS = libbase.a $(libbase_LIBS)
