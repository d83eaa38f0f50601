#!/bin/sh
# taken_over.sh - who takes flarescope over by a file can do no harm with it.
#
# taken_over is flarescope with a reader that tries all that is in attempts_*.c.

. "$srcdir/tests/cli/tap.sh"

scene=$work/scene
mkdir "$scene"
file=$work/stacks.folded
printf 'main;work 3\nmain;rest 1\n' > "$file"
taken=./tests/sandbox/taken_over
FLARESCOPE=$taken

# attempt WHAT ARGS...: what the reader tries; only its lines are in $out then.
attempt() {
	ATTEMPTS=$1
	SCENE=$scene
	export ATTEMPTS SCENE
	shift
	: > "$scene/victim"
	: > "$scene/kept"
	$inside "$FLARESCOPE" "$@" > "$work/all" 2> "$err" < /dev/null
	status=$?
	grep -E '^[0-9]+ -?[0-9]+ ' "$work/all" > "$out"
}
inside=

# All were refused: EPERM by the list of calls, EACCES by the fence.
all_refused() {
	[ -s "$out" ] && ! grep -vE '^(1|13) ' "$out"
}

# How a process fares that is not confined; where a container forbids it, that proves nothing.
mostly_usual() {
	awk '$2 >= 0 { n++; if ($1 == $2) usual++; else if ($1 != 1 && $1 != 38) bad = bad "\n" $0 }
		END { if (bad || usual < n * 3 / 4) { print "of " n " usual " usual bad; exit 1 } }' "$out"
}

"$taken" --version > "$work/version" 2> "$err"
status=$?
sed 's/^/# /' "$work/version"
has() { grep -q "^reading is sandboxed by [^;]*$1" "$work/version"; }

if has 'system calls'; then
	for what in calls marks files; do
		attempt $what info "$file"
		ok "no attempt of these succeeds: $what" all_refused
		attempt $what info --no-sandbox "$file"
		ok 'which else they do' mostly_usual
	done
	for words in top flame heatmap open "export --format svg" "export -o $work/x.svg" \
		"convert -o $work/x.flare" "top --search w.rk" "info --json"; do
		attempt marks $words "$file"
		ok "none succeeds in: ${words%% $work*}" all_refused
	done
	cat "$file" > "$work/piped"
	ATTEMPTS=marks SCENE=$scene "$taken" info - < "$work/piped" > "$work/all" 2> "$err"
	grep -E '^[0-9]+ -?[0-9]+ ' "$work/all" > "$out"
	ok 'nor from standard input' all_refused
else
	skip 'no attempt succeeds' "$(tail -n 1 "$work/version")"
fi

if has 'Landlock'; then
	FLARESCOPE=./tests/sandbox/taken_over_fenced
	attempt files info "$file"
	ok 'with the fence alone no file can be changed, no program run, no connection made' all_refused
	ATTEMPTS=none
	run info --json "$file"
	ok 'info says that it stands alone' json '
		my $c = $j->{confinement};
		$c->{landlock} >= 1 && !$c->{system_calls} && $c->{no_system_calls} =~ /libseccomp/'
	FLARESCOPE=$taken
else
	skip 'with the fence alone no file can be changed' "$(tail -n 1 "$work/version")"
fi

# Where much of the parsed file is kept, there is one place that can be written: the cache.
perl -e 'print "main;f$_ 1\n" for 1 .. 400_000' > "$work/large.folded"
XDG_CACHE_HOME=$work/cache
FLARESCOPE_CACHE=
export XDG_CACHE_HOME FLARESCOPE_CACHE
perl -e 'utime time - 60, time - 60, @ARGV' "$work/large.folded"
if has 'Landlock' && has 'system calls'; then
	attempt files info "$work/large.folded"
	ok 'beside a cache that can be written nothing else can' all_refused
	ok 'the list of calls lets no file be emptied, which old fences do' \
		prints '^1 0 open a file to be emptied$'
	ok 'nor a program be made that runs with our rights' prints "^1 0 make a program of its owner's$"
	ok 'and the cache is written' sh -c 'ls "$1"/flarescope/*.flare' - "$XDG_CACHE_HOME"
	perl -e 'utime time - 50, time - 50, @ARGV' "$work/large.folded" # or it would be read from there
	attempt marks info "$work/large.folded"
	grep -v " set an open file's times to now$" "$out" > "$work/others"
	ok 'no times but now can be set there, which says when a file of the cache was used' \
		sh -c 'test -s "$1" && ! grep -vE "^(1|13) " "$1"' - "$work/others"
fi
FLARESCOPE_CACHE=no

