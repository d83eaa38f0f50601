#!/bin/sh
# two_files.sh - a second file is the baseline: what both need to have in common, and what differs.

. "$srcdir/tests/cli/tap.sh"

f=$data/small.txt
example=$examples/service.perf.gz

# folded FILE LINE...
folded() {
	file=$work/$1
	shift
	printf '%s\n' "$@" > "$file"
}
is_the_same() {
	json '"$j->{certain_count} $j->{likely_count}" eq "0 0" && @{$j->{rows}} && !grep {
		$_->{share} != $_->{baseline_share} || $_->{change_per_second} || $_->{share_change} ||
		($_->{verdict} // "may be chance") ne "may be chance" } @{$j->{rows}}'
}

# ---- the same on both sides ----

"$FLARESCOPE" convert "$example" -o "$work/example.flare" 2> "$err"
cp "$example" "$work/copy.perf.gz"
for second in "$example" "$work/copy.perf.gz" "$work/example.flare"; do
	run diff --by all --format json "$example" "$second"
	ok "nothing differs from $(basename "$second")" is_the_same
done
run diff --format json --range 1,2 --against 1,2 "$example" "$work/example.flare"
ok 'nor the same range of both' is_the_same
run diff --limit 1 --against 1,2 "$example" "$work/copy.perf.gz"
ok 'of a whole file text says its name' prints '^subject   service\.perf\.gz: 4,613 samples in '
ok '... and of a range that as well' prints '^baseline  copy\.perf\.gz, 1 to 2 s: '
run diff --format json --filter mark_ "$example" "$work/copy.perf.gz"
ok 'nor what a filter leaves of both' is_the_same

# ---- what differs ----

folded before 'app;main;read 60' 'app;main;parse 40'
folded after 'app;main;read 30' 'app;main;parse 40' 'app;main;check 0x7f01 30'
run diff --format json "$work/after" "$work/before"
ok 'files without times are compared by share' json \
	'$j->{normalised} eq "share" && $j->{subject}{samples} == 100 && $j->{baseline}{samples} == 100'
ok 'a function that is new' json '
	grep { $_->{name} eq "check 0x..." && $_->{share} == 0.3 && $_->{baseline_share} == 0 } @{$j->{rows}}'
ok '... and one that has less' json '
	grep { $_->{name} eq "read" && $_->{share} == 0.3 && $_->{baseline_share} == 0.6 } @{$j->{rows}}'
cp "$out" "$work/plain"
"$FLARESCOPE" diff --format json - "$work/before" < "$work/after" > "$out" 2> "$err"
sed 's|^  "file": ".*/after"|  "file": "-"|' "$work/plain" > "$work/expected"
ok 'the first may be standard input' same_output "$work/expected" "$out"
"$FLARESCOPE" diff --format json "$work/after" - < "$work/before" > "$out" 2> "$err"
sed 's|^  "baseline_file": ".*/before"|  "baseline_file": "-"|' "$work/plain" > "$work/expected"
ok '... or the second' same_output "$work/expected" "$out"
run diff --format json --no-sandbox "$work/after" "$work/before"
ok 'no sandbox, no difference' same_output "$work/plain" "$out"
folded again 'app;main;read 30' 'app;main;parse 40' 'app;main;check 0x5563 30'
run diff --format json "$work/again" "$work/after"
ok 'addresses in names are no difference' is_the_same
run diff --format json --against 1,2 --range 1,2 "$f" "$f"
ok 'a range of each' json '$j->{subject}{samples} == 1 && $j->{baseline}{samples} == 1'
run diff --format json --against 0,2 "$f" "$f"
ok 'all of one, a range of the other' json \
	'$j->{subject}{samples} == 4 && $j->{baseline}{samples} == 3 && $j->{normalised} eq "time"'
run diff --swap --format json "$work/before" "$work/after"
ok 'which is said' prints '^  "swapped": true,$'
for text in "$work/plain" "$out"; do # the files are those of the command line
	sed '/^  "file"/d; /^  "baseline_file"/d; /^  "swapped"/d' "$text" > "$text.rest"
done
ok 'swapped, the second is the subject' same_output "$work/plain.rest" "$out.rest"
run diff --swap "$work/before" "$work/after"
ok '... by name, too' prints '^subject   after: '
run report --swap "$work/after" "$work/before"
ok '... but a report is always of the first' prints '  function check 0x\.\.\.: 30\.0 %, was 0\.0 % (new)'
run diff "$data/hostile.txt" "$f"
ok 'names with escapes do not reach the terminal' prints_not "$(printf '\033')"
ok '... on either side' sh -c '! "$1" diff "$2" "$3" 2>&1 | grep "$(printf "\033")"' sh \
	"$FLARESCOPE" "$f" "$data/hostile.txt"

# ---- each its own filter ----

run export --filter comm=app --against-filter parse "$work/after" "$work/before"
ok 'the second file may have a filter of its own' prints_exactly \
	'app;main;check 0x... 0 30\napp;main;parse 40 40\napp;main;read 0 30\n'
run export --filter read --against-filter '' "$work/after" "$work/before"
ok '... or none' prints_exactly 'app;main;parse 40 0\napp;main;read 60 30\n'
run diff --format json --filter read --against-filter parse "$work/after" "$work/before"
ok '... in tables, too' json '$j->{subject}{samples} == 30 && $j->{baseline}{samples} == 40'
run diff --filter read --against-filter nosuch "$work/after" "$work/before"
ok 'one that nothing fits is said of that file' says 'the second file: no sample matches the filter nosuch'
run diff --format json --filter work --against-filter parse --against 0,2 "$f" "$f"
ok '... and in a range of it' json '$j->{subject}{samples} == 3 && $j->{baseline}{samples} == 1'

# ---- two builds with two names ----

folded ver_a 'ver_a;main;serve;read 60' 'ver_a;main;serve;parse 40' 'cron;tick 5'
folded ver_b 'ver_b;main;serve;read 30' 'ver_b;main;serve;parse 40' 'ver_b;main;serve;check 30' 'cron;tick 5'
run diff --by process --format json "$work/ver_b" "$work/ver_a"
ok 'two builds are one program' json '
	@{$j->{rows}} == 2 && !grep { !$_->{share} || !$_->{baseline_share} || $_->{name} eq "ver_a" } @{$j->{rows}}'
ok '... which is said' says '^flarescope: ver_a of the second file is compared as ver_b (see --compare-as)$'
run export "$work/ver_b" "$work/ver_a"
ok '... and their call paths are the same' prints_exactly \
	'cron;tick 5 5\nver_b;main;serve;check 0 30\nver_b;main;serve;parse 40 40\nver_b;main;serve;read 60 30\n'
run export --swap "$work/ver_b" "$work/ver_a"
ok '... also swapped' prints '^ver_b;main;serve;check 30 0$'
run diff --swap --by process --format json "$work/ver_b" "$work/ver_a"
ok '... in the table, too' json '@{$j->{rows}} == 2'
run report "$work/ver_b" "$work/ver_a"
ok 'a report says it' prints '^Baseline: .*; ver_a is compared as ver_b'
run report --format json --compare-as ver_a=ver_b "$work/ver_b" "$work/ver_a"
ok '... also as data, and in its commands' json '
	$j->{baseline}{renamed}[0]{name} eq "ver_a" &&
	$j->{baseline}{renamed}[0]{compared_as} eq "ver_b" &&
	$j->{difference}{details_command} =~ / --compare-as ver_a=ver_b$/'
run export --compare-as none "$work/ver_b" "$work/ver_a"
ok 'none leaves both as they are' prints '^ver_a;main;serve;read 60 0$'
ok '... and says nothing' is_quiet
folded ver_c 'ver_c;main;draw 60' 'ver_c;main;paint;read 40' 'cron;tick 5'
run export "$work/ver_c" "$work/ver_a"
ok 'another program is another program' prints '^ver_a;main;serve;read 60 0$'
run export --compare-as ver_a=ver_c "$work/ver_c" "$work/ver_a"
ok '... unless somebody says they are one' prints '^ver_c;main;serve;read 60 0$'

# ---- the graphs and the table of both ----

zero='
	my ($n, $bad, @todo) = (0, 0, $j->{root});
	while (my $x = pop @todo) {
		$n++;
		$bad++ if $x->{total_delta} || $x->{self_delta} ||
			$x->{baseline_total} != $x->{total};
		push @todo, @{$x->{children}};
	}
	$n > 2 && !$bad'
run flame --format json "$example" "$work/copy.perf.gz"
ok 'the graph of a file and its copy has no differences' json "$zero"
run flame --format json --root none --zoom 'app;main' "$work/after" "$work/before"
ok 'a zoom is looked for in both' ends_with 2
run flame --format json --zoom 'all;app;main;check 0x...' "$work/before" "$work/after"
ok 'with the names that are compared' ends_with 2
run flame --format json --show both --search check "$work/before" "$work/after"
ok 'a search finds what only the second file has' json '
	my ($found, @todo) = (0, $j->{root});
	while (my $x = pop @todo) {
		$found += $x->{match} ? $x->{baseline_total} : 0;
		push @todo, @{$x->{children}};
	}
	$found == 30'
run top --sort change --limit 1 --format json "$work/after" "$work/before"
ok 'the table is sorted by change' prints '"\(read\|check 0x\.\.\.\)"'
run top --search parse --format csv "$work/after" "$work/before"
ok '... and searched' sh -c '[ "$(wc -l < "$1")" -eq 2 ] && grep -q "^40,.*,parse," "$1"' sh "$out"
run export "$work/after" "$work/before"
ok 'folded stacks have two columns' prints_exactly \
	'app;main;check 0x... 0 30\napp;main;parse 40 40\napp;main;read 60 30\n'
run export --format svg --search read "$work/after" "$work/before"
ok 'a picture for browsers is drawn of both' prints 'check 0x\.\.\.'
run export --format speedscope "$work/after" "$work/before"
ok 'what has no place for two is of the first' prints 'check 0x7f01'

run flame --ascii --search check "$work/after" "$work/before"
ok 'the picture names what is new' prints 'check 0x\.\.\. new +30 %'
ok '... and counts what was found' prints '/check: 30 of 100'
run flame --ascii --zoom 'app;main;read' "$work/after" "$work/before"
ok '... or what is zoomed into' prints 'all > app > main > read'

run export --show elided "$work/after" "$work/before"
ok 'folded stacks of what is gone are those alone' prints_exactly ''
run export --show elided "$work/before" "$work/after"
ok '... with the values of both' prints_exactly 'app;main;check 0x... 30 0\n'
run export --min-change 30 "$work/after" "$work/before"
ok '... and without those that are hidden' prints_exactly 'app;main;check 0x... 0 30\napp;main;read 60 30\n'
run export --show elided --format svg "$work/before" "$work/after"
ok 'a picture of what is gone says so, and whose it is' prints 'samples, 30 samples gone, against after by share<'
ok '... and nothing of callers that are not' sh -c '[ "$(grep -c "of the baseline" "$1")" -eq 1 ]' sh "$out"
run export --self --format svg "$work/after" "$work/before"
ok 'a picture may be of what functions spent themselves' prints 'itself 30\.00 %, 60\.00 % of the baseline, change -30\.00 %'
run export --swap --format svg "$work/after" "$work/before"
ok '... and of the second file' prints '>before</text>'

# ---- what was lost ----

run diff "$data/damaged.txt" "$data/stacks.folded"
ok 'losses are told of the first' says 'flarescope info .*damaged.txt$'
ok '... and of the second' says 'flarescope info .*stacks.folded$'

# ---- what both have to have in common ----

refused() {
	expected=$1
	shift
	run "$@"
	ok "refused with status 2: $*" ends_with 2
	ok '... for its reason' says "$expected"
}
perl -pe 's/ cycles:/ branches:/' "$data/events.txt" > "$work/branches.txt"
perl -pe 's/ cycles:/ cycles:P:/' "$data/events.txt" > "$work/precise.txt"
refused "first events of the files differ, 'branches' and 'cycles'; both have --event 'page-faults'" \
	diff "$work/branches.txt" "$data/events.txt"
refused "no event in common: one has 'cycles', the other 'cpu-clock'" diff "$data/events.txt" "$f"
run diff --event page-faults --format json "$work/branches.txt" "$data/events.txt"
ok 'one that both have can be named' json '$j->{subject}{samples} == 1 && $j->{baseline}{samples} == 1'
run diff --format json "$work/precise.txt" "$data/events.txt"
ok 'modifiers of perf make no other event' json '$j->{subject}{samples} == 2'
printf '[{"ph":"X","name":"work","ts":1,"dur":5,"pid":1,"tid":1}]' > "$work/spans.json"
refused 'no event in common' diff "$work/spans.json" "$f"
refused 'spans cannot be compared' diff --event all "$work/spans.json" "$f"
run diff --format json "$work/spans.json" "$work/spans.json"
ok 'spans are compared with spans' is_the_same
refused 'rest is for one file' diff --range 0,1 --against rest "$f" "$f"
refused 'the second file has no times' diff --against 0,1 "$f" "$work/before"
refused "there is nothing to compare" diff "$f" "$f" third
refused 'only one of the two files can be standard input' diff - -
refused 'nothing to compare' diff "$f"
refused 'both files have cron' diff --compare-as cron=ver_b "$work/ver_b" "$work/ver_a"
refused 'the second file has no program and no module called ver_x' diff --compare-as ver_x=ver_b "$work/ver_b" "$work/ver_a"
refused 'expected OLD=NEW' diff --compare-as ver_a "$work/ver_b" "$work/ver_a"
refused 'expected one file, found two' heatmap "$f" "$f"

# ---- what cannot be read ----

run diff "$f" "$work/nowhere"
ok 'a second file that is not there' ends_with 1
ok '... is named' says 'nowhere: '
run diff "$work/nowhere" "$f"
ok 'so is a first' says 'nowhere: '
echo 'this is no profile' > "$work/text"
run diff "$f" "$work/text"
ok 'one that is no profile is named' says 'text: '
run diff --against 900,901 "$f" "$f"
ok 'a range of the second in which nothing was recorded' ends_with 1
ok '... is told' says 'nothing was recorded in 900-901 s'

# ---- the cache ----

unset FLARESCOPE_CACHE
XDG_CACHE_HOME=$work/caches
export XDG_CACHE_HOME
for i in 1 2; do
	perl -e '
		for (my $n = 0; $n < 30000; $n++) {
			printf "app 7/7 [001] %d.%06d: 1 cycles:\n", 100 + $n / 1000, $n % 1000;
			print "\t    400000 work_", "of_a_long_name_" x 8, $n % $ARGV[0], " (/bin/app)\n\n";
		}' $((9 + i)) > "$work/big$i.txt"
	touch -d '1 hour ago' "$work/big$i.txt"
done
run diff --format json "$work/big1.txt" "$work/big2.txt"
cp "$out" "$work/plain"
ok 'both are kept in the cache' test "$(find "$XDG_CACHE_HOME" -name '*.flare' | wc -l)" -eq 2
run diff --format json "$work/big1.txt" "$work/big2.txt"
ok '... and found there' same_output "$work/plain" "$out"

done_testing
