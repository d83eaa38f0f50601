# trace_text.sh - sourced behind tests/cli/tap.sh: trace points as perf script prints them.

# event THREAD TID TIME EVENT REST: a sample in f, which is called by the thread
event() {
	printf '%s %s/%s [000] %s: %s: %s\n\t7f01 f+0x1 (/a)\n\t7f02 %s+0x1 (/a)\n\n' \
		"$1" "$2" "$2" "$3" "$4" "$5" "$1"
}
