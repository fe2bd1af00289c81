import { DONE, type Sprint, sumOf, type Task } from '../../lib/model.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { inWords, lastCompleted, type Unit } from './amounts.ts';

/** What the last completed sprints have done on average. */
export function Mean({ sprints, tasks, unit }: { sprints: readonly Sprint[]; tasks: readonly Task[]; unit: Unit }) {
  const completed = lastCompleted(sprints);
  const ids = completed.map(({ id }) => id);
  const done = sumOf(
    tasks.filter(({ sprintId, status }) => sprintId !== null && ids.includes(sprintId) && status === DONE),
    ({ estimatedHours }) => estimatedHours,
  );
  if (completed.length === 0) return <span className="text-sm text-muted">{planningTexts.planning.noMean}</span>;
  const mean = Math.round((done / completed.length) * 10) / 10;
  return (
    <span className="text-sm text-muted">{planningTexts.planning.mean(completed.length, inWords(unit, mean))}</span>
  );
}
