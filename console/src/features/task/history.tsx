import { useQuery } from '@tanstack/react-query';
import { shownValue } from '../../components/shown-value.ts';
import { Avatar } from '../../components/marks.tsx';
import { agentsQuery } from '../../components/work/agents-query.ts';
import { type CustomField, fieldsQuery, isOwnName, ownNameOf, readField } from '../../lib/fields.ts';
import { showHours, showNumber } from '../../lib/figures.ts';
import { showAgo, showDate, showDue, showMoment } from '../../lib/format.ts';
import { DONE, type TaskDetail } from '../../lib/model.ts';
import { epicsQuery, projectsQuery, sprintsQuery, usersQuery } from '../../lib/queries.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import type { Activity } from './queries.ts';

const LIST = new Intl.ListFormat();

/** Who changed what, in a line. */
export function HistoryEntry({ entry, names }: { entry: Activity; names: Names }) {
  const { data: people = [] } = useQuery(usersQuery);
  const actor = actorOf(entry, people);
  return (
    <div className="flex items-start gap-2 text-sm">
      <span className="flex w-7 shrink-0 justify-center">
        <Avatar name={actor} />
      </span>
      <p className="min-w-0 break-words">
        <span className="font-medium">{actor}</span>{' '}
        {entry.changes?.['status']?.from === DONE && (
          <>
            <span>{taskTexts.history.reopened}</span>
            {': '}
          </>
        )}
        <span className="text-muted">{`${sentence(entry, names)}, `}</span>
        <time dateTime={entry.at} title={showMoment(entry.at)} className="text-xs text-muted">
          {showAgo(entry.at)}
        </time>
      </p>
    </div>
  );
}

/** What an integration did is told of who did it there: `Mia (GitHub)`. */
function actorOf({ actor }: Activity, people: readonly { id: string; name: string }[]): string {
  if (!actor) return taskTexts.history.someone;
  const person = actor.type === 'integration' && people.find(({ id }) => id === actor.userId);
  return person ? `${person.name} (${actor.name})` : actor.name;
}

type Names = (field: string, value: unknown) => string | undefined;

const named = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }));

/** The names of what is stored as ids. */
export function useNames(task: TaskDetail): Names {
  const { data: users = [] } = useQuery(usersQuery);
  const { data: sprints = [] } = useQuery(sprintsQuery(task.projectId));
  const { data: epics = [] } = useQuery(epicsQuery(task.projectId));
  const people = named(users);
  const { data: agents = [] } = useQuery(agentsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const lists: Record<string, readonly { value: string; label: string }[]> = {
    assigneeId: people,
    delegateId: named(agents),
    sprintId: named(sprints),
    epicId: named(epics),
    projectId: named(projects),
  };
  const { data: fields = [] } = useQuery(fieldsQuery);
  return (field, value) => {
    if (isOwnName(field))
      return ownValue(
        fields.find((one) => ownNameOf(one) === field),
        value,
        people,
      );
    if (typeof value === 'number') return field === 'loggedHours' ? showHours(value) : showNumber(value);
    if (typeof value !== 'string' || value === '') return undefined;
    if (field === 'dueDate' || field === 'startDate') return showDue(value);
    if (lists[field]) return lists[field].find((choice) => choice.value === value)?.label;
    if (field === 'description' || field.endsWith('Id')) return undefined;
    return field === 'title' ? `“${value}”` : value;
  };
}

/** Of a field that is deleted as it is told. */
function ownValue(
  field: CustomField | undefined,
  value: unknown,
  people: readonly { value: string; label: string }[],
): string | undefined {
  if (field?.type === 'person') return people.find((person) => person.value === value)?.label;
  return shownValue(field ?? { type: 'text' }, value) || undefined;
}

const namesOf = (files: readonly { name: string }[]): string => LIST.format(files.map(({ name }) => name));

function sentence({ event, changes }: Activity, names: Names): string {
  const { history } = taskTexts;
  const said = history.events[event];
  if (said) return said;
  if (event === 'task.code') {
    const to = changes?.['code']?.to as { passage?: string; name?: string } | undefined;
    return history.code(to?.passage ?? '', to?.name ?? '');
  }
  if (event === 'task.promised') return history.promised(showDate(String(changes?.['until']?.to)));
  if (event === 'task.promise_ended') return history.promiseEnded(String(changes?.['promise']?.to));
  const parts = Object.entries(changes ?? {})
    .filter(([field], _, all) => field !== 'rank' || all.length === 1)
    .map(([field, { from, to, added = [], removed = [] }]) => {
      if (field === 'attachments') return history.files(namesOf(added), namesOf(removed));
      const what = history.fields[field] ?? (isOwnName(field) ? readField(field)?.name : undefined) ?? field;
      const [before, after] = [names(field, from), names(field, to)];
      if (after === undefined) return to === null ? history.cleared(what) : history.changed(what);
      return before === undefined ? history.set(what, after) : history.fromTo(what, before, after);
    });
  return LIST.format(parts.length > 0 ? parts : [history.changed(taskTexts.history.fields['title'] ?? '')]);
}
