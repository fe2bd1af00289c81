import { DEFAULT_RULES } from '../connections/code-rules.js';
import { dueMove, type Fact, isMeant, lastMove, type Passage, passagesOf, withFact } from './passages.js';

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

describe('the move that is due', () => {
  const due = (before: readonly Fact[], fact: Fact, moved: Passage | null = null, given: string | null = null) => {
    const facts = withFact(before, fact);
    const isClosed = facts.at(-1)?.[1] === 'closed';
    return dueMove({ facts, before, isClosed, moved, given }, WAY, DEFAULT_RULES);
  };
  const opened = { at: '2', kind: 'opened' } as const;

  it('is none where it was made, or something newer of its kind', () => {
    expect(due([], ['2', 'open'])).toEqual({ passage: opened, status: 'In Progress', needsGiven: false });
    expect(due(of(['2', 'open']), ['3', 'open'], opened, 'In Progress')).toBeUndefined();
    expect(due(of(['2', 'open']), ['1', 'open'], opened, 'In Progress')).toBeUndefined();
  });

  it('is that of what came before, where the task has what it was given', () => {
    const asked = { passage: { at: '1', kind: 'review_asked' }, status: 'In Review', needsGiven: true };
    expect(due(of(['2', 'open']), ['1', 'review'], opened, 'In Progress')).toEqual(asked);
  });

  it('is none of a closed one, but what comes only now', () => {
    expect(due(of(['1', 'open'], ['3', 'closed']), ['4', 'closed'])).toBeUndefined();
    expect(due(of(['3', 'closed']), ['1', 'open'])?.status).toBe('In Progress');
  });

  it('is that of reopening where the task has what it was given, or was given nothing for want of events', () => {
    const story = of(['1', 'open'], ['2', 'closed']);
    expect(due(story, ['3', 'open'], { at: '1', kind: 'opened' }, 'In Progress')?.needsGiven).toBe(true);
    expect(due(of(['2', 'closed']), ['3', 'open'])).toBeUndefined();
    expect(due(of(['2', 'closed'], ['3', 'open']), ['1', 'open'])?.needsGiven).toBe(false);
  });
});
