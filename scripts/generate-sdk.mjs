// Writes the generated part of the SDK from openapi.json; with `--check`, says instead whether it would differ.
import './node-version.mjs';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { operationsModule } from './generate-sdk/operations-module.mjs';

const ROOT = dirname(import.meta.dirname);
const DOCUMENT = join(ROOT, 'openapi.json');
const GENERATED = join(ROOT, 'sdk/src/generated');

if (process.argv.includes('--check')) await check();
else await generate(GENERATED);

async function generate(folder) {
  await createClient({
    input: DOCUMENT,
    output: { path: folder, entryFile: false, module: { extension: '.js' } },
    plugins: ['@hey-api/typescript'],
    // What only a GET shows can be written back.
    parser: { transforms: { readWrite: false } },
    logs: { level: 'silent', file: false },
  });
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  writeFileSync(join(folder, 'operations.gen.ts'), operationsModule(document));
}

async function check() {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  try {
    await generate(folder);
    const names = new Set([...readdirSync(folder), ...readdirSync(GENERATED)]);
    const differing = [...names].filter((name) => read(join(folder, name)) !== read(join(GENERATED, name)));
    if (differing.length === 0) return;
    console.error(`sdk/src/generated differs from openapi.json (${differing.join(', ')}): npm run sdk:generate`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
