#!/bin/sh
# limit.sh - how many rows are printed: --limit, the default on a terminal, and what is left out.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz

# Command lines with rows, of a file that has more than one.
while IFS='|' read -r line file; do
	file=$work/src/$file
	run $line --format json "$file"
	cp "$out" "$work/all.json"
	all=$(json_value 'scalar @{$j->{rows}}')
	ok "$line has rows" [ "$all" -gt 1 ]
	ok 'all of them, without a limit' json '@{$j->{rows}} == $j->{rows_total} || $j->{command} eq "find"'
	run $line --format json --limit 1 "$file"
	ok 'one with --limit 1' json '@{$j->{rows}} == 1'
	ok 'and the number of all' sh -c '[ "$1" = "$2" ]' - \
		"$(json_value '$j->{rows_total}')" "$(cp "$work/all.json" "$out" && json_value '$j->{rows_total}')"
	run ${line% --flat} --limit 1 "$file"
	ok 'text says how many it leaves out' prints '--limit'
	case $line in tree*) continue ;; esac
	run $line --format csv "$file"
	ok 'CSV has all' [ "$(wc -l < "$out")" -eq $((all + 1)) ]
	run $line --format csv --limit 1 "$file"
	ok 'or one' [ "$(wc -l < "$out")" -eq 2 ]
done << 'END'
top|data/examples/service.perf.gz
top --by thread|data/examples/service.perf.gz
diff --range 10,20|data/examples/service.perf.gz
find|data/examples/service.perf.gz
periods|data/examples/gc.perf.gz
waits|tests/cli/data/lock.txt
tree --flat|data/examples/service.perf.gz
END

# Of a tree, the frames with the largest totals remain, with all their callers.
run tree --flat --format json "$service"
cp "$out" "$work/all.json"
for limit in 1 7 50; do
	run tree --flat --format json --limit $limit "$service"
	cp "$out" "$work/some.json"
	ok "tree --limit $limit has so many frames" json "@{\$j->{rows}} == $limit"
	ok 'each after its caller' json '
		my %known; !grep { my $new = defined $_->{parent} && !$known{$_->{parent}}; $known{$_->{id}} = 1; $new } @{$j->{rows}}'
	least=$(json_value '(sort { $a <=> $b } map { $_->{total} } @{$j->{rows}})[0]')
	listed=$(json_value 'scalar @{$j->{rows}}')
	cp "$work/all.json" "$out"
	ok 'those with the largest totals' json "
		$listed >= grep { \$_->{total} > $least } @{\$j->{rows}}"
done
i=0
while [ $i -lt 50 ]; do
	i=$((i + 1))
	echo "main;callee$i 1"
done > "$work/ties"
run tree --flat --format json --limit 20 "$work/ties"
ok 'also of equal ones' json '@{$j->{rows}} == 20'
run tree --format json "$service"
cp "$out" "$work/nested.json"
ok 'a flat tree is the nested one' sh -c 'perl -MJSON::PP -e "
	local \$/;
	my (\$nested, \$flat) = map { open my \$f, q(<), \$_ or die; JSON::PP->new->max_depth(4096)->decode(<\$f>) } @ARGV;
	my @rows;
	sub walk { my (\$n, \$d) = @_; push @rows, join q( ), \$d, @{\$n}{qw(name total self module kind)}; walk(\$_, \$d + 1) for @{\$n->{children}} }
	walk(\$nested->{root}, 0);
	my @flat = map { join q( ), @{\$_}{qw(depth name total self module kind)} } @{\$flat->{rows}};
	exit(@rows > 10 && qq(@rows) eq qq(@flat) ? 0 : 1)" "$1" "$2"' - "$work/nested.json" "$work/all.json"

# On a terminal, 40 rows by default; elsewhere all.
run top "$service"
all=$(wc -l < "$out")
if command -v script > "$err"; then
	script -qec "'$FLARESCOPE' top '$service'" /dev/null < /dev/null | tr -d '\r' > "$out"
	ok 'a terminal gets 40 rows' [ "$(grep -c '^ *[0-9]' "$out")" -eq 41 ]
	ok 'and the number of the others' prints '^[0-9]* more functions (--limit)$'
	script -qec "'$FLARESCOPE' top --limit 1000 '$service'" /dev/null < /dev/null | tr -d '\r' > "$out"
	ok 'or as many as it asks for' [ "$(wc -l < "$out")" -eq "$all" ]
	script -qec "'$FLARESCOPE' top --format csv '$service'" /dev/null < /dev/null | tr -d '\r' > "$out"
	ok 'and all in CSV' [ "$(wc -l < "$out")" -ge "$all" ]
else
	skip 'a terminal gets 40 rows' 'script is not installed'
fi
ok 'a pipe gets all' [ "$all" -gt 100 ]

done_testing
