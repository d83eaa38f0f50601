cli_tests = tests/cli/against.sh tests/cli/bounded.sh tests/cli/cache.sh tests/cli/chart.sh tests/cli/colour_by.sh \
	tests/cli/config.sh tests/cli/convert.sh tests/cli/diff.sh tests/cli/export.sh tests/cli/field.sh tests/cli/files.sh tests/cli/find.sh tests/cli/folded.sh tests/cli/install.sh \
	tests/cli/lanes.sh tests/cli/mode.sh \
	tests/cli/libraries.sh tests/cli/lines.sh tests/cli/made.sh tests/cli/numbers.sh tests/cli/off_cpu.sh \
	tests/cli/percent.sh tests/cli/periods.sh tests/cli/pictures.sh tests/cli/plugin.sh tests/cli/pprof.sh tests/cli/ranges.sh \
	tests/cli/limit.sh tests/cli/live.sh tests/cli/live_streams.sh tests/cli/documents.sh tests/cli/guide.sh tests/cli/readme.sh tests/cli/redact.sh tests/cli/record.sh tests/cli/remote.sh tests/cli/report.sh tests/cli/requests.sh tests/cli/time_kinds.sh tests/cli/top_by.sh tests/cli/tree.sh tests/cli/waits.sh tests/cli/wakers.sh tests/cli/two_files.sh \
	tests/cli/clickhouse.sh tests/cli/push.sh tests/cli/query.sh tests/cli/shapes.sh tests/cli/static.sh tests/cli/threads.sh tests/cli/together.sh tests/cli/usage.sh tests/cli/walkthroughs.sh tests/cli/writers.sh
TESTS += $(cli_tests)
dist_check_SCRIPTS += $(cli_tests)
EXTRA_DIST += tests/cli/tap.sh tests/cli/trace_text.sh tests/cli/documents.py tests/cli/console.pl tests/cli/streams.pl tests/cli/clickhouse.js tests/cli/clickhouse_front.js tests/cli/clickhouse_server.sh tests/cli/wakers.pl tests/cli/writers.pl tests/cli/off_cpu.pl tests/cli/data/damaged.txt \
	tests/cli/data/events.txt tests/cli/data/hostile.txt tests/cli/data/lock.txt tests/cli/data/small.txt \
	tests/cli/data/stacks.folded tests/cli/data/timeless.txt

# What the programs that were recorded for doc/walkthroughs say of themselves.
EXTRA_DIST += tests/walkthroughs/convoy.truth tests/walkthroughs/cron.truth \
	tests/walkthroughs/gc.truth tests/walkthroughs/new.truth \
	tests/walkthroughs/old.truth tests/walkthroughs/orders.truth tests/walkthroughs/start.truth
