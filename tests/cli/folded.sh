#!/bin/sh
# folded.sh - folded stacks: read, written again, marked by kind, and under every root.

. "$srcdir/tests/cli/tap.sh"

f=$data/stacks.folded
example=$examples/service.perf.gz

run export "$f"
ok 'a stack counts as often as its number says' prints_exactly \
'#app;main 1\napp 2\napp;main;[libz.so.1] 5\napp;main;read 12\nmy app;main;b->c 1\n'
ok 'what is no stack is told' says '1 line not understood, at line 7'
run export --weight period "$f"
ok 'whatever is weighed' prints '^app;main;read 12$'
run export --annotate all "$f"
ok 'annotations come back when asked for' prints_exactly \
'#app;main_[j] 1\napp 2\napp;main;[libz.so.1] 5\napp;main;read_[k] 12\nmy app;main;b->c_[i] 1\n'
run export --filter module=libz.so.1 "$f"
ok 'a name in brackets is a module' prints_exactly 'app;main;[libz.so.1] 5\n'
run info "$f"
ok 'info counts samples, not lines' prints '^samples *21, 0 of them idle'
ok 'and says that there are no times' prints 'no heat map'
run info --json "$f"
ok 'info --json tells the format' json '$j->{format} eq "folded" && $j->{samples} == 21'
run top "$f"
ok 'top counts samples' prints '^ *12 .* 12 .* read'
run flame --format json "$f"
ok 'so does the flame graph' json '$j->{root}{total} == 21 && $j->{selection}{samples} == 21'
run heatmap "$f"
ok 'there is no heat map' ends_with 1
ok 'because there are no times' says 'no times'
run open "$f"
ok 'it opens all the same' prints 'No heat map: the samples have no times\.$'
ok 'and does not send one to perf' prints_not 'perf record'
run open "$data/timeless.txt"
ok 'text of perf does' prints 'No heat map: .* perf record -T and perf script -F +time add them'

for idle in hide show; do
	run export --idle $idle "$example"
	cp "$out" "$work/once"
	run export --idle $idle "$work/once"
	ok "what export writes it reads the same, --idle $idle" same_output "$work/once" "$out"
done
run export --idle show --annotate all "$example"
cp "$out" "$work/once"
ok 'which has marks' prints '_\[k\]'
"$FLARESCOPE" export --idle show --annotate all - < "$work/once" > "$out" 2> "$err"
ok 'marks are read and written the same, from a pipe too' same_output "$work/once" "$out"
gzip -c "$work/once" > "$work/once.gz"
run export --idle show --annotate all "$work/once.gz"
ok 'and gzipped' same_output "$work/once" "$out"

printf 'a;b 1 2\na;c 3 4\n' > "$work/diff"
run export "$work/diff"
ok 'of two columns it is the second' prints_exactly 'a;b 2\na;c 4\n'
run info "$work/diff"
ok 'which is said' prints 'this is the second'
printf 'served in 12\nserved in 5\n' > "$work/log"
run export "$work/log"
ok 'a log is not taken for stacks' says 'not a profile: text of an unknown kind'
printf 'main 5\nswapper/0 7\n' > "$work/flat"
run export "$work/flat"
ok 'stacks of one frame each are known' prints_exactly 'main 5\nswapper/0 7\n'
printf 'VmRSS: 5\nVmSize: 7\n' > "$work/numbers"
run export "$work/numbers"
ok 'numbers with names are not' says 'not a profile: text of an unknown kind'
run export --input-format folded "$work/log"
ok 'unless one insists' prints '^served in 17$'

f=$data/small.txt
run export --idle show --annotate kernel "$f"
ok '--annotate kernel marks the kernel' prints '^swapper;do_idle_\[k\];pv_native_safe_halt_\[k\] 1$'
run export --idle show --annotate jit "$f"
ok '--annotate jit does not' prints '^swapper;do_idle;pv_native_safe_halt 1$'
run export --idle show --stackcollapse-names --annotate all "$f"
ok '--stackcollapse-names goes with it' prints '^swapper;do_idle_\[k\];pv_native_safe_halt_\[k\] 1$'
run export --annotate most "$f"
ok 'other words are refused' says "'most' is not one of kernel|jit|all"

run export --root pid "$f"
ok '--root pid labels processes' prints_exactly \
'app-100;main;ns::parse(char const*, int) 1\napp-100;main;work 2\nmy prog-200;work;[libz.so.1] 1\n'
run export --root thread "$f"
ok '--root thread labels threads' prints_exactly \
'app-100/101;main;work 2\napp-100/102;main;ns::parse(char const*, int) 1\nmy prog-200/200;work;[libz.so.1] 1\n'
run export --root cpu "$f"
ok '--root cpu labels CPUs' prints_exactly \
'CPU 0;main;work 2\nCPU 0;work;[libz.so.1] 1\nCPU 1;main;ns::parse(char const*, int) 1\n'
run export --root thread "$data/stacks.folded"
ok 'what is not known is a question mark' prints '^app-?/?;main;read 12$'

done_testing
