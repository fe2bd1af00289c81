import { DateTime } from 'luxon';

/** How many days ahead the last date is that can be promised. */
export const MOST_DAYS_AHEAD = 366;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const FRIDAY = 5;

const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:(?:, ?| )(?<year>\\d{4}))?';
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
/** Underscores around a word emphasize it. */
const WORD_BEGIN = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';
/** A weekday before a date says nothing more. */
const ANY_WEEKDAY = `(?:(?:${WEEKDAYS.join('|')}),? (?:the )?)?`;

type Found = Readonly<Partial<Record<string, string>>>;

/** What people write for a date, and the date that it means on a day; an invalid one or undefined means none. */
const FORMS: readonly (readonly [form: string, read: (found: Found, today: DateTime) => DateTime | undefined])[] = [
  ['(?<iso>\\d{4}-\\d{2}-\\d{2})', ({ iso }) => DateTime.fromISO(iso ?? '', { zone: 'utc' })],
  [`${ANY_WEEKDAY}${DAY} (?:of )?${MONTH}${WORD_END}\\.?${YEAR}`, readDayOfYear],
  [`${ANY_WEEKDAY}${MONTH}\\.? ${DAY}${YEAR}`, readDayOfYear],
  ['today|tonight', (_found, today) => today],
  ['tomorrow', (_found, today) => today.plus({ days: 1 })],
  ['(?:the )?day after tomorrow', (_found, today) => today.plus({ days: 2 })],
  [`(?:this )?${WEEKDAY}`, ({ weekday }, today) => nextAfter(today, placeOf(WEEKDAYS, weekday))],
  [`next ${WEEKDAY}`, ({ weekday }, today) => today.startOf('week').plus({ days: 6 + placeOf(WEEKDAYS, weekday) })],
  [`in (?<count>\\d{1,3}|an?|${NUMBERS.join('|')}) (?<unit>day|week)s?`, readSpan],
  ['end of (?:the |this )?week', (_found, today) => nextAfter(today.minus({ days: 1 }), FRIDAY)],
  ['end of (?:the |this )?month', (_found, today) => today.endOf('month').startOf('day')],
];

/** What is part of a longer number, path or word is no date, nor is what has passed or comes again and again. */
const READERS = FORMS.map(([form, read]) => ({
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}./-]|[\\p{L}\\p{N}]_|\\b(?:last|past|since|every|each) _?)(?:${form})${WORD_END}(?!_[\\p{L}\\p{N}]|[/-]|[.:]\\d)`,
    'giu',
  ),
  read,
}));

/** With its end. The point of a shortened month ends no sentence. */
const SENTENCE_END = new RegExp(`[!?\\n]+|(?<!\\b(?:${MONTHS.join('|')}|sept))\\.(?=\\s|$)`, 'giu');
const DOUBT = new RegExp(`${WORD_BEGIN}(?:not|never|cannot|if)${WORD_END}|n['’‘ʼ]t${WORD_END}|\\?`, 'iu');

/**
 * The first date that a text in English promises, `YYYY-MM-DD`: from today to 366 days ahead. Sentences that deny, doubt or ask
 * promise nothing. Reads each text in a time that grows with its length.
 *
 * @param today the day on which it is written, in the zone of who writes it, `YYYY-MM-DD`
 * @param before what stands before the text: its last sentence may go on in the text
 */
export function findPromisedDate(text: string, today: string, before = ''): string | undefined {
  const day = DateTime.fromISO(today, { zone: 'utc' });
  const last = day.plus({ days: MOST_DAYS_AHEAD });
  const begun = sentencesOf(before).at(-1) ?? '';
  for (const [index, sentence] of sentencesOf(inSingleSpaces(text)).entries()) {
    if (DOUBT.test(index === 0 ? begun + sentence : sentence)) continue;
    for (const { read, groups } of datesIn(sentence)) {
      const date = read(groups, day);
      if (date?.isValid && date >= day && date <= last) return date.toFormat('yyyy-MM-dd');
    }
  }
  return undefined;
}

/** In its lines, with one plain space wherever there is any. */
function inSingleSpaces(text: string): string {
  return text.replace(/[^\S\n]+/gu, ' ');
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const { index, 0: end } of text.matchAll(SENTENCE_END)) {
    sentences.push(text.slice(begin, index + end.length));
    begin = index + end.length;
  }
  return [...sentences, text.slice(begin)];
}

/** In the order of the text. Of those that begin at one place, or within each other, the longest counts alone. */
function* datesIn(sentence: string) {
  const found = READERS.flatMap(({ pattern, read }) =>
    [...sentence.matchAll(pattern)].map(({ index, 0: text, groups = {} }) => ({
      begin: index,
      end: index + text.length,
      read,
      groups,
    })),
  ).sort((one, other) => one.begin - other.begin || other.end - one.end);
  let end = 0;
  for (const date of found) {
    if (date.begin < end) continue;
    ({ end } = date);
    yield date;
  }
}

/** Without a year, the next one that lies ahead. */
function readDayOfYear({ day, month = '', year }: Found, today: DateTime): DateTime | undefined {
  // In lower case it is a verb: "step 4 may take longer".
  if (month === 'may') return undefined;
  const given = { day: Number(day), month: MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 };
  const date = DateTime.fromObject({ ...given, year: Number(year ?? today.year) }, { zone: 'utc' });
  return year === undefined && (!date.isValid || date < today)
    ? DateTime.fromObject({ ...given, year: today.year + 1 }, { zone: 'utc' })
    : date;
}

function readSpan({ count = '', unit }: Found, today: DateTime): DateTime {
  const number = /^an?$/i.test(count) ? 1 : placeOf(NUMBERS, count) || Number(count);
  return today.plus(unit?.toLowerCase() === 'day' ? { days: number } : { weeks: number });
}

/** The next day of a number, from 1 for Monday, after a day. */
function nextAfter(day: DateTime, weekday: number): DateTime {
  return day.plus({ days: ((weekday - day.weekday + 6) % 7) + 1 });
}

/** The place of a word in a list, from 1; 0 when it is not in it. */
function placeOf(words: readonly string[], word = ''): number {
  return words.indexOf(word.toLowerCase()) + 1;
}
