#!/bin/sh
# instruments.sh - what measures is itself right: enlarged recordings, costs, verdicts.

. "$srcdir/tests/cli/tap.sh"

bench=$PWD/tests/bench
once=$work/once.txt
gzip -dc "$examples/service.perf.gz" > "$once"
text() { "$bench/enlarge" "$@" > "$work/longer.txt" 2> "$err"; }
info() { run info --json "$1"; }
samples() { json_value '$j->{samples}'; }

info "$once"
n=$(samples)
span=$(json_value '$j->{duration_ns}')

text -n 1 "$once"
ok 'one round is the recording itself' cmp "$once" "$work/longer.txt"
text -n 3 "$once"
info "$work/longer.txt"
ok 'three rounds have three times the samples' json "\$j->{samples} == 3 * $n"
ok 'and three times the length, and two gaps' \
	json "abs(\$j->{duration_ns} - 3 * $span - 2e6) < 1e4"
ok 'and nothing is lost in it' json '!@{$j->{losses}}'
perl -ne 'next unless / (\d+\.\d{6}): /; die if $1 < $t; $t = $1' "$work/longer.txt"
status=$?
ok 'its times never go back' ends_with 0
text -s 5000 - < "$once"
info "$work/longer.txt"
ok 'so many samples as were asked for, from a pipe' json '$j->{samples} == 5000'
text -b 100000 "$once"
ok 'about so many bytes as were asked for' \
	test "$(($(wc -c < "$work/longer.txt") / 1000))" -ge 100 -a \
	"$(($(wc -c < "$work/longer.txt") / 1000))" -lt 120
ok 'it ends after a whole sample' test -z "$(tail -n 1 "$work/longer.txt")"
text -n 1 "$data/stacks.folded"
status=$?
ok 'what is not of perf script is refused' ends_with 1

gzip -c "$once" > "$work/two.gz"
gzip -c "$once" >> "$work/two.gz"
ok 'inflate inflates all members' \
	test "$("$bench/inflate" "$work/two.gz")" = "$("$bench/inflate" "$work/two.gz" |
		sed 's/ .*//') $((2 * $(wc -c < "$once")))"
"$bench/measure" sh -c 'exit 3' > "$out"
ok 'measure tells wall, user, system, peak and status' prints '^[0-9]* [0-9]* [0-9]* [0-9]* 3$'

sheet() {
	perl -I "$srcdir/tests/bench" -MSheet -e '
		my $s = Sheet->new(runs => 3);
		'"$1"'
		$s->print_text(\*STDOUT);' > "$out" 2> "$err"
}
sheet '$s->add("r", "f", [9, 1, 2], "ms", most => 2);'
ok 'a goal is met by the median' prints '^r  *f  *2.00 ms  *1.00-9.00  *<= 2  *met$'
sheet '$s->add("r", "f", [9, 1, 2.1], "ms", most => 2);'
ok 'or is not' prints 'NOT MET$'
sheet '$s->add("r", "f", [4], "1/s", least => 5);'
ok 'some goals are to be exceeded' prints '>= 5  *NOT MET$'
sheet '$s->add("r", "f", [], "ms", most => 2, why => "not there");'
ok 'what was not measured says why' prints 'not measured: not there$'
done_testing
