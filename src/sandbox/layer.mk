noinst_LIBRARIES += libsandbox.a
libsandbox_a_SOURCES = \
	src/sandbox/confinement.c src/sandbox/confinement.h \
	src/sandbox/helper.c src/sandbox/helper.h \
	src/sandbox/kernel_text.c src/sandbox/kernel_text.h \
	src/sandbox/flight_files.c src/sandbox/flight_files.h \
	src/sandbox/scratch.c src/sandbox/scratch.h \
	src/sandbox/syscalls.c src/sandbox/syscalls.h
libsandbox_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_SECCOMP
libsandbox_a_CPPFLAGS += -DWITH_SECCOMP
endif
libsandbox_a_CFLAGS = $(AM_CFLAGS) -pthread $(SECCOMP_CFLAGS)
libsandbox_LIBS = libbase.a $(libbase_LIBS) $(SECCOMP_LIBS)
