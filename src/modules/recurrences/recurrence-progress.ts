import { AppError, ValidationError } from '#common/errors/app-error.js';
import type { CreatedTaskResponse } from '#modules/tasks/task.dto.js';
import type { Recurrence } from './recurrence.entity.js';
import { nextMoment, passedMoments, putOff } from './recurrence-moments.js';

/** What changes of a recurrence while it makes tasks. */
export type Progress = Partial<
  Pick<
    Recurrence,
    'nextAt' | 'dueAt' | 'failingSince' | 'lastTaskId' | 'lastEndedAt' | 'made' | 'skipped' | 'error' | 'isTold'
  >
>;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** What fails is tried again for so long. */
const LONGEST_FAILURE = 24 * HOUR;
const SHORTEST_WAIT = 10 * SECOND;

/** After the task of the moments that have come until now. */
export function afterTask(recurrence: Recurrence, task: CreatedTaskResponse, now: number): Progress {
  const { nextAt, mode, skipped } = recurrence;
  const passed = passedMoments(recurrence, nextAt ?? iso(now), now);
  const made = lastTask(recurrence, task);
  const next = mode === 'schedule' ? passed.next : nextMoment({ ...recurrence, ...made }, now);
  return { ...made, ...upTo(next), skipped: skipped + passed.missed, isTold: false };
}

/** After a task that no moment made: the moments stay, but those of one that follows completions come after this task. */
export function afterRun(recurrence: Recurrence, task: CreatedTaskResponse, now: number): Progress {
  const made = lastTask(recurrence, task);
  if (recurrence.mode === 'schedule') return made;
  return { ...made, ...upTo(nextMoment({ ...recurrence, ...made }, now)) };
}

/** After moments that made no task; one that follows completions is put off by a day. */
export function afterSkip(recurrence: Recurrence, error: string | null, now: number): Progress {
  const { schedule, mode, nextAt, skipped } = recurrence;
  const passed = passedMoments(recurrence, nextAt ?? iso(now), now);
  const next = mode === 'schedule' ? passed.next : putOff(schedule, passed.moment, now);
  return { ...upTo(next), skipped: skipped + passed.missed + 1, error };
}

/** After a failure: it is tried again, and skipped when that has failed for a day. */
export function afterFailure(recurrence: Recurrence, error: unknown, now: number): Progress {
  const { nextAt, skipped, failingSince } = recurrence;
  const { moment, missed } = passedMoments(recurrence, nextAt ?? iso(now), now);
  const since = moment === nextAt && failingSince !== null ? Date.parse(failingSince) : now;
  const reason = reasonOf(error);
  if (now - since >= LONGEST_FAILURE) return afterSkip(recurrence, reason, now);
  const wait = Math.min(Math.max(now - since, SHORTEST_WAIT), HOUR);
  return {
    nextAt: moment,
    dueAt: iso(Math.min(now + wait, since + LONGEST_FAILURE)),
    failingSince: iso(since),
    skipped: skipped + missed,
    error: reason,
  };
}

function lastTask({ made }: Recurrence, { id, completedAt, omitted = [] }: CreatedTaskResponse) {
  const error = omitted.length > 0 ? `Left out: ${omitted.join(', ')}` : null;
  return { made: made + 1, lastTaskId: id, lastEndedAt: completedAt, error };
}

/** It waits for a moment. */
function upTo(nextAt: string | null): Progress {
  return { nextAt, dueAt: nextAt, failingSince: null };
}

/** What people can mend is named. */
function reasonOf(error: unknown): string {
  if (error instanceof ValidationError) {
    return Object.entries(error.details)
      .map(([field, message]) => `${field}: ${message}`)
      .join('; ');
  }
  return error instanceof AppError ? error.message : 'The service failed to make it';
}

const iso = (moment: number) => new Date(moment).toISOString();
