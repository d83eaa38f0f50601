#!/bin/sh
# cache.sh - a second opening finds the parsed profile; nothing goes wrong where it cannot.

. "$srcdir/tests/cli/tap.sh"

unset FLARESCOPE_CACHE
XDG_CACHE_HOME=$work/caches
export XDG_CACHE_HOME
cache=$XDG_CACHE_HOME/flarescope

# text NAME: a recording of 5 MB, written an hour ago.
text() {
	perl -e '
		for (my $i = 0; $i < 30000; $i++) {
			printf "app 7/7 [001] %d.%06d: 1 cycles:\n", 100 + $i / 1000, $i % 1000;
			print "\t    400000 work_", "of_a_long_name_" x 8, $i % 10, " (/bin/app)\n";
			print "\t    400100 main (/bin/app)\n\n";
		}' > "$work/$1"
	touch -d '1 hour ago' "$work/$1"
}

entries() { find "$cache" -name '*.flare' | wc -l; }
kept() { [ "$(entries)" -eq "$1" ]; }
clear_cache() { rm -rf "$XDG_CACHE_HOME"; }

text big.txt
run export --no-cache "$work/big.txt"
cp "$out" "$work/plain"
ok 'without a cache there is a result' ends_with 0
ok 'and nothing is kept' test ! -e "$XDG_CACHE_HOME"
FLARESCOPE_CACHE=no "$FLARESCOPE" export "$work/big.txt" > "$out"
ok 'nor when the environment says no' test ! -e "$XDG_CACHE_HOME"

