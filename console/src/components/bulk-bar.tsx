import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { client, messageOf } from '../lib/api.ts';
import { fromDate } from '../lib/format.ts';
import { load } from '../lib/loading.ts';
import { useOpen } from '../lib/opening.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { countOf, type Everything, selection, useSelection } from '../lib/selection.ts';
import { BATCH, inBatches, refreshTasks, type TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import * as bulkTexts from '../lib/texts/bulk.texts.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { type CustomField, fieldsQuery, isOfProject } from '../lib/fields.ts';
import { sessionQuery, usersQuery } from '../lib/queries.ts';
import { changeOf, editorOf } from './field-editor.ts';
import { FieldInput } from './field-input.tsx';
import { Button, buttonStyle } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useSubmit } from './form.tsx';
import { Picker } from './picker.tsx';
import { readIds, readLabels } from './selected-tasks.ts';
import { useTaskEditors } from './task-editors.tsx';
import { showToast } from '../lib/toasts.ts';

const { bulk } = bulkTexts;

const DATES = ['startDate', 'dueDate'] as const;

type DateName = (typeof DATES)[number];

export interface BulkBarProps {
  everything?: Everything | undefined;
}

/** What is sent of some of the tasks; no request takes more than a batch. */
interface Step {
  ids: readonly string[];
  send: (ids: string[]) => Promise<unknown>;
}

const changing = (ids: readonly string[], set: TaskChange): Step => ({
  ids,
  send: (batch) => client.bulkUpdateTasks({ body: { ids: batch, set } }),
});

/** Changes all that is selected in one step. */
export default function BulkBar({ everything }: BulkBarProps) {
  const project = useContext(ProjectContext);
  const selected = useSelection();
  const open = useOpen();
  const editors = useTaskEditors(project?.id);
  const { data: fields = [] } = useQuery(fieldsQuery);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: session } = useQuery(sessionQuery);
  const [asked, ask] = useState<'delete' | DateName | CustomField>();
  const [progress, setProgress] = useState<string>();
  const number = countOf(selected, everything?.total ?? 0);
  const carryOut = async (
    readSteps: () => Promise<Step[]>,
    done: (number: number) => string,
    undoOf: (steps: readonly { batch: string[] }[]) => Parameters<typeof showToast>[1] = () => ({}),
  ) => {
    try {
      const steps = (await readSteps()).flatMap(({ ids, send }) => inBatches(ids).map((batch) => ({ batch, send })));
      const of = steps.reduce((sum, { batch }) => sum + batch.length, 0);
      let at = 0;
      for (const { batch, send } of steps) {
        if (of > BATCH) setProgress(bulk.progress(at, of));
        await send(batch);
        at += batch.length;
      }
      showToast(done(of), undoOf(steps));
      selection.clear();
    } finally {
      setProgress(undefined);
      await refreshTasks();
    }
  };
  const changeAll = (set: TaskChange) =>
    carryOut(async () => [changing(await readIds(selected, everything), set)], bulk.changed);
  /** Tasks that have the same labels then are changed together. */
  const changeLabels = (change: (labelIds: string[]) => string[]) =>
    carryOut(async () => {
      const carried = await readLabels(selected, everything);
      const groups = Map.groupBy(carried, ([, labelIds]) => change(labelIds).sort().join());
      return [...groups].map(([labelIds, tasks]) =>
        changing(
          tasks.map(([id]) => id),
          { labelIds: labelIds.split(',').filter(Boolean) },
        ),
      );
    }, bulk.changed);
  const remove = async () => {
    const { undoOf } = await load(() => import('../lib/trash.ts'));
    const readSteps = async () => {
      const ids = await readIds(selected, everything);
      return [{ ids, send: (batch: string[]) => client.bulkDeleteTasks({ body: { ids: batch } }) }];
    };
    await carryOut(readSteps, bulk.deleted, (steps) =>
      undoOf(
        Promise.resolve(),
        steps.flatMap(({ batch }) => batch),
      ),
    );
  };
  const withMessage = (change: Promise<void>) =>
    change.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  const { labels, ...others } = editors;
  const own = fields
    .filter((field) => !field.archived && (project === undefined || isOfProject(field, project.id)))
    .map((field) => ({ field, editor: editorOf(field, users) }));
  const asking = own.filter(({ editor }) => editor.kind === 'typed' || editor.isMultiple);
  const pickers = [
    ...Object.values(others).map(({ label, options, change }) => ({
      label,
      // One alone is that there is nothing to choose.
      options: options.length > 1 ? options : [],
      choose: (value: string) => changeAll(change([value])[0]),
    })),
    ...own.flatMap(({ field, editor }) => {
      if (editor.kind === 'typed' || editor.isMultiple) return [];
      const choose = (value: string) => changeAll(changeOf(field, editor.valueOf([value])));
      return [{ label: field.name, options: editor.options, choose }];
    }),
    {
      label: bulk.addLabel,
      options: labels.options,
      choose: (id: string) => changeLabels((ids) => [...ids.filter((one) => one !== id), id]),
    },
    {
      label: bulk.removeLabel,
      options: labels.options,
      choose: (id: string) => changeLabels((ids) => ids.filter((one) => one !== id)),
    },
  ].filter(({ options }) => options.length > 0);
  return (
    <div
      role="toolbar"
      aria-label={bulk.name}
      className="sticky bottom-2 z-10 mx-4 mb-2 flex shrink-0 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1.5 shadow-card"
    >
      <span role="status" className="text-sm font-medium text-accent-text">
        {progress ?? bulk.selected(number)}
      </span>
      {pickers.map(({ label, options, choose }) => (
        <Picker
          key={label}
          label={label}
          options={options}
          selected={[]}
          isDisabled={progress !== undefined}
          onChange={([value = '']) => void withMessage(choose(value))}
          className={buttonStyle()}
        >
          {label}
        </Picker>
      ))}
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

interface FieldValueProps {
  field: CustomField;
  change: (value: unknown) => Promise<void>;
  onClose: () => void;
}

function FieldValue({ field, change, onClose }: FieldValueProps) {
  const [value, setValue] = useState<unknown>(null);
  const form = useSubmit(() => change(value), onClose);
  const name = `set.custom.${field.key}`;
  return (
    <FormDialog title={field.name} action={bulk.change} form={form} shown={[name]} onClose={onClose}>
      <FieldInput field={field} hint={bulk.noValue} value={value} error={form.errors[name]} onChange={setValue} />
    </FormDialog>
  );
}

interface DateOfAllProps {
  name: DateName;
  change: (date: string) => Promise<void>;
  onClose: () => void;
}

function DateOfAll({ name, change, onClose }: DateOfAllProps) {
  const [date, setDate] = useState('');
  const form = useSubmit(() => change(date), onClose);
  const field = `set.${name}`;
  const label = workTexts.task[name];
  return (
    <FormDialog title={label} action={bulk.change} form={form} shown={[field]} onClose={onClose}>
      <TextField
        label={label}
        hint={bulk.noDate}
        type="date"
        autoFocus
        value={date}
        error={form.errors[field]}
        onChange={({ target }) => setDate(target.value)}
      />
    </FormDialog>
  );
}
