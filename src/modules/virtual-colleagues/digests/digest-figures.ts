import type { DigestKind } from '../settings/colleague-settings.js';
import type { CountName } from './digest-figures.repository.js';

/** The line of a digest with its figures. The counts, and the texts that the repository adds, are named in braces. */
interface DigestFigures {
  readonly counts: readonly CountName[];
  readonly line: string;
  /** Follows the line when `first` lists any task. */
  readonly firstWords?: string;
}

/** Digests that are not here have no figures: they only name what happened. */
export const DIGEST_FIGURES: Partial<Record<DigestKind, DigestFigures>> = {
  delivery: {
    counts: ['open', 'overdue'],
    line: '{done} done in 7 days, {open} open, {overdue} overdue. By project: {projects}.{milestones}',
  },
  backlog: {
    counts: ['backlog', 'unestimated', 'unprioritized', 'stale'],
    line:
      '{backlog} open tasks in no sprint, of which {unestimated} without an estimate, ' +
      '{unprioritized} without a priority, {stale} stale.',
    firstWords: ' Refine first: {first}.',
  },
  workload: {
    counts: ['open', 'unassigned'],
    line: '{people}. {unassigned} of {open} open tasks have no assignee.',
  },
  agents: {
    counts: ['ready', 'inProgress', 'inReview', 'blocked', 'overdue'],
    line:
      '{ready} ready to delegate, {inProgress} in progress, {inReview} in review, {blocked} blocked, ' +
      '{overdue} overdue.',
    firstWords: ' Hand out first: {first}.',
  },
};
