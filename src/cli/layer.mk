noinst_LIBRARIES += libcli.a
libcli_a_SOURCES = \
	src/cli/batch.c src/cli/batch.h \
	src/cli/host_warnings.c src/cli/host_warnings.h \
	src/cli/annotate/cmd_annotate.c \
	src/cli/cmd_cache.c \
	src/cli/cmd_chart.c \
	src/cli/cmd_convert.c \
	src/cli/cmd_diff.c \
	src/cli/cmd_export.c \
	src/cli/cmd_find.c \
	src/cli/cmd_flame.c \
	src/cli/cmd_formats.c src/cli/cmd_guide.c \
	src/cli/cmd_heatmap.c \
	src/cli/cmd_help.c \
	src/cli/cmd_info.c \
	src/cli/cmd_open.c \
	src/cli/cmd_periods.c \
	src/cli/cmd_report.c \
	src/cli/cmd_top.c \
	src/cli/command_line.c src/cli/command_line.h \
	src/cli/config/cmd_config.c \
	src/cli/config/saved_choices.c src/cli/config/saved_choices.h \
	src/cli/live/cmd_live.c \
	src/cli/live/triggers.c src/cli/live/triggers.h \
	src/cli/live/live_process.c src/cli/live/live_process.h \
	src/cli/live/live_words.c src/cli/live/live_words.h \
	src/cli/parsing/implied_options.c src/cli/parsing/implied_options.h \
	src/cli/parsing/operands.c src/cli/parsing/operands.h \
	src/cli/parsing/option_fields.c src/cli/parsing/option_fields.h \
	src/cli/parsing/option_spelling.c src/cli/parsing/option_spelling.h \
	src/cli/parsing/repeated_options.c src/cli/parsing/repeated_options.h \
	src/cli/option_table.c \
	src/cli/options.c src/cli/options.h src/cli/options.def \
	src/cli/output.c src/cli/output.h \
	src/cli/push/cmd_push.c \
	src/cli/record/cmd_record.c \
	src/cli/record/perf_command.c src/cli/record/perf_command.h \
	src/cli/record/perf_process.c src/cli/record/perf_process.h \
	src/cli/record/remote.c src/cli/record/remote.h \
	src/cli/query_options.c src/cli/query_options.h \
	src/cli/sandbox.c src/cli/sandbox.h \
	src/cli/ssh_messages.c src/cli/ssh_messages.h \
	src/cli/waits/cmd_waits.c \
	src/cli/subcommand.c src/cli/subcommand.h
libcli_LIBS = libtui.a libengine.a librecorder.a $(libtui_LIBS) $(libengine_LIBS) $(librecorder_LIBS)

bin_PROGRAMS += flarescope
flarescope_SOURCES = src/main.c
flarescope_LDADD = libcli.a $(libcli_LIBS)

# The manual and the completions are made from the program's tables and committed;
# tests/cli/made.sh compares.
dist_man_MANS += doc/flarescope.1 doc/flare.5
schemasdir = $(pkgdatadir)/schemas
dist_schemas_DATA = \
	data/schemas/annotate.schema.json \
	data/schemas/cache.schema.json \
	data/schemas/chart.schema.json \
	data/schemas/config.schema.json \
	data/schemas/diff.schema.json \
	data/schemas/find.schema.json \
	data/schemas/flame.schema.json \
	data/schemas/formats.schema.json \
	data/schemas/heatmap.schema.json \
	data/schemas/info.schema.json \
	data/schemas/periods.schema.json \
	data/schemas/report.schema.json \
	data/schemas/top.schema.json \
	data/schemas/tree.schema.json \
	data/schemas/waits.schema.json
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = data/completions/flarescope.bash
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = data/completions/_flarescope
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = data/completions/flarescope.fish
EXTRA_DIST += doc/flarescope.1.in doc/keys.mdoc doc/options.mdoc doc/formats.mdoc \
	tools/make-man
