noinst_LIBRARIES += libsymbols.a
libsymbols_a_SOURCES = \
	src/symbols/code/code_file.c src/symbols/code/code_file.h \
	src/symbols/code/disassembly.c src/symbols/code/disassembly.h \
	src/symbols/code/source_text.c src/symbols/code/source_text.h \
	src/symbols/demangle.c src/symbols/demangle.h \
	src/symbols/dwarf/inlined.h src/symbols/dwarf/line_tables.h src/symbols/dwarf/source_lines.h \
	src/symbols/elf/elf_image.h src/symbols/elf/elf_inside.h src/symbols/elf/elf_object.h src/symbols/elf/elf_symbols.h \
	src/symbols/file_pool.c src/symbols/file_pool.h \
	src/symbols/kallsyms.c src/symbols/kallsyms.h \
	src/symbols/module.c src/symbols/module.h src/symbols/module_file.c \
	src/symbols/module_kernel.c src/symbols/module_state.h \
	src/symbols/jit_map.c src/symbols/jit_map.h \
	src/symbols/symbol_file.c src/symbols/symbol_file.h \
	src/symbols/symbol_names.c src/symbols/symbol_names.h \
	src/symbols/symbol_source.c src/symbols/symbol_source.h \
	src/symbols/symbol_table.c src/symbols/symbol_table.h \
	src/symbols/unwind/unwind.h src/symbols/unwind/unwind_file.h \
	src/symbols/unwind/unwind_formula.h src/symbols/unwind/unwind_row.h
if WITH_ELFUTILS
libsymbols_a_SOURCES += \
	src/symbols/dwarf/dwarf_file.c src/symbols/dwarf/dwarf_file.h \
	src/symbols/dwarf/inlined.c src/symbols/dwarf/inlined_unit.h \
	src/symbols/dwarf/line_tables.c \
	src/symbols/dwarf/source_lines.c \
	src/symbols/elf/elf_image.c src/symbols/elf/elf_object.c \
	src/symbols/elf/elf_part.c src/symbols/elf/elf_part.h \
	src/symbols/elf/elf_plt.c src/symbols/elf/elf_symbols.c \
	src/symbols/unwind/unwind.c src/symbols/unwind/unwind_file.c \
	src/symbols/unwind/unwind_formula.c
else
libsymbols_a_SOURCES += src/symbols/elf_none.c
endif
libsymbols_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_IBERTY
libsymbols_a_CPPFLAGS += -DWITH_IBERTY
endif
if WITH_CAPSTONE
libsymbols_a_CPPFLAGS += -DWITH_CAPSTONE
if STATIC_PROGRAM
libsymbols_a_CPPFLAGS += -DFEW_MACHINES
endif
endif
libsymbols_a_CFLAGS = $(AM_CFLAGS) -pthread $(ELFUTILS_CFLAGS) $(ZLIB_CFLAGS) $(CAPSTONE_CFLAGS) $(XXHASH_CFLAGS)
libsymbols_LIBS = libsandbox.a $(libsandbox_LIBS) libbase.a $(libbase_LIBS) $(ELFUTILS_LIBS) $(CAPSTONE_LIBS) $(IBERTY_LIBS) $(ZLIB_LIBS)
