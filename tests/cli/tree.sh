#!/bin/sh
# tree.sh - the call tree as rows: totals and self, how deep, what is left out, in which order.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz
gc=$examples/gc.perf.gz

# The reference: each folded stack is added to all that it begins with, which is all there is to it.
# "PATH TOTAL SELF" a line, sorted, of frames with a total of LEAST or more, LEVELS deep at most (0: all).
add_up() {
	perl -e '
		my ($levels, $least) = @ARGV;
		my (%total, %self, %left);
		while (<STDIN>) {
			my ($stack, $n) = /^(.*) (\d+)$/ or die;
			my @frames = split /;/, $stack;
			$self{$stack} += $n;
			$total{join ";", @frames[0 .. $_]} += $n for 0 .. $#frames;
		}
		for my $path (sort keys %total) {
			next if $total{$path} < $least || ($levels && ($path =~ tr/;//) + 1 > $levels);
			printf "%s %d %d\n", $path, $total{$path}, $self{$path} // 0;
		}' "$1" "$2"
}

# The same of what tree prints as JSON, which must add up at each frame.
rows_of_json() {
	perl -MJSON::PP -e '
		local $/;
		my @todo = [JSON::PP->new->max_depth(10000)->utf8->decode(<STDIN>)->{root}, ""];
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			my $sum = $node->{self} + ($node->{left_out_total} // 0);
			my $of = $path eq "" ? "" : "$path;";
			for my $child (@{$node->{children}}) {
				$sum += $child->{total};
				push @rows, "$of$child->{name} $child->{total} $child->{self}\n";
				push @todo, [$child, "$of$child->{name}"];
			}
			die "$path: $sum is not $node->{total}" if $sum != $node->{total};
			$cut += $node->{left_out_frames} // 0;
		}
		print sort @rows;
		printf "%d cut\n", $cut if $cut' < "$out"
}

# And as text, whose indentation says what stands below what.
rows_of_text() {
	perl -ne '
		next if $. == 1 || /^(left out|found)/;
		my ($total, $self, $blanks, $level, $name) =
			/^ *([\d,]+) +[\d.]+ +([\d,]+) +[\d.]+  ( *)(?:(\d+)> )?(.*)$/ or next;
		$name =~ s/  .*//; # the module
		$level //= length($blanks) / 2;
		$path[$level] = $name;
		tr/,//d for $total, $self;
		push @rows, join(";", @path[1 .. $level]) . " $total $self\n" if $level;
		END { print sort @rows }' "$out"
}

# What a command prints as JSON, but for its name, with callees by name.
by_name() { # COMMAND
	json_value '
		sub by_name {
			my $n = shift;
			my @children = map { by_name($_) } @{$n->{children}};
			$n->{children} = [sort { $a->{name} cmp $b->{name} ||
				$a->{module} cmp $b->{module} } @children];
			$n
		}
		by_name($j->{root});
		delete $j->{command} eq "'"$1"'" or die "not of this command";
		$json->canonical->encode($j)'
}

for given in "$service" "$service --range 15.6,16" "$gc --root none --filter mark" \
	"$gc --root thread --weight period" "$data/small.txt --idle show"; do
	run export $given
	cp "$out" "$work/folded"
	add_up 0 0 < "$work/folded" | sort > "$work/expected"
	run tree --format json $given
	rows_of_json | sort > "$work/rows"
	ok "totals and self are those of the stacks: ${given##*/}" \
		same_output "$work/expected" "$work/rows"
	by_name tree > "$work/json"
	run flame --format json $given
	by_name flame > "$work/flame"
	ok 'and all else is what flame says' same_output "$work/flame" "$work/json"
	ok 'which is something' grep -q '"children":\[{' "$work/json"
	run tree $given
	rows_of_text | sort > "$work/rows"
	ok 'as text, too' same_output "$work/expected" "$work/rows"
	for cut in '2 0' '5 0' '0 20' '4 7'; do
		set -- $cut
		test "$given" = "$data/small.txt --idle show" && set -- "$1" $(($2 / 5))
		add_up "$1" "$2" < "$work/folded" | sort > "$work/some"
		run tree --format json ${1:+$(test "$1" = 0 || echo --depth "$1")} \
			--min-share "$(perl -e 'printf "%.9f", 100 * ($ARGV[0] - 0.5) / $ARGV[1]' "$2" \
				"$(sed 's/.* //' "$work/folded" | awk '{ n += $1 } END { print n }')" |
				sed 's/^-.*/0/')" $given
		rows_of_json | sort > "$work/rows"
		left=$(($(wc -l < "$work/expected") - $(wc -l < "$work/some")))
		[ "$left" -eq 0 ] || echo "$left cut" >> "$work/some"
		sort "$work/some" -o "$work/some"
		ok "levels and least $cut: what is left out is counted" \
			same_output "$work/some" "$work/rows"
	done
done

run tree --depth 2 --min-share 10 "$gc"
ok 'what is too small has a row' prints '^ *30  *2\.92  *  *\.\.\. 200 more frames$'
ok 'what lies too deep is told of beside its caller' \
	prints '^ *650  *63\.29  .* __libc_start_call_main  [^ ]*  \.\.\. 548 more frames$'
ok 'and a line below all says how many' prints '^left out: 870 frames (--depth, --limit, --min-share)$'
run tree --search 'PlatformWorkerThread' --depth 3 "$gc"
ok 'what a search found is marked' prints '\* *node::(anonymous namespace)::PlatformWorkerThread  /usr/bin/node  ... [0-9]* more frames$'
ok 'and counted' prints '^found: [0-9]* of 1,027, [0-9.]* %'

# Order.
first() { json_value 'join " ", map { $_->{name} } @{$j->{root}{children}}'; }
run tree --depth 1 --format json --idle show "$data/small.txt"
ok 'the largest is first' test "$(first)" = 'app my prog swapper'
run tree --depth 1 --format json --idle show --sort name "$data/small.txt"
ok 'or by name' test "$(first)" = 'app my prog swapper'
run tree --depth 1 --format json --idle show --sort start --root none "$data/small.txt"
ok 'or as they began' test "$(first)" = 'main do_idle work'
printf 'a;x;y 5\na;z 3\nb 4\nc;d 1\n' > "$work/order.folded"
run tree --format json "$work/order.folded"
ok 'by total' test "$(first)" = 'a b c'
run tree --format json --sort self "$work/order.folded"
ok 'by self' test "$(first)" = 'b a c'
run tree --sort self --zoom a "$work/order.folded"
ok 'below what is zoomed into, of which shares are not' prints_exactly \
'total  total %%   self  self %%  frame  module
    8    61.54      0    0.00  a
    3    23.08      3   23.08    z  
    5    38.46      0    0.00    x  
    5    38.46      5   38.46      y  
'
run tree --zoom nowhere "$work/order.folded"
ok 'there must be such a frame' ends_with 2

# Deep stacks stay on the page, and say how deep they are.
perl -e 'print join(";", map { "f$_" } 1 .. 3000), " 7\n"' > "$work/deep.folded"
run tree "$work/deep.folded"
ok 'no row is longer for being deeper' \
	test "$(awk '{ n = length > n ? length : n } END { print n }' "$out")" -lt 110
ok 'but says its level' prints ' 3000> f3000'
ok 'from where the indentation ends' prints '  25> f25'
ok 'but not before' prints '   f24'

# Two sides: shares of the baseline and changes are those of the same frames in flame.
run tree --depth 2 --range 15.6,16 --against rest --format json "$service"
ok 'against the rest each frame has both sides' json '
	my ($n, $bad, @todo) = (0, 0, $j->{root});
	while (my $x = shift @todo) {
		defined $x->{baseline_total} && defined $x->{total_delta} ? $n++ : $bad++;
		push @todo, @{$x->{children}};
	}
	$n > 3 && !$bad && $j->{baseline}{samples} > 0'
run tree --depth 2 --range 15.6,16 --against rest "$service"
ok 'as text their share and the change' prints '^total  total %   self  self %  baseline %  change %  frame'
run tree "$examples/new.perf.gz" "$examples/old.perf.gz" --depth 1
ok 'and of two files' prints 'baseline %  change %'

run tree --percent kept --range 1,8 --depth 1 "$service"
ok 'shares may be of all that is kept' prints '^percentages are of all that is kept: [0-9,]* (--percent kept)$'

for wrong in '--depth 0' '--depth many' '--depth -1' '--sort value' '--format csv'; do
	run tree $wrong "$data/small.txt"
	ok "refuses $wrong" ends_with 2
done

# What perf itself counts: its report by command, from callers to callees, with all chains. Addresses in
# files and in memory have their last three digits in common, so siblings are put together by those.
recording=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}/perf-data/quipper--perf.data.callgraph-3.8
if [ -r "$recording" ] && perf report --stdio --children -g caller,0,caller,count --no-inline --sort comm \
	-F overhead_children,sample,comm -i "$recording" > "$work/report" 2> /dev/null; then
	perl -MPOSIX=ceil -ne '
		if (/^ +[\d.]+% +(\d+)  (\S.*?) *$/) {
			($n[0], $path[0]) = ($1, $2);
			$total{$2} += $1;
		} elsif (/^( {12}[ |]*?)(?:[ |]--(\d+)--|---)?(?:0x)?([0-9a-f]+)$/) {
			my ($column, $n, $at) = (length $1, $2, hex substr $3, -3);
			my $level = ceil(($column - 12) / 11) + (defined $2 || /---/ ? 1 : 0);
			if (defined $n || /---/) {
				$n[$level] = $n // $n[0];
				$path[$level] = "$path[$level - 1];$at";
			} else {
				$path[$level] .= ";$at";
			}
			$total{$path[$level]} += $n[$level];
		} elsif (!/^(#|[ |]*$)/) {
			die "not understood: $_";
		}
		END { print "$_ $total{$_}\n" for sort keys %total }' "$work/report" > "$work/expected"
	run tree --no-symbols --addresses --idle show --format json "$recording"
	json_value 'my (%total, @todo) = ();
		@todo = map { [$_, $_->{name}] } @{$j->{root}{children}};
		while (my $next = shift @todo) {
			my ($node, $path) = @$next;
			$total{$path} += $node->{total};
			push @todo, map { [$_, "$path;" . ($_->{name} =~ /<([0-9a-f]+)>/ ? hex substr $1, -3 : $_->{name})] }
				@{$node->{children}};
		}
		join "\n", map { "$_ $total{$_}" } sort keys %total' > "$work/rows"
	ok 'perf report has these frames with these counts' same_output "$work/expected" "$work/rows"
	ok 'which are many' test "$(wc -l < "$work/expected")" -gt 3000
fi
done_testing
