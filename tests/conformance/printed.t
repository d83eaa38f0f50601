# printed.t - what perf script prints of a recording, in any choice of its fields, is the same
# profile, as far as the fields tell, or it is said what is lost.
#
# Recordings are made here, of a program whose threads and functions have hard names: with call chains
# and without, of a clock, of trace points and of memory, with registers. Each is printed in PRINTED choices
# (80 with EVERYWHERE=1), drawn by PRINTED_SEED, and compared with what all of these fields at once say.

use strict;
use warnings;
no warnings 'qw'; # options have commas
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin;
use Peer qw(output);
use Program;

my $dir = tempdir(CLEANUP => 1);
my $src = abs_path($ENV{srcdir} || '.');
my $each = $ENV{PRINTED} || ($ENV{EVERYWHERE} ? 80 : 10);
my @cc = split ' ', $ENV{CC} || 'cc';
my @fields = qw(comm pid tid cpu time period event);

# Of what an event says beside; what perf of this machine knows of them is asked.
my @beside = qw(addr symoff srcline iregs uregs brstack brstacksym brstackoff flags callindent
	brstackinsn insn insnlen phys_addr misc ipc tod data_page_size code_page_size data_src weight
	ins_lat trace);

# Without symbols perf has no use for some; and a number alone may be one as well as an address.
my %needs_names = map { $_ => 1 } qw(symoff srcline brstacksym brstackoff phys_addr);
my %is_number = map { $_ => 1 } qw(addr phys_addr weight ins_lat data_src);
my %is_text = map { $_ => 1 } qw(trace data_src); # a name alone cannot be told from it, nor a number from a table's

my %recordings = (
	'a clock with call chains' => [qw(-e cpu-clock -F 997 -g --sample-cpu)],
	'a clock without' => [qw(-e cpu-clock -F 997 --sample-cpu)],
	'two events with registers' => [qw(-e cpu-clock -e page-faults -F 499 -g
		--user-regs=ip,sp,bp --intr-regs=ip,sp)],
	'trace points with call chains' => [qw(-e sched:sched_switch -e sched:sched_wakeup
		-e timer:hrtimer_start -g -c 3 --sample-cpu)],
	'trace points without' => [qw(-e sched:sched_switch -e sched:sched_wakeup
		-e raw_syscalls:sys_enter -c 3 --sample-cpu)],
	'memory' => [qw(-e page-faults -c 5 -d --phys-data -W --data-page-size --code-page-size)],
	'call chains of copied stacks' => [qw(-e cpu-clock -F 299 --call-graph dwarf,2048)],
);

sub text_file
{
	my ($text) = @_;

	open my $out, '>:raw', "$dir/text" or die "$dir/text: $!\n";
	print $out $text;
	close $out or die "$dir/text: $!\n";
	return "$dir/text";
}

# The samples of a text: {time event period cpu comm ids frames}; and how many of them are said to be lost.
sub read_text
{
	my ($text) = @_;
	my $dump = output($ENV{SAMPLES} || './tests/conformance/samples', text_file($text));
	my (@samples, $lost);

	return (undef, 0) unless defined $dump;
	$lost = 0;
	for (split /\n/, $dump) {
		if (/^  (.*)/) {
			push @{$samples[-1]{frames}}, $1;
		} elsif (/^loss (\d+)/) {
			$lost += $1;
		} elsif (!/^(?:note|aside|change) /) {
			my %sample = (frames => []);

			@sample{qw(time event period cpu comm ids)} =
				m{^(\S+) (\S+) (\d+) (\S+) (.*) (\S+/\S+)$} or die "no sample: $_\n";
			push @samples, \%sample;
		}
	}
	return (\@samples, $lost);
}

sub printed
{
	my ($data, $ns, @list) = @_;

	return output('perf', 'script', $ns ? '--ns' : (), '-i', $data, '-F', join ',', @list);
}

