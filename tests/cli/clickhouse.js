// clickhouse.js - run statements in a ClickHouse of its own: node clickhouse.js CHDB-FOLDER FILE.sql
// Statements end in a line ";". The results are printed as TSV; an error ends it with status 1.
'use strict';
const fs = require('fs');
const path = require('path');
const { Session } = require(path.join(path.resolve(process.argv[2]), 'chdb'));

const session = new Session();
let status = 0;
try {
	for (const statement of fs.readFileSync(process.argv[3], 'utf8').split(/\n;\n/))
		if (statement.trim())
			process.stdout.write(session.query(statement, 'TSV'));
} catch (error) {
	console.error(error.message);
	status = 1;
}
session.cleanup?.();
process.exitCode = status;
