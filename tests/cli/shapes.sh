#!/bin/sh
# shapes.sh - call paths leaf first and transformed, against references that know only folded stacks.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz
corpus=${FLARESCOPE_CORPUS:-/nowhere}

# Folded stacks without their root frame, and turned over. Blanks may be in names.
turned() {
	awk '{
		value = $NF
		sub(/ [0-9]+$/, "")
		n = split($0, frame, ";")
		stack = ""
		for (i = n; i > 1; i--)
			stack = stack (i < n ? ";" : "") frame[i]
		sum[stack] += value
	} END {
		for (s in sum)
			if (s != "")
				print s, sum[s]
	}' | sort
}

# The one graph of a document: of all, or one side of a function.
graph='
	my @graphs = grep { $_ } @{$j}{qw(root callers callees)};
	@graphs == 1 or die "not one graph";
	my @todo = ([$graphs[0], ""]);'

# The paths of a tree in JSON with more than their callees have, folded.
paths() {
	json_value "$graph"'
		my @lines;
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			my $own = $node->{total};
			$own -= $_->{total} for @{$node->{children}};
			push @lines, "$path $own" if $own && $path ne "";
			push @todo, [$_, $path eq "" ? $_->{name} : "$path;$_->{name}"]
				for @{$node->{children}};
		}
		binmode STDOUT, ":utf8";
		join "\n", @lines' | sort
}

for file in "$examples"/*.perf.gz "$corpus"/folded/*--*.txt "$corpus"/pprof/*; do
	[ -f "$file" ] || continue
	run export --format folded "$file"
	[ "$status" -eq 0 ] || continue
	turned < "$out" > "$work/turned"
	[ -s "$work/turned" ] || continue
	run flame --reverse --root none --format json "$file"
	paths > "$work/paths"
	ok "${file##*/}: leaf first is each stack turned over" \
		same_output "$work/turned" "$work/paths"
done

# Of a function is what it does itself, not of its outermost caller.
run top --format json "$service"
json_value 'my %own;
	$own{$_->{name}} += $_->{self} for @{$j->{rows}};
	join "\n", sort map { "$_ $own{$_}" } grep { $own{$_} } keys %own' > "$work/top"
run flame --reverse --format json "$service"
json_value 'my %own;
	my @todo = ($j->{root});
	while (my $node = shift @todo) {
		$own{$node->{name}} += $node->{self};
		push @todo, @{$node->{children}};
	}
	join "\n", sort map { "$_ $own{$_}" } grep { $own{$_} } keys %own' > "$work/own"
ok 'leaf first functions have the self that top says' same_output "$work/top" "$work/own"

# ---- transformations ----

# The same of a perl expression that changes @f, the frames of a path behind its process, or empties it.
rewritten() {
	perl -ne '
		my ($stack, $value) = /^(.*) (\d+)$/ or next;
		my ($root, @f) = split /;/, $stack;
		'"$1"'
		$sum{join ";", $root, @f} += $value;
		END { print "$_ $sum{$_}\n" for sort keys %sum }
	'
}
run export "$service"
cp "$out" "$work/stacks"
while read -r transform expression; do
	rewritten "$expression" < "$work/stacks" | sort > "$work/rewritten"
	run export --transform "$transform" "$service"
	sort "$out" > "$work/shaped"
	ok "$transform: the stacks are those rewritten one by one" \
		same_output "$work/rewritten" "$work/shaped"
	ok 'they are others than before' test -n "$(sort "$work/stacks" | cmp - "$work/shaped")"
done << 'END'
focus=__vfprintf_internal shift @f while @f && $f[0] ne "__vfprintf_internal"; next if !@f;
drop=__vfprintf_internal next if grep { $_ eq "__vfprintf_internal" } @f;
merge=__vfprintf_internal @f = grep { $_ ne "__vfprintf_internal" } @f;
cut=__vfprintf_internal my @c = @f; shift @c while @c && $c[0] ne "__vfprintf_internal"; @f = @c if @c;
END

# ---- of one function ----

