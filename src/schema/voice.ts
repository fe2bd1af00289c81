import { NIL_UUID } from '#common/validation/uuid.js';

/** Why an action is not said: of several reasons the first holds. */
export const HELD_REASONS = ['repeat', 'muted', 'promised', 'active', 'said', 'away', 'budget'] as const;

export type HeldReason = (typeof HELD_REASONS)[number];

export type HeldCounts = Record<HeldReason, number>;

export const NOTHING_HELD: HeldCounts = { repeat: 0, muted: 0, promised: 0, active: 0, said: 0, away: 0, budget: 0 };

/** A task and a person, of whom a colleague speaks. */
export interface TaskAndPerson {
  readonly taskId: string;
  readonly personId: string;
}

export const taskAndPersonKey = ({ taskId, personId }: TaskAndPerson): string => `${taskId} ${personId}`;

/** Stands for nobody where a person is remembered. */
export const NOBODY = NIL_UUID;

const DAY = 24;

/** How long something is silent, in hours: a change of clocks costs nobody a day. */
export function silentHours(hours: number): number {
  return hours >= DAY ? hours - 1 : hours;
}

/** How often `repeatHours` fits into the first silent times; each later one is twice as long as the one before. */
const STEPS = [3, 7, 14, 28, 56, 112, 224] as const;

/** SQL of the hours that the silent time of a step lasts; `step` counts from 1. */
export function silentHoursOfStep(repeatHours: number, step: string): string {
  const hours = STEPS.map((times) => silentHours(repeatHours * times));
  return `(ARRAY[${hours.join(', ')}])[least(${step}, ${hours.length})]`;
}

/** The hours of the first silent time, and of the longest. */
export function silenceBounds(repeatHours: number): { first: number; longest: number } {
  return { first: silentHours(repeatHours * STEPS[0]), longest: silentHours(repeatHours * (STEPS.at(-1) ?? 0)) };
}

// In each fragment `$1` is the company.

/** Who did what on a task. */
interface Actor {
  /** The id of the person. */
  readonly person: string;
  readonly assignee: string;
  /** Whether what an agent did counts for the assignee. */
  readonly countsAgents: string;
}

/** Selects when a person last acted on the task of an id: commented on it or changed it; null when never. */
export function selectLastAct(taskId: string, { person, assignee, countsAgents }: Actor): string {
  const isBy = (userId: string, colleague: string) => `(${colleague} IS NULL AND ${userId} = ${person}
    OR ${countsAgents} AND ${colleague} IS NOT NULL AND ${userId} IS NOT NULL AND ${assignee} = ${person})`;
  return `SELECT max(act.at) FROM (
      SELECT max(ac.created_at) AS at FROM comments ac
      WHERE ac.company_id = $1 AND ac.task_id = ${taskId} AND ${isBy('ac.author_id', 'ac.author_colleague')}
      UNION ALL SELECT max(ah.at) FROM task_activity ah
      WHERE ah.company_id = $1 AND ah.task_id = ${taskId} AND ah.event = 'task.updated'
        AND ${isBy('ah.actor_id', 'ah.actor_colleague')}) act`;
}
