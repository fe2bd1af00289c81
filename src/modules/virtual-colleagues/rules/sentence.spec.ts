import { TONES } from '../settings/colleague-settings.js';
import { RULES } from './role-rules.js';
import { listOf, type Named, quoted, spoken, spokenBriefly, textOf } from './sentence.js';
import { TIME_FORMS } from './time-words.js';

const HOUR = { moment: '2026-11-27T09:00:00.000Z', zone: 'UTC' };
const TID = 'WEB-1234';
const LONG_TITLE = `${'t'.repeat(79)}…`;

/** What is longest of all that a rule may find. */
const LONGEST: Named = {
  tid: TID,
  texts: {
    title: LONG_TITLE,
    size: ' (Medium, no estimate)',
    others: ', along with 12 other tasks',
    hasIt: ', and nobody has it',
    pull: ` in ${'r'.repeat(30)}#1234`,
    openPull: `${'r'.repeat(30)}#1234`,
    agent: 'Ada the Agent',
    chases: '12 times',
    times: '12 times',
    holder: 'Max Member (away until 3 December 2026)',
    words: `"${'w'.repeat(20)}"`,
    promised: ' It is promised for 30 December 2026.',
    reason: 'in the active sprint',
    said: `You wrote "${'w'.repeat(45)}"`,
    sprint: `"${LONG_TITLE}" (WEB)`,
    epic: `"${LONG_TITLE}" (WEB)`,
    left: 'has 120.5 h left where the plan leaves 100.5 h',
    open: '12 of 34 tasks',
    person: 'Max Member (away until 3 December 2026)',
    load: '120.5 h in 12 tasks',
    limit: '40 h',
  },
  tids: { blockers: Array.from({ length: 9 }, (_, index) => `APP-123${index}`) },
  moments: {
    due: '2025-11-12T00:00:00.000Z',
    changed: '2025-11-12T00:00:00.000Z',
    chased: '2025-11-12T00:00:00.000Z',
    first: '2025-11-12T00:00:00.000Z',
    end: '2025-11-12T00:00:00.000Z',
    handedIn: '2025-11-12T00:00:00.000Z',
  },
  names: { available: ['Maximilian Mustermann', 'Mia Chen'] },
};

const SENTENCES = Object.values(RULES).flatMap(({ name, sentences }) =>
  name === 'digest'
    ? []
    : Object.entries(sentences).flatMap(([situation, tones]) =>
        TONES.map((tone) => [`${name}, ${situation}, ${tone}`, tones[tone] as string] as const),
      ),
);

describe.each(SENTENCES)('%s', (what, sentence) => {
  const text = textOf(spokenBriefly(sentence, LONGEST, HOUR));

  it('has at most 200 characters with a title of 80', () => {
    expect([...text].length).toBeLessThanOrEqual(200);
  });

  it('begins with the task, greets nobody and counts no hours to a moment', () => {
    if (sentence.includes('{task}')) expect(sentence).toMatch(/^\{task\}/);
    expect(text).not.toMatch(/\b(?:Hi|Hello|Dear)\b|hours? (?:ago|overdue)|in \d+ hours/);
  });

  it('asks nothing where it is addressed to nobody', () => {
    const isToNobody =
      /^(?:task\.(?:unassigned|unestimated|stale_backlog|delegate)|epic\.at_risk|sprint\.at_risk, (?:ended|behind))/;
    if (isToNobody.test(what)) expect(sentence).not.toMatch(/\?|\byou\b/i);
  });
});

const named = (input: Partial<Named>): Named => ({ ...LONGEST, ...input, texts: { title: 'Ship it', ...input.texts } });

it('names of long lists three, and fewer where there is no room', () => {
  expect(textOf(listOf(['A-1', 'A-2', 'A-3']))).toBe('A-1, A-2, A-3');
  expect(textOf(listOf(['A-1', 'A-2', 'A-3', 'A-4', 'A-5']))).toBe('A-1, A-2, A-3 and 2 more');
  const waits = '{task} waits for {blockers}. When will that be done?';
  expect(textOf(spokenBriefly(waits, named({ tids: { blockers: ['A-1', 'A-2'] } }), HOUR))).toBe(
    `${TID} "Ship it" waits for A-1, A-2. When will that be done?`,
  );
  const long = named({ tids: { blockers: [1, 2, 3].map((number) => `${'A'.repeat(60)}-${number}`) } });
  const [first, second] = long.tids['blockers']!;
  expect(textOf(spokenBriefly(waits, long, HOUR))).toBe(
    `${TID} "Ship it" waits for ${first}, ${second} and 1 more. When will that be done?`,
  );
});

it('names whom a task may be given to, or nobody in particular', () => {
  const give = '{task}: nobody has it. Give it to {available}.';
  const saidOf = (available: string[]) => textOf(spokenBriefly(give, named({ names: { available } }), HOUR));
  expect(saidOf(['Max', 'Mia'])).toBe(`${TID} "Ship it": nobody has it. Give it to Max or Mia.`);
  expect(saidOf([])).toBe(`${TID} "Ship it": nobody has it. Give it to someone.`);
  expect(saidOf(['M'.repeat(80), 'N'.repeat(80)])).toBe(
    `${TID} "Ship it": nobody has it. Give it to ${'M'.repeat(80)}.`,
  );
});

it('cuts people’s words to 80 characters, or to the room that there is', () => {
  expect(quoted('w'.repeat(81), [])).toBe(`"${'w'.repeat(79)}…"`);
  expect(quoted('Half done', [])).toBe('"Half done"');
  expect(quoted('w'.repeat(81), ['x'.repeat(150)])).toHaveLength(50);
});

it('leaves what people wrote as long as it is', () => {
  const parts = [{ name: 'task' }, { text: 'x'.repeat(300) }];
  expect(textOf(spokenBriefly(parts, named({}), HOUR))).toHaveLength(300 + `${TID} "Ship it"`.length);
});

it('refuses to name what a rule does not find', () => {
  expect(() => spoken('{task} {what.since}', named({}), HOUR)).toThrow('A message names {what.since}');
  expect(TIME_FORMS).toContain('since');
});