# speedscope's getInvertedProfileForCallersOf and getProfileForCalleesOf, of folded stacks: of a stack
# with the function what is before its first frame of it, turned over, or that frame and what is behind it.
side_of() {
	perl -ne '
		BEGIN { ($side, $function) = splice @ARGV, 0, 2 }
		my ($stack, $value) = /^(.*) (\d+)$/ or next;
		my ($root, @f) = split /;/, $stack;
		my ($first) = grep { $f[$_] eq $function } 0 .. $#f;
		defined $first or next;
		$sum{join ";", $side eq "callers" ? reverse @f[0 .. $first] : @f[$first .. $#f]} += $value;
		END { print "$_ $sum{$_}\n" for sort keys %sum }
	' "$@"
}

# both FILE FUNCTION: are both sides and all numbers those of the reference?
both() {
	run export --format folded "$1"
	cp "$out" "$work/stacks"
	for side in callers callees; do
		side_of $side "$2" < "$work/stacks" | sort > "$work/counted"
		run flame --function "$2" --$side-only --format json "$1"
		paths > "$work/paths"
		diff "$work/counted" "$work/paths" || return 1
		cp "$out" "$work/$side"
	done
	run flame --function "$2" --format json "$1"
	json '$j->{function} eq $j->{callers}{children}[0]{name} &&
		$j->{function} eq $j->{callees}{children}[0]{name} &&
		$j->{function_samples} == $j->{callers}{total} &&
		$j->{function_samples} == $j->{callees}{total}' || return 1
	json_value '$j->{function_samples}' > "$work/samples"
	run top --format json "$1"
	json_value '(grep { $_->{name} eq "'"$2"'" } @{$j->{rows}})[0]{total}' > "$work/total"
	diff "$work/samples" "$work/total" || return 1
	run top --callers "$2" --format json "$1"
	json_value 'join "\n", map { "$_->{name} $_->{total}" } @{$j->{rows}}' |
		sed '/^$/d' | sort > "$work/listed"
	side_of callers "$2" < "$work/stacks" |
		perl -lne 'my (undef, $by) = split /;/; /;/ or next; $by =~ s/ \d+$//; / (\d+)$/;
			$sum{$by} += $1; END { print "$_ $sum{$_}" for keys %sum }' | sort > "$work/counted"
	[ "$status" -eq 0 ] && diff "$work/counted" "$work/listed"
}
for function in worker __vfprintf_internal do_idle asm_sysvec_apic_timer_interrupt kdamond_fn \
	handle_softirqs start_thread do_syscall_64; do
	ok "$function: callers and callees are those counted stack by stack" both "$service" "$function"
done
for file in "$corpus"/folded/speedscope--recursion.txt "$corpus"/folded/inferno--before.txt \
	"$corpus"/folded/speedscope--perf-vertx-stacks-01-collapsed-all.txt; do
	[ -f "$file" ] || continue
	run top --sort total --limit 12 --format json "$file"
	json_value 'join "\n", map { $_->{name} } @{$j->{rows}}' > "$work/functions"
	while read -r function; do
		ok "${file##*/}: both sides of $function are those counted stack by stack" \
			both "$file" "$function"
	done < "$work/functions"
done
run flame --function worker --width 80 --format text "$service"
ok 'who calls it stands above the function' \
	perl -0777 -ne 'exit(!/callers of worker .*\n.*start_thread.*\n.*worker.*\n.*mark_reach/)' "$out"
echo 'a;b 1' > "$work/one"
run flame --function b --width 80 --format text "$work/one"
ok 'one sample is one' prints 'callers of b 100 %, 1 sample *$'
run flame --callers-only "$service"
ok 'a side of no function is a usage error' ends_with 2
run top --callers worker --by thread "$service"
ok 'callers are not listed by thread' ends_with 2
run flame --function nosuchfunction "$service"
ok 'an unknown function fails' ends_with 1
run flame --function sched "$service"
ok 'several that match are listed' says "several functions match 'sched': .*, "

# ---- two sides ----

# "path value baseline" of each node.
totals() {
	json_value "$graph"'
		my @lines;
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			push @lines, join "\t", $path, $node->{total}, $node->{baseline_total} // 0;
			push @todo, [$_, "$path;$_->{name}"] for @{$node->{children}};
		}
		binmode STDOUT, ":utf8";
		join "\n", @lines'
}

# sides OPTION...: is each node of new against old as wide as in new alone, and its baseline what old alone has?
new=$examples/new.perf.gz
old=$examples/old.perf.gz
sides() {
	run flame --format json "$@" "$old"
	totals > "$work/before"
	run flame --format json "$@" "$new"
	totals > "$work/after"
	run flame --format json "$@" "$new" "$old"
	totals > "$work/both"
	awk -F'\t' 'FILENAME == ARGV[1] { was[$1] = $2 }
		FILENAME == ARGV[2] { is[$1] = $2; left++ }
		FILENAME == ARGV[3] {
			wrong += $2 != is[$1] || $3 != was[$1] + 0
			compared += $3 > 0
			left--
		}
		END { exit(wrong || left || !compared) }' \
		"$work/before" "$work/after" "$work/both"
}
ok 'leaf first both sides are those of each file' sides --reverse
for list in focus=serve drop=render_answer merge=answer_request cut=answer_request collapse-module=service; do
	ok "$list: both sides are those of each file" sides --transform "$list"
	ok "$list, leaf first: both sides are those of each file" \
		sides --reverse --transform "$list"
done
for side in callers callees; do
	ok "$side: both sides are those of each file" sides --function find_record --$side-only
	ok "$side of what was transformed: both sides are those of each file" \
		sides --function serve --$side-only --transform drop=hash_bytes
done
run flame --reverse --format json "$new" "$new"
ok 'a file against itself has no difference' \
	json '!grep { !defined || $_ } map { $j->{root}{$_} } qw(total_delta self_delta)'
ok 'nor has a function of it' json '@{$j->{root}{children}} &&
	!grep { $_->{total_delta} || $_->{self_delta} } @{$j->{root}{children}}'
run flame --reverse --swap --format json "$new" "$old"
totals | awk -F'\t' '{ print $1, $2, $3 }' | sort > "$work/swapped"
run flame --reverse --format json "$old" "$new"
totals | awk -F'\t' '{ print $1, $2, $3 }' | sort > "$work/exchanged"
ok 'swapped sides are those of the files exchanged' same_output "$work/swapped" "$work/exchanged"
run top --transform drop=hash_bytes --format json "$new" "$old"
ok 'the table has both sides of what is left' \
	json '(grep { $_->{name} eq "find_record" && $_->{total} == 408 &&
		$_->{baseline_total} == 25 } @{$j->{rows}}) &&
		!grep { $_->{name} eq "hash_bytes" } @{$j->{rows}}'
