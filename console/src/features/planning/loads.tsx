import { Avatar } from '../../components/marks.tsx';
import { cx } from '../../lib/cx.ts';
import { remainingHours, type Sprint, sumOf, type Task } from '../../lib/model.ts';
import { workingDaysOf } from '../../lib/sprints.ts';
import { texts } from '../../lib/texts.ts';
import { planning } from '../../lib/texts/planning.texts.ts';

/** More of a day is more than anybody has. */
const HOURS_OF_A_DAY = 8;

/** What each has to do in the sprint, against the days that it has. */
export function Loads({ sprint, tasks }: { sprint: Sprint; tasks: readonly Task[] }) {
  const days = workingDaysOf(sprint);
  const loads = [...Map.groupBy(tasks, ({ assigneeId }) => assigneeId)]
    .map(([id, own]) => ({
      id,
      name: own[0]?.assignee?.name ?? texts.common.nobody,
      hours: sumOf(own, remainingHours),
    }))
    .filter(({ hours }) => hours > 0)
    .sort((one, other) => other.hours - one.hours || one.name.localeCompare(other.name));
  if (loads.length === 0) return null;
  return (
    <ul aria-label={planning.byAssignee} className="flex w-full flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {loads.map(({ id, name, hours }) => (
        <li key={id} className="inline-flex items-center gap-1.5">
          {id !== null && <Avatar name={name} />}
          <span dir="auto">{name}</span>
          <span
            className={cx(
              'whitespace-nowrap',
              days !== undefined && hours > days * HOURS_OF_A_DAY ? 'font-medium text-danger' : 'text-ink',
            )}
          >
            {planning.load(planning.inHours(hours), days)}
          </span>
        </li>
      ))}
    </ul>
  );
}
