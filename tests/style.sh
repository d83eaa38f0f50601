#!/bin/sh
# style.sh - the rules that a compiler does not know, one test each.

n=0
log=style-$$.txt
trap 'rm -f "$log"' EXIT

check() { # a sentence, then the command that must succeed
	n=$((n + 1))
	name=$1
	shift
	if "$@" >"$log" 2>&1; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		sed 's/^/# /' "$log"
	fi
}

skip() {
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

# A .c file that begins with its own header shows that that one does: the others are tried.
every_header_stands_alone() {
	set --
	for h in $(cd "$srcdir/src" && find . -name '*.h' | sed 's,^\./,,'); do
		c=$srcdir/src/${h%.h}.c
		[ -f "$c" ] && [ "$(grep -m 1 '^#include' "$c")" = "#include \"$h\"" ] && continue
		case $h in # a header of what is optional
		*/elf_inside.h)
			echo '#include <gelf.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || continue
			;;
		esac
		set -- "$@" "$srcdir/src/$h"
	done
	# shellcheck disable=SC2086 # CC and CPPFLAGS may hold options
	${CC:-cc} -std=c11 -D_GNU_SOURCE $CPPFLAGS -fsyntax-only -I"$srcdir/src" -x c "$@"
}

formatted() {
	(cd "$srcdir" && find src tests tools -name '*.[ch]' -exec \
		clang-format --dry-run -Werror {} +)
}

check 'a file includes its own layer and those below' "$srcdir/tools/check-layers" "$srcdir"
check 'a layer calls only what is its business' "$srcdir/tools/check-exit" "$srcdir"
check 'a choice is held once, and borrowed' "$srcdir/tools/check-choice" "$srcdir"
check 'files are made and opened in one way' "$srcdir/tools/check-writes" "$srcdir"
check 'the code follows doc/contributing.md' "$srcdir/tools/check-style" "$srcdir"
check 'keys are named in commands.def alone' "$srcdir/tools/check-keys" "$srcdir"
check 'every header compiles alone' every_header_stands_alone
if command -v objdump >/dev/null; then
	check 'no library holds writable data' "$srcdir/tools/check-globals" lib*.a
else
	skip 'no library holds writable data' 'objdump is not installed'
fi
case $(clang-format --version 2>/dev/null) in
*' version 14.'*) # Debian 12's; each version has ideas of its own
	check 'the code is formatted by clang-format' formatted
	;;
*) skip 'the code is formatted by clang-format' 'clang-format 14 is not installed' ;;
esac
# Directories stand for what is in them.
everything_is_distributed() {
	make -s --no-print-directory distfiles | sort -u >"$log.dist"
	# Packagers take what make dist makes, and have debian/ beside it.
	(cd "$srcdir" && git ls-files | grep -v '^debian/') | awk '
		NR == FNR { there[$0]; next }
		{
			at = $0
			while (!(at in there) && sub("/[^/]*$", "", at))
				;
			if (!(at in there))
				print $0 " is not in make dist"
		}' "$log.dist" - >"$log.missing"
	cat "$log.missing"
	[ -s "$log.dist" ] && [ ! -s "$log.missing" ]
	status=$?
	rm -f "$log.dist" "$log.missing"
	return $status
}

if [ -e "$srcdir/.git" ] && command -v git >/dev/null; then
	check 'what is in git is distributed' everything_is_distributed
else
	skip 'what is in git is distributed' 'this is no clone, or there is no git'
fi
echo "1..$n"
