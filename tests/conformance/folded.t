# folded.t - export --stackcollapse-names prints what stackcollapse-perf.pl prints.
#
# Compared are its default, --pid and --tid, which are our --root pid and thread, and --kernel
# and --all, which are our --annotate kernel and all. A table entry for a stack serves all of
# them: the marks of kernel and jit frames are taken off what differs before it is looked up.

use strict;
use warnings;
use Corpus;

my %option = (
	'folded'     => [],
	'folded-pid' => ['--root', 'pid'],
	'folded-tid' => ['--root', 'thread'],
	'folded-kernel' => ['--annotate', 'kernel'],
	'folded-all' => ['--annotate', 'all'],
);

Corpus::start(keys %option);

# The stored output for a profile: its own, or for recordings that of script.txt.
sub expected
{
	my ($file, $kind) = @_;

	$file =~ s,^recorded/([^/]+)/script\.txt$,recorded/$1,;
	return undef if $file =~ m,^recorded/.*/,;
	return Corpus::slurp("expected/$file.$kind");
}

# Where the first frame ends and its ids begin: "sh-?/12;main".
my $label = qr/-(?:\?|-?\d+)(?:\/-?\d+)?(?=;|$)/;

# A copy of folded stacks with another first frame.
sub renamed
{
	my ($sum, $rename) = @_;
	my %new;

	for my $stack (keys %$sum) {
		my ($first, $rest) = $stack =~ /^([^;]*)(.*)/s;
		$new{$rename->($first) . $rest} += $sum->{$stack};
	}
	return \%new;
}

# What follows the process name, by kind of output.
sub ids
{
	my ($pid, $tid) = @_;

	return ('folded' => '', 'folded-pid' => "-$pid", 'folded-tid' => "-$pid/$tid");
}

# Intel PT: each branch is a sample whose one frame is where the branch comes from. What
# lines like this one are as folded stacks:
#   7/8 47170.086912805:   1   branches:uH:   jcc   40ac3f Book::add+0xef (foo.so) => 40ac20 ...
sub branches
{
	my ($text, $kind) = @_;
	my %sum;

	for ($text =~ /^.* branches:.*$/mg) {
		my ($pid, $tid, $name, $module) =
			m,^\s*(\d+)/(\d+) .* [0-9a-f]+ (\S+?)(?:\+0x[0-9a-f]+)? \((\S+)\) => ,
			or next;
		my %ids = ids($pid, $tid);

		$name = '[' . $module =~ s,.*/,,r . ']' if $name eq '[unknown]';
		$sum{"$ids{$kind};" . $name =~ s/\(.*//r}++;
	}
	return \%sum;
}

# Do what an entry says to both sides; returns them and the lines that were of use.
#	as FILE            right is what the peer prints for FILE, which says the same
#	rename A -> B of P/T  their process name A, whatever its ids, is our B of process P and
#	                   thread T, where these are printed; A may be a /REGEX/
#	branches N         the peer prints nothing; right are the N branches of the text
#	event all          the peer does not tell the events apart: ask for all of ours
sub adjusted
{
	my ($file, $kind, $theirs, $ours) = @_;
	my @used;

	for my $line (Corpus::allowed($kind, $file)) {
		my $n = 0;
		if ($line =~ /^as (\S+)$/) {
			$theirs = folded(expected($1, $kind));
			$n++;
		} elsif ($line =~ /^branches/) {
			$theirs = branches(Corpus::slurp($file), $kind);
			my $all = 0;
			$all += $_ for values %$theirs;
			$n = $line eq "branches $all";
		} elsif ($line =~ /^rename (.+) -> (.+) of (\S+)\/(\d+)$/) {
			my ($from, $to, $pid, $tid) = ($1, $2, $3, $4);
			my $name = $from =~ /^\/(.*)\/$/ ? qr/$1/ : qr/\Q$from\E/;
			my %ids = ids($pid, $tid);

			$to = '' if $to eq "''";
			$theirs = renamed($theirs, sub {
				my ($first) = @_;
				$n += $first =~ s/^$name(?:$label|$)/$to$ids{$kind}/;
				return $first;
			});
		}
		push @used, $line if $n;
	}
	return ($theirs, $ours, @used);
}

# Ids differ from file to file, differences do not: "+ a-7/9;b 2" is "+ a;b 2" in the table,
# where one entry ("folded*") serves all three checks.
sub delta
{
	my ($theirs, $ours) = @_;
	my @lines = map { s{_\[[kj]\](?=[; ])}{}gr } folded_delta($theirs, $ours);
	my (%more, %less);

	for (@lines) {
		my ($sign, $stack, $n) = /^([-+]) (.*) (\d+)$/s;
		my ($first, $rest) = $stack =~ /^([^;]*)(.*)/s;

		$first =~ s/$label$//;
		($sign eq '+' ? \%more : \%less)->{$first . $rest} += $n;
	}
	return ((map { "+ $_ $more{$_}" } sort keys %more),
		(map { "- $_ $less{$_}" } sort keys %less));
}

my %profiles = profiles();
my %compared;
for my $file (sort keys %profiles) {
	for my $kind (sort keys %option) {
		my $text = expected($file, $kind);
		next unless defined $text;
		$compared{$kind}++;
		my @all = grep { $_ eq 'event all' } Corpus::allowed($kind, $file);
		my ($status, $out, $err) = run('export', '--stackcollapse-names', '--weight', 'period', '--idle',
			'show', (@all ? ('--event', 'all') : ()), @{$option{$kind}},
			$profiles{$file});
		if ($status) {
			differs($kind, $file, refused($status, $err));
			next;
		}
		my ($theirs, $ours, @used) = adjusted($file, $kind, folded($text), folded($out));
		differs($kind, $file, @all, @used, delta($theirs, $ours));
	}
}
Corpus::all_read($_, $compared{$_}) for sort keys %option;
Corpus::finish();
