#!/bin/sh
# export.sh - folded stacks, and files that are never overwritten unasked.

. "$srcdir/tests/cli/tap.sh"

f=$data/small.txt
example=$examples/service.perf.gz

run export "$f"
ok 'stacks are folded with whole names' prints_exactly \
'app;main;ns::parse(char const*, int) 1\napp;main;work 2\nmy prog;work;[libz.so.1] 1\n'
run export --stackcollapse-names --idle show --weight period "$f"
ok '--stackcollapse-names is what stackcollapse-perf.pl prints' prints_exactly \
'app;main;ns::parse 100000000\napp;main;work 200000000\nmy_prog;work;[libz.so.1] 300000000\nswapper;do_idle;pv_native_safe_halt 100000000\n'
run export --tidy --idle show --weight period "$f"
ok 'its former name is accepted, with a hint' says '--tidy is now --stackcollapse-names'
run export --format folded --root none --range 0,1 "$f"
ok 'of a range, without groups' prints_exactly 'main;work 2\n'
run export --format timed-folded --range 0,1 --filter work --root pid "$f"
grep -v '^#' "$out" > "$work/timed"
cat > "$work/expected" << 'EOF'
1000.25 pid=100 tid=101 cpu=0 weight=100000000ns event=cpu-clock app;/usr/bin/app`main;/usr/bin/app`work 1
1000.35 pid=100 tid=101 cpu=0 weight=100000000ns event=cpu-clock app;/usr/bin/app`main;/usr/bin/app`work 1
EOF
ok 'or one line a sample, with its time' same_output "$work/expected" "$work/timed"
"$FLARESCOPE" export - < "$work/timed" > "$out" 2> "$err"
ok 'which is read again, from a pipe and without a header' prints_exactly 'app;main;work 2\n'
for o in --stackcollapse-names '--annotate=all'; do
	run export --format timed-folded $o "$f"
	ok "where $o has no place" says 'names, which --format timed-folded keeps'
done
run export --root none --range 0,1 --weight period --unit ms "$f"
ok 'times in a unit' prints_exactly 'main;work 200\n'
run export --unit ms "$f"
ok 'which counts have not' says '--unit is for times'
run export --weight period --unit ms --format timed-folded "$f"
ok 'and which is of folded stacks' says '--unit is for --format folded'
run export --format timed-folded -o "$work/none.timed" "$data/timeless.txt"
ok 'nor has a profile without times' says 'export it with --format folded'
ok 'of which no file is left' test ! -e "$work/none.timed"
run export "$data/hostile.txt"
ok 'names cannot break lines or terminals' prints_exactly \
	'app;red\357\277\275[31m:semi(int) 1\n'

# The same by awk, for names that need no care: a blank line ends a stack.
naive() {
	zcat "$1" | awk '
		/^#/ { next }
		/^[^ \t]/ { comm = $1; stack = ""; next }
		/^$/ { if (comm != "") n[comm stack]++; comm = ""; next }
		{
			sub(/^[ \t]*[0-9a-f]+ /, "")
			module = $0
			sub(/.* \(/, "", module)
			sub(/\)$/, "", module)
			sub(/ \([^(]*\)$/, "")
			sub(/\+0x[0-9a-f]+$/, "")
			if ($0 == "[unknown]") {
				sub(/.*\//, "", module)
				$0 = module ~ /^\[/ ? module : "[" module "]"
			}
			stack = ";" $0 stack
		}
		END { for (s in n) print s, n[s] }' | LC_ALL=C sort
}
naive "$example" > "$work/naive"
run export --idle show --event all "$example"
LC_ALL=C sort "$out" > "$work/ours"
ok 'the example folds as by awk' same_output "$work/naive" "$work/ours"

run export -o "$work/new.folded" "$f"
ok '-o writes a file' test -s "$work/new.folded"
ok 'and nothing to standard output' test ! -s "$out"
echo precious > "$work/old.folded"
run export -o "$work/old.folded" "$f"
ok 'an existing file is not overwritten' grep -qx precious "$work/old.folded"
ok 'which is a failure' ends_with 1
ok 'that says how' says '--force'
run export --force -o "$work/old.folded" "$f"
ok '--force overwrites' same_output "$work/new.folded" "$work/old.folded"
for ending in svg json speedscope.json timed; do
	run export -o "$work/named.$ending" "$f"
	case $ending in
	speedscope.json) format=speedscope ;;
	timed) format=timed-folded ;;
	*) format=$ending ;;
	esac
	run export --format "$format" "$f"
	ok "the ending .$ending says the notation" same_output "$work/named.$ending" "$out"
done
run export --format folded -o "$work/folded.svg" "$f"
ok '--format says it better' same_output "$work/new.folded" "$work/folded.svg"
run export -o - "$f"
ok '-o - is standard output' same_output "$work/new.folded" "$out"
run export -o "$work/none/x.folded" "$f"
ok 'a directory that is not there is an error' ends_with 1
run export -o "$work/bad.folded" "$work/nothing"
ok 'no file is left when reading fails' test ! -e "$work/bad.folded"
ok 'nor a temporary one' sh -c '! ls -a "$1" | grep part' - "$work"

if [ -c /dev/full ]; then
	"$FLARESCOPE" export "$example" > /dev/full 2> "$err"
	status=$?
	ok 'a full disk is an error' ends_with 1
	ok 'that says so' says 'No space'
	"$FLARESCOPE" export "$example" -o /dev/full > "$out" 2> "$err"
	ok 'a full disk under a file is told with its name' says '/dev/full: cannot write: No'
	"$FLARESCOPE" --version > /dev/full 2> "$err"
	status=$?
	ok 'for the version as well' ends_with 1
	"$FLARESCOPE" --help > /dev/full 2> "$err"
	status=$?
	ok 'and for help' ends_with 1
fi
"$FLARESCOPE" heatmap --format json "$example" 2> "$err" | head -c 10 > /dev/null
ok 'into head, it ends quietly' is_quiet

# pprof, a stack with values of two types: objects in count, space in bytes
printf '\012\004\010\001\020\002\012\004\010\003\020\004\022\007\012\001\001\022\002\003\005\042\006\010\001\042\002\010\001\052\004\010\001\020\001' > "$work/units.pb"
printf '\062\000\062\007objects\062\005count\062\005space\062\005bytes' >> "$work/units.pb"
run export --event objects "$work/units.pb"
ok 'of one event what it weighs is added up' prints_exactly '(root);objects 3\n'
for format in folded json svg speedscope pprof; do
	run export --event all --format $format "$work/units.pb"
	ok "$format does not add up what has different units" says 'counts and bytes cannot be added up: choose one event'
done

done_testing
