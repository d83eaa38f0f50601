#!/bin/sh
# redact.sh - export --redact: other names, and everything else as it was.

. "$srcdir/tests/cli/tap.sh"

file=$examples/service.perf.gz

# Values of a text of folded stacks, and the shapes of its stacks.
values() { sed 's/.* //' "$1" | sort -n; }
depths() { sed 's/ [0-9]*$//' "$1" | awk -F';' '{ print NF }' | sort -n; }

run export "$file"
cp "$out" "$work/plain"
run export --redact . "$file"
cp "$out" "$work/redacted"
ok 'a profile is exported with other names' ends_with 0
values "$work/plain" > "$work/expected"
values "$work/redacted" > "$work/found"
ok 'its values are the same' same_output "$work/expected" "$work/found"
depths "$work/plain" > "$work/expected"
depths "$work/redacted" > "$work/found"
ok 'and the depths of its stacks' same_output "$work/expected" "$work/found"
sed 's/ [0-9]*$//' "$work/plain" | tr ';' '\n' | sort -u > "$work/names"
ok 'it had names' [ "$(wc -l < "$work/names")" -gt 100 ]

# Names that may be part of what flarescope itself writes.
grep -E '^.{5,}$' "$work/names" | grep -vE '^(service|event|frame|start|write|flush)$' > "$work/secrets"
for format in folded timed-folded speedscope pprof json svg clickhouse flare; do
	run export --redact . --format $format "$file"
	ok "$format can be redacted" ends_with 0
	case $format in
	pprof) gzip -dcf < "$out" > "$work/text" ;;
	*) cp "$out" "$work/text" ;;
	esac
	ok 'and none of the names is in it' sh -c '! grep -aowFf "$1" "$2"' - "$work/secrets" "$work/text"
	ok 'nor the command line, the host, or the file' sh -c '! grep -aoE "perf record|flarescope-examples|service\.perf" "$1"' - "$work/text"
done
run export --redact . "$file"
ok 'a second export has the same stand-ins' same_output "$work/redacted" "$out"

run export --redact '^find_record' "$file"
ok 'only names that match are replaced' sh -c '
	! grep -q find_record "$1" && grep -q "function_[0-9a-f]\{12\} " "$1" && grep -q compare_keys "$1"' - "$out"
sed 's/;function_[0-9a-f]\{12\}/;find_record.constprop.0/' "$out" | sort > "$work/found"
sort "$work/plain" > "$work/expected"
ok 'nothing else changes' same_output "$work/expected" "$work/found"

run export --redact . --filter mark_reachable --range 25,27 "$file"
cp "$out" "$work/redacted"
run export --filter mark_reachable --range 25,27 "$file"
values "$out" > "$work/expected"
values "$work/redacted" > "$work/found"
ok 'a filter and a range are about the names in the file' same_output "$work/expected" "$work/found"
ok 'and select something' [ -s "$work/found" ]

"$FLARESCOPE" export --redact . --format flare -o "$work/redacted.flare" "$file"
run info --format json "$work/redacted.flare"
ok 'the header has nothing but numbers and events' json '
	!grep { !/^(event|frequency|period|call graphs|nrcpus (online|avail))$/ } keys %{$j->{header}}'
run report --format json "$file"
cp "$out" "$work/report"
run report --format json "$work/redacted.flare"
for member in '$j->{odd}{stall_count}' '$j->{odd}{burst_count}' \
	'scalar @{$j->{periods}{rows}}' '$j->{recorded}{rate_hz}'; do
	expected=$(json_value "$member")
	ok "the report is the same: $member" sh -c '[ -n "$1" ] && [ "$1" = "$2" ]' - "$expected" \
		"$(cp "$work/report" "$out" && json_value "$member"; run report --format json "$work/redacted.flare")"
done

# Names of events that somebody chose, values of a header, and idle samples.
cat > "$work/events" << 'END'
# ========
# hostname : SECRET1
# cmdline : perf record -e SECRET2:SECRET3
# call graphs : SECRET4
# frequency : SECRET5
# ========
app 10/10 [000] 1.000000: 1 uprobes:SECRET6: 
	401000 main (/opt/SECRET7)

app 10/10 [000] 1.500000: 1 cpu/event=0x3c,name=SECRET8/u: 
	401000 main (/opt/SECRET7)

app 10/10 [000] 1.700000: 1 cpu:SECRET9: 
	401000 main (/opt/SECRET7)

app 10/10 [000] 2.000000: 1 cycles:u: 
	401000 main (/opt/SECRET7)

END
for format in timed-folded speedscope clickhouse flare; do
	run export --redact . --event all --format $format "$work/events"
	ok "events in $format are redacted" sh -c '[ "$1" -eq 0 ] && ! grep -a SECRET "$2"' - "$status" "$out"
	ok 'but those of the hardware' grep -a cycles "$out"
done
"$FLARESCOPE" export --redact . --idle show --format flare -o "$work/idle.flare" "$file"
run info --format json "$file"
idle=$(json_value '"$j->{samples} $j->{idle_samples}"')
run info --format json "$work/idle.flare"
ok 'idle samples stay idle' json '"$j->{samples} $j->{idle_samples}" eq "'"$idle"'" && $j->{idle_samples} > 1000'
run export --redact . --root comm --reverse "$file"
cp "$out" "$work/redacted"
run export --root comm --reverse "$file"
values "$out" > "$work/expected"
values "$work/redacted" > "$work/found"
ok 'other options keep their effect' same_output "$work/expected" "$work/found"

run export --redact '(' "$file"
ok 'a pattern must be valid' ends_with 2
run export --redact . --against rest --range 1,2 "$file"
ok 'a comparison is refused' says '--redact cannot be combined with --against'
run export --redact . --search x "$file"
ok 'and a search' says '--redact cannot be combined with --search'
run export --redact . --together "$file" "$examples/cron.perf.gz"
ok 'and several hosts' says '--redact cannot be used with several hosts'

done_testing
