import { isTimeZoneName } from './time-zone.js';

describe('isTimeZoneName', () => {
  it.each([
    ...[
      'UTC',
      'GMT',
      'Asia/Kolkata',
      'Europe/Kyiv',
      'America/Argentina/Buenos_Aires',
      'Etc/GMT+5',
      'America/Port-au-Prince',
    ],
    ...['EST', 'CET', 'EST5EDT', 'US/Pacific'],
  ])('takes %s', (name) => expect(isTimeZoneName(name)).toBe(true));

  it.each([
    ...['+05:30', '-08:00', '+0530', '05:30', 'GMT+5', 'UTC+2', 'Mars/Olympus', 'Europe', 'Europe/', '', ' UTC'],
    ...['IST', 'PST', 'pst', 'SystemV/PST8', 'Europe/Berlin\n'],
  ])('does not take %j', (name) => expect(isTimeZoneName(name)).toBe(false));
});
