#!/bin/sh
# convert.sh - a parsed profile is the same profile, for every command and from everywhere.

. "$srcdir/tests/cli/tap.sh"

# same NAME FILE: what commands print of FILE and of its parsed profile.
same() {
	rm -f "$work/it.flare"
	run convert "$2" -o "$work/it.flare"
	ok "$1 is converted" ends_with 0
	ok "$1: nothing is printed" test ! -s "$out"
	for command in export top heatmap flame; do
		run $command "$2"
		sed 's/^ flarescope  [^ ]*//' "$out" > "$work/plain"
		run $command "$work/it.flare"
		sed -i 's/^ flarescope  [^ ]*//' "$out"
		ok "$1: $command prints the same" same_output "$work/plain" "$out"
	done
	run info "$2"
	# what was not recorded is told of what perf wrote alone
	tail -n +3 "$out" | grep -v '^missing ' > "$work/plain"
	run info "$work/it.flare"
	ok "$1: info knows it" prints '^format  *flare$'
	tail -n +3 "$out" | grep -v '^missing ' > "$work/found"
	ok "$1: and the same facts" same_output "$work/plain" "$work/found"
}

same 'a recording' "$examples/openssl.perf.gz"
same 'a file with several events' "$data/events.txt"
same 'a file with hostile names' "$data/hostile.txt"

run convert "$data/damaged.txt" -o "$work/damaged.flare"
ok 'what was lost is told' says 'line 4'
run info "$work/damaged.flare"
ok 'and kept, of its kind' prints '^not read .*line 4'
run convert "$data/timeless.txt" -o "$work/timeless.flare"
run info "$work/timeless.flare"
ok 'without times too' prints 'time  *not recorded'
run convert "$data/stacks.folded" -o "$work/folded.flare"
run export "$data/stacks.folded"
cp "$out" "$work/plain"
run export "$work/folded.flare"
ok 'folded stacks keep their counts' same_output "$work/plain" "$out"

run convert --addresses "$data/small.txt" -o "$work/small.flare"
ok 'options of reading are taken' ends_with 0
run convert "$data/small.txt" -o "$work/small.flare"
ok 'an existing file is left alone' ends_with 1
ok 'with what to do' says '--force'
run convert --force "$data/small.txt" -o "$work/small.flare"
ok 'unless it may be replaced' ends_with 0
run convert "$work/small.flare" -o "$work/again.flare"
ok 'converted again it is the same file' cmp "$work/small.flare" "$work/again.flare"
for name in x.svg y.folded z.speedscope.json x.pb; do
	run convert "$data/small.txt" -o "$work/$name"
	ok "$name is for export" says "convert only writes .flare; for .*$name: flarescope export"
	ok 'which is a usage error' ends_with 2
	ok 'and nothing is made' test ! -e "$work/$name"
done
run convert "$data/small.txt" -o "$work/parsed"
ok 'other names are taken' ends_with 0
run convert "$data/small.txt"
ok 'without a name for the output it is a usage error' ends_with 2
run convert "$data/small.txt" -o /dev/full
ok 'a full disk is an error' ends_with 1
ok 'that names the file' says '/dev/full: cannot be written: No space'
run convert "$work/nothing" -o "$work/nothing.flare"
ok 'without input' ends_with 1
ok 'there is no output' test ! -e "$work/nothing.flare"

# The section table of a file, and the one of the manual: kind and bytes of a row.
perl -e 'local $/; $_ = <STDIN>; my ($magic, $version, $n, $size) = unpack "a8 V V Q<", $_;
	exit 1 if $magic ne "\x89FLARE\n\x1a" || $version != 4 || $size != length;
	print join(" ", unpack "V V", substr($_, 32 + 32 * ($i += 1), 8)), "\n" while $i < $n;
	' < "$work/small.flare" > "$out"
sed -n 's/^\.It \([0-9]*\) Ta \([0-9]*\) Ta [a-z ]* Ta .*/\1 \2/p' "$srcdir/doc/flare.5" \
	> "$work/manual"
ok 'its form is that of flare(5)' same_output "$work/manual" "$out"

run top "$data/small.txt"
cp "$out" "$work/plain"
"$FLARESCOPE" top - < "$work/small.flare" > "$out" 2> "$err"
ok 'it can come from standard input' same_output "$work/plain" "$out"
gzip -c "$work/small.flare" > "$work/small.gz"
run top "$work/small.gz"
ok 'and gzipped' same_output "$work/plain" "$out"
run top --input-format flare "$data/small.txt"
ok 'what is none is refused' ends_with 1
ok 'with what was expected' says 'expected a parsed profile'
head -c 1000 "$work/small.flare" > "$work/cut"
run top "$work/cut"
ok 'a cut file is refused' ends_with 1
ok 'in one line' says_one_line
run info "$work/cut"
ok 'by info as well' ends_with 1
run formats
ok 'the format is listed' prints '^  flare '

done_testing
