#!/bin/sh
# plugin.sh - the user's own readers (flarescope-read-NAME): run when named, never else; limited, and ended.

. "$srcdir/tests/cli/tap.sh"

HOME=$work/home
export HOME
readers=$XDG_CONFIG_HOME/flarescope/readers
mkdir -p "$HOME" "$readers" "$work/bin"
usual=$PATH
PATH=$work/bin:$PATH
ran=$work/ran
export ran

# reader NAME [DIR]: from standard input; it leaves a trace when it runs
reader() {
	file=${2-$work/bin}/flarescope-read-$1
	{ echo '#!/bin/sh'; echo 'echo "$0" >> "$ran"'; cat; } > "$file"
	chmod 755 "$file"
}
never_ran() { ! [ -e "$ran" ]; }

# ---- the example of the manual ----

page=$srcdir/doc/formats/your-own.md
block() { awk -v kind="$1" '/^```/ { on = $0 == "```" kind; next } on' "$page"; }
block log > "$work/service.log"
block sh > "$readers/flarescope-read-steps"
chmod 755 "$readers/flarescope-read-steps"
log=$work/service.log

run export --input-format steps --format timed-folded --idle show "$log"
ok 'the example of the manual reads its log' ends_with 0
ok 'every stack at its time' prints '^1792000000.3 .*worker-1.*serve;render 1$'
ok 'with names as they are' prints '^1792000001 .*worker-2.*serve;query\\x3bwait 1$'
ok 'four of them' test "$(grep -c '^1792' "$out")" -eq 4
run info --input-format steps "$log"
ok 'info names the format' prints '^format      steps$'
block '' | grep -E 'not read|reader says' | while read -r line; do
	grep -qF "$line" "$out" || echo "not there: $line"
done > "$work/missing"
ok 'and says what the manual says' test ! -s "$work/missing"
ok 'and who has read it' prints "read by: .*/config/flarescope/readers/flarescope-read-steps\$"
gzip -c "$log" > "$work/service.log.gz"
run top --input-format steps "$log"
cp "$out" "$work/plain"
ok 'what it says is told' says 'flarescope: 1 message from the reader on standard error; see'
run top --input-format steps "$work/service.log.gz"
ok 'compressed files are handed over as they are' same_output "$work/plain" "$out"
"$FLARESCOPE" top --input-format steps - < "$work/service.log.gz" > "$out" 2> "$err"
ok 'standard input too' same_output "$work/plain" "$out"
"$FLARESCOPE" info --input-format steps - < "$log" > "$out" 2> "$err"
ok 'also for info' prints '^samples     4,'
mkfifo "$work/named"
cat "$log" > "$work/named" &
# gzip opens a pipe without waiting, and finds it empty where cat has not come so far
sed 's/zcat -f/cat/' "$readers/flarescope-read-steps" > "$readers/flarescope-read-patient"
chmod 755 "$readers/flarescope-read-patient"
run top --input-format patient "$work/named"
rm "$readers/flarescope-read-patient"
ok 'a pipe with a name, too' same_output "$work/plain" "$out"
"$FLARESCOPE" top --input-format steps /dev/fd/7 > "$out" 2> "$err" 7< "$log"
ok 'and what the caller has open' same_output "$work/plain" "$out"
cp "$log" "$work/a b"
run top --input-format steps "$work/a b"
ok 'names may have blanks' same_output "$work/plain" "$out"
run diff --input-format steps --format json "$log" "$work/a b"
ok 'of two files it reads both' json '@{$j->{rows}} && !grep { $_->{share_change} } @{$j->{rows}}'
"$FLARESCOPE" diff --input-format steps --format json "$log" - < "$log" > "$out" 2> "$err"
ok '... also where the second is standard input' json \
	'@{$j->{rows}} && !grep { $_->{share_change} } @{$j->{rows}}'
