#!/bin/sh
# live_streams.sh - what comes on standard input stops, stutters, lies, changes, or is no recording: what came is shown,
# and what is missing is told.

. "$srcdir/tests/cli/tap.sh"
streams() { perl "$srcdir/tests/cli/streams.pl" "$@"; }

# watch FILE: read as it comes into $work/live.flare. Whatever happens, it ends.
watch() {
	timeout 60 "$FLARESCOPE" live --headless --force -o "$work/live.flare" - < "$1" > "$out" 2> "$err"
	status=$?
}
stacks() { "$FLARESCOPE" export --format "$format" --idle show "$1" 2> "$work/ignored" | grep -v '^# captured on'; }
format=timed-folded
count_of() { "$FLARESCOPE" info "$1" | sed -n 's/^samples  *\([0-9,]*\).*/\1/p' | tr -d ,; }
has() { [ "$(count_of "$work/live.flare")" = "$1" ]; }
loses() { "$FLARESCOPE" info "$work/live.flare" > "$work/facts" && grep -e "$1" "$work/facts"; }
loses_nothing() { ! grep -E '^(damaged|not read|cut short)|too late' "$work/facts"; }

# same KIND: as it comes it is what it is at once
same() {
	stacks - < "$work/$1" > "$work/once"
	stacks "$work/live.flare" > "$work/came"
	[ -s "$work/once" ] && diff "$work/once" "$work/came"
}

# shown KIND SAMPLES WORDS: with a warning in these words, or none where there are none
shown() {
	streams make "$1" 3 > "$work/$1"
	watch "$work/$1"
	ok "$1: is shown" ends_with 0
	ok "$1: $2 samples of it" has "$2"
	ok "$1: the loss table says what is missing${3:+: }$3" loses "${3:-^samples}"
	if [ -n "$3" ]; then
		ok "$1: and so does standard error" says "$3"
	else
		ok "$1: nothing is missing" loses_nothing
	fi
}
# whole KIND SAMPLES WORDS: and it is the same as at once
whole() {
	shown "$@"
	ok "$1: read as it comes it is the same" same "$1"
}

refused() {
	streams make "$1" 3 > "$work/$1"
	watch "$work/$1"
	ok "$1: is refused" ends_with 1
	ok "$1: and says: $2" says "$2"
	ok "$1: in one line" says_one_line
}

# ---- lengths that lie ----

end='1 missing or damaged end of the recording (first at byte [1-9][0-9]*)'
record='1 record not understood (first at byte [1-9][0-9]*)'
fact='1 fact about the recording, damaged or cut off (first at byte [1-9][0-9]*)'
whole whole 60
whole zero 30 "$end"
whole tiny 30 "$end"
whole beyond 30 "$end"
whole largest 60
whole largest-sample 60 "$record"
whole attr-cut 60 "$record"
whole attr-long 60 "$record"
whole attr-late 50 '10 records not understood'
whole tracing 30 "$end"
whole tracing-odd 60 "$fact"
whole build-id 60 "$record"
whole feature 60 "$fact"
whole auxtrace 30 "$end"
whole compressed 30 '1 compressed record, damaged'
whole compressed2 30 "$end"

# ---- events that change ----

whole another 65
whole another-named 65
ok 'an event that is named before its samples are shown has that name' loses 'second'
whole same-id 65
ok 'an event with the numbers of another takes them over' loses 'task-clock:HG: 35 samples'
whole named-again 60
shown dummy 65
ok 'an event that was to have no samples has those that came' loses 'dummy:HG: 5 samples'
streams make renamed > "$work/renamed"
watch "$work/renamed"
ok 'an event that is named anew has all its samples' has 60
ok 'and it is told that it has the first name' loses '1 event renamed after'
shown dwarf 65 '5 user stacks not unwound: a stream is shown live, unwinding needs all of it'

# ---- times ----

whole no-rounds 60
whole deferred 24 '7 samples whose user stack is missing'
shown late 60 '4 samples that came too late'
format=folded
whole untimed 30
format=timed-folded

# ---- the end, anywhere ----

for seed in 1 2 3 4 5 6; do
	streams make cut $seed > "$work/cut"
	watch "$work/cut"
	ok "cut by seed $seed: is shown" ends_with 0
	ok "cut by seed $seed: is the same as at once" same cut
done

# ---- no recording ----

refused head 'no samples in this perf.data'
refused magic 'found one cut off after 8 bytes'
refused half 'not a profile'
refused nothing 'an empty file'
refused text 'not a profile'
refused bytes 'not a profile'
refused attr-none 'no samples in this perf.data: 30 of its records were not understood, the first at byte 16'
refused tracing-first 'no samples before byte 16, where this perf.data is damaged or cut off'

# ---- who writes stutters, or stops ----

for seed in 1 2 3; do
	streams make whole $seed > "$work/stutter"
	streams dribble $seed < "$work/stutter" |
		timeout 60 "$FLARESCOPE" live --headless --force -o "$work/live.flare" - > "$out" 2> "$err"
	status=$?
	ok "a stream that stutters by seed $seed is read" ends_with 0
	ok 'and is the same as at once' same stutter
	ok 'without a word' is_quiet
done

# stops FILE SIGNAL: nothing more comes, though the pipe stays open: who is told to end does
stops() {
	rm -f "$work/live.flare" "$work/pid"
	streams hold "$1" "$2" "$work/pid" |
		sh -c 'echo $$ > "$0"; exec "$@"' "$work/pid" \
			"$FLARESCOPE" live --headless -o "$work/live.flare" - > "$out" 2> "$err"
	status=$?
}
if [ -r /proc/self/status ]; then
	stops "$work/whole" TERM
	ok 'one that stops is shown when a signal ends it' has 60
	ok 'with nothing to say' is_quiet
	{ cat "$work/whole"; head -c 70 "$work/beyond" | tail -c 20; } > "$work/half-way"
	stops "$work/half-way" INT
	ok 'one that stops in the middle of a record is, too' has 60
	ok 'and is told to lack its end' says "$end"
	stops "$work/nothing" TERM
	ok 'one of which nothing comes ends at a signal' [ "$status" -ne 0 ]
	ok 'and says that it was empty' says 'an empty file'
	ok 'and leaves no file' [ -z "$(ls -A "$work" | grep live)" ]
else
	skip 'one that stops is shown when a signal ends it' 'there is no /proc'
fi

done_testing
