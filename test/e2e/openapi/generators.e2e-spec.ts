import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompany } from '../../factories/company.factory.js';
import { Receiver } from '../../support/receiver.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/**
 * The generators of clients that npm can install: what each makes of the description compiles without a warning of the strictest
 * kind, and a program that uses it works with the service. `npm run generators` tries the others.
 */
const ROOT = join(__dirname, '../../..');
const FOLDER = temporaryFolder();
const GENERATED = join(FOLDER, 'generated');
const DESCRIPTION = join(ROOT, 'openapi.json');

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), Receiver.start()]);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** A program of `test/generators`, which says what it has got through the client. */
interface Program {
  run(setting: Record<'baseUrl' | 'email' | 'password' | 'receiver', string>): Promise<unknown>;
}

/** Runs a program of the packages in the folder. */
function run(program: string, ...parameters: string[]): void {
  const file = join(ROOT, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...parameters], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
}

/** What the compiler is asked for. Types of libraries are theirs. */
const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'commonjs',
  moduleResolution: 'bundler',
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'built',
};

function generateClients(): void {
  cpSync(join(ROOT, 'test/generators'), FOLDER, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(FOLDER, 'node_modules'));
  mkdirSync(GENERATED);
  run('openapi-typescript/bin/cli.js', DESCRIPTION, '-o', join(GENERATED, 'openapi-typescript.ts'));
  run(
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    DESCRIPTION,
    '-o',
    join(GENERATED, 'hey-api'),
    '-c',
    '@hey-api/client-fetch',
  );
  const output = { target: 'generated/orval.ts', client: 'fetch', baseUrl: service.baseUrl };
  const configuration = JSON.stringify({ client: { input: DESCRIPTION, output } });
  writeFileSync(join(FOLDER, 'orval.config.mjs'), `export default ${configuration};\n`);
  run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs');
}

describe('generators of clients', () => {
  it('make of the description what compiles', () => {
    generateClients();
    const configuration = { compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] };
    writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(configuration));
    run('typescript/bin/tsc', '-p', '.');
  });

  it.each(['openapi-typescript', 'hey-api', 'orval'])('make a client that works: %s', async (name) => {
    const { owner } = await createCompany(service.api);
    const program = (await import(join(FOLDER, 'built', name))) as Program;
    const { baseUrl } = service;
    const { email, password } = owner;
    expect(await program.run({ baseUrl, email, password, receiver: receiver.url })).toEqual({
      signedInAs: 'OWNER',
      project: 'GARDEN',
      task: 'GARDEN-1',
      priority: 'High',
      totalOfPage: 1,
      tasksScanned: 1,
      webhookEvents: ['task.*'],
      events: ['project.created', 'task.created'],
    });
  });
});
