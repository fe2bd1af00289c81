import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { guardedHttp } from './guarded-http.mjs';

const problemsOf = (code) =>
  new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    rules: {
      'no-restricted-globals': ['error', ...guardedHttp.globals],
      'no-restricted-imports': ['error', { paths: guardedHttp.imports }],
      'no-restricted-syntax': ['error', ...guardedHttp.syntax],
    },
  });

it.each([
  "await fetch('https://example.com')",
  "globalThis.fetch('https://example.com')",
  "global.fetch('https://example.com')",
  'const send = globalThis.fetch',
  'const { fetch } = globalThis',
  "new WebSocket('wss://example.com')",
  "import { request } from 'undici'",
  "import { Agent } from 'undici'",
  "import { request } from 'node:https'",
  "import { get } from 'http'",
  "import * as http from 'node:http'; http.request('http://example.com')",
  "import https from 'node:https'; https.request('https://example.com')",
  "import { connect } from 'node:http2'",
  "const { request } = await import('node:http')",
  "process.getBuiltinModule('node:http').request('http://example.com')",
])('refuses %s', (code) => {
  expect(problemsOf(code)).toHaveLength(1);
});

it.each([
  'type Fetch = typeof globalThis.fetch',
  "import type { Dispatcher } from 'undici'",
  "import { createServer, type IncomingMessage } from 'node:http'",
  'handler.fetch(request)',
])('takes %s', (code) => {
  expect(problemsOf(code)).toEqual([]);
});

it.each([
  ['src/modules/files/scans/scan-worker.ts', true],
  ['src/cli/healthcheck.ts', true],
  ['src/core/outbound/outbound-http.ts', false],
])('holds in %s: %j', (file, isHeld) => {
  const cwd = join(import.meta.dirname, '../..');
  const { stdout } = spawnSync(process.execPath, ['node_modules/eslint/bin/eslint.js', '--print-config', file], {
    cwd,
    encoding: 'utf8',
  });
  const { rules } = JSON.parse(stdout);
  const given = JSON.stringify(['globals', 'imports', 'syntax'].map((kind) => rules[`no-restricted-${kind}`]));
  const { globals, imports, syntax } = guardedHttp;
  for (const part of [...globals, ...imports, ...syntax]) {
    expect(given.includes(JSON.stringify(part))).toBe(isHeld);
  }
});
