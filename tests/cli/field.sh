#!/bin/sh
# field.sh - a field of trace points as the weight, against perl over the text of perf script.

. "$srcdir/tests/cli/tap.sh"
. "$srcdir/tests/cli/trace_text.sh"

cd "$work" || exit 1

{
	event a 1 1.000000 '1000 cpu-clock' ''
	event a 1 1.000000 '1000 cpu-clock' ''
	event a 1 1.010000 block:block_rq_issue '254,0 W 4096 () 100 + 8 0x2,0,4 [a]'
	event b 2 1.020000 block:block_rq_issue '254,0 R 8192 () 200 + 16 0x2,0,4 [b]'
	event a 1 1.030000 block:block_rq_complete '254,0 W () 100 + 8 0x2,0,4 [0]'
	event b 2 1.040000 syscalls:sys_exit_read '0x200'
	event b 2 1.050000 syscalls:sys_exit_read '0xfffffffffffffff5'
} > few.txt
run export --event block:block_rq_issue --field bytes few.txt
ok 'a stack weighs what its field says' prints_exactly 'a;a;f 4096\nb;b;f 8192\n'
ok 'without a word' is_quiet
run export --event all --field nr_sector few.txt
ok 'of all events together those that have it' prints_exactly 'a;a;f 16\nb;b;f 16\n'
run flame --event block:block_rq_issue --field bytes --format json few.txt
ok 'a graph has its sum' json '$j->{root}{total} == 12288 && $j->{selection}{value} == 12288 &&
	$j->{selection}{weight} eq "period" && $j->{selection}{unit} eq "bytes"'
run flame --event block:block_rq_issue --field bytes --weight samples --format json few.txt
ok 'a weight that is said behind it wins' json '$j->{root}{total} == 2'
run top --event block:block_rq_issue --field bytes --format json few.txt
ok 'and so has the table' json '$j->{rows}[0]{self} == 12288'
run heatmap --event block:block_rq_issue --format json few.txt
ok 'of the event a map has the samples' json '$j->{selection}{value} == 2 &&
	$j->{selection}{weight} eq "samples" && !defined $j->{selection}{unit}'
members='my $s = delete $j->{selection}; "$s->{samples} " . $json->canonical->encode($j)'
json_value "$members" > cells
run heatmap --event block:block_rq_issue --field bytes --format json few.txt
json_value "$members" > field_cells
ok 'cells of the map count samples all the same' same_output cells field_cells
ok '... which are some' grep -q '^2 {.*"counts":' cells
ok 'while their sum is that of the field' json '$j->{selection}{value} == 12288 &&
	$j->{selection}{weight} eq "period" && $j->{selection}{unit} eq "bytes"'
run info --field bytes few.txt
ok 'info counts samples that have no such field' prints \
	'5 samples without weight: no such field'
ok 'has the sum' prints 'block:block_rq_issue: 2 samples, 12,288 bytes, 0 idle'
ok 'and tells of times as without it' prints '  requests to disks in progress, by'
run info --field ret few.txt
ok 'and those below 0' prints '1 samples* without weight: their field is below 0'
run flame --field byte few.txt
ok 'a field that no sample has is refused' ends_with 1
ok 'with the names that there are' says \
	"no sample has a numeric field 'byte'; there are: bytes, nr_sector, ret, sector$"
printf 'a;b 1\n' > few.folded
run flame --field bytes few.folded
ok 'what has no trace points has no fields' says 'it has no numeric fields: --field is for tracepoints'
run convert --field bytes -o few.flare few.txt
run export --event block:block_rq_issue --weight period few.flare
ok 'what is converted keeps it' prints_exactly 'a;a;f 4096\nb;b;f 8192\n'
run export --field bytes few.flare
ok 'and has no other field any more' says 'has no fields of tracepoints; use --field with the recording'
run flame --state blocked --field bytes few.txt
ok 'time in a state is weighed by time' says '^flarescope: --field is for samples; --state and --graph weigh'
run flame --field bytes < /dev/null -
ok 'nothing is no recording' ends_with 1

# ---- fields in any order, of any value: what perl adds up ----

