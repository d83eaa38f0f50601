# slices.t - the flame graph of the whole is the sum of those of its seconds, and its width
# is the number of its samples.

use strict;
use warnings;
use Corpus;
use JSON::PP;

Corpus::start('slices');

my %profiles = profiles();
for my $file (sort keys %profiles) {
	my @ask = ('--event', 'all', '--idle', 'show', $profiles{$file});
	my ($no_map, $json) = run('heatmap', '--rows', 1, '--format', 'json', @ask);
	my ($status, $out) = run('export', @ask);

	next if $status || $no_map; # without times there are no slices: folded.t has read it
	my $columns = JSON::PP->new->decode($json)->{columns};
	if ($columns > 100) {
		ok(0, "slices $file", "$columns columns: no profile here is that long");
		next;
	}
	my %sum;
	for my $second (0 .. $columns - 1) {
		my ($bad, $part) = run('export', '--range', $second . ',' . ($second + 1), @ask);
		my $slice = folded($bad ? '' : $part);
		$sum{$_} += $slice->{$_} for keys %$slice;
	}
	differs('slices', $file, folded_delta(folded($out), \%sum));

	my ($bad, $tree) = run('flame', '--format', 'json', @ask);
	my ($wide, $all) = (eval { JSON::PP->new->max_depth(4096)->decode($tree)->{value} } // -1, 0);
	$all += $_ for values %{folded($out)};
	ok($wide == $all, "width $file", "flame graph $wide, folded $all, exit status $bad");
}
Corpus::finish();