case $FLARESCOPE in /*) program=$FLARESCOPE ;; *) program=$PWD/$FLARESCOPE ;; esac
cp "$log" "$work/--version"
(cd "$work" && "$program" top --input-format steps -- --version) > "$out" 2> "$err"
ok 'and look like options' same_output "$work/plain" "$out"
printf '#!/bin/sh\necho "given $*" >&2; echo "1 a;b 1"\n' > "$readers/flarescope-read-tell"
chmod 755 "$readers/flarescope-read-tell"
(cd "$work" && "$program" info --input-format tell -- --version) > "$out" 2> "$err"
ok 'but not to the reader' prints 'reader says: given ./--version$'
rm "$readers/flarescope-read-tell"
printf '#!/bin/sh\necho "1 app;limit$(ulimit -S -d) 1"\n' > "$readers/flarescope-read-limit"
chmod 755 "$readers/flarescope-read-limit"
run export --input-format limit "$log"
cp "$out" "$work/unlimited"
run export --memory 64M --input-format limit "$log"
ok 'a reader has a limit of memory of its own, not ours' same_output "$work/unlimited" "$out"
rm "$readers/flarescope-read-limit"
run top --threads 4 --input-format steps "$log"
ok 'any number of threads reads the same' same_output "$work/plain" "$out"
run convert --format steps "$log" -o "$work/steps.flare"
run top "$work/steps.flare"
ok 'it can be converted' same_output "$work/plain" "$out"

# ---- what is run, and when ----

run formats
ok 'formats lists it with its path' prints "^  steps  *$readers/flarescope-read-steps\$"
reader steps < /dev/null
run formats
ok 'the one of the configuration comes before that in PATH' prints "^  steps  *$readers/"
ok 'and hides it' test "$(grep -c '^  steps ' "$out")" -eq 1
reader perf-script < /dev/null
reader UPPER < /dev/null
reader 'dot.dot' < /dev/null
long=a-name-of-41-characters-is-one-too-many-x
reader "$long" < /dev/null
reader '' < /dev/null
echo 'no program' > "$work/bin/flarescope-read-nothing"
mkdir "$work/bin/flarescope-read-directory"
run formats
ok 'one with the name of a format is never run' prints 'flarescope-read-perf-script (never run'
for name in UPPER dot.dot nothing directory '' $long; do
	ok "$name is no reader" prints_not "flarescope-read-$name\$"
	run top --input-format "$name" "$log"
	ok 'and a usage error' ends_with 2
	run formats
done
run top --input-format perf-script "$data/small.txt"
ok 'a name of ours means the format' ends_with 0
run top --input-format ../steps "$log"
ok 'a path is no name' ends_with 2
ok 'and said not to be there' says "unknown format '../steps'"
for file in "$data/small.txt" "$data/stacks.folded" "$log" "$work/bin/flarescope-read-steps"; do
	run info "$file"
	run open "$file"
done
ok 'no reader runs unless it is named' never_ran
run info "$log"
ok 'a file that is not known names the readers there are' \
	says 'to try your own reader: --input-format perf-script or steps'
PATH=$usual run info "$log"
ok 'or the only one' says 'text of an unknown kind; to try your own reader: --input-format steps; see flarescope formats'
mv "$readers" "$work/away"
PATH=$usual run info "$log"
ok 'and nothing without any' says 'not a profile: text'
mv "$work/away" "$readers"

chmod 777 "$readers"
run top --input-format steps "$log"
ok 'a directory in which all can write is not asked' test "$(cat "$ran")" = "$work/bin/flarescope-read-steps"
chmod 755 "$readers"
rm -f "$ran"
mkdir -p "$work/here/sub" "$HOME/.config/flarescope/readers"
reader here "$work/here" < /dev/null
reader sub "$work/here/sub" < /dev/null
for path in ".:$PATH" ":$PATH" "$PATH:" "sub:$PATH" "./sub:$PATH"; do
	for name in here sub; do
		(cd "$work/here" && PATH=$path "$program" top --input-format $name "$log") \
			> "$out" 2> "$err"
		status=$?
		ok "in PATH=${path%"$PATH"}... $name is not found" ends_with 2
	done
	(cd "$work/here" && PATH=$path "$program" formats) > "$out" 2> "$err"
	ok 'nor listed' prints_not 'read-\(here\|sub\)'
done
ok 'and not run' never_ran
echo "echo '1 a;b 1'" | reader athome "$HOME/.config/flarescope/readers"
XDG_CONFIG_HOME= run top --input-format athome "$log"
ok 'without XDG_CONFIG_HOME it is ~/.config' prints 'b'
XDG_CONFIG_HOME=here run top --input-format athome "$log"
ok 'a relative one does not count' prints 'b'
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 "$HOME/.config/flarescope/readers"
	XDG_CONFIG_HOME= run top --input-format athome "$log"
	ok 'what is somebody else is not asked' ends_with 2
else
	skip 'what is somebody else is not asked' 'only root can give a directory away'
fi

# ---- what it is given ----

reader given <<'END'
read -r line && echo "standard input has $line" >&2
(: < /dev/tty) 2> /dev/null && echo 'there is a terminal' >&2
# 32 and 33 are the C library's own, which leaves them as they are
grep -E '^Sig(Blk|Ign)' /proc/self/status | grep -v '	0*180000000$\|	0*$' >&2
[ $# -eq 1 ] || echo "$# arguments" >&2
[ "$given" = 'a value' ] || echo 'another environment' >&2
ls /proc/self/fd > "$ran.open"
echo '1 a;b 1'
END
ls /proc/self/fd > "$work/open" < /dev/null
echo words | (trap '' HUP TERM XFSZ && given='a value' "$FLARESCOPE" info --input-format given \
	"$log") > "$out" 2> "$err"
ok 'no input, no terminal, the usual signals, the same environment' prints 'lost  *nothing'
ok 'and no descriptors of ours' same_output "$work/open" "$ran.open"
ok 'and it is read' prints '^samples     1,'

reader plain <<'END'
echo 'main;work 3'
END
run top --input-format plain "$log"
ok 'stacks without times are read' prints '^ *3 .* work'

# ---- what goes wrong ----

# fails NAME WORDS...: nothing printed, one line
fails() {
	run top --input-format "$1" "$log"
	ok "$1: ends with 1" ends_with 1
	ok "$1: prints nothing" test ! -s "$out"
	ok "$1: in one line" says_one_line
	ok "$1: says $2" says "$2"
}
reader status <<'END'
echo '1 a;b 1'
printf 'line 7: \033[31mno such\033]0;x\007 step\n' >&2
exit 3
END
fails status "service.log: flarescope-read-status failed with status 3: line 7: .*no such"
esc=$(printf '\033')
ok 'escape sequences do not reach the terminal' sh -c '! grep -q "$1" "$2"' - "$esc" "$err"
reader signal <<'END'
echo '1 a;b 1'
kill -9 $$
END
fails signal 'flarescope-read-signal was killed by signal 9'
reader prose <<'END'
echo 'once upon a time'
while :; do echo 'there was a text' || exit 0; done
END
fails prose 'expected timed folded stacks from flarescope-read-prose, found something else: once upon'
reader silent < /dev/null
fails silent 'expected timed folded stacks from flarescope-read-silent, found nothing'
echo 'echo "# flarescope timed-folded 1"' | reader empty
fails empty 'no samples in the output of flarescope-read-empty'
echo '#!/no/such/shell' > "$work/bin/flarescope-read-lost"
chmod 755 "$work/bin/flarescope-read-lost"
fails lost 'cannot run flarescope-read-lost: No such file'
echo 'echo 1 a;b 1' > "$work/bin/flarescope-read-bare"
chmod 755 "$work/bin/flarescope-read-bare"
fails bare 'cannot run flarescope-read-bare: Exec format error'
reader trace <<'END'
echo 'Traceback (most recent call last):' >&2
i=0
while [ $i -lt 30000 ]; do i=$((i + 1)); echo "  File x, line $i"; done >&2
echo 'ValueError: bad step' >&2
exit 1
END
fails trace 'status 1: Traceback (most recent call last): ... ValueError: bad step$'
reader chatty <<'END'
i=0
while [ $i -lt 30000 ]; do i=$((i + 1)); echo "line $i is odd"; done >&2
echo '1 a;b 1'
END
run info --input-format chatty "$log"
ok 'much on standard error stops nobody' prints '30,000 messages from the reader'
ok 'its begin is kept' prints 'reader says: line 1 is odd; line 2 is odd'
ok 'and its end' prints ' \.\.\. .*line 30000 is odd$'
run top --input-format steps "$work"
ok 'a directory is refused' ends_with 1
run top --input-format steps "$work/nothing"
ok 'a file that is not there is' says 'nothing: cannot be opened: No such file'

mkdir "$work/cache"
reader large <<'END'
cat "$1"
END
i=0
echo '# flarescope timed-folded 1' > "$work/large"
while [ $i -lt 9 ]; do i=$((i + 1)); printf '1 %0600000d;b 1\n' $i; done >> "$work/large"
touch -d '1 hour ago' "$work/large"
FLARESCOPE_CACHE= XDG_CACHE_HOME=$work/cache run info --input-format large "$work/large"
ok 'a large file is read' prints '^samples     9,'
ok 'and nothing of it kept' test -z "$(find "$work/cache" -type f)"

# ---- limits, and what is left behind ----

# All that it starts holds the pipe $alive open: who reads from it waits for their end.
alive=$work/alive
mkfifo "$alive"
export alive
is_gone() { timeout 20 cat <&8; }

reader hang <<'END'
echo 'not yet' >&2
exec 9> "$alive"
echo $$ > "$alive.pid"
echo '1 a;b 1'
tail -f /dev/null > /dev/null & # it would end with the pipe that it prints to
tail -f /dev/null > /dev/null
END
# hanging ENDING...: the program on it, in the background, and the pipe
hanging() {
	"$FLARESCOPE" top --input-format hang "$log" > "$out" 2> "$err" < /dev/null &
	pid=$!
	exec 8< "$alive"
}
for signal in TERM KILL HUP; do
	hanging
	kill -s $signal $pid
	ok "when the program gets SIG$signal, all that the reader started ends" is_gone
	kill -s KILL $pid 2> "$work/said" # who is under nohup lives on
	wait $pid
	exec 8<&-
done
hanging
# without ps, which a bare machine has not; between us and what watches stands the helper
child_of() { grep -l "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2> "$work/said" | cut -d/ -f3; }
helper=$(child_of $pid)
watcher=$(child_of "${helper:-none}")
[ -n "$watcher" ] && kill -s KILL $watcher || kill -s KILL $pid
wait $pid
status=$?
ok 'who kills what watches it gets an error' ends_with 1
kill -s KILL -- "-$(cat "$alive.pid")" # nobody else does now
ok 'that says so' says 'the process that watches flarescope-read-hang was killed'
exec 8<&-

(exec 8< "$alive"; is_gone > "$work/gone"; echo gone >> "$work/gone") &
FLARESCOPE_READER_SECONDS=3 run top --input-format hang "$log"
wait
ok 'who takes too long is stopped' ends_with 1
ok 'with the reason, and what it has said' \
	says 'flarescope-read-hang was stopped after 3 s (FLARESCOPE_READER_SECONDS): not yet$'
ok 'and all that it started' grep -q gone "$work/gone"
ok 'and nothing is printed' test ! -s "$out"

reader forget <<'END'
tail -f /dev/null &
tail -f /dev/null > /dev/null &
echo '1 a;b 1'
END
run top --input-format forget "$log"
ok 'what it leaves running is not waited for' prints 'b'
reader closed <<'END'
echo '1 a;b 1'
exec > /dev/null
tail -f /dev/null
END
FLARESCOPE_READER_SECONDS=1 run top --input-format closed "$log"
ok 'who says no more has to end all the same' says 'stopped after 1 s'

reader greedy <<'END'
perl -e '$x = "x" x 400_000_000; print "1 a;b 1\n"'
END
if (ulimit -d 100000 && ! perl -e '$x = "x" x 400_000_000' 2> /dev/null); then
	FLARESCOPE_READER_MEMORY=100000000 run top --input-format greedy "$log"
	ok 'who wants too much memory fails' ends_with 1
	ok 'and is told of the limit' says 'FLARESCOPE_READER_MEMORY'
	run top --input-format greedy "$log"
	ok 'which is not so small by default' ends_with 0
else
	skip 'who wants too much memory fails' 'this kernel does not limit data'
fi
for value in soon 0 -1 1.5 99999999999; do
	FLARESCOPE_READER_SECONDS=$value run top --input-format plain "$log"
	ok "$value is no number of seconds" ends_with 2
	ok 'and named' says 'FLARESCOPE_READER_SECONDS=.*: expected a whole number of seconds'
done
FLARESCOPE_READER_MEMORY=2G run top --input-format plain "$log"
ok '2G is no number of bytes' says 'FLARESCOPE_READER_MEMORY=2G'

# ---- who else could have put it there ----

# untrusted WHAT WORDS [PATH]: `steps` is only where it is not trusted; it did not run
untrusted() {
	PATH=${3-$usual} run top --input-format steps "$log"
	ok "$1: a usage error" ends_with 2
	ok "$1: says why" says "flarescope-read-steps is not run: $2"
	ok "$1: in one line" says_one_line
	PATH=${3-$usual} run formats
	ok "$1: so says formats" prints "flarescope-read-steps (not run: $2"
	PATH=${3-$usual} run info "$log"
	ok "$1: it is not offered" sh -c '! grep -q "reader of your own" "$1"' - "$err"
	ok "$1: nothing has run" never_ran
}
# trusted WHAT [PATH]: it runs
trusted() {
	PATH=${2-$usual} run top --input-format steps "$log"
	ok "$1: it is run" test -s "$ran"
	rm -f "$ran"
}
rm -rf "$work"/bin/flarescope-read-* "$ran"
echo "echo '1 a;b 1'" | reader steps "$readers"
steps=$readers/flarescope-read-steps
trusted 'of us alone'
chmod 777 "$readers"
untrusted 'in a directory of everybody' "everybody can write to .*/readers"
mkdir -p "$work/second"
echo "echo '1 a;b 1'" | reader steps "$work/second"
trusted 'another one in PATH' "$work/second:$usual"
chmod 1777 "$readers"
trusted 'where nobody can replace what is not his'
chmod 755 "$readers"
chmod 777 "$steps"
untrusted 'a program of everybody' "everybody can write to .*/flarescope-read-steps"
chmod 755 "$steps"
chmod o+w "$work/config"
untrusted 'below a directory of everybody' "everybody can write to .*/config"
chmod 755 "$work/config"

