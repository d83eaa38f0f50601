noinst_LIBRARIES += libprofile.a
libprofile_a_SOURCES = \
	src/profile/builder.c src/profile/builder.h src/profile/builder_state.h \
	src/profile/check.c src/profile/check.h \
	src/profile/dump.c src/profile/dump.h \
	src/profile/finish.c \
	src/profile/joint.c src/profile/joint.h \
	src/profile/order.c src/profile/order.h \
	src/profile/profile.c src/profile/profile.h \
	src/profile/shared.c src/profile/shared.h
libprofile_LIBS = libbase.a $(libbase_LIBS)
