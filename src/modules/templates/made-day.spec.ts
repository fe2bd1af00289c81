import { dueDateOf, dueInOf, named } from './made-day.js';

const NEW_YEAR = { date: '2027-01-01', timezone: 'Pacific/Auckland' };

describe('named', () => {
  const title = (text: string, day = NEW_YEAR) => named({ title: text }, day).title;

  it('fills in the day, its ISO week and its month', () => {
    expect(title('{{date}}, {{week}}, {{month}}')).toBe('2027-01-01, 2026-W53, January 2027');
    expect(title('{{week}}', { ...NEW_YEAR, date: '2026-12-03' })).toBe('2026-W49');
    expect(named({ title: 'a', description: '{{date}} {{date}}' }, NEW_YEAR).description).toBe('2027-01-01 2027-01-01');
  });

  it('leaves any other name, and the number without a recurrence', () => {
    expect(title('{{n}} {{year}} {date} {{ date }}')).toBe('{{n}} {{year}} {date} {{ date }}');
    expect(named({ title: 'No. {{n}}' }, { ...NEW_YEAR, number: 7 }).title).toBe('No. 7');
  });

  it('keeps a title short enough', () => {
    expect(title(`${'a'.repeat(490)}{{month}}`)).toHaveLength(500);
  });
});

describe('dueDateOf', () => {
  it('is a day without a time, else a moment of the zone', () => {
    expect(dueDateOf({ days: 30 }, NEW_YEAR)).toBe('2027-01-31T00:00:00.000Z');
    expect(dueDateOf({ days: 0, time: '09:00' }, NEW_YEAR)).toBe('2026-12-31T20:00:00.000Z');
  });

  it('moves a time that does not exist forward', () => {
    const day = { date: '2026-03-28', timezone: 'Europe/Berlin' };
    expect(dueDateOf({ days: 1, time: '02:30' }, day)).toBe('2026-03-29T01:30:00.000Z');
  });
});

describe('dueInOf', () => {
  const createdAt = '2026-12-31T12:00:00.000Z';
  const of = (dueDate: string | null) => dueInOf({ createdAt, dueDate }, 'Pacific/Auckland', 366);

  it('counts from the day on which the task was made', () => {
    expect(of('2027-01-04T00:00:00.000Z')).toEqual({ days: 3 });
    expect(of('2026-12-31T20:00:00.000Z')).toEqual({ days: 0, time: '09:00' });
  });

  it('is none before that day, and past a year', () => {
    expect([of(null), of('2026-12-31T00:00:00.000Z'), of('2028-01-03T00:00:00.000Z')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(of('2028-01-02T00:00:00.000Z')).toEqual({ days: 366 });
  });
});
