import { burndownOf } from './sprint-burndown.js';

const NOW = new Date('2026-03-05T12:00:00.000Z');
const change = (at: string, remainingHours: number, doneTasks = 0) => ({ at: `${at}Z`, remainingHours, doneTasks });
const dates = (given: object) => ({ startDate: null, endDate: null, startedAt: null, endedAt: null, ...given });

describe('burndownOf', () => {
  it('has a row for the end of each day since the start, and one for now', () => {
    const sprint = dates({ startedAt: '2026-03-03T09:00:00.000Z', endDate: '2026-03-07T09:00:00.000Z' });
    const changes = [
      change('2026-03-01T00:00:00.000', 40),
      change('2026-03-03T10:00:00.000', -4, 1),
      change('2026-03-03T23:59:59.999', -1),
      change('2026-03-04T00:00:00.000', 8),
      change('2026-03-05T11:00:00.000', -3.5, 2),
    ];
    expect(burndownOf(sprint, changes, NOW)).toEqual([
      { date: '2026-03-03T23:59:59.999Z', remainingHours: 35, idealHours: 33.75, doneTasks: 1 },
      { date: '2026-03-04T23:59:59.999Z', remainingHours: 43, idealHours: 23.75, doneTasks: 1 },
      { date: '2026-03-05T12:00:00.000Z', remainingHours: 39.5, idealHours: 18.75, doneTasks: 3 },
    ]);
  });

  it('begins its line with the tasks at the start, including changes at that moment', () => {
    const sprint = dates({ startedAt: '2026-03-05T10:00:00.000Z', endDate: '2026-03-05T14:00:00.000Z' });
    const changes = [change('2026-03-05T10:00:00.000', 10), change('2026-03-05T10:00:00.001', 5)];
    expect(burndownOf(sprint, changes, NOW)).toEqual([
      { date: NOW.toISOString(), remainingHours: 15, idealHours: 5, doneTasks: 0 },
    ]);
  });

  it.each([
    ['nothing once its end is past', '2026-03-05T11:59:59.999Z', 0],
    ['nothing at its end', '2026-03-05T12:00:00.000Z', 0],
    ['nothing when it was to end before it started', '2026-03-01T00:00:00.000Z', 0],
    ['null without an end', null, null],
  ])('has a line that is %s', (_what, endDate, idealHours) => {
    const sprint = dates({ startedAt: '2026-03-05T08:00:00.000Z', endDate });
    expect(burndownOf(sprint, [change('2026-03-01T00:00:00.000', 10)], NOW).at(-1)?.idealHours).toBe(idealHours);
  });

  it('begins at the planned start of a sprint that started late, with a line from the tasks at that time', () => {
    const given = { startDate: '2026-03-03T12:00:00.000Z', startedAt: '2026-03-05T10:00:00.000Z' };
    const sprint = dates({ ...given, endDate: '2026-03-07T12:00:00.000Z' });
    expect(burndownOf(sprint, [change('2026-03-05T09:00:00.000', 8)], NOW)).toEqual([
      { date: '2026-03-03T23:59:59.999Z', remainingHours: 0, idealHours: 7, doneTasks: 0 },
      { date: '2026-03-04T23:59:59.999Z', remainingHours: 0, idealHours: 5, doneTasks: 0 },
      { date: NOW.toISOString(), remainingHours: 8, idealHours: 4, doneTasks: 0 },
    ]);
  });

  it('adds hundredths without the errors of binary fractions', () => {
    const sprint = dates({ startedAt: '2026-03-05T08:00:00.000Z' });
    const changes = [0.1, 0.2, -0.3, 0.07].map((hours) => change('2026-03-05T09:00:00.000', hours));
    expect(burndownOf(sprint, changes, NOW)[0]?.remainingHours).toBe(0.07);
  });

  it('ends where the sprint has ended', () => {
    const sprint = dates({ startedAt: '2026-03-01T08:00:00.000Z', endedAt: '2026-03-02T18:00:00.000Z' });
    const rows = burndownOf(sprint, [change('2026-03-02T17:00:00.000', 3)], NOW);
    expect(rows.map(({ date, remainingHours }) => [date, remainingHours])).toEqual([
      ['2026-03-01T23:59:59.999Z', 0],
      ['2026-03-02T18:00:00.000Z', 3],
    ]);
  });

  it('counts in its last row what another clock has recorded a little later', () => {
    const sprint = dates({ startedAt: '2026-03-05T08:00:00.000Z' });
    expect(burndownOf(sprint, [change('2026-03-05T12:00:00.250', 3)], NOW).at(-1)?.remainingHours).toBe(3);
  });

  it.each<[string, object, string[]]>([
    [
      'from its planned start',
      { startDate: '2026-03-04T00:00:00.000Z' },
      ['2026-03-04T23:59:59.999Z', NOW.toISOString()],
    ],
    ['with now alone without a start', {}, [NOW.toISOString()]],
    ['with now alone when it is to start later', { startDate: '2026-04-01T00:00:00.000Z' }, [NOW.toISOString()]],
    [
      'with its end alone when that came before its start',
      { startDate: '2026-04-01T00:00:00.000Z', endedAt: '2026-03-04T00:00:00.000Z' },
      ['2026-03-04T00:00:00.000Z'],
    ],
  ])('is of a sprint that never started %s', (_what, given, expected) => {
    expect(burndownOf(dates(given), [], NOW).map(({ date }) => date)).toEqual(expected);
  });

  it('does not list the days since antiquity', () => {
    const rows = burndownOf(
      dates({ startDate: '0001-01-01T00:00:00.000Z' }),
      [change('2020-01-01T00:00:00.000', 2)],
      NOW,
    );
    expect(rows).toHaveLength(3_661);
    expect(rows.at(-1)).toMatchObject({ date: NOW.toISOString(), remainingHours: 2 });
  });
});
