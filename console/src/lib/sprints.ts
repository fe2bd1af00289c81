import type { Sprint } from './model.ts';

const ORDER: Record<string, number> = { active: 0, planned: 1 };

/** Whether a sprint is planned or active. */
export const isOpen = ({ status }: Pick<Sprint, 'status'>): boolean => status in ORDER;

/** The active sprint, then the planned ones by their start. */
export function openSprints(sprints: readonly Sprint[]): Sprint[] {
  const begin = ({ startDate, createdAt }: Sprint) => startDate ?? createdAt;
  return sprints
    .filter(isOpen)
    .sort(
      (one, other) => (ORDER[one.status] ?? 0) - (ORDER[other.status] ?? 0) || begin(one).localeCompare(begin(other)),
    );
}

/** The sprint after which the next one begins. */
export function lastPlanned(sprints: readonly Sprint[]): Sprint | undefined {
  const end = ({ endDate, createdAt }: Sprint) => endDate ?? createdAt;
  return sprints
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((one, other) => end(one).localeCompare(end(other)))
    .at(-1);
}

const DAY = 86_400_000;

export interface SprintProposal {
  name: string;
  startDate: string | null;
  endDate: string | null;
}

const isDigit = (character: string | undefined): boolean => character !== undefined && /^\d$/.test(character);

/** The number at its end is one more. */
function nextName(name: string): string {
  let at = name.length;
  while (isDigit(name[at - 1])) at--;
  return at === name.length ? `${name} 2` : `${name.slice(0, at)}${Number(name.slice(at)) + 1}`;
}

/** "Sprint 5" after "Sprint 4", from the day after its end on, and as long. */
export function sprintAfter(last: Sprint | undefined, first: string): SprintProposal {
  if (!last) return { name: `${first} 1`, startDate: null, endDate: null };
  const { name, startDate, endDate } = last;
  const next = nextName(name);
  if (!endDate) return { name: next, startDate: null, endDate: null };
  const start = Date.parse(endDate) + DAY;
  const length = startDate ? Date.parse(endDate) - Date.parse(startDate) : undefined;
  const iso = (time: number) => new Date(time).toISOString();
  return { name: next, startDate: iso(start), endDate: length === undefined ? null : iso(start + length) };
}

/** Mondays to Fridays of a sprint; undefined without both its dates. */
export function workingDaysOf({ startDate, endDate }: Pick<Sprint, 'startDate' | 'endDate'>): number | undefined {
  if (!startDate || !endDate) return undefined;
  let days = 0;
  for (let time = Date.parse(startDate); time <= Date.parse(endDate); time += DAY) {
    const day = new Date(time).getUTCDay();
    if (day !== 0 && day !== 6) days++;
  }
  return days;
}
