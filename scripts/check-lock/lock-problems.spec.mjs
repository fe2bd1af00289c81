import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockProblems } from './lock-problems.mjs';

const integrity = `sha512-${'A'.repeat(86)}==`;
const problemsOf = (packages) => lockProblems({ packages });

describe('lockProblems', () => {
  it('finds none in the lock of this repository', () => {
    expect(lockProblems(JSON.parse(readFileSync(join(process.cwd(), 'package-lock.json'), 'utf8')))).toEqual([]);
  });

  it('finds none in exact versions with their hashes, in workspaces and in what is bundled', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' }, devDependencies: { b: '2.0.0-beta.17' } },
      sdk: { dependencies: { a: '1.0.0' } },
      'node_modules/sdk': { link: true, resolved: 'sdk' },
      'node_modules/a': { version: '1.0.0', integrity },
      'node_modules/b': { version: '2.0.0-beta.17', integrity },
      'node_modules/b/node_modules/c': { version: '3.0.0', inBundle: true },
    };
    expect(problemsOf(packages)).toEqual([]);
  });

  it.each(['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0 <2', 'github:someone/a'])(
    'finds a range: %s',
    (range) => {
      const problem = (place) => `${place}: a is asked for as "${range}", not by an exact version`;
      expect(problemsOf({ '': { optionalDependencies: { a: range } }, sdk: { dependencies: { a: range } } })).toEqual([
        problem('package.json'),
        problem('sdk'),
      ]);
    },
  );

  it('finds a package without a hash, with a weak one, and without a version', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', resolved: 'git+ssh://git@example.com/a.git' },
      'node_modules/b': { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      'node_modules/c': { integrity },
    };
    expect(problemsOf(packages)).toEqual([
      'node_modules/a: no integrity (sha512)',
      'node_modules/b: no integrity (sha512)',
      'node_modules/c: no exact version',
    ]);
  });
});