# A frame as far as `names` and modules are printed: without a module nobody knows its kind.
sub frame_of
{
	my ($frame, $stack) = @_;

	return $frame if $stack eq 'ip,sym,dso';
	return '' if $stack ne 'ip,sym';
	$frame =~ s/^\S+ //;
	$frame =~ s/ \((?:\[[^()]*\]|\/[^()]*(?:\(deleted\))?|inlined|)\)$//;
	return $frame =~ /^\[/ ? '[unknown]' : $frame;
}

# A line for a sample, as far as these fields tell.
sub line_of
{
	my ($sample, $has, $stack, $ns) = @_;
	my ($pid, $tid) = split m{/}, $sample->{ids};
	my ($s, $part) = split /\./, $sample->{time};
	my $time = '-';

	$time = "$s." . substr(($part // '') . '0' x 9, 0, $ns ? 9 : 6) =~ s/0+$//r if $has->{time};
	return join '|', $time, $has->{event} ? $sample->{event} : 'samples',
		$has->{period} ? $sample->{period} : 1, $has->{cpu} ? $sample->{cpu} : '-',
		$has->{comm} ? $sample->{comm} : '',
		($has->{pid} && $has->{tid} ? $pid : '-') . '/' . ($has->{tid} ? $tid : $has->{pid} ? $pid : '-'),
		$stack ? map { frame_of($_, $stack) } @{$sample->{frames}} : ();
}

my %usual;

# What is wrong with this choice; nothing: it is right, or the loss is said.
sub compare_choice
{
	my ($data, $all, $stack, $ns, $has, @list) = @_;
	my $text = printed($data, $ns, @list);
	my (%left, @wrong);

	# perf says of some fields that it has them, and prints its usual ones
	$usual{"$data $ns"} //= printed($data, $ns, 'bpf-output') // '';
	return () if !defined $text || $text eq '' || $text eq $usual{"$data $ns"};
	my ($ours, $lost) = read_text($text);
	if (!$ours) {
		# a table of few words or of addresses may be anything, and is refused
		return $stack && (%$has || $stack ne 'ip') ? ("@list: refused", (split /\n/, $text)[0 .. 4]) : ();
	}
	my %every = map { $_ => 1 } @fields;
	$left{line_of($_, $has, $stack, $ns)}++ for @$all;
	for (@$ours) {
		$_->{time} .= '.' if $_->{time} ne '-' && $_->{time} !~ /\./;
		my $line = line_of({%$_, time => $_->{time} eq '-' ? '0' : $_->{time}},
			{%every, time => $_->{time} ne '-'}, $stack, $ns);

		push @wrong, "ours: $line" unless $left{$line};
		$left{$line}--;
	}
	my $missing = 0;
	for (sort keys %left) {
		next unless $left{$_} > 0;
		push @wrong, "not here: $_" if !$missing;
		$missing += $left{$_};
	}
	return () if $missing <= $lost && !grep { /^ours/ } @wrong;
	return ("@list: $missing of " . @$all . " are not here, $lost are said to be lost", @wrong[0 .. ($#wrong > 3 ? 3 : $#wrong)],
		(split /\n/, $text)[0 .. 2]);
}

# The fields that the recording has: the most that perf prints.
sub fields_of
{
	my ($data) = @_;

	for my $absent ('', 'cpu', 'period', 'cpu period') {
		my @has = grep { $absent !~ /\b$_\b/ } @fields;
		my $text = printed($data, 1, @has, qw(ip sym dso));

		return ($text, @has) if defined $text && $text ne '';
	}
	return undef;
}

sub test_recording
{
	my ($what, $data) = @_;
	my ($text, @has) = fields_of($data);

	return skip($what, $Peer::why) unless defined $text;
	my ($all) = read_text($text);
	my @more = grep { my $said = printed($data, 0, @has, qw(ip sym dso), $_); defined $said && $said ne '' } @beside;
	my ($tried, @wrong) = 0;

	for (1 .. $each) {
		my @chosen = grep { rand() < 0.55 } @has;
		my $stack = ('ip,sym,dso', 'ip,sym,dso', 'ip,sym', 'ip', 'ip,dso', '')[rand 6];
		my @other = grep { rand() < 2.5 / @more && ($stack =~ /sym/ || !$needs_names{$_}) &&
			($stack || !$is_number{$_}) } @more;

		@other = grep { !$is_text{$_} } @other if "@chosen" !~ m{cpu|time| period|event};
		next if !@chosen && !$stack;
		push @wrong, compare_choice($data, $all, $stack, rand() < 0.5, {map { $_ => 1 } @chosen},
			@chosen, $stack || (), @other);
		$tried++;
	}
	ok(!@wrong && @$all > 20, "$what: " . @$all . " samples printed in $tried ways are the same, as far as the fields tell", @wrong);
}

Program::start();
chdir $dir;
$ENV{HOME} = $dir;
delete @ENV{qw(DEBUGINFOD_URLS PERF_CONFIG)};
srand($ENV{PRINTED_SEED} || 1);
if (!defined output(@cc, qw(-g -O1 -fno-omit-frame-pointer -pthread -o), "$dir/names",
	"$src/tests/conformance/machine/names.c")) {
	skip('fields of perf script', "the program is not built: $Peer::why");
} else {
	for my $what (sort keys %recordings) {
		my $data = "$dir/" . $what =~ tr/ /-/r;

		if (!Peer::record($data, '-N', @{$recordings{$what}}, '--', "$dir/names", 0.4)) {
			skip($what, "perf cannot record it here: $Peer::why");
			next;
		}
		test_recording($what, $data);
	}
}
Program::finish();