# What the helper is asked by somebody else.
if has 'system calls'; then
	ATTEMPTS=helper SCENE=$scene "$taken" export -o "$work/asked.svg" "$file" > "$out" 2> "$err"
	ok 'the helper of -o saves nothing else' prints '^save: saving is not allowed here$'
	ok 'keeps no moments' prints '^moment in its place: no moments are saved here$'
	ok 'replaces nothing' prints '^save again: saving is not allowed here$'
	ok 'finishes nothing that was not begun' prints '^commit: no file is open for saving'
	ok 'and runs no reader' prints '^read: no reader was asked for$'
	ok 'opens what a process sees' prints '^open a file: done$'
	ok 'but no memory, where that sees its own /proc' prints '^open memory: Operation not permitted$'
	ok 'nor that of the kernel' prints '^open kernel: \(Operation not permitted\|Permission denied\|No such file or directory\)$'
	ok 'and still does what it is for' test -s "$work/asked.svg"
fi

# The flight recorder: without --save-to its directory is the current one.
if has 'system calls'; then
	whole=$PWD/$taken
	mkdir "$work/spikes"
	cp "$file" "$work/spikes/victim"
	for what in files marks calls; do
		: > "$scene/victim"
		: > "$scene/kept"
		(cd "$scene" && ATTEMPTS=$what SCENE=$scene exec "$whole" live - --headless --save-when odd) \
			< "$file" > "$work/all" 2> "$err"
		grep -E '^[0-9]+ -?[0-9]+ ' "$work/all" > "$out"
		ok "with --save-when the confined process writes nowhere, nor does it anything else: $what" all_refused
	done
	(cd "$work/spikes" && ATTEMPTS=helper SCENE=$scene exec "$whole" live - --headless --save-when odd) \
		< "$file" > "$out" 2> "$err"
	ok 'the second process makes the files of moments in the one directory that is named' prints '^moment in its place: done$'
	ok 'and none of another name' prints '^moment of another name: only moments are saved here$'
	ok 'nor in another directory' prints '^moment elsewhere: only moments are saved here$'
	ok 'so there is that one more' test "$(cd "$work/spikes" && echo *)" = '20261128-083012-busy.flare victim'
fi

ATTEMPTS=status "$taken" info "$file" > "$out" 2> "$err"
ok 'it can get no more privileges' prints '^NoNewPrivs:	1$'
ok 'and has no capability but to read' sh -c '! grep "^Cap[IPEA]" "$1" |
	grep -vE "^Cap(Inh|Amb):	0+$|^Cap(Prm|Eff):	0{7}[04]0{7}[04]$"' - "$out"
ATTEMPTS=none

# ---- where a part is missing the others hold, and it is said ----

if [ -x ./tests/sandbox/inside ] && has 'system calls'; then
	inside='./tests/sandbox/inside deny=landlock_create_ruleset'
	attempt files info "$file"
	ok 'where a container forbids Landlock, still no file can be changed' all_refused
	attempt calls info "$file"
	ok 'nor anything else be done' all_refused
	ATTEMPTS=none $inside "$taken" info "$file" > "$out" 2> "$err"
	ok 'which info says' prints '^confined by .*system calls; no Landlock: forbidden here'
	ok 'and is what it says else' prints '^samples     4,'
	ATTEMPTS=none $inside "$taken" info --json "$file" > "$out" 2> "$err"
	ok 'in JSON as well' json '$j->{confinement}{landlock} == 0 &&
		$j->{confinement}{no_landlock} =~ /forbidden/ && $j->{confinement}{system_calls}'
	$inside "$taken" --version > "$out" 2> "$err"
	ok '--version too' prints '^reading is sandboxed by .*; no Landlock: forbidden here'
	$inside "$taken" export -o "$work/without.svg" "$file" > "$out" 2> "$err"
	ok 'and -o writes its file' test -s "$work/without.svg"
	inside='./tests/sandbox/inside deny=landlock_restrict_self'
	attempt files info "$file"
	ok 'the same where it is forbidden later' all_refused
	if has 'Landlock'; then
		inside='./tests/sandbox/inside layers=16'
		attempt files info "$file"
		ok 'in the seventeenth layer of Landlock no file can be changed' all_refused
		ATTEMPTS=none $inside "$taken" info "$file" > "$out" 2> "$err"
		ok 'and that there are no more of them is said' prints 'no Landlock: there are 16 layers'
	else
		skip 'the seventeenth layer of Landlock' 'there is no Landlock here'
	fi
	inside=
else
	skip 'a container that forbids Landlock' 'built without libseccomp, or with sanitizers'
fi

run info --no-sandbox "$file"
ok '--no-sandbox goes without, and says so' prints '^confined by nothing$'

done_testing