# Of a group in which others are; a group of one's own may write.
if [ "$(id -u)" -eq 0 ]; then
	chgrp 65534 "$readers" "$steps"
fi
if [ "$(id -u)" -eq 0 ] || [ "$(id -g)" -eq 65534 ]; then
	chmod 775 "$readers"
	untrusted 'in a directory of a group' "a group can write to .*/readers"
	chmod 755 "$readers"
	chmod 775 "$steps"
	untrusted 'a program of a group' "a group can write to .*/flarescope-read-steps"
	chmod 755 "$steps"
else
	skip 'a program of a group' 'only root and nobody surely have groups with others in them'
fi

# What a link leads through counts as well, and who made it.
mkdir -p "$work/way/inner" "$work/links"
echo "echo '1 a;b 1'" | reader steps "$work/way/inner"
ln -s "$work/way/inner/flarescope-read-steps" "$work/links/flarescope-read-steps"
rm "$steps"
trusted 'behind a link' "$work/links:$usual"
chmod 777 "$work/way"
untrusted 'behind a link through a directory of everybody' "everybody can write to .*/way" \
	"$work/links:$usual"
chmod 755 "$work/way"
mkdir "$work/way/more"
ln -s "$work/way/more/../inner" "$work/links/inner"
trusted 'a directory that is a link' "$work/links/inner:$usual"
chmod 777 "$work/links"
untrusted 'a link that everybody can replace' "everybody can write to .*/links" \
	"$work/links/inner:$usual"
chmod 755 "$work/links"
ln -s loop "$work/links/loop"
PATH=$work/links/loop:$usual run top --input-format steps "$log"
ok 'a link to itself is nowhere' says "unknown format 'steps'"
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 "$work/way/inner/flarescope-read-steps"
	untrusted 'of somebody else' "another user owns .*/flarescope-read-steps" \
		"$work/way/inner:$usual"
	chown 0 "$work/way/inner/flarescope-read-steps"
	chown 65534 "$work/way"
	untrusted 'below the directory of somebody else' "another user owns .*/way" \
		"$work/way/inner:$usual"
	chown 0 "$work/way"
	chown -h 65534 "$work/links/inner"
	untrusted 'by the link of somebody else' "another user owns .*/inner" \
		"$work/links/inner:$usual"
else
	skip 'of somebody else' 'only root can give a program away'
fi

done_testing
