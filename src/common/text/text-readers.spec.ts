import { globSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE_SEEDS } from '#test/support/hostile-texts.js';
import { isOfInterest, OTHERS } from '#test/support/text-modules.js';
import { READERS } from '#test/support/text-readers.js';
import { UUID } from '#test/support/text-samples.js';

const ROOT = join(__dirname, '../../..');
const LENGTH = 50_000;
/** Milliseconds of processor time. The bar is 50 on a quiet machine; what is quadratic takes a second and more. */
const MOST = 500;
/** What reads a tenth of the text within a millisecond is not asked for all of it: if it were quadratic, that would take under 100 ms. */
const TENTH = 5_000;
const SEEDS = [...HOSTILE_SEEDS, '"', '""=;', '{{', '{code:', 'Friday '];
const BEGINNINGS = ['', `[@Mia](user:${UUID}) \`a\` @mia@example.com `, '{code:java}', '|a|!b.png|c! ', '"a";"'];

/** The least of three, in milliseconds: others use the processor, too. */
function costOf(call: (text: string) => unknown, text: string): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > MOST; attempt += 1) {
    const start = process.cpuUsage();
    void call(text);
    const { user: own, system } = process.cpuUsage(start);
    least = Math.min(least, (own + system) / 1_000);
  }
  return least;
}

const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !/\.spec\.ts$|\/migrations\//.test(file));

it('knows every module that may read texts of people', () => {
  const known = new Set([...Object.keys(READERS), ...Object.keys(OTHERS)]);
  expect(files.filter((file) => isOfInterest(file) && !known.has(file))).toEqual([]);
  expect([...known].filter((file) => !files.includes(file))).toEqual([]);
  expect(Object.keys(OTHERS).filter((file) => !isOfInterest(file))).toEqual([]);
});

describe.each(Object.entries(READERS))('%s', (_, [module, calls]) => {
  it('is tried with every function that it exports', () => {
    const functions = Object.entries(module).filter(([, exported]) => typeof exported === 'function');
    const isData = (name: string) => /^(?:(?:Create|Update)\w+|[A-Z]\w*(?:Query|Response))$/.test(name);
    expect(Object.keys(calls).sort()).toEqual(
      functions
        .map(([name]) => name)
        .filter((name) => !isData(name))
        .sort(),
    );
  });

  it.each(Object.entries(calls))('%s reads texts in linear time', (_name, call) => {
    const slow = SEEDS.flatMap((seed) =>
      BEGINNINGS.flatMap((beginning) => {
        const textOf = (length: number) =>
          beginning + seed.repeat(Math.floor((length - beginning.length) / seed.length));
        const begin = performance.now();
        void call(textOf(TENTH));
        if (performance.now() - begin < 1) return [];
        const cost = costOf(call, textOf(LENGTH));
        return cost > MOST ? [{ beginning, seed, cost }] : [];
      }),
    );
    expect(slow).toEqual([]);
  });
});
