// `npm run generators`: what generators of clients that npm does not bring make of openapi.json, where they are installed. Each
// generates into a temporary folder and compiles what it has made. docs/description.md says what was last seen.
//
// `openapi-generator-cli` is called as that, or as the file that OPENAPI_GENERATOR_JAR names.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const DESCRIPTION = join(dirname(import.meta.dirname), 'openapi.json');
const { OPENAPI_GENERATOR_JAR: JAR } = process.env;
const OPENAPI_GENERATOR = JAR ? ['java', '-jar', JAR] : ['openapi-generator-cli'];
// What webhooks receive is left out of Python: its template makes no types for it.
const WITHOUT_WEBHOOKS = ['--global-property', 'apis,models,supportingFiles'];

const openApiGenerator = (name, ...options) => [
  ...OPENAPI_GENERATOR,
  ...['generate', '-i', DESCRIPTION, '-g', name, '-o', '.', ...options],
];

/** Of each the commands: what generates in the folder, and what compiles there. */
const GENERATORS = {
  'openapi-generator python': [
    openApiGenerator('python', ...WITHOUT_WEBHOOKS),
    ['python3', '-m', 'compileall', '-q', 'openapi_client'],
  ],
  'openapi-generator go': [
    openApiGenerator('go', '--additional-properties=enumClassPrefix=true'),
    ['go', 'mod', 'tidy'],
    ['go', 'build', '.'],
  ],
  'openapi-generator java': [openApiGenerator('java'), ['mvn', '-q', 'compile', '-DskipTests']],
  'openapi-generator typescript-fetch': [
    openApiGenerator('typescript-fetch'),
    [process.execPath, tsc(), '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', 'index.ts'],
  ],
  'openapi-generator csharp': [openApiGenerator('csharp'), ['dotnet', 'build']],
  'openapi-generator rust': [openApiGenerator('rust'), ['cargo', 'check', '--quiet']],
  'oapi-codegen': [
    ['oapi-codegen', '--config', 'configuration.yaml', DESCRIPTION],
    ['go', 'mod', 'init', 'example.com/client'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', './...'],
  ],
  'openapi-python-client': [
    ['openapi-python-client', 'generate', '--path', DESCRIPTION, '--output-path', 'client'],
    ['python3', '-m', 'compileall', '-q', 'client'],
  ],
};

const OAPI_CODEGEN = `package: client
output: client.gen.go
generate: {models: true, client: true}
output-options: {skip-prune: true}
`;

function tsc() {
  return join(dirname(DESCRIPTION), 'node_modules/typescript/bin/tsc');
}

for (const [name, commands] of Object.entries(GENERATORS)) {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'configuration.yaml'), OAPI_CODEGEN);
  const problem = firstProblem(commands, folder);
  console.log(problem ? `✘ ${name}: ${problem}` : `✔ ${name}`);
  rmSync(folder, { recursive: true });
}

/** What ends the commands early: a program that is not installed, which is no failure, or one that fails. */
function firstProblem(commands, cwd) {
  for (const [program, ...parameters] of commands) {
    const { error, status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: 'utf8' });
    if (error?.code === 'ENOENT') return `${program} is not installed`;
    if (status === 0) continue;
    process.exitCode = 1;
    return `${program} has failed\n${`${stdout}${stderr}`.slice(-2_000)}`;
  }
  return undefined;
}
