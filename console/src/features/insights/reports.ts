import type { TaskGroupResponse } from 'project-management-sdk';
import { texts } from '../../lib/texts.ts';
import { insights as words } from '../../lib/texts/insights.texts.ts';

type Groups = readonly TaskGroupResponse[];

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MOST_WEEKS = 26;

export interface Week {
  /** Its Monday. */
  day: string;
  created: number;
  completed: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const idOf = ({ keys }: TaskGroupResponse, place = 0): string | null => keys[place]?.id ?? null;

/** Every week from the first in which something happened, the last half year at most. */
export function weeksOf(created: Groups, completed: Groups): Week[] {
  const countsOf = (groups: Groups) =>
    new Map(groups.flatMap((group) => (idOf(group) === null ? [] : [[idOf(group), group.tasks]])));
  const [made, done] = [countsOf(created), countsOf(completed)];
  const days = [...made.keys(), ...done.keys()].filter((day) => day !== null).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(timeOf(first), timeOf(last) - (MOST_WEEKS - 1) * WEEK_MS);
  const count = Math.round((timeOf(last) - from) / WEEK_MS) + 1;
  return Array.from({ length: count }, (_, place) => {
    const day = dayOf(from + place * WEEK_MS);
    return { day, created: made.get(day) ?? 0, completed: done.get(day) ?? 0 };
  });
}

export interface Load {
  name: string;
  /** By status, in the order of `statuses`. */
  counts: number[];
  all: number;
}

/** How many open tasks each person has in each status. */
export function loadsOf(groups: Groups, order: readonly string[]): { statuses: string[]; loads: Load[] } {
  const present = new Set(groups.map((group) => idOf(group, 1) ?? ''));
  const statuses = [
    ...order.filter((name) => present.has(name)),
    ...[...present].filter((name) => !order.includes(name)),
  ];
  const byPerson = Map.groupBy(groups, (group) => idOf(group));
  const loads = [...byPerson.values()].map((own) => {
    const counts = statuses.map((status) => own.find((group) => idOf(group, 1) === status)?.tasks ?? 0);
    return {
      name: own[0]?.keys[0]?.name ?? texts.common.nobody,
      counts,
      all: counts.reduce((sum, count) => sum + count, 0),
    };
  });
  return { statuses, loads };
}

export interface SprintPoints {
  id: string;
  name: string;
  points: number;
  done: number;
  remaining: number;
}

export function sprintPointsOf(all: Groups, done: Groups): SprintPoints[] {
  const doneBy = new Map(done.map((group) => [idOf(group), group.estimatedHours]));
  return all.map((group) => ({
    id: idOf(group) ?? '',
    name: group.keys[0]?.name ?? words.noSprint,
    points: group.estimatedHours,
    done: doneBy.get(idOf(group)) ?? 0,
    remaining: group.remainingHours,
  }));
}

/** Weeks before the present one in which each age begins. */
const AGES_FROM = [0, 1, 2, 5, 13];

export interface Age {
  name: string;
  tasks: number;
}

export function agesOf(created: Groups, now: number): Age[] {
  const today = new Date(now);
  const monday = timeOf(dayOf(now - ((today.getDay() + 6) % 7) * DAY_MS));
  return words.ages.map((name, place) => {
    const from = AGES_FROM[place] ?? 0;
    const to = AGES_FROM[place + 1] ?? Infinity;
    const inAge = created.filter((group) => {
      const weeks = Math.round((monday - timeOf(idOf(group) ?? '')) / WEEK_MS);
      return Math.max(0, weeks) >= from && Math.max(0, weeks) < to;
    });
    return { name, tasks: inAge.reduce((sum, { tasks }) => sum + tasks, 0) };
  });
}
