import fc from 'fast-check';
import { DateTime } from 'luxon';
import { findPromisedDate } from './promised-date.js';

/** A Friday. */
const TODAY = '2026-11-27';

it.each([
  ['ready 2026-12-04', '2026-12-04'],
  ['ready on 4 December', '2026-12-04'],
  ['the 4th of December, I think', '2026-12-04'],
  ['Dec 4', '2026-12-04'],
  ['Dec. 4 it is', '2026-12-04'],
  ['December 4th, 2026.', '2026-12-04'],
  ['4 January', '2027-01-04'],
  ['Jan 4 2027', '2027-01-04'],
  ['Friday, 4 December', '2026-12-04'],
  ['Tuesday December 8', '2026-12-08'],
  ['27 November', '2026-11-27'],
  ['today', '2026-11-27'],
  ['done tonight!', '2026-11-27'],
  ['Tomorrow.', '2026-11-28'],
  ['the day after tomorrow', '2026-11-29'],
  ['ready on Friday', '2026-12-04'],
  ['this friday', '2026-12-04'],
  ['this Monday', '2026-11-30'],
  ['next Friday', '2026-12-04'],
  ['next Monday', '2026-11-30'],
  ['in 3 days', '2026-11-30'],
  ['in 1 day', '2026-11-28'],
  ['in two weeks', '2026-12-11'],
  ['in a week', '2026-12-04'],
  ['end of week', '2026-11-27'],
  ['by the end of the month', '2026-11-30'],
  ['half done, Monday or Tuesday', '2026-11-30'],
  ['it was due on 2026-11-20, now 2026-12-01', '2026-12-01'],
  ['Not today. Tomorrow.', '2026-11-28'],
  ['5 May', '2027-05-05'],
  ['ready in  3\tdays', '2026-11-30'],
  ['4\u00a0December', '2026-12-04'],
  ['Jan 4,2027', '2027-01-04'],
  ['4 December,2027 or 2026-12-07', '2026-12-07'],
  ['ready _4 December_', '2026-12-04'],
  ['__Friday__', '2026-12-04'],
])('finds the date of "%s"', (text, date) => expect(findPromisedDate(text, TODAY)).toBe(date));

it.each([
  ['Wednesday', '2026-12-02', '2026-11-30'],
  ['next Wednesday', '2026-12-09', '2026-11-30'],
  ['next  Wednesday', '2026-12-09', '2026-11-30'],
  ['next\u00a0Wednesday', '2026-12-09', '2026-11-30'],
  ['end of week', '2026-12-04', '2026-11-28'],
  ['end of week', '2026-12-04', '2026-11-29'],
  ['next Sunday', '2026-12-06', '2026-11-29'],
  ['29 February', '2028-02-29', '2027-06-01'],
])('finds "%s" as %s on %s', (text, date, today) => expect(findPromisedDate(text, today)).toBe(date));

it.each([
  '',
  'soon',
  '4/12',
  'on 4/12/2026',
  'yesterday',
  '2026-11-26',
  '2027-11-29',
  '30 February',
  '2026-13-01',
  'last Friday',
  'waiting since Tuesday',
  'every Monday',
  'not on Friday',
  '_not_ on Friday',
  'I canʼt say Friday',
  'every  Monday',
  'report_Friday',
  'Friday_report',
  "I don't think Friday works",
  'I don’t think Friday works',
  'it will never be done by Friday',
  'I cannot do it today',
  'if Mia answers, Friday',
  'Friday?',
  'step 4 may take longer',
  'version 1.4 December-build/2',
  'the Fridays',
  'end of next week',
])('finds none in "%s"', (text) => expect(findPromisedDate(text, TODAY)).toBeUndefined());

it.each([
  ['I cannot say, ', undefined],
  ['If Mia answers, ', undefined],
  ['Not ready. ', '2026-12-04'],
  ['Not ready\n', '2026-12-04'],
  ['Is that so? ', '2026-12-04'],
])('reads a sentence from its beginning: "%s"', (before, date) => {
  expect(findPromisedDate('Friday', TODAY, before)).toBe(date);
});

const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
/** A moment of a year that has both changes of clocks. */
const moments = fc.tuple(
  fc.date({ min: new Date('2026-02-01'), max: new Date('2027-01-31'), noInvalidDate: true }),
  fc.constantFrom(...ZONES),
);
const spellings = (date: DateTime): string[] => [
  date.toFormat('yyyy-MM-dd'),
  date.toFormat('d MMMM yyyy'),
  date.toFormat('MMM d, yyyy'),
  date.toFormat('MMMM d yyyy'),
  date.toFormat('cccc, d MMM yyyy'),
];

it('reads every date of the next year in each of its spellings', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 365 }), ([moment, zone], days) => {
      const today = DateTime.fromJSDate(moment, { zone }).toFormat('yyyy-MM-dd');
      const day = DateTime.fromISO(today, { zone: 'utc' });
      const date = day.plus({ days });
      // Without a year, the same day of the next one is meant by no one.
      const withoutYear = days < 365 ? [date.toFormat('d MMMM'), date.toFormat('MMM d')] : [];
      const near = [
        ...(days === 0 ? ['today', 'tonight'] : [`in ${days} days`]),
        ...(days === 1 ? ['tomorrow', 'in one day'] : []),
        ...(days > 0 && days <= 7 ? [date.toFormat('cccc'), date.toFormat("'this' cccc")] : []),
        ...(days > 0 && days % 7 === 0 ? [`in ${days / 7} weeks`] : []),
        ...(date.weekNumber === day.plus({ weeks: 1 }).weekNumber && days < 14 ? [date.toFormat("'next' cccc")] : []),
      ];
      for (const spelling of [...spellings(date), ...withoutYear, ...near]) {
        const text = `Half done, ready ${spelling}.`;
        expect([text, today, findPromisedDate(text, today)]).toEqual([text, today, date.toFormat('yyyy-MM-dd')]);
      }
    }),
    { numRuns: 500 },
  );
});

it('gives a date from today to 366 days ahead, or none, whatever the text', () => {
  const words = fc.constantFrom(
    'Friday',
    'next',
    'in',
    '3',
    'days',
    'Dec',
    '4',
    '.',
    '31',
    'may',
    'end of',
    'week',
    '2026-12-04',
    'not',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((list) => list.join(' ')),
      ),
      (text) => {
        const date = findPromisedDate(text, TODAY);
        if (date !== undefined) expect(date >= TODAY && date <= '2027-11-28').toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});
