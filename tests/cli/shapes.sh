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

# The paths of a tree in JSON with more than their callees have, folded.
paths() {
	json_value '
		my @lines;
		my @todo = ([$j, ""]);
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			my $own = $node->{value};
			$own -= $_->{value} for @{$node->{children}};
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
	$own{$_->{function}} += $_->{self} for @{$j->{rows}};
	join "\n", sort map { "$_ $own{$_}" } grep { $own{$_} } keys %own' > "$work/top"
run flame --reverse --format json "$service"
json_value 'my %own;
	my @todo = ($j);
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
		$j->{samples} == $j->{callers}{value} && $j->{samples} == $j->{callees}{value}' || return 1
	json_value '$j->{samples}' > "$work/samples"
	run top --format json "$1"
	json_value '(grep { $_->{function} eq "'"$2"'" } @{$j->{rows}})[0]{total}' > "$work/total"
	diff "$work/samples" "$work/total" || return 1
	run top --callers "$2" --format json "$1"
	json_value 'join "\n", map { "$_->{function} $_->{total}" } @{$j->{rows}}' |
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
	json_value 'join "\n", map { $_->{function} } @{$j->{rows}}' > "$work/functions"
	while read -r function; do
		ok "${file##*/}: both sides of $function are those counted stack by stack" \
			both "$file" "$function"
	done < "$work/functions"
done
run flame --function worker --width 80 --format text "$service"
ok 'who calls it stands above the function' \
	perl -0777 -ne 'exit(!/callers of worker .*\n.*start_thread.*\n.*worker.*\n.*mark_reach/)' "$out"
run flame --callers-only "$service"
ok 'a side of no function is a usage error' ends_with 2
run top --callers worker --by thread "$service"
ok 'callers are not listed by thread' ends_with 2
run flame --function nosuchfunction "$service"
ok 'an unknown function fails' ends_with 1
run flame --function sched "$service"
ok 'several that match are listed' says "several functions have 'sched': .*, "
run flame --function worker --range 1,2 --against rest "$service"
ok 'both sides of one function are not compared' says 'is of one side'

# ---- what cannot be ----
run flame --transform focus=nosuchfunction "$service"
ok 'a function that is not there fails' ends_with 1
ok 'it is named' says 'no function is called .nosuchfunction'
run flame --transform turn=main "$service"
ok 'a transformation that is none is a usage error' ends_with 2
ok 'those that there are are named' says 'focus-subtree.*collapse-module.*cut'
run flame --reverse --range 1,2 --against rest "$service"
ok 'leaf first cannot be compared' ends_with 2
ok 'says one sentence' says 'leaf-first and transformed graphs are of one side'
run export --reverse --format timed-folded "$service"
ok 'samples as recorded are not leaf first' says 'samples as they were recorded'
run help transformations
ok 'each kind is explained' prints 'collapse-recursion *this function'
done_testing
