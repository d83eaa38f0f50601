#!/bin/sh
# elsewhere.sh - flarescope as it is run where things are different: fakeroot, other users, sudo.

. "$srcdir/tests/cli/tap.sh"

file=$examples/service.perf.gz
run top "$file"
cp "$out" "$work/usual"

if "$FLARESCOPE" --version | grep -q 'built with sanitizers'; then
	skip 'under fakeroot' 'a sanitizer wants to be loaded first, and so does fakeroot'
elif command -v fakeroot > "$work/said" && fakeroot true 2> "$work/said"; then
	fakeroot "$FLARESCOPE" top "$file" > "$out" 2> "$err"
	status=$?
	ok 'under fakeroot the output is the same' same_output "$work/usual" "$out"
	ok 'and it is confined' sh -c 'fakeroot "$1" --version | grep "confined by.*Landlock\|system"' \
		- "$FLARESCOPE"
	fakeroot "$FLARESCOPE" export -o "$work/fake.svg" "$file" > "$out" 2> "$err"
	status=$?
	ok 'and writes what it is told to' test -s "$work/fake.svg"
else
	skip 'under fakeroot' 'it is not installed'
fi

# As root by sudo, into what belongs to somebody else and lets nobody in.
if [ "$(id -u)" = 0 ]; then
	mkdir -m 700 "$work/theirs"
	chown 65534 "$work/theirs"
	run export -o "$work/theirs/out.svg" "$file"
	ok 'root writes into the directory of another user' test -s "$work/theirs/out.svg"
	chmod 600 "$work/theirs/out.svg"
	chown 65534 "$work/theirs/out.svg"
	cp "$file" "$work/theirs/secret"
	chown 65534 "$work/theirs/secret"
	chmod 400 "$work/theirs/secret"
	run top "$work/theirs/secret"
	ok 'and reads what only that user can' same_output "$work/usual" "$out"
else
	skip 'root writes where another user may' 'this is not root'
fi

# What is interrupted leaves nothing behind: the helper sees its end, whatever that is.
mkfifo "$work/slow"
mkdir "$work/left"
# until_left COUNT: so many files are in it before a minute is over.
until_left() {
	timeout 60 sh -c 'until [ "$(ls -A "$1" | wc -l)" -eq "$2" ]; do :; done' - "$work/left" "$1"
}
exec 9<> "$work/slow"
"$FLARESCOPE" export -o "$work/left/out.svg" "$work/slow" > "$out" 2> "$err" &
pid=$!
ok 'a file is written under another name' until_left 1
# The helper is started before anything is read, and this is more than a pipe holds.
yes 'main;work 1' | head -n 40000 > "$work/stacks"
ok 'while its input is read' timeout 60 sh -c 'cat "$1" >&9' - "$work/stacks"
kill -KILL $pid
wait $pid 2> "$work/said"
exec 9>&-
ok 'a kill leaves nothing of it' until_left 0

# A pipe is at its end when we are: the helper does not hold it.
"$FLARESCOPE" top "$file" | cat > "$work/piped"
ok 'what is piped ends' same_output "$work/usual" "$work/piped"

# Descriptors that are closed are not mistaken for others.
"$FLARESCOPE" export -o "$work/closed.folded" "$file" <&- > "$out" 2> "$err"
ok 'standard input may be closed' test -s "$work/closed.folded"
"$FLARESCOPE" export -o "$work/shut.folded" "$file" <&- >&- 2>&-
ok 'all three may be' same_output "$work/closed.folded" "$work/shut.folded"

done_testing
