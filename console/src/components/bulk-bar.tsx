import { useContext, useState } from 'react';
import { client, messageOf } from '../lib/api.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { countOf, isSelected, selection, useSelection } from '../lib/selection.ts';
import { refreshTasks, type TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import * as bulkTexts from '../lib/texts/bulk.ts';
import { Button, buttonStyle } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Picker } from './picker.tsx';
import { useTaskEditors } from './task-editors.tsx';
import { showToast } from '../lib/toasts.ts';

const { bulk } = bulkTexts;

/** Most tasks that one request changes. */
const BATCH = 200;

export interface BulkBarProps {
  /** All that the screen finds: how many they are, and their ids when they are needed. */
  everything?: { total: number; readIds: () => Promise<string[]> } | undefined;
}

type SendBatch = (ids: string[]) => Promise<unknown>;

/** Changes all that is selected in one step (console 2). */
export default function BulkBar({ everything }: BulkBarProps) {
  const project = useContext(ProjectContext);
  const selected = useSelection();
  const editors = useTaskEditors(project?.id);
  const [isDeleting, setDeleting] = useState(false);
  const [progress, setProgress] = useState<string>();
  const number = countOf(selected, everything?.total ?? 0);
  const inBatches = async (send: SendBatch): Promise<number> => {
    const ids = selected.isAll
      ? ((await everything?.readIds()) ?? []).filter((id) => isSelected(selected, id))
      : [...selected.ids];
    for (let at = 0; at < ids.length; at += BATCH) {
      if (ids.length > BATCH) setProgress(bulk.progress(at, ids.length));
      await send(ids.slice(at, at + BATCH));
    }
    return ids.length;
  };
  const carryOut = async (send: SendBatch, done: (number: number) => string) => {
    try {
      showToast(done(await inBatches(send)));
      selection.clear();
    } finally {
      setProgress(undefined);
      await refreshTasks();
    }
  };
  const change = (set: TaskChange) => {
    carryOut((ids) => client.bulkUpdateTasks({ body: { ids, set } }), bulk.changed).catch((error: unknown) =>
      showToast(messageOf(error), { tone: 'danger' }),
    );
  };
  const remove = () => carryOut((ids) => client.bulkDeleteTasks({ body: { ids } }), bulk.deleted);
  return (
    <div
      role="toolbar"
      aria-label={bulk.name}
      className="sticky bottom-2 z-10 mx-4 mb-2 flex shrink-0 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1.5 shadow-card"
    >
      <span role="status" className="text-sm font-medium text-accent-text">
        {progress ?? bulk.selected(number)}
      </span>
      {Object.entries(editors)
        .filter(([, { isMultiple, options }]) => !isMultiple && options.length > 1)
        .map(([name, { label, options, change: changeTo }]) => (
          <Picker
            key={name}
            label={label}
            options={options}
            selected={[]}
            isDisabled={progress !== undefined}
            onChange={(values) => change(changeTo(values)[0])}
            className={buttonStyle()}
          >
            {label}
          </Picker>
        ))}
      <Button disabled={progress !== undefined} onClick={() => setDeleting(true)}>
        {texts.common.delete}
      </Button>
      <Button look="quiet" className="ml-auto" onClick={selection.clear}>
        {bulk.clear}
      </Button>
      {isDeleting && (
        <Confirm
          action={texts.common.delete}
          question={bulk.deleteQuestion(texts.common.tasks(number))}
          onClose={() => setDeleting(false)}
          onConfirm={remove}
        />
      )}
    </div>
  );
}
