import { DONE, remainingHours, type Sprint, sumOf, type Task } from '../../lib/model.ts';
import { isOpen } from '../../lib/sprints.ts';
import { texts } from '../../lib/texts.ts';
import { planning } from '../../lib/texts/planning.texts.ts';

const MEAN_OF = 3;

export type Unit = 'points' | 'hours';

/** Story points are estimated hours under another name. */
export const inWords = (unit: Unit, amount: number): string =>
  unit === 'hours' ? planning.inHours(amount) : texts.common.points(amount);

export interface Amounts {
  all: number;
  done: number;
  remaining: number;
}

/** What remains is that of the burndown: estimated less logged, per open task never below 0. */
export function amountsOf(tasks: readonly Task[]): Amounts {
  return {
    all: sumOf(tasks, ({ estimatedHours }) => estimatedHours),
    done: sumOf(
      tasks.filter(({ status }) => status === DONE),
      ({ estimatedHours }) => estimatedHours,
    ),
    remaining: sumOf(tasks, remainingHours),
  };
}

/** The sprints that are over, the last first. */
export function pastSprints(sprints: readonly Sprint[]): Sprint[] {
  return sprints
    .filter((sprint) => !isOpen(sprint))
    .sort((one, other) => (other.endedAt ?? '').localeCompare(one.endedAt ?? ''));
}

/** The last ones that were completed: what the present ones are compared with. */
export const lastCompleted = (sprints: readonly Sprint[]): Sprint[] =>
  pastSprints(sprints)
    .filter(({ status }) => status === 'completed')
    .slice(0, MEAN_OF);
