import { type ErasedName, jsonWithout, textWithout } from './erased-name.js';

const id = '01890000-0000-7000-8000-00000000abcd';
const other = '01890000-0000-7000-8000-00000000beef';
const person: ErasedName = { id, email: 'ann@example.com', name: 'Ann', nameless: 'Deleted user abcd' };
const typed = (text: string) => textWithout(text, person, 'typed');
const made = (text: string) => textWithout(text, person, 'made');

describe('texts that people typed', () => {
  it.each([
    [`Hi [@Ann](user:${id})!`, `Hi [@Deleted user abcd](user:${id})!`],
    [`[@Old \\[name\\]](USER:${id.toUpperCase()})`, `[@Deleted user abcd](USER:${id.toUpperCase()})`],
    [`[@Ann](user:${id})[@Ann](user:${id})`, `[@Deleted user abcd](user:${id})`.repeat(2)],
    [`İ [@Ann](user:${id})`, `İ [@Deleted user abcd](user:${id})`],
  ])('lose the name in mentions: %j', (text, expected) => expect(typed(text)).toBe(expected));

  it.each(['Ann said so', `[@Ann](user:${other})`, `](user:${id})`, 'ann@example.com'])('keep the rest: %j', (text) =>
    expect(typed(text)).toBe(text),
  );
});

describe('texts that the service made', () => {
  it.each([
    ['Ann, the task is due', 'Deleted user abcd, the task is due'],
    ['(Ann) Ann', '(Deleted user abcd) Deleted user abcd'],
    ['To Ann@Example.com', 'To Deleted user abcd'],
  ])('lose name and e-mail: %j', (text, expected) => expect(made(text)).toBe(expected));

  it.each(['Annual', 'Joann', 'ann', 'joann@example.com', 'AnnÄ'])('keep other words: %j', (text) =>
    expect(made(text)).toBe(text),
  );
});

it('JSON loses what stands beside the id, and what its texts say', () => {
  const data = {
    by: { id, name: 'Ann', email: 'ann@example.com' },
    to: [{ id: other, name: 'Ann' }],
    n: 1,
    none: null,
  };
  expect(jsonWithout(data, person, 'typed')).toEqual({
    ...data,
    by: { id, name: 'Deleted user abcd', email: null },
  });
  expect(jsonWithout({ people: { Ann: 'x' } }, person, 'made')).toEqual({ people: { 'Deleted user abcd': 'x' } });
});

it('reads long texts in time that grows with them', () => {
  for (const part of ['[@', `](user:${id})`, 'Ann', '[@Ann](user:', 'ann@example.com']) {
    const begun = process.cpuUsage();
    made(part.repeat(1_000_000 / part.length));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000_000).toBeLessThan(5);
  }
});
