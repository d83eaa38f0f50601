// busy.js - functions that node compiles while it runs: node busy.js SECONDS

'use strict';

const end = Date.now() + 1000 * parseFloat(process.argv[2] || '1');
let sum = 0;

class Tree {
	constructor(depth) {
		this.depth = depth;
		this.children = depth > 0 ? [new Tree(depth - 1), new Tree(depth - 1)] : [];
	}
	get size() {
		return 1 + this.children.map((c) => c.size).reduce((a, b) => a + b, 0);
	}
	static grown(depth) {
		return new Tree(depth);
	}
}

function fibonacci(n) {
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

function* numbers(n) {
	for (let i = 0; i < n; i++)
		yield i;
}

const named = { 'a name; of (its) own': (n) => fibonacci(n) };

async function step() {
	const text = JSON.stringify(Tree.grown(8));

	sum += Tree.grown(8).size + named['a name; of (its) own'](18);
	sum += text.replace(/\d+/g, (m) => m + 1).length;
	for (const n of numbers(2000))
		sum += n;
	sum += [...Array(1000).keys()].map(String).sort().length;
	await Promise.resolve();
}

(async function main() {
	while (Date.now() < end)
		await step();
	process.exitCode = sum === 0 ? 1 : 0;
})();
