noinst_LIBRARIES += libcanvas.a
libcanvas_a_SOURCES = \
	src/canvas/canvas.c src/canvas/canvas.h \
	src/canvas/palette.c src/canvas/palette.h \
	src/canvas/print.c src/canvas/print.h
libcanvas_LIBS = libbase.a $(libbase_LIBS)
