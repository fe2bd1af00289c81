import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { client, messageOf } from '../lib/api.ts';
import { fromDate } from '../lib/format.ts';
import { load } from '../lib/loading.ts';
import { useOpen } from '../lib/opening.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { countOf, type Everything, type Selection, selection, useSelection } from '../lib/selection.ts';
import type { Task } from '../lib/model.ts';
import { writeTasks } from '../lib/task-changes.ts';
import { BATCH, inBatches, knownTasks, refreshTasks, type Shown, type TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import * as bulkTexts from '../lib/texts/bulk.texts.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { type CustomField, fieldsQuery, isOfProject } from '../lib/fields.ts';
import { labelsQuery, sessionQuery, usersQuery } from '../lib/queries.ts';
import { changeOf, editorOf } from './field-editor.ts';
import { type DateName, DateOfAll, DATES, FieldValue, PointsOfAll } from './bulk-values.tsx';
import { Button, buttonStyle } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Picker } from './picker.tsx';
import { useDelegateEditor } from './delegate-editor.tsx';
import { hoursOrNone } from './hours-input.tsx';
import { useParentChoice } from './parent-choice.tsx';
import { readIds, readLabels, readSelected } from './selected-tasks.ts';
import { useTaskEditors } from './task-editors.tsx';
import { showToast } from '../lib/toasts.ts';

const { bulk } = bulkTexts;

type Labels = NonNullable<Task['labels']>;

export interface BulkBarProps {
  everything?: Everything | undefined;
}

