#!/bin/sh
# files.sh - files that cannot be used get one line and status 1; others are read from anywhere.

. "$srcdir/tests/cli/tap.sh"

# useless NAME PATH: every command says so alike.
useless() {
	for command in top info; do
		run $command "$2"
		ok "$command: $1 ends with 1" ends_with 1
		ok "$command: $1 is said in one line" says_one_line
		ok "$command: $1 prints nothing" test ! -s "$out"
	done
}

: > "$work/empty"
useless 'an empty file' "$work/empty"
useless 'a directory' "$work"
useless 'a file that is not there' "$work/nothing"
ok 'and is named' says 'nothing'
head -c 3000 "$FLARESCOPE" > "$work/binary"
useless 'a binary' "$work/binary"
grep '^#' "$data/small.txt" > "$work/header"
useless 'a header without samples' "$work/header"
printf 'once upon a time\nthere was a text\n' > "$work/prose"
useless 'some prose' "$work/prose"
recordings=$srcdir/tests/fuzz/corpus/perf_data
run info "$recordings/file"
ok 'a perf.data is read' prints 'samples     3,'
ok 'and its facts' prints 'hostname: host'
gzip -c "$recordings/file" > "$work/recording.gz"
run info "$work/recording.gz"
ok 'gzipped too' prints 'samples     3,'
"$FLARESCOPE" info - < "$recordings/piped" > "$out" 2> "$err"
ok 'and from a pipe' prints 'samples     3,'
mkdir "$work/threads"
cp "$recordings/file" "$work/threads/data"
tail -c +137 "$recordings/zero-size" > "$work/threads/data.0"
run info "$work/threads"
ok 'a directory of perf record --threads is one recording' prints 'samples     4,'
printf '2ELIFREPaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' > "$work/perf.data"
useless 'a perf.data recording' "$work/perf.data"
ok 'with what to do about it' says 'perf script'
esc=$(printf '\033')
run top "$work/a${esc}[31m/x.txt"
ok 'escape sequences of a file name do not reach the terminal' \
	sh -c '! grep -q "$1" "$2"' - "$esc" "$err"

run top "$data/small.txt"
cp "$out" "$work/plain"
ok 'a file is read' prints 'work'
gzip -c "$data/small.txt" > "$work/small"
run top "$work/small"
ok 'gzip is known by content' same_output "$work/plain" "$out"
{ head -n 17 "$data/small.txt" | gzip; tail -n +18 "$data/small.txt" | gzip; } > "$work/two"
run top "$work/two"
ok 'gzip in several members is read to its end' same_output "$work/plain" "$out"
"$FLARESCOPE" top - < "$data/small.txt" > "$out" 2> "$err"
ok '- is standard input' same_output "$work/plain" "$out"
gzip -c "$data/small.txt" | "$FLARESCOPE" top - > "$out" 2> "$err"
ok 'also gzipped, through a pipe' same_output "$work/plain" "$out"
zstd=$srcdir/tests/fuzz/corpus/packed
if [ "$WITH_ZSTD" = yes ]; then
	run info "$zstd/two-frames.zst"
	ok 'zstd is known by content, and all its frames are read' prints 'samples     6,'
	"$FLARESCOPE" info - < "$zstd/two-frames.zst" > "$out" 2> "$err"
	ok 'also from a pipe' prints '^format  *folded, zstd$'
	run info --json "$zstd/tail.zst"
	ok 'what is behind it is told' \
		json '$j->{compression} eq "zstd" && $j->{losses}[0]{reason} =~ /^zstd streams/'
	head -c 12 "$zstd/one.zst" > "$work/stump"
	useless 'zstd with half a line' "$work/stump"
	ok 'and what is wrong with it' says 'of an unknown kind; the zstd stream ends in the middle'
	head -c 9 "$zstd/one.zst" > "$work/stump"
	useless 'zstd without contents' "$work/stump"
	ok 'and what is wrong with it' says 'stump: the zstd stream ends in the middle'
	useless 'zstd that wants too much memory' "$zstd/large-window.zst"
	ok 'with what unpacks it' says 'zstd -dc --memory=2GB FILE'
else
	useless 'zstd without libzstd' "$zstd/one.zst"
	ok 'with what unpacks it' says 'built without libzstd; unpack it with: zstd -dc FILE'
fi
gzip -c "$data/small.txt" | head -c 15 > "$work/stump"
useless 'gzip without contents' "$work/stump"
ok 'and what is wrong with it' says 'the gzip stream ends in the middle'
cp "$data/small.txt" "$work/heatmap"
run open "$work/heatmap"
ok 'a file called like a command can be opened' ends_with 0
run top --input-format perf-script "$data/small.txt"
ok 'the format can be given' same_output "$work/plain" "$out"

mkdir "$work/here"
cp "$data/small.txt" "$work/here/perf.data"
case $FLARESCOPE in /*) program=$FLARESCOPE ;; *) program=$PWD/$FLARESCOPE ;; esac
(cd "$work/here" && "$program" top) > "$out" 2> "$err" < /dev/null
ok 'without a file perf.data is read where it is' same_output "$work/plain" "$out"
(cd "$work/here" && "$program") > "$out" 2> "$err" < /dev/null
status=$?
ok 'also without any word' ends_with 0
(cd "$work/here" && "$program" convert -o "$work/out.flare") > "$out" 2> "$err" < /dev/null
status=$?
ok 'but not what is to be converted: that is to be named' ends_with 2

mkdir "$work/bare"
(cd "$work/bare" && "$program") > "$out" 2> "$err" < /dev/null
status=$?
ok 'without one there the usage says what makes one' says 'no perf.data here; .*record'
ok 'and it is a wrong command line' ends_with 2

run info --symfs "$work/nowhere" "$recordings/file"
ok 'symbols of a directory that is not there are no silent loss' ends_with 1
ok 'nor of a file' says 'symfs .*nowhere: No such file'
run info --symfs "$recordings/file" "$recordings/file"
ok 'which is a wrong command line' ends_with 2
run info --kallsyms "$work/nowhere" "$recordings/file"
ok 'the same with the symbols of a kernel' says 'kallsyms .*nowhere: No such file'

run top "$data/damaged.txt"
ok 'what cannot be read does not stop the rest' prints 'work'
ok 'with status 0' ends_with 0
ok 'it is told once' test "$(grep -c 'line 4' "$err")" -eq 1
ok 'with its line' says 'line 4'
ok 'and where to read more' says 'flarescope info'

# ---- standard input ----

run top "$data/small.txt"
cp "$out" "$work/small.top"
mkdir "$work/with" && cp "$data/events.txt" "$work/with/perf.data"
(cd "$work/with" && cat "$data/small.txt" | "$FLARESCOPE" top) > "$out" 2> "$err"
ok 'a pipe is read, as perf report does, also beside a perf.data' \
	same_output "$out" "$work/small.top"
(cd "$work/with" && cat "$data/small.txt" | "$FLARESCOPE") > "$out" 2> "$err"
ok 'and without a command' prints 'samples'
(cd "$work/with" && "$FLARESCOPE" info < /dev/null) > "$out" 2> "$err"
ok 'otherwise perf.data is' prints 'perf.data'

for file in "$examples/service.perf.gz" "$srcdir/README.md"; do
	run info --input-format perf-data "$file"
	ok "what is no perf.data is said to be none: ${file##*/}" \
		says 'not a perf.data (it does not begin with PERFILE2)'
	ok 'with status 1' ends_with 1
done

done_testing
