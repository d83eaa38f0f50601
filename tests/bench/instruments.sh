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
span=$(json_value '$j->{duration_s}')

text -n 1 "$once"
ok 'one round is the recording itself' cmp "$once" "$work/longer.txt"
text -n 3 "$once"
info "$work/longer.txt"
ok 'three rounds have three times the samples' json "\$j->{samples} == 3 * $n"
ok 'and three times the length, and two gaps' \
	json "abs(\$j->{duration_s} - 3 * $span - 2e-3) < 1e-5"
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

if [ -x "$bench/drive" ]; then
	"$bench/drive" -n 1 -s 1 steps "$work/none.flare" > "$out" 2> "$err"
	status=$?
	ok 'where there is no map drive says what is seen instead' says 'none.flare: cannot be opened'
	FLARESCOPE=$work/none "$bench/drive" -n 1 -s 1 steps "$once" > "$out" 2> "$err"
	status=$?
	ok 'and that there is no program' says 'FLARESCOPE names the program'
	"$bench/drive" -n 1 steps "$once" > "$out" 2> "$err"
	status=$?
	ok 'who types ranges must know how long the profile is' says '^usage: drive'
fi

make_json() { perl "$srcdir/tests/bench/make-json" "$@" > "$work/made.json" 2> "$err"; }
cat > "$work/seed.cpuprofile" <<'END'
{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":""},"children":[2]},
{"id":2,"callFrame":{"functionName":"f\u00e9","url":"x.js"}}],"startTime":1000000,
"endTime":1000100,"samples":[2,1,2],"timeDeltas":[20,30,40]}
END
make_json cpuprofile 3000 "$work/seed.cpuprofile"
info "$work/made.json"
n=$(samples)
ok 'a longer CPU profile has about so many bytes' \
	test "$(($(wc -c < "$work/made.json") / 100))" -ge 29 -a "$n" -gt 100
ok 'and nothing is lost in it' json '!@{$j->{losses}}'
ok 'its times go on by the length of a round' \
	json "abs(sprintf('%.0f', 1e9 * \$j->{duration_s}) - $n / 3 * 90000) <= 20000"
make_json cpuprofile 1 "$work/seed.cpuprofile"
info "$work/made.json"
ok 'and it has its samples once at least' json '$j->{samples} == 3'

# who is inside whom, by thread, after B and E have been paired
slices() {
	perl -MJSON::PP -e '
		my ($j, %open, %all, %seen) = JSON::PP->new->allow_bignum->decode(join "", <STDIN>);
		$j = $j->{traceEvents} if ref $j eq "HASH";
		for (@$j) {
			my ($t, $ns) = ("$_->{pid}/$_->{tid}", sprintf "%.0f", $_->{ts} * 1000);
			$seen{$_->{ph}}++;
			push @{$open{$t}}, $ns if $_->{ph} eq "B";
			push @{$all{$t}}, [pop @{$open{$t}} // die("E without B\n"), $ns] if $_->{ph} eq "E";
			push @{$all{$t}}, [$ns, $ns + sprintf "%.0f", $_->{dur} * 1000] if $_->{ph} eq "X";
		}
		die "B without E\n" if grep { @$_ } values %open;
		for my $slices (values %all) {
			my @in;
			for (sort { $a->[0] <=> $b->[0] || $b->[1] <=> $a->[1] } @$slices) {
				pop @in while @in && $in[-1] <= $_->[0];
				die "a slice sticks out of another\n" if @in && $_->[1] > $in[-1];
				push @in, $_->[1];
			}
		}
		die "b without e\n" if $seen{b} != $seen{e};
		print join(" ", scalar(keys %all), map { "$_=" . ($seen{$_} // 0) }
			qw(B X b I C M)), "\n";' < "$1" > "$out" 2> "$err"
}
make_json trace 200000 array
slices "$work/made.json"
cp "$out" "$work/array"
ok 'a made trace has slices inside each other, of all kinds, on six threads' \
	prints '^6 B=[1-9][0-9][0-9] X=[1-9][0-9][0-9] b=[1-9][0-9]* I=[1-9][0-9]* C=[1-9][0-9]* M=6$'
ok 'and about so many bytes' test "$(($(wc -c < "$work/made.json") / 10000))" -eq 20
for like in '[0-9]*' '[0-9]*\.[0-9]*' '"[0-9]*\.[0-9]*"'; do
	ok "and times like $like" grep -q "\"ts\":$like,.*\"ph\":\"B\"" "$work/made.json"
done
make_json trace 200020 object
slices "$work/made.json"
ok 'as an object it has the same events' cmp "$work/array" "$out"
make_json trace 20 circle
status=$?
ok 'what is asked for wrongly is refused' ends_with 255

perl "$srcdir/tests/bench/make-stacks" 300 20 1000 > "$work/stacks.txt" 2> "$err"
sort -u "$work/stacks.txt" | awk -F';' 'NF == 21' | wc -l > "$out"
status=$?
ok 'made stacks are all different, and as deep as asked for' prints '^ *300$'
perl "$srcdir/tests/bench/make-stacks" 300 20 > "$out" 2> "$err"
status=$?
ok 'who wants some must say how many names they have' ends_with 255
"$bench/functions" 2000 30 > "$out" 2> "$err"
status=$?
ok 'steps of a drag beside the top table are measured' prints '^step-median [0-9.]* ms$'

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
