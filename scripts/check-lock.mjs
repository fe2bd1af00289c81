// Needs no dependency: it is asked before they are installed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockProblems } from './check-lock/lock-problems.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const problems = lockProblems(lock);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
