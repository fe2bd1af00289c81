import { dayOf, momentOf } from './moments.js';
import { DATE_ORDERS, readDate } from './written-dates.js';

it.each([
  ['2/Jan/06 3:04 PM', '2006-01-02T15:04:00.000Z'],
  ['2/Jan/2006 3:04 PM', '2006-01-02T15:04:00.000Z'],
  ['2/Jan/06 15:04', '2006-01-02T15:04:00.000Z'],
  ['2006-01-02 15:04', '2006-01-02T15:04:00.000Z'],
  ['2006-01-02 15:04:05', '2006-01-02T15:04:05.000Z'],
  ['Jan/2/06 3:04 PM', '2006-01-02T15:04:00.000Z'],
  ['2/Jan/06', '2006-01-02T00:00:00.000Z'],
  ['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.000Z'],
  ['2026-01-05T10:00:00.123+02:00', '2026-01-05T08:00:00.123Z'],
  ['Tue May 14 2024 08:53:33 GMT+0200 (Central European Summer Time)', '2024-05-14T06:53:33.000Z'],
  ['Mon, 21 Apr 2025 10:17:06 UTC+0000', '2025-04-21T10:17:06.000Z'],
  ['2025-08-19 10:00:00 UTC', '2025-08-19T10:00:00.000Z'],
  ['25.12.2026', '2026-12-25T00:00:00.000Z'],
  ['05.04.2026', '2026-04-05T00:00:00.000Z'],
  ['2026/12/25', '2026-12-25T00:00:00.000Z'],
  ['25/12/2026', '2026-12-25T00:00:00.000Z'],
  ['12/25/2026 15:04', '2026-12-25T15:04:00.000Z'],
  ['Dec 25, 2026', '2026-12-25T00:00:00.000Z'],
  ['December 10, 2026', '2026-12-10T00:00:00.000Z'],
  ['05/dez/26 9:05 AM', '2026-12-05T09:05:00.000Z'],
  ['05/дек./26 21:05', '2026-12-05T21:05:00.000Z'],
  ['05/déc./26 9:05 PM', '2026-12-05T21:05:00.000Z'],
  ['05/ene./26 9:05 p. m.', '2026-01-05T21:05:00.000Z'],
  ['05/1月/26 9:05 午後', '2026-01-05T21:05:00.000Z'],
  ['2026年1月5日 午前0:05', '2026-01-05T00:05:00.000Z'],
  ['5 de mayo de 2026, 8:30 de la tarde', '2026-05-05T20:30:00.000Z'],
  ['5 de mayo de 2026, 7:30 de la tarde', '2026-05-05T19:30:00.000Z'],
  ['5. März 2026 um 7:30', '2026-03-05T07:30:00.000Z'],
  ['5 сентября 2026 г., 07:30', '2026-09-05T07:30:00.000Z'],
  ['05/paź/26', '2026-10-05T00:00:00.000Z'],
  ['12:00 AM', undefined],
  ['01/Jan/26 12:00 AM', '2026-01-01T00:00:00.000Z'],
  ['01/Jan/26 13:00 PM', undefined],
  ['31/Feb/26', undefined],
  ['2026-13-01', undefined],
  ['yesterday', undefined],
  ['0|i0001:', undefined],
  ['5/3/26 jui/2026', undefined],
  ['1.2.3', undefined],
  ['01/02/2026 25:00', undefined],
])('reads %j', (text, moment) => {
  expect(momentOf(text, 'UTC')).toBe(moment);
});

it('takes the order of the column where the numbers do not say it', () => {
  const read = DATE_ORDERS.map((order) => dayOf('03/04/2026', 'UTC', order));
  expect(read).toEqual(['2026-04-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z', undefined]);
  expect(dayOf('03/04/05', 'UTC', 'ymd')).toBe('2003-04-05T00:00:00.000Z');
  expect(dayOf('03/04/2026', 'UTC')).toBeUndefined();
  expect(readDate('03/04/2026')?.orders).toHaveLength(2);
  expect(readDate('04/04/2026')?.orders).toHaveLength(1);
});

it('takes times without a zone for those of the given one', () => {
  expect(momentOf('2026-07-01 12:00', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z');
  expect(dayOf('2026-07-01 23:00', 'Europe/Berlin')).toBe('2026-07-01T00:00:00.000Z');
});

const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'pl', 'ru', 'ja'];
const MONTHS = Array.from({ length: 12 }, (_, month) => month);

it.each(LANGUAGES)('reads what %s writes, of each month and half of the day', (language) => {
  for (const month of MONTHS) {
    for (const hour of [9, 21]) {
      const date = new Date(Date.UTC(2026, month, 25, hour, 5));
      for (const width of ['short', 'long'] as const) {
        const format = { day: 'numeric', month: width, year: 'numeric', timeZone: 'UTC' } as const;
        const day = date.toLocaleDateString(language, format);
        const clock = date.toLocaleTimeString(language, { timeStyle: 'short', hour12: true, timeZone: 'UTC' });
        const written = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' }).format(date);
        const withoutPoint = written.replaceAll('.', '');
        for (const text of [`${day} ${clock}`, `25/${written}/26 ${clock}`, `25/${withoutPoint}/2026 ${clock}`]) {
          expect([text, momentOf(text, 'UTC')]).toEqual([text, date.toISOString()]);
        }
      }
    }
  }
});

it('reads what is no date in linear time', () => {
  const before = process.cpuUsage().user;
  for (const part of ['1', 'a', '1/', ':', 'de ', '1:', ' '])
    expect(momentOf(part.repeat(50_000), 'UTC')).toBeUndefined();
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
});