/** Changes all that is selected in one step. */
export default function BulkBar({ everything }: BulkBarProps) {
  const project = useContext(ProjectContext);
  const selected = useSelection();
  const open = useOpen();
  const projectId = project?.id ?? commonProject(selected);
  const editors = useTaskEditors(projectId);
  const delegate = useDelegateEditor(projectId);
  const { data: known = [] } = useQuery(labelsQuery);
  const { data: fields = [] } = useQuery(fieldsQuery);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: session } = useQuery(sessionQuery);
  const [asked, ask] = useState<'delete' | 'points' | DateName | CustomField>();
  const [progress, setProgress] = useState<string>();
  const number = countOf(selected, everything?.total ?? 0);
  const carryOut = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } finally {
      setProgress(undefined);
      await refreshTasks();
    }
  };
  const tell = (done: number, of: number) => of > BATCH && setProgress(bulk.progress(done, of));
  /** All of them, which stay selected. */
  const changeAll = (set: TaskChange, shown?: Shown) =>
    carryOut(async () => {
      const tasks = await readSelected(selected, everything);
      await writeTasks(
        tasks.map((task) => [task, set, shown]),
        (done) => tell(done, tasks.length),
      );
    });
  const changeLabels = (change: (labels: Labels) => Labels) =>
    carryOut(async () => {
      const carried = await readLabels(selected, everything);
      await writeTasks(
        carried.map((task) => {
          const now = change(task.labels ?? []);
          return [task, { labelIds: now.map(({ id }) => id) }, { labels: now }];
        }),
        (done) => tell(done, carried.length),
      );
    });
  const remove = () =>
    carryOut(async () => {
      const { tellDeleted } = await load(() => import('../lib/trash.ts'));
      const ids = await readIds(selected, everything);
      let done = 0;
      for (const batch of inBatches(ids)) {
        await client.bulkDeleteTasks({ body: { ids: batch } });
        done += batch.length;
        tell(done, ids.length);
      }
      tellDeleted(bulk.deleted(ids.length), Promise.resolve(), ids);
      selection.clear();
    });
  const withMessage = (change: Promise<void>) =>
    change.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  const { labels, ...others } = editors;
  const own = fields
    .filter((field) => !field.archived && (project === undefined || isOfProject(field, project.id)))
    .map((field) => ({ field, editor: editorOf(field, users) }));
  const asking = own.filter(({ editor }) => editor.kind === 'typed' || editor.isMultiple);
  const pickers = [
    ...[...Object.values(others), delegate].map(({ label, options, keys, change }) => ({
      label,
      keys,
      // Of no project, or of several, there is nothing to choose.
      options: options.length > 1 || projectId !== undefined ? options : [],
      choose: (value: string) => changeAll(...change([value])),
    })),
    ...own.flatMap(({ field, editor }) => {
      if (editor.kind === 'typed' || editor.isMultiple) return [];
      const choose = (value: string) => changeAll(changeOf(field, editor.valueOf([value])));
      return [{ label: field.name, options: editor.options, choose }];
    }),
    {
      label: bulk.addLabel,
      options: labels.options,
      choose: (id: string) =>
        changeLabels((now) => [...now.filter((one) => one.id !== id), ...known.filter((one) => one.id === id)]),
    },
    {
      label: bulk.removeLabel,
      options: labels.options,
      choose: (id: string) => changeLabels((now) => now.filter((one) => one.id !== id)),
    },
  ].filter(({ options }) => options.length > 0);
  return (
    <div
      role="toolbar"
      aria-label={bulk.name}
      data-bulk
      className="sticky bottom-2 z-10 mx-4 mb-2 flex shrink-0 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1.5 shadow-card"
    >
      <span role="status" className="text-sm font-medium text-accent-text">
        {progress ?? bulk.selected(number)}
      </span>
      {/* Where there is no room for all of them they are one row that scrolls, so that the tasks stay in view. */}
      <div className="lg:contents no-scrollbar order-last -mx-3 flex w-[calc(100%+1.5rem)] gap-2 overflow-x-auto px-3 py-0.5 *:shrink-0">
        {pickers.map(({ label, options, choose, ...rest }) => (
          <Picker
            key={label}
            label={label}
            options={options}
            {...rest}
            selected={[]}
            isDisabled={progress !== undefined}
            onChange={([value = '']) => void withMessage(choose(value))}
            className={buttonStyle()}
          >
            {label}
          </Picker>
        ))}
        {projectId && (
          <ParentPicker projectId={projectId} onChange={(parentId) => void withMessage(changeAll({ parentId }))} />
        )}
        <Button disabled={progress !== undefined} onClick={() => ask('points')}>
          {workTexts.task.points}
        </Button>
        {DATES.map((date) => (
          <Button key={date} disabled={progress !== undefined} onClick={() => ask(date)}>
            {workTexts.task[date]}
          </Button>
        ))}
        {asking.map(({ field }) => (
          <Button key={field.id} disabled={progress !== undefined} onClick={() => ask(field)}>
            {field.name}
          </Button>
        ))}
        <Button
          disabled={progress !== undefined}
          onClick={() =>
            open({
              what: 'transfer',
              tasks: {
                name: texts.common.tasks(number),
                projectId: project?.id,
                read: () => readIds(selected, everything),
              },
            })
          }
        >
          {texts.common.moveToProject}
        </Button>
        <Button disabled={progress !== undefined} onClick={() => ask('delete')}>
          {texts.common.delete}
        </Button>
      </div>
      <Button look="quiet" className="ml-auto" onClick={selection.clear}>
        {bulk.clear}
      </Button>
      {asked === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={bulk.deleteQuestion(texts.common.tasks(number), session?.trashDays ?? 0)}
          onClose={() => ask(undefined)}
          onConfirm={remove}
        />
      )}
      {asked === 'points' && (
        <PointsOfAll
          change={(points) => changeAll({ estimatedHours: hoursOrNone(points) })}
          onClose={() => ask(undefined)}
        />
      )}
      {(asked === 'startDate' || asked === 'dueDate') && (
        <DateOfAll
          name={asked}
          change={(date) => changeAll({ [asked]: fromDate(date) })}
          onClose={() => ask(undefined)}
        />
      )}
      {typeof asked === 'object' && (
        <FieldValue
          field={asked}
          change={(value) => changeAll(changeOf(asked, value))}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}

/** Found by title or number, as on the task page. */
function ParentPicker({ projectId, onChange }: { projectId: string; onChange: (parentId: string | null) => void }) {
  const parent = useParentChoice({ projectId, not: [...selection.present().ids] });
  return (
    <Picker {...parent} selected={[]} onChange={([id]) => onChange(id || null)} className={buttonStyle()}>
      {parent.label}
    </Picker>
  );
}

/** The project that all of the selected tasks are in, as far as they are known. */
function commonProject({ isAll, ids }: Selection): string | undefined {
  const projects = new Set([...knownTasks(ids).values()].map(({ projectId }) => projectId));
  return !isAll && projects.size === 1 ? [...projects][0] : undefined;
}
