import { DEFAULT_RULES } from '../connections/code-rules.js';
import { type Fact, isMeant, isPast, lastMove, passagesOf, withFact } from './passages.js';

const WAY = { targetBranch: 'main', defaultBranches: ['main'], isFork: false };
const of = (...facts: Fact[]) => facts.reduce<readonly Fact[]>((all, fact) => withFact(all, fact), []);
const kinds = (facts: readonly Fact[]) => passagesOf(facts).map(({ kind }) => kind);
const status = (facts: readonly Fact[], way = WAY) => lastMove(passagesOf(facts), way, DEFAULT_RULES)?.status;

/** All orders of a few things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, index) => orders(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]));
}

it('facts come to the same in every order, and however often they come', () => {
  const facts: Fact[] = [
    ['1', 'open'],
    ['2', 'review'],
    ['3', 'open'],
    ['4', 'closed'],
    ['5', 'open'],
    ['6', 'merged'],
  ];
  for (const order of orders(facts)) {
    expect(of(...order, ...order)).toEqual(facts);
  }
  expect(kinds(of(...facts))).toEqual(['opened', 'review_asked', 'closed', 'reopened', 'merged']);
});

it('merged is final', () => {
  expect(kinds(of(['1', 'open'], ['2', 'merged'], ['3', 'closed'], ['4', 'open']))).toEqual(['opened', 'merged']);
});

it('gives the status of the last passage that has one', () => {
  expect(status(of(['1', 'open']))).toBe('In Progress');
  expect(status(of(['1', 'review']))).toBe('In Review');
  expect(status(of(['1', 'open'], ['2', 'closed']))).toBe('In Progress');
  expect(status(of(['1', 'merged']))).toBe('Done');
  expect(status(of(['1', 'closed']))).toBeUndefined();
  expect(status(of(['1', 'merged']), { ...WAY, targetBranch: 'side' })).toBeUndefined();
  expect(status(of(['1', 'open'], ['2', 'review']), { ...WAY, isFork: true })).toBeUndefined();
  expect(status(of(['1', 'open'], ['2', 'merged']), { ...WAY, isFork: true })).toBe('Done');
});

it.each<[string, string[], boolean]>([
  ['main', ['default'], true],
  ['dev', ['default'], false],
  ['release/1', ['release/*'], true],
  ['release', ['release/*'], false],
  ['a-b', ['a*b'], true],
  ['ab', ['ab*b'], false],
  ['default', ['default'], false],
  ['dev', ['main', 'dev'], true],
])('branch %s of %j: %s', (branch, patterns, isOne) => {
  expect(isMeant(branch, ['main'], patterns)).toBe(isOne);
});

it('a passage moves once', () => {
  const opened = { at: '2', kind: 'opened' } as const;
  expect(isPast(opened, null)).toBe(false);
  expect(isPast(opened, opened)).toBe(true);
  expect(isPast(opened, { at: '3', kind: 'merged' })).toBe(true);
  expect(isPast({ at: '2', kind: 'review_asked' }, opened)).toBe(false);
});
