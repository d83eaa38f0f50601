#!/bin/sh
# pprof.sh - export --format pprof: what flarescope and protobuf's own compiler read in it.

. "$srcdir/tests/cli/tap.sh"

example=$examples/service.perf.gz

run export --root comm "$example"
LC_ALL=C sort "$out" > "$work/before"
run export --format pprof -o "$work/x.pb" "$example"
ok 'a flame graph is exported for pprof' ends_with 0
run export --root none "$work/x.pb"
LC_ALL=C sort "$out" > "$work/after"
ok 'and read again it has the same stacks' same_output "$work/before" "$work/after"

run export --format pprof -o "$work/evil.pb" "$data/hostile.txt"
run export --root none "$work/evil.pb"
ok 'names in it are harmless' prints_exactly \
	'app;red\357\277\275[31m:semi(int) 1\n'

run export --format pprof --stackcollapse-names "$example"
ok 'names stay as they are: --stackcollapse-names is refused' ends_with 2

name='protoc reads every sample of it'
if command -v protoc >/dev/null; then
	protoc --decode_raw < "$work/x.pb" > "$work/raw" 2>&1
	grep -c '^2 {' < "$work/raw" > "$work/samples"
	grep -c . < "$work/before" > "$work/lines"
	ok "$name" same_output "$work/lines" "$work/samples"
else
	ok "$name # SKIP protoc is not installed" true
fi

done_testing
