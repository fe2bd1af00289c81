import { DateTime } from 'luxon';
import { OWN_RULE } from '#schema/colleagues.js';

/** What made a colleague speak, as its action keeps it. */
export interface Reasons {
  /** Null where it names things of other projects. */
  readonly message: string | null;
  /** The rule; of one's own `custom:` and its name. */
  readonly rule: string;
  readonly at: string;
  readonly why: {
    readonly due?: string;
    readonly overdueHours?: number;
    readonly unchangedHours?: number;
    readonly chasedBefore?: number;
    readonly threshold?: { readonly name: string; readonly value: number };
  } | null;
}

/** What colleagues understand. */
export const UNDERSTOOD =
  'I understand a date, such as "ready on Friday" or "in 3 days", from whoever has the task; "stop", or "stop until Friday"; and "why".';

/** `Friday, 4 December`, with the year when it is another. */
function dayInWords(day: string, today: string): string {
  const date = DateTime.fromISO(day, { zone: 'utc', locale: 'en' });
  return date.toFormat(day.slice(0, 4) === today.slice(0, 4) ? 'cccc, d LLLL' : 'cccc, d LLLL yyyy');
}

export function promiseNoted(until: string, today: string): string {
  return `Noted: ${dayInWords(until, today)}.`;
}

export function muteNoted(until: string | undefined, today: string): string {
  if (until === undefined) return 'Noted: I say nothing more of this task until its status changes.';
  return `Noted: I say nothing more of this task until ${dayInWords(until, today)} is over.`;
}

/** The reasons of the last action, in words; those who write as customers hear no hours. */
export function reasonsInWords(
  reasons: Reasons | undefined,
  { today, zone, isForCustomer }: { today: string; zone: string; isForCustomer: boolean },
): string {
  if (!reasons) return 'I have said nothing about this task yet.';
  const dayOf = (moment: string) => dayInWords(DateTime.fromISO(moment, { zone }).toISODate() ?? today, today);
  const { message, rule, why, at } = reasons;
  const facts = [...ownRuleInWords(rule), ...factsInWords(why ?? {}, dayOf, isForCustomer)];
  const said = message === null ? `On ${dayOf(at)} I spoke of this task.` : `On ${dayOf(at)} I said: "${message}"`;
  return facts.length === 0 ? said : `${said} That was because ${listed(facts)}.`;
}

/** Its filter stays unsaid: it may name what not all who read the task reach. */
function ownRuleInWords(rule: string): string[] {
  return rule.startsWith(OWN_RULE) ? [`it matched my rule "${rule.slice(OWN_RULE.length)}"`] : [];
}

function factsInWords(
  { due, overdueHours, unchangedHours, chasedBefore, threshold }: NonNullable<Reasons['why']>,
  dayOf: (moment: string) => string,
  isForCustomer: boolean,
): string[] {
  const hours = (count: number | undefined, before: string, after: string) =>
    count === undefined || count < 1 || isForCustomer ? [] : [`${before}${spanInWords(count)}${after}`];
  return [
    ...(due === undefined ? [] : [`it was due on ${dayOf(due)}`]),
    ...hours(overdueHours, 'it was ', ' overdue'),
    ...hours(unchangedHours, 'nothing had changed for ', ''),
    ...(chasedBefore ? [`it had been chased ${chasedBefore === 1 ? 'once' : `${chasedBefore} times`}`] : []),
    ...(threshold === undefined || isForCustomer ? [] : [`my setting \`${threshold.name}\` is ${threshold.value}`]),
  ];
}

/** `3 hours`, `2 days`. */
function spanInWords(hours: number): string {
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
