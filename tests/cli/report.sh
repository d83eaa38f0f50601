#!/bin/sh
# report.sh - a report is short, true, the same every time, and its commands show what it says.

. "$srcdir/tests/cli/tap.sh"

if ! command -v bash > "$out" || ! command -v perl > "$out"; then
	echo '1..0 # SKIP there is no bash, or no perl'
	exit 0
fi
mkdir "$work/bin" "$work/here"
ln -s "$FLARESCOPE" "$work/bin/flarescope"
PATH=$work/bin:$PATH
cp "$srcdir"/data/examples/* "$data"/* "$work/here"
cd "$work/here" || exit 1
example=service.perf.gz

is_short() { [ "$(wc -c < "$out")" -gt 0 ] && [ "$(wc -c < "$out")" -lt 2000 ]; }

# The commands that the text in $out names, in the order in which they stand there.
its_commands() { sed -n -e 's/^    //p' "$out"; }

# They are there, and fine: bash, because names may be quoted as $'...'.
its_commands_run() {
	its_commands > "$work/commands"
	grep -q '^flarescope ' "$work/commands" || return 1
	while read -r line; do
		case $line in
		'set -- '*) set=$line; continue ;;
		esac
		bash -c "${set:-:}
$line" > "$work/shown" 2> "$err" < /dev/null || { echo "fails: $line"; return 1; }
	done < "$work/commands"
	set=
}

# good NAME ARGS...: a report in all formats, the same twice, and short but for JSON; its commands run.
good() {
	name=$1
	shift
	for format in markdown json text; do
		run report --format $format "$@"
		ok "$name: a report in $format" ends_with 0
		cp "$out" "$work/first"
		case $format in
		json) ok '... which is JSON' json '$j->{schema} eq "flarescope/1" && $j->{recorded}' ;;
		*) ok '... of less than 2,000 bytes' is_short ;;
		esac
		run report --format $format --threads 1 "$@"
		ok '... and the same every time' same_output "$work/first" "$out"
	done
	ok "$name: all commands that it names are there" its_commands_run
}

good 'an example' "$example"
good 'a range of it' --range 15.6,16 "$example"
good 'two files' "$example" openssl.perf.gz
good 'two ranges of files' --range 1,9 "$example" openssl.perf.gz
good 'a file and itself' "$example" "$example"
ok '... of which nothing differs' prints '^Difference: .*: nothing differs$'
good 'two files without times' stacks.folded timeless.txt
good 'spans, and a range of them' --range 0.005,0.01 dag.csv
good 'idle samples' --idle only "$example"
good 'a filter' --filter 'mark_|sweep_' "$example"
good 'spans' dag.csv
good 'no times' stacks.folded
good 'text without times' timeless.txt
good 'a damaged file' damaged.txt
good 'several events' --event all events.txt

# ---- what it says is what the commands print ----

run report --format json "$example"
samples=$(json_value '$j->{recorded}{samples}')
first=$(json_value 'join "|",
	map { $_->{name} . " " . sprintf "%.6f", $_->{self_share} } @{$j->{top_self}{rows}}')
total=$(json_value 'join "|",
	map { $_->{name} . " " . sprintf "%.6f", $_->{total_share} } @{$j->{top_total}{rows}}')
run info --json "$example"
ok 'samples are those of info' json "\$j->{samples} - \$j->{idle_samples} == $samples"
run top --limit 5 --format csv "$example"
perl -F, -ane 'print $F[4], " ", $F[1], $. < 6 ? "|" : "" if $. > 1' "$out" > "$work/top"
echo >> "$work/top"
case $(cat "$work/top") in
"$first"*) same=true ;;
*) same=false ;;
esac
ok 'the functions are those of top' $same
ok '... and there are some' test -n "$first"
run top --sort total --limit 5 --format csv "$example"
perl -F, -ane 'print $F[4], " ", $F[3], $. < 6 ? "|" : "\n" if $. > 1' "$out" > "$work/top"
ok '... as are those with callees' test "$(cat "$work/top")" = "$total"

# What is compared of a row of a difference.
difference='join "\n", map { join "|", @$_{qw(name by share baseline_share share_change verdict q)} }'

# differs NAME ARGS...: each row of the report's difference is one of diff, and all that are certain count.
differs() {
	name=$1
	shift
	run report --format json "$@"
	certain=$(json_value '$j->{difference}{certain_count}')
	json_value "$difference @{\$j->{difference}{rows}}" > "$work/told"
	ok "$name: the report has rows" test -s "$work/told"
	run diff --by all --format json "$@"
	ok '... as many are certain in diff' json "\$j->{certain_count} == $certain"
	json_value "$difference @{\$j->{rows}}" > "$work/all"
	ok '... which has these rows' test -z "$(grep -Fxv -f "$work/all" "$work/told")"
}

differs 'two files' "$example" openssl.perf.gz
differs 'a range and the rest' --range 15.6,16 "$example"
differs 'a range that is another' --range 53,66 "$example"
run report --format json "$example"
json_value 'join " ", map { "$_->{period_s}+-$_->{standard_error_s}" } @{$j->{periods}{rows}}' > "$work/told"
run periods --format json "$example"
json_value 'join " ", map { "$_->{period_s}+-$_->{standard_error_s}" } @{$j->{rows}}' > "$work/all"
ok 'periods are those of periods' same_output "$work/told" "$work/all"
ok '... and there are some' grep -q '^5.00' "$work/told"

# What is compared of an odd moment.
moment='join "\n", map { join "|", @$_{qw(kind from_s to_s samples name by)} }'

# moments FILE: those that the report tells of are those of find, and all are counted.
moments() {
	run report --format json "$1"
	json_value "$moment @{\$j->{odd}{rows}}" > "$work/told"
	n=$(json_value 'my $n = 0;
		$n += $j->{odd}{$_ . "_count"} for qw(burst stall each_second thread mix); $n')
	run find --format json "$1"
	ok "$1: as many moments as find has" json "@{\$j->{rows}} == $n"
	json_value "$moment @{\$j->{rows}}" > "$work/all"
	ok '... which has those that are told' test -z "$(grep -Fxv -f "$work/all" "$work/told")"
	ok '... and there are some' test -s "$work/told"
}

moments "$example"
moments gc.perf.gz
moments convoy.perf.gz
# start FILE: functions of the start are those of diff with its range.
start() {
	run report --format json "$1"
	to=$(json_value '$j->{start_up}{to_s}')
	json_value "$difference @{\$j->{start_up}{rows}}" > "$work/told"
	ok "$1: it has a start" test -n "$to"
	run diff --format json --range "0,$to" "$1"
	json_value "$difference @{\$j->{rows}}" > "$work/all"
	ok '... whose functions diff has' test -z "$(grep -Fxv -f "$work/all" "$work/told")"
}

start "$example"
start start.perf.gz
for name in openssl cron new old; do
	run report $name.perf.gz
	ok "$name has none" prints_not '^Start-up'
done
run report --range 0,9 "$example"
ok 'a range has none' prints_not '^Start-up'
run report gc.perf.gz
ok 'collections that come again and again are told once' prints '; 8 more like it$'
ok '... and how often' prints '^Odd: 11 bursts (about every 3.880 s)$'
run report convoy.perf.gz
ok 'a stall is told with what explains it' prints '^  stall at 21.781-27.827 s: 87 samples where 407 are usual, for 6.0 s; mostly write_audit_line$'
run report start.perf.gz
ok 'as is a burst' prints '^  burst at 0.21-3.66 s: '
run report new.perf.gz
ok 'where nothing is odd, that is said' prints '^Odd: nothing'

# ---- the example of doc/batch.md ----

run report new.perf.gz old.perf.gz
sed -n -e '/^        Difference: /,/^$/s/^        //p' "$srcdir/doc/batch.md" > "$work/shown"
ok 'doc/batch.md shows an example' test "$(wc -l < "$work/shown")" -gt 3
ok '... as it is' test -z "$(grep -Fxv -f "$out" "$work/shown")"

# ---- what is not there ----

run report --range 1000,1001 "$example"
ok 'a range outside is refused as everywhere' ends_with 1
ok '... with the reason' says 'nothing was recorded in 1000-1001 s'
run report --filter 'no_such_function' "$example"
ok 'a filter that fits nothing, too' ends_with 1
printf 'swapper     0 [000]  1.5:  1 cycles: \n\tffff default_idle ([kernel.kallsyms])\n\n' > idle.txt
good 'nothing but idle samples' idle.txt
ok '... is said' prints 'every sample is idle, and hidden; --idle show shows them'

# ---- names are long, and mean harm ----

perl -e 'print "app", "x" x 1000000, ";", join(";", map { "y" x 2000 . $_ } 1 .. 20), " 5\n"' > long.folded
good 'names of a megabyte' --input-format folded long.folded
run report --format json --input-format folded long.folded
ok '... are whole in JSON' json 'length $j->{top_self}{rows}[0]{name} == 2002'
perl -e 'print join(";", "app", map { "f$_" } 1 .. 64000), " 5\n"' > deep.folded
good 'a stack of 64,000 frames' --input-format folded deep.folded
perl -e 'print "app;``` <script>*a*_b_|[x](y);\e[31mred\n" =~ s/\n/ 3\n/r, "app;\xe2\x80\xaeevil`;`a` ` 2\n"' > harm.folded
good 'names that mean harm' --input-format folded harm.folded
ok '... escape sequences do not pass' prints_not "$(printf '\033')"
run report --format markdown --input-format folded harm.folded
ok 'in Markdown names stand in code' prints '`` `a` ` ``'
name="it's \$(touch ran) \`touch ran\` && x.folded"
cp stacks.folded "$name"
good 'the name of a file' "$name"
ok '... is quoted' test ! -e ran
mkdir -p "$(printf 'd%.0s' $(seq 1 200))"
long=$(printf 'd%.0s' $(seq 1 200))/x.folded
cp stacks.folded "$long"
good 'a long name of a file' "$long"
ok '... stands there once' prints '^    set -- dddd'
deep=$(printf 'e%.0s' $(seq 1 200))
mkdir -p "$deep/$deep/$deep/$deep"
cp stacks.folded "$deep/$deep/$deep/$deep/x.folded"
run report "$deep/$deep/$deep/$deep/x.folded"
ok 'one that is too long does not' is_short
ok '... which is said' prints 'stands for the options and the file'
"$FLARESCOPE" report - < stacks.folded > "$out" 2> "$err"
status=$?
ok 'of standard input' ends_with 0

done_testing
