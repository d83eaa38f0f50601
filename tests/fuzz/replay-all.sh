#!/bin/sh
# Every file of every corpus through its fuzz target, as it is and changed in a few ways by the
# target's own mutator, the same each time: once bad inputs stay good.

n=0
for corpus in "$srcdir"/tests/fuzz/corpus/*/; do
	target=tests/fuzz/fuzz_$(basename "$corpus")
	for file in "$corpus"*; do
		n=$((n + 1))
		if "./$target" --changed 5 "$file" >&2; then
			echo "ok $n - $target $(basename "$file")"
		else
			echo "not ok $n - $target $(basename "$file")"
		fi
	done
done
echo "1..$n"
[ $n -gt 0 ]
