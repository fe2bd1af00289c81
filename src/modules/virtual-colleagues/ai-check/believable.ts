import { DateTime } from 'luxon';
import type { Piece } from '../rules/sentence.js';
import type { AiAnswer } from './ai-answer.js';
import type { CheckedTask } from './ai-check-tasks.repository.js';

type Finding = AiAnswer['findings'][number];

/** What a finding is held against. */
export interface Evidence {
  readonly task: Pick<CheckedTask, 'dueDate' | 'updatedAt' | 'assignee'>;
  /** What a model was sent of the task, as text. */
  readonly sent: string;
  readonly creator: string | null;
  /** The tids of all tasks that were sent. */
  readonly tids: ReadonlySet<string>;
  /** The names of all people of the company. */
  readonly people: readonly string[];
  readonly now: string;
}

const DAY = 86_400_000;

const TID = /(?<![\p{L}\p{N}])[A-Z][A-Z0-9]*-\d+(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}.,_-]|[\p{L}\p{N}][.,])\d+(?:[.,]\d+)*(?![\p{L}\p{N}_]|-\p{L})/gu;
const ISO_DATE = /(?<![\p{L}\p{N}])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?/gu;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
const DAY_MONTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\.?(?:,? (\\d{4}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
const MONTH_DAY = new RegExp(
  `(?<![\\p{L}\\p{N}])(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\p{N}])`,
  'giu',
);

/** A day; without a year, of any. */
interface NamedDay {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

/** Whether a finding says nothing that the data does not bear out: no other tasks, numbers, dates and people. */
export function isBelievable(
  { message, suggestion }: Pick<Finding, 'message' | 'suggestion'>,
  evidence: Evidence,
): boolean {
  return [message, suggestion].every((text) => isBorneOut(text, evidence));
}

function isBorneOut(text: string, { task, sent, creator, tids, people, now }: Evidence): boolean {
  if ([...text.matchAll(TID)].some(([tid]) => !tids.has(tid) && !sent.includes(tid))) return false;
  const known = daysIn(sent).days;
  const { days, rest } = daysIn(text.replaceAll(TID, ' '));
  if (days.some((day) => !known.some((other) => isSame(day, other)))) return false;
  const numbers = new Set([...numbersIn(sent), ...spansOf(task, now)]);
  if (numbersIn(rest).some((number) => !numbers.has(number))) return false;
  const named = [task.assignee, creator, sent].filter((one) => one !== null).join('\n');
  return people.every((name) => !names(text, name) || names(named, name));
}

/** The text, with the tids of tasks that it names. */
export function withTids(text: string, tids: ReadonlySet<string>): Piece[] {
  let end = 0;
  const pieces = [...text.matchAll(TID)].flatMap(({ 0: tid, index }): Piece[] => {
    if (!tids.has(tid)) return [];
    const before = text.slice(end, index);
    end = index + tid.length;
    return before === '' ? [{ tid }] : [before, { tid }];
  });
  return end === text.length ? pieces : [...pieces, text.slice(end)];
}

/** The days that a text names, and the text without them. */
function daysIn(text: string): { days: NamedDay[]; rest: string } {
  const days: NamedDay[] = [];
  const note = (year: string | undefined, month: number, day: string): string => {
    days.push({ year: year === undefined ? undefined : Number(year), month, day: Number(day) });
    return ' ';
  };
  const rest = text
    .replaceAll(ISO_DATE, (_, year: string, month: string, day: string) => note(year, Number(month), day))
    .replaceAll(DAY_MONTH, (_, day: string, month: string, year?: string) => note(year, monthOf(month), day))
    .replaceAll(MONTH_DAY, (_, month: string, day: string, year?: string) => note(year, monthOf(month), day));
  return { days, rest };
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

function isSame(one: NamedDay, other: NamedDay): boolean {
  const isYear = one.year === undefined || other.year === undefined || one.year === other.year;
  return isYear && one.month === other.month && one.day === other.day;
}

/** The numbers that stand alone. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(NUMBER)].map(([digits]) => Number(digits.replace(',', '.')));
}

/** Whole days and weeks between the dates of a task and now. */
function spansOf({ dueDate, updatedAt }: Evidence['task'], now: string): number[] {
  return [dueDate, updatedAt].flatMap((date) => {
    if (date === null) return [];
    const exact = Math.abs(Date.parse(now) - Date.parse(date)) / DAY;
    const [from, until] = [date, now].map((at) => DateTime.fromISO(at, { zone: 'utc' }).startOf('day'));
    const calendar = Math.abs(Math.round((until as DateTime).diff(from as DateTime, 'days').days));
    return [Math.floor(exact), calendar].flatMap((days) => [days, Math.floor(days / 7)]);
  });
}

/** Whether a text has a whole name, in any case. */
function names(text: string, name: string): boolean {
  const [all, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (wanted === '') return false;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    if (!isOfWord(all[at - 1]) && !isOfWord(all[at + wanted.length])) return true;
  }
  return false;
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
