// `npm run start:dev`: compiles what changes, and starts the service again when something was compiled.
import './build-if-needed.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';

const options = { cwd: dirname(import.meta.dirname), stdio: 'inherit' };
const nest = 'node_modules/@nestjs/cli/bin/nest.js';
// Node.js, not Nest, restarts: it tells the service alone to stop, and waits until its PostgreSQL is stopped, too.
const children = [
  spawn(process.execPath, [nest, 'build', '--watch', '--preserveWatchOutput'], options),
  spawn(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/src/main.js'], options),
];
// Ctrl-C reaches the children by itself; a signal to this process alone is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')));
await Promise.all(children.map((child) => once(child, 'exit')));
