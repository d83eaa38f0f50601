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

# The paths of a tree in JSON with a value of their own, folded.
paths() {
	json_value '
		my @lines;
		my @todo = ([$j, ""]);
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			push @lines, "$path $node->{self}" if $node->{self} && $path ne "";
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