run export "$work/big.txt"
ok 'the first opening prints the same' same_output "$work/plain" "$out"
ok 'and keeps the profile' kept 1
ok 'for nobody else to read' test -z "$(find "$XDG_CACHE_HOME" -perm /077)"
file=$(echo "$cache"/*.flare)
touch -d '2 days ago' "$file"
run export "$work/big.txt"
ok 'the second opening prints the same' same_output "$work/plain" "$out"
ok 'and nothing is kept twice' kept 1
ok 'the file is marked as used' test -n "$(find "$file" -mmin -10)"
run info "$work/big.txt"
cp "$out" "$work/facts"
run info --no-cache "$work/big.txt"
ok 'info tells the same of both' same_output "$work/facts" "$out"
clear_cache
run info --started 2026-11-30T10:44:23 "$work/big.txt"
ok 'when it began is said for this time alone' prints '^wall clock .* as --started says'
run info "$work/big.txt"
ok '... and no part of what is kept' same_output "$work/facts" "$out"
run info --started 2026-11-30T10:44:23 "$work/big.txt"
ok '... though it may be said of that, too' prints '^wall clock .* as --started says'
run cache
ok 'the cache can be listed' prints '1 profile, '
ok 'with what each is of' prints "$(basename "$work")/big.txt"

run top --input-format perf-script "$work/big.txt"
ok 'the format is no other when it is named' kept 1
run top --addresses "$work/big.txt"
ok 'what is read in another way is kept apart' kept 2
touch -d '3 hours ago' "$work/big.txt"
run top "$work/big.txt"
ok 'so is a file with another time' kept 3
cp -p "$work/big.txt" "$work/copy.txt"
run top "$work/copy.txt"
ok 'and another file' kept 4
printf 'app 7/7 [001] 200.000000: 1 cycles:\n\t400000 last (/bin/app)\n\n' >> "$work/copy.txt"
touch -d '3 hours ago' "$work/copy.txt"
run top "$work/copy.txt"
ok 'what has changed is read again' prints 'last'
run cache --clear
ok 'it can be cleared' prints '5 files removed'
ok 'completely' kept 0
run cache --clear
ok 'twice' prints '0 files removed'

# a minute ahead: the machine may be too busy to look within two seconds
touch -d '1 minute' "$work/big.txt"
run top "$work/big.txt"
ok 'what was written just now is not kept' kept 0
touch -d '1 hour ago' "$work/big.txt"
run top "$data/small.txt"
ok 'nor what is small' kept 0
"$FLARESCOPE" top - < "$work/big.txt" > "$out" 2> "$err"
ok 'nor standard input' kept 0
"$FLARESCOPE" convert "$work/big.txt" -o "$work/big.flare"
run top "$work/big.flare"
ok 'nor a parsed profile' kept 0
{ gzip -c "$work/big.txt"; gzip -1c "$FLARESCOPE" | head -c 300000; } > "$work/cut.gz"
touch -d '1 hour ago' "$work/cut.gz"
run top "$work/cut.gz"
ok 'nor what is damaged' kept 0

run top "$work/big.txt"
cp "$out" "$work/plain"
file=$(echo "$cache"/*.flare)
head -c 20000 "$file" > "$work/part"
cp "$work/part" "$file"
run top "$work/big.txt"
ok 'a cut file in the cache does no harm' same_output "$work/plain" "$out"
ok 'and is replaced' test "$(wc -c < "$file")" -gt 20000
perl -e 'open F, "+<", $ARGV[0]; seek F, -100000, 2; print F "x" x 1000' "$file"
run top "$work/big.txt"
ok 'nor does a damaged one' same_output "$work/plain" "$out"
ok 'silently' is_quiet
rm "$file"
mkdir "$file"
run top "$work/big.txt"
ok 'nor a directory in its place' same_output "$work/plain" "$out"
rmdir "$file"
ln -s "$work/big.txt" "$file"
run top "$work/big.txt"
ok 'nor a link' same_output "$work/plain" "$out"

clear_cache
for i in 1 2 3; do
	cp -p "$work/big.txt" "$work/$i.txt"
	run top "$work/$i.txt"
	size=$(($(cat "$cache"/*.flare | wc -c) / i))
done
ok 'several are kept' kept 3
find "$cache" -name '*.flare' -exec touch -d '1 day ago' {} +
run top "$work/1.txt"
: > "$cache/.half.part"
touch -d '2 days ago' "$cache/.half.part"
FLARESCOPE_CACHE_MAX=$((size * 2 + 1000)) "$FLARESCOPE" top "$work/big.txt" > "$out"
ok 'those used longest ago make room' kept 2
run cache
ok 'the one just used stays' prints '/1.txt'
ok 'with the new one' prints '/big.txt'
ok 'what a killed process left is swept up' test ! -e "$cache/.half.part"
clear_cache
FLARESCOPE_CACHE_MAX=1000 "$FLARESCOPE" top "$work/big.txt" > "$out"
ok 'what is larger than the whole cache is not kept' kept 0

clear_cache
: > "$XDG_CACHE_HOME"
run top "$work/big.txt"
ok 'where no cache can be made, the profile is shown' same_output "$work/plain" "$out"
ok 'silently, too' is_quiet
run cache
ok 'only the list says why' ends_with 1
ok 'with the reason' says 'Not a directory'
rm "$XDG_CACHE_HOME"
mkdir -p "$cache"
chmod 777 "$cache"
run top "$work/big.txt"
ok 'a directory that others can write to is not trusted' kept 0
run cache
ok 'the list says that as well' says 'others can write'
clear_cache

# Under sudo, HOME may be the caller's: whose links lead to where only root may write.
if [ "$(id -u)" -eq 0 ]; then
	mkdir -p "$work/home" "$work/roots/made"
	ln -s ../roots "$work/home/.cache"
	ln -s ../roots/made "$work/home/flarescope"
	chown nobody "$work/home"
	chown -h nobody "$work/home/.cache" "$work/home/flarescope"
	HOME=$work/home XDG_CACHE_HOME= "$FLARESCOPE" top "$work/big.txt" > "$out" 2> "$err"
	ok "where another user's link leads no cache is made" test -z "$(find "$work/roots" -mindepth 2)" -a ! -e "$work/roots/flarescope"
	XDG_CACHE_HOME=$work/home "$FLARESCOPE" top "$work/big.txt" > "$out" 2> "$err"
	ok 'and none is used' test -z "$(ls "$work/roots/made")"
	ok 'silently, too' is_quiet
	XDG_CACHE_HOME=$work/home "$FLARESCOPE" cache > "$out" 2> "$err"
	ok 'only the list says why' says 'Permission denied'
	chown -h root "$work/home/flarescope"
	XDG_CACHE_HOME=$work/home "$FLARESCOPE" top "$work/big.txt" > "$out" 2> "$err"
	ok "one's own link leads to it" test -n "$(ls "$work/roots/made")"
else
	skip "another user's links to the cache" 'only root can make them'
fi
(ulimit -f 8; "$FLARESCOPE" top "$work/big.txt" | cat > "$out") 2> "$err"
ok 'where files cannot grow, the profile is shown' same_output "$work/plain" "$out"
ok 'and half a file does not stay' test -z "$(find "$cache" -type f)"
HOME=/proc/nonexistent XDG_CACHE_HOME=relative "$FLARESCOPE" top "$work/big.txt" > "$out" 2> "$err"
ok 'nor does a missing home matter' same_output "$work/plain" "$out"
ok 'and is not complained of' is_quiet

clear_cache
"$FLARESCOPE" top "$work/big.txt" > "$work/one" &
"$FLARESCOPE" top "$work/big.txt" > "$work/two"
wait
ok 'two at once both work' cmp "$work/one" "$work/two"
ok 'and print what one does' same_output "$work/plain" "$work/one"
ok 'and leave one file' kept 1

# A perf.data of 5 MB in which process 77 ran code that it made itself: its names are in the
# map that the process may still write.
perl -e '
	my $head = sub { pack "LSS", $_[0], $_[1], 8 + length $_[2] };
	my $map = pack "llQQQa16", 77, 77, 0x5000, 0x1000, 0, "//anon";
	my $data = $head->(1, 2, $map) . $map;
	for (1 .. 160000) {
		my $sample = pack "QllQ", 0x5010, 77, 77, 1e9 + $_ * 1000;
		$data .= $head->(9, 2, $sample) . $sample;
	}
	my $attr = pack "LLQQQQQx16", 1, 64, 0, 1000, 7, 0, 0;
	print pack("a8QQQQQQx48", "PERFILE2", 104, 80, 104, 80, 184, length $data),
		$attr, "\0" x 16, $data;
' > "$work/perf.data"
touch -d '1 hour ago' "$work/perf.data"
mkdir -p "$work/sys/tmp"
clear_cache
run export --symfs "$work/sys" "$work/perf.data"
ok 'a recording opens' prints 'perf-77.map. 160000'
ok 'and is not kept' kept 0
echo '5000 1000 compiled' > "$work/sys/tmp/perf-77.map"
run export --symfs "$work/sys" "$work/perf.data"
ok 'since its names may come later' prints ';compiled 160000'
echo '5000 1000 recompiled' > "$work/sys/tmp/perf-77.map"
run export --symfs "$work/sys" "$work/perf.data"
ok 'or change' prints ';recompiled 160000'
ok 'so none ever is' kept 0

FLARESCOPE_CACHE=no "$FLARESCOPE" cache > "$out" 2> "$err"
ok 'where it is turned off, the list says so' says 'FLARESCOPE_CACHE=no'
FLARESCOPE_CACHE_MAX=1G "$FLARESCOPE" cache > "$out" 2> "$err"
ok 'a limit that is not understood is no larger one' says 'FLARESCOPE_CACHE_MAX=1G: expected a number of bytes'
run cache --clear --wrong
ok 'the cache has options like any command' ends_with 2
run cache "$work/big.txt"
ok 'but takes no file' ends_with 2

done_testing
