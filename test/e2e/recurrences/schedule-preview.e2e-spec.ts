import { createApiKey, type TestApiKey } from '../../factories/api-key.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import { atMoment } from '../../support/clock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');

let service: TestService;
let company: TestCompany;
/** Which does not expire before the moments of the tests. */
let key: TestApiKey;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  key = await createApiKey(company.viewer);
});
afterAll(() => service.stop());

const preview = (schedule: object, mode?: string) =>
  atMoment(NOW, () => key.api.post('/recurrences/preview', { schedule, ...(mode && { mode }) }));

async function previewed(schedule: object, mode?: string): Promise<{ next: string[]; words: string }> {
  const { status, body } = await preview(schedule, mode);
  expect(status).toBe(200);
  return body;
}

describe('POST /recurrences/preview', () => {
  it('gives the next ten moments and the words of a schedule', async () => {
    const { next, words } = await previewed({
      frequency: 'weekly',
      interval: 2,
      days: ['thu', 'mon'],
      timezone: 'Europe/Berlin',
      from: '2026-12-07',
      skip: { dates: ['2026-12-24'] },
    });
    expect(words).toBe('Every second Monday and Thursday at 08:00, Berlin time, not on 24 December');
    expect(next).toHaveLength(10);
    expect(next.slice(0, 4)).toEqual(
      ['2026-12-07', '2026-12-10', '2026-12-21', '2027-01-04'].map((day) => `${day}T07:00:00.000Z`),
    );
  });

  it('takes what is left out from today, in the zone of the caller', async () => {
    await company.viewer.api.put('/me', { timezone: 'Pacific/Auckland' });
    expect((await previewed({ frequency: 'weekly' })).words).toBe('Every Wednesday at 08:00, Auckland time');
    expect((await previewed({ frequency: 'monthly', time: '09:30' })).next[0]).toBe('2026-12-01T20:30:00.000Z');
    expect((await previewed({ frequency: 'yearly', timezone: 'UTC' })).words).toBe(
      'Every year on 1 December at 08:00, UTC',
    );
    expect((await previewed({ frequency: 'daily', timezone: 'UTC' })).next[0]).toBe('2026-12-02T08:00:00.000Z');
  });

  it('moves what falls on a skipped day', async () => {
    const skip = { days: ['sat', 'sun'], dates: ['2027-01-01'] };
    const days = async (shift: string) => {
      const { next } = await previewed({
        frequency: 'monthly',
        dayOfMonth: 1,
        timezone: 'UTC',
        skip: { ...skip, shift },
      });
      return next.slice(0, 2).map((moment) => moment.slice(0, 10));
    };
    expect(await days('none')).toEqual(['2027-02-01', '2027-03-01']);
    expect(await days('before')).toEqual(['2026-12-31', '2027-02-01']);
    expect(await days('after')).toEqual(['2027-01-04', '2027-02-01']);
  });

  it('knows the first moment alone when a completion decides the next', async () => {
    const schedule = { frequency: 'weekly', interval: 2, timezone: 'UTC', from: '2026-12-24' };
    expect(await previewed(schedule, 'after_completion')).toEqual({
      next: ['2026-12-24T08:00:00.000Z'],
      words: '2 weeks after the last one is done, at 08:00, UTC',
    });
    const past = await previewed({ ...schedule, from: '2026-11-01' }, 'after_completion');
    expect(past.next).toEqual(['2026-12-01T12:00:00.000Z']);
  });

  it.each<[object, string | undefined, object]>([
    [{}, undefined, { 'schedule.frequency': 'Required' }],
    [{ frequency: 'hourly' }, undefined, { 'schedule.frequency': 'Must be one of: daily, weekly, monthly, yearly' }],
    [{ frequency: 'daily', interval: 100 }, undefined, { 'schedule.interval': 'Must be from 1 to 99' }],
    [{ frequency: 'daily', days: ['mon'] }, undefined, { 'schedule.days': 'Only with the frequency weekly' }],
    [{ frequency: 'weekly', days: [] }, undefined, { 'schedule.days': 'Must hold at least one' }],
    [
      { frequency: 'weekly', dayOfMonth: 1 },
      undefined,
      { 'schedule.dayOfMonth': 'Only with the frequency monthly or yearly' },
    ],
    [{ frequency: 'monthly', dayOfMonth: 0 }, undefined, { 'schedule.dayOfMonth': 'Must not be 0' }],
    [{ frequency: 'monthly', month: 3 }, undefined, { 'schedule.month': 'Only with the frequency yearly' }],
    [
      { frequency: 'monthly', dayOfMonth: 1, nth: { week: 1, day: 'mon' } },
      undefined,
      { 'schedule.dayOfMonth': 'Cannot be given with nth' },
    ],
    [
      { frequency: 'monthly', nth: { week: 6, day: 'mon' } },
      undefined,
      { 'schedule.nth.week': 'Must be from -1 to 5' },
    ],
    [{ frequency: 'monthly', nth: { week: 0, day: 'mon' } }, undefined, { 'schedule.nth.week': 'Must not be 0' }],
    [{ frequency: 'daily', time: '8:00' }, undefined, { 'schedule.time': 'Must be HH:MM, from 00:00 to 23:59' }],
    [{ frequency: 'daily', from: '2026-02-30' }, undefined, { 'schedule.from': 'Must be a day such as 2026-12-24' }],
    [
      { frequency: 'daily', skip: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } },
      undefined,
      { 'schedule.skip.days': 'Must hold at most 6' },
    ],
    [
      { frequency: 'weekly', days: ['mon'] },
      'after_completion',
      { 'schedule.days': 'Cannot be given with after_completion' },
    ],
    [{ frequency: 'daily' }, 'never', { mode: 'Must be one of: schedule, after_completion' }],
    [
      { frequency: 'yearly', month: 2, dayOfMonth: 30 },
      undefined,
      { schedule: 'Must have a moment in the next 100 years' },
    ],
    [
      { frequency: 'daily', from: '2026-12-05', until: '2026-12-04' },
      'after_completion',
      { schedule: 'Must have a moment in the next 100 years' },
    ],
  ])('refuses %j, %s', async (schedule, mode, details) => {
    expect(refusalOf(await preview(schedule, mode))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('counts as a read', async () => {
    const { headers } = await company.viewer.api.post('/recurrences/preview', { schedule: { frequency: 'daily' } });
    expect(headers.get('x-ratelimit-policy')).toBe('api-read');
  });
});
