#!/bin/sh
# mode.sh - user or kernel, be the name known or not: the filter, lanes, colours and tables.

. "$srcdir/tests/cli/tap.sh"

# perf 6.1 where kptr_restrict is 1: the kernel has addresses, no names and no module.
f=$work/restricted.txt
cat > "$f" <<'END'
zeros   71 [000]     1.100000:    1000000 cpu-clock: 
	ffffffff81400503 [unknown] ([unknown])
	    7fa1ce37a0e0 read (/usr/lib/libc.so.6)
	            1188 [unknown] (/usr/bin/zeros)

zeros   71 [000]     1.200000:    1000000 cpu-clock: 
	ffffffff8156937f [unknown] ([unknown])
	    7fa1ce37a0e0 read (/usr/lib/libc.so.6)
	            1188 [unknown] (/usr/bin/zeros)

zeros   71 [000]     1.300000:    1000000 cpu-clock: 
	            1181 [unknown] (/usr/bin/zeros)

zeros   71 [000]     1.400000:    1000000 cpu-clock: 
	    7fa1c0001181 [unknown] ([unknown])
	            1188 [unknown] (/usr/bin/zeros)

zeros   71 [000]     1.500000:    1000000 cpu-clock: 
	    7fa1ce37a0e0 read (/usr/lib/libc.so.6)
	            1188 [unknown] (/usr/bin/zeros)

swapper     0 [001]     1.600000:    1000000 cpu-clock: 
	ffffffff81a0b00f [unknown] ([unknown])

swapper     0 [001]     1.700000:    1000000 cpu-clock: 
	ffffffff81a0b00f [unknown] ([kernel.kallsyms])
END

run export --filter mode=kernel "$f"
ok 'code without a name is kept by its mode' prints_exactly \
'swapper;[kernel.kallsyms] 1\nswapper;[unknown] 1\nzeros;[zeros];read;[unknown] 2\n'
run export --filter mode=user "$f"
ok 'a program as a module, a place of none and a function are in user space' prints_exactly \
'zeros;[zeros] 1\nzeros;[zeros];[unknown] 1\nzeros;[zeros];read 1\n'
run export --filter '!mode=user & self-kind=no name' "$f"
cp "$out" "$work/nameless"
run export --filter mode=kernel "$f"
ok 'mode and kind are two questions' same_output "$work/nameless" "$out"
run export --filter 'self-kind=unknown & mode=kernel' "$f"
ok 'a kind may be called as it was' same_output "$work/nameless" "$out"
run export --filter mode=unknown "$f"
ok 'nothing is of neither' says 'no sample matches the filter mode=unknown'
run export --filter mode=guest "$f"
ok 'another mode is refused' ends_with 2
ok 'with those that there are' says 'modes are user, kernel and unknown'

run heatmap --lanes mode --format json "$f"
ok 'each is a lane' json '!grep({ $_->{by} ne "mode" } @{$j->{rows}}) &&
	join(" ", map { "$_->{name} $_->{samples}" } @{$j->{rows}}) eq "kernel 4 user 3"'
run heatmap --lanes mode --format text --width 60 "$f"
ok 'which a picture has' prints '^kernel *│'
run heatmap --colour-by mode --format json "$f"
ok 'and a colour' json '$j->{dominant}{by} eq "mode" &&
	join(" ", map { $_->{name} } @{$j->{dominant}{names}}) eq "kernel user"'
run top --by mode "$f"
ok 'a table has what ran there, and what was below it' prints '^ *4 *57.14 *4 *57.14 *kernel$'
ok 'of the kernel and of user space' prints '^ *3 *42.86 *5 *71.43 *user$'
run top --by mode --format csv "$f"
ok 'as CSV' prints '^self,self_share,total,total_share,name,by$'
run top --by mode --format json "$f"
ok 'as JSON' json \
	'$j->{rows}[0]{by} eq "mode" && $j->{rows}[0]{name} eq "kernel" && $j->{rows}[0]{self} == 4'
run diff --by mode --range 0,0.35 --against rest --format json "$f"
ok 'a difference as well' json 'grep { $_->{name} eq "kernel" } @{$j->{rows}}'
run diff --by all --range 0,0.35 --against rest --format json "$f"
ok 'but where kinds tell it' json \
	'@{$j->{rows}} && !grep { $_->{by} eq "mode" } @{$j->{rows}}'

# What is kept of it in other files.
for kept in flare txt; do
	run export --idle show -o "$work/kept.$kept" --format "$(test $kept = txt && echo timed-folded || echo flare)" "$f"
	run top --by mode --idle show --format csv "$f"
	cp "$out" "$work/modes"
	run top --by mode --idle show --format csv "$work/kept.$kept"
	ok "a .$kept keeps it" same_output "$work/modes" "$out"
done
ok 'in words that can be read' grep -q '\[unknown\]_\[K\]' "$work/kept.txt"

# Folded stacks tell it of modules, no more.
printf 'a;[unknown] 1\na;[libc.so.6] 2\na;[kernel.kallsyms] 4\na;f_[k] 8\na;f_[k];g_[i] 16\na;f;g_[i] 32\n' > "$work/stacks"
run top --by mode --format csv "$work/stacks"
ok 'where nothing tells it, it is of neither' prints '^1,0.015873,1,0.015873,unknown,mode$'
ok 'a module tells it, and whoever inlines it' prints '^28,0.444444,28,0.444444,kernel,mode$'
ok 'in user space, too' prints '^34,0.539683,34,0.539683,user,mode$'

done_testing