cat > make.pl <<'END'
srand($ENV{SEED});
my (%sum, $time);
my @names = ('bytes', 'nr_bytes', 'bytes_req', 'len');
open(my $to, '>', 'made.txt') or die;
for (1 .. 400) {
	my %value = map { $_ => int(rand(2)) ? int(rand(1 << 40)) : int(rand(5)) - 2 } @names;
	my @order = sort { rand() <=> 0.5 } grep { rand() > 0.3 } @names;
	my $between = (', ', ' ')[rand 2];
	my $equal = ('=', ': ')[rand 2];
	my $tid = 1 + int(rand(5));
	my $text = join($between, "comm" . $equal . "x", map {
		$_ . $equal . ($value{$_} > 0 && rand() < 0.5 ? sprintf('0x%x', $value{$_}) : $value{$_})
	} @order);
	$time += rand(0.01);
	printf $to "t%d %d/%d [000] %.6f: made:made: %s\n\t7f01 f (/a)\n\n", $tid, $tid, $tid, 1 + $time, $text;
	$_ eq $ENV{NAME} && $value{$_} > 0 and $sum{$tid} += $value{$_} for @order;
}
print join("\n", map { "t$_;f $sum{$_}" } sort keys %sum), "\n";
END
NAME=bytes
for SEED in ${SEEDS:-1 2 3 4 5 6}; do
	export SEED NAME
	perl make.pl > expected
	run export --field $NAME --idle show made.txt
	grep -v ' 0$' "$out" > given
	ok "seed $SEED: sums of $NAME are those of the text" same_output expected given
	NAME=$([ $NAME = bytes ] && echo len || echo bytes)
done

# ---- as perf records them here ----

cat > sum.pl <<'END'
# What perf script prints: of each event the sum, and how many are below 0.
use bigint; no warnings "portable";
my ($event, $key) = @ARGV;
my ($sum, $below) = (0, 0);
while (<STDIN>) {
	next unless /\Q$event\E: +(.*)/;
	my $text = $1;
	my $v = $key eq 'ret' && $event =~ /^raw/ ? ($text =~ /^NR -?\d+ = (-?\d+)/)[0]
	      : $key eq 'ret' ? hex(($text =~ /^0x([0-9a-f]+)/)[0])
	      : $key eq 'bytes' ? ($text =~ /^\d+,\d+ \S+ (\d+) \(/)[0]
	      : hex(($text =~ /\b$key: 0x([0-9a-f]+)/)[0]);
	next unless defined $v;
	$v -= 1 << 64 if $v >= 1 << 63;
	$v < 0 ? $below++ : ($sum += $v);
}
print "$sum $below\n";
END
work_here='dd if=/dev/zero of=large bs=64k count=64 conv=fsync; cat large large | wc -c; ls nowhere; dd if=large of=other bs=513 count=40'
compare() { # EVENT FIELD FILE: in all of its outputs
	perf script -F comm,tid,cpu,time,event,trace -i "$3" 2> said > text.txt
	perl sum.pl "$1" "$2" < text.txt > expected
	read -r sum below < expected
	if [ "$sum" = 0 ] && [ "$below" = 0 ]; then
		skip "$3: $2 of $1" 'none here'
		return
	fi
	export sum below
	for file in "$3" text.txt; do
		run flame --event "$1" --field "$2" --idle show --format json "$file"
		ok "$3: $2 of $1 in $file is what perl adds up: $sum" json \
			'$j->{root}{total} == $ENV{sum}'
		run info --field "$2" --json "$file"
		ok "$3: and so many are below 0: $below" json '
			my ($n) = map { $_->{count} } grep { $_->{reason} =~ /below 0/ } @{$j->{losses}};
			($n // 0) >= $ENV{below}'
	done
}
events='-e raw_syscalls:sys_exit -e syscalls:sys_enter_write -e syscalls:sys_exit_read -e block:block_rq_issue'
if perf record -q -a -m 4M $events -o here.data -- sh -c "$work_here" > said 2>&1 && [ -s here.data ]; then
	compare raw_syscalls:sys_exit ret here.data
	compare syscalls:sys_enter_write count here.data
	compare syscalls:sys_exit_read ret here.data
	compare block:block_rq_issue bytes here.data
	# shellcheck disable=SC2086
	perf record -q -a -m 4M $events -o - -- sh -c "$work_here" > pipe.data 2> said
	compare syscalls:sys_enter_write count pipe.data
	perf record -q -z -a -m 4M $events -o packed.data -- sh -c "$work_here" > said 2>&1 &&
		compare syscalls:sys_exit_read ret packed.data
else
	skip 'fields as perf records them' "$(head -2 said | tr '\n' ' ')"
fi

done_testing
