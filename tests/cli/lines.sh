#!/bin/sh
# lines.sh - functions split by the line of source code that they are at.
#
# SEED=N repeats what failed.

. "$srcdir/tests/cli/tap.sh"

SEED=${SEED:-$(date +%s)}
echo "# SEED=$SEED"

# made: text as perf script -F +srcline prints it in $work/made, and the folded stacks it stands for, with
# lines in $work/split and without them in $work/whole. Each variant: fields, chains or none, no line known.
made() {
	awk -v seed="$1" -v made="$work/made" -v split_="$work/split" -v whole="$work/whole" '
	function pick(list, n, of) { n = split(list, of, "|"); return of[1 + int(rand() * n)] }
	BEGIN {
		srand(seed)
		chains = rand() < .7; times = rand() < .8; tail = chains ? "" : pick("|               0| insn: 01 ca")
		for (s = 0; s < 60; s++) {
			head = sprintf("%s %5d %s%s", "x", 7, times ? sprintf("%d.%06d: ", s, s) : "", "cycles: ")
			a = b = ""
			if (chains)
				print head > made
			depth = chains ? 1 + int(rand() * 5) : 1
			for (d = 0; d < depth; d++) {
				name = pick("main|work|A::operator->|abc|std::vector<int (*)(char)>::at")
				place = pick("a.c:" int(1 + 30 * rand()) "|/my dir/b: c.cpp:7|a b.c:9|??:0|libc.so.6[891f5]|a.c:0|c (copy)/d.c:1")
				inlined = chains && rand() < .3
				line = sprintf("%16x %s%s", 4096 + int(100 * rand()), name, inlined ? "" : " (/bin/x)")
				print chains ? "\t" line : head "    " line > made
				print "  " place (inlined ? " (inlined)" : "") tail > made
				if (rand() < .2) # a frame has one line of its own
					print "  further.c:4" tail > made
				known = place !~ /^\?\?|:0$|\]$/
				a = name (known ? " " place : "") (a == "" ? "" : ";" a)
				b = name (b == "" ? "" : ";" b)
			}
			if (chains)
				print "" > made
			print "x;" a > split_
			print "x;" b > whole
		}
	}'
	for kind in split whole; do
		sort "$work/$kind" | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)$/\2 \1/' | sort > "$work/$kind.folded"
	done
}

# folds OPTIONS... EXPECTED: the stacks of what was made.
folds() {
	run export --format folded $1 "$work/made"
	sort "$out" | diff "$2" -
}

tried=0
while [ $tried -lt 12 ]; do
	tried=$((tried + 1))
	made $((SEED + tried))
	ok "with lines, $((SEED + tried))" folds --lines "$work/split.folded"
	ok "without them, $((SEED + tried))" folds '' "$work/whole.folded"
	run info --json "$work/made"
	ok 'each line is understood' json '!grep { $_->{reason} !~ /source line/ } @{$j->{losses}}'
done

printf 'x 7 1.5: cycles: \n\t 1000 main (/bin/x)\n\n' > "$work/none"
run top --lines "$work/none"
ok 'without lines that is said' says "^flarescope: source lines of .*: none: perf script -F +srcline prints them"
ok 'and functions are whole' prints ' main '
run top --lines "$examples/dag.csv"
ok 'and of a format that has none' says "^flarescope: source lines of .*: none: for this format, only functions are read"
run info --lines "$work/made"
ok 'how many are told is a fact' prints 'source lines: at [0-9,]* of the frames'
run report --lines "$work/made"
ok 'what report suggests has them, too' prints ' --lines '

done_testing