run flame --function worker --range 1,2 --against rest "$service"
ok 'one function is told of both sides' prints 'callers of worker *A [0-9.]* %, B [0-9.]* %'
run flame --function worker --range 1,2 --against rest --format json "$service"
ok 'in JSON with what is different' json 'defined $j->{callers}{children}[0]{total_delta} &&
	defined $j->{callers}{baseline_total} &&
	$j->{callees}{baseline_total} == $j->{callers}{baseline_total}'
run flame --transform focus=only_here --format json "$new" "$old"
ok 'what neither file has is refused' says "no function is called 'only_here'"
printf 'app;main;kept 5\napp;main;lost 3\n' > "$work/a.folded"
printf 'app;main;kept 2\napp;main;old_only;lost 4\n' > "$work/b.folded"
run flame --transform drop=old_only --format json "$work/a.folded" "$work/b.folded"
ok 'what the second file alone has can be transformed' json '
	$j->{root}{total} == 8 && $j->{root}{baseline_total} == 2'
run flame --show elided --reverse --format json "$work/a.folded" "$work/b.folded"
ok 'what the second file alone has is elided leaf first, too' \
	json 'my ($lost, @others) = @{$j->{root}{children}};
		$lost->{name} eq "lost" && $lost->{children}[0]{name} eq "old_only" && !@others'

run top --callers find_record --format json "$new" "$old"
ok 'direct callers are told of both sides' json '$j->{rows}[0]{name} eq "answer_request" &&
	$j->{rows}[0]{total} == 408 && $j->{rows}[0]{baseline_total} == 25'

# ---- what has no effect is said ----
for command in heatmap periods find report "top --by thread"; do
	run $command --transform drop=worker "$service"
	ok "$command: that samples are counted as recorded" says 'transform has no effect here: samples'
done
for command in heatmap periods find report top diff\ --range\ 1,2\ --against\ rest; do
	run $command --reverse "$service"
	ok "$command: what --reverse is for" says 'reverse has no effect here: it only affects'
done
run flame --function worker --reverse "$service"
ok 'callers and callees are not turned over' says 'reverse has no effect here'
for command in heatmap periods find "chart --thread 2974"; do
	run $command --against 1,2 --swap "$service"
	ok "$command: that nothing is compared" says 'against has no effect here: nothing is compared'
	run $command --swap "$service"
	ok "$command: nor swapped" says 'swap has no effect here: nothing is compared'
done
run flame --swap "$service"
ok 'one side is not swapped' says 'swap has no effect here: there is only one side'
run flame --function worker --sort start --min-share 1 "$service"
ok 'both halves are drawn by value' says 'sort has no effect here: callers and callees'
ok 'and in full' says 'min-share has no effect here'
run flame --function worker --callers-only --sort start --min-share 1 --transform drop=__vfprintf_internal "$service"
ok 'one half is drawn as it is asked for' test ! -s "$err"
run flame --reverse --transform drop=worker --range 1,2 --against rest --swap "$service"
ok 'nothing is said of what has an effect' test ! -s "$err"

# ---- what cannot be ----
run flame --transform focus=nosuchfunction "$service"
ok 'a function that is not there fails' ends_with 1
ok 'it is named' says 'no function is called .nosuchfunction'
run flame --transform turn=main "$service"
ok 'a transformation that is none is a usage error' ends_with 2
ok 'those that there are are named' says 'focus-subtree.*collapse-module.*cut'
run export --reverse --format timed-folded "$service"
ok 'samples as recorded are not leaf first' says 'samples as they were recorded'
run help transformations
ok 'each kind is explained' prints 'collapse-recursion *recursive calls become one call'
done_testing
