# folded.t - export --tidy prints what stackcollapse-perf.pl prints.

use strict;
use warnings;
use Corpus;

my %option = (
	'folded'     => [],
	'folded-pid' => ['--root', 'pid'],
	'folded-tid' => ['--root', 'thread'],
);

Corpus::start(keys %option);

# The stored output for a profile: its own, or for recordings that of script.txt.
sub expected
{
	my ($file, $kind) = @_;

	$file =~ s,^recorded/([^/]+)/script\.txt$,recorded/$1, or $file !~ /^recorded/ or return undef;
	return Corpus::slurp("expected/$file.$kind");
}

# Entries may rename the first frame ("rename theirs -> ours"), or name another file's
# output as the right one ("as FILE"); the rest of an entry is what differs then.
sub adjusted
{
	my ($file, $kind, $theirs) = @_;
	my @used;

	for my $line (Corpus::allowed($kind, $file)) {
		if ($line =~ /^as (\S+)$/) {
			$theirs = folded(expected($1, $kind));
			push @used, $line;
		} elsif ($line =~ /^rename (.+) -> (.+)$/) {
			my ($from, $to, %new, $n) = ($1, $2);
			for my $stack (keys %$theirs) {
				(my $s = $stack) =~ s/^\Q$from\E(?=[-;]|$)/$to/ and $n++;
				$new{$s} += $theirs->{$stack};
			}
			$theirs = \%new;
			push @used, $line if $n;
		}
	}
	return ($theirs, @used);
}

# Processes and threads differ from file to file, differences do not: "+ a-7/9;b 2" is
# "+ a;b 2" in the table, where one entry ("folded*") serves all three checks.
sub unlabelled
{
	my ($sum) = @_;
	my %plain;

	for my $stack (keys %$sum) {
		(my $s = $stack) =~ s/^([^;]*)-(?:\?|-?\d+)(?:\/-?\d+)?(?=;|$)/$1/;
		$plain{$s} += $sum->{$stack};
	}
	return \%plain;
}

sub delta
{
	my ($kind, $theirs, $ours) = @_;
	my @lines = folded_delta($theirs, $ours);

	return @lines if !@lines || $kind eq 'folded';
	my @plain = folded_delta(unlabelled($theirs), unlabelled($ours));
	return @plain ? @plain : @lines;
}

my %profiles = profiles();
for my $file (sort keys %profiles) {
	for my $kind (sort keys %option) {
		my $text = expected($file, $kind);
		next unless defined $text;
		my ($status, $out, $err) = run('export', '--tidy', '--weight', 'period', '--idle',
			'show', @{$option{$kind}}, $profiles{$file});
		my ($theirs, @used) = adjusted($file, $kind, folded($text));

		if ($status) {
			$err =~ s/^.*\/([^\/]+: )/$1/s;
			chomp $err;
			differs($kind, $file, @used, "refused $status: $err");
			next;
		}
		differs($kind, $file, @used, delta($kind, $theirs, folded($out)));
	}
}
Corpus::finish();
