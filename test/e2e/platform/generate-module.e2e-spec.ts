import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';

const ROOT = join(__dirname, '../../..');
const COPIED = [
  'src',
  'test',
  'bench',
  'scripts',
  'sdk',
  'README.md',
  'ormconfig.ts',
  'package.json',
  'tsconfig.json',
  '.prettierrc.json',
  '.prettierignore',
];

const SILENT = { status: 0, stdout: '', stderr: '' };

/** A copy of the sources, in which modules are made. */
let tree: string;
beforeAll(() => {
  tree = temporaryFolder();
  for (const name of COPIED) cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
});

function run(...commandLine: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, commandLine, { cwd: tree, encoding: 'utf8' });
  return { status, stdout, stderr: stderr.trim() };
}

const generate = (...names: string[]) => run('scripts/generate-module.mjs', ...names);
const list = (folder: string) => readdirSync(join(tree, folder), { recursive: true }) as string[];
const state = () => [...list('src'), ...list('test'), readFileSync(join(tree, 'src/app.module.ts'), 'utf8')];

describe('npm run generate:module', () => {
  it.each([
    [[], /^Usage: npm run generate:module <plural> /],
    [['milestones', 'milestone', 'more'], /^Usage: /],
    [[''], /^"" is no name such as milestones or time-entries$/],
    [['Milestones'], /^"Milestones" is no name /],
    [['time_spans'], /^"time_spans" is no name /],
    [['../milestones'], /^"..\/milestones" is no name /],
    [['milestones', 'Milestone'], /^"Milestone" is no name /],
    [['x'.repeat(40) + 's'], /^"x+s" is longer than 40 characters$/],
    [['status'], /^What is one of "status" called\? Say it too: npm run generate:module status <singular>$/],
    [['people'], /^What is one of "people" called\?/],
    [['labels'], /^src\/modules\/labels\/label\.dto\.ts exists already$/],
    [['task-labels'], /^src\/modules\/tasks\/.* already$/],
    [['secrets'], / has class SecretsModule already$/],
    [['lanes'], /^src\/modules\/workflow-lanes\/.* has @RequirePermission\('lanes:write'\) already$/],
    [['lists'], /^"List" means something else in every module: choose another name$/],
  ])('refuses %j', (names, message) => {
    const before = state();
    expect(generate(...names)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
    expect(state()).toEqual(before);
  });

  it('makes modules that need nothing more, next to each other', () => {
    const singulars: (string | undefined)[] = [];
    const touched: string[] = [];
    for (const names of [
      ['milestones'],
      ['status-categories'],
      ['statuses'],
      ['classes'],
      ['causes'],
      ['people', 'person'],
    ]) {
      const { status, stdout, stderr } = generate(...names);
      expect([names, status, stderr]).toEqual([names, 0, '']);
      singulars.push(/^.*, one of which is a (.*)\.\n/.exec(stdout)?.[1]);
      touched.push(...Array.from(stdout.matchAll(/^ {2}(?:made|changed) +(.*)$/gm), ([, path]) => path!));
    }
    expect(singulars).toEqual(['milestone', 'status category', 'status', 'class', 'cause', 'person']);
    expect(list('src/modules/status-categories').sort()).toEqual([
      'status-categories.controller.ts',
      'status-categories.module.ts',
      'status-categories.service.ts',
      'status-category.dto.ts',
      'status-category.entity.ts',
      'status-category.events.ts',
    ]);
    const texts = list('src').map((path) =>
      path.endsWith('.ts') ? path + readFileSync(join(tree, 'src', path), 'utf8') : path,
    );
    expect(texts.filter((text) => /sample.?thing/i.test(text))).toEqual([]);
    const prettier = ['node_modules/prettier/bin/prettier.cjs', '--log-level', 'warn'];
    expect(run(...prettier, '--check', ...new Set(touched))).toEqual(SILENT);
    // The tests that were there do not know the new modules: compiling them takes as long as all else.
    const config = { extends: './tsconfig.json', include: ['src', 'ormconfig.ts', ...touched] };
    writeFileSync(join(tree, 'tsconfig.touched.json'), JSON.stringify(config));
    expect(run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.touched.json')).toEqual(SILENT);
  });
});
