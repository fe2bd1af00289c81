import { useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { messageOf } from '../../components/form.tsx';
import { Picker } from '../../components/picker.tsx';
import { showToast } from '../../components/toasts.tsx';
import { client } from '../../lib/api.ts';
import { refreshTasks, type TaskChange } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.ts';
import { COLUMNS, type World } from './columns.tsx';

/** Most tasks that one request changes. */
const BATCH = 200;

/** Changes all that is selected in one step. */
export function BulkBar({ ids, world, onDone }: { ids: readonly string[]; world: World; onDone: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const change = async (set: TaskChange) => {
    try {
      for (let at = 0; at < ids.length; at += BATCH) {
        await client.bulkUpdateTasks({ body: { ids: ids.slice(at, at + BATCH), set } });
      }
      showToast(list.changed(ids.length));
      onDone();
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    }
    await refreshTasks();
  };
  const remove = async () => {
    for (const id of ids) await client.deleteTask({ path: { id } });
    onDone();
    await refreshTasks();
  };
  return (
    <div
      role="toolbar"
      aria-label={list.bulk}
      className="mx-4 mb-2 flex shrink-0 flex-wrap items-center gap-2 rounded-lg bg-accent-soft px-3 py-1.5"
    >
      <span role="status" className="text-sm font-medium text-accent-text">
        {texts.common.selected(ids.length)}
      </span>
      {COLUMNS.map(({ name, edit }) => {
        const editor = edit?.(world);
        return (
          editor && (
            <Picker
              key={name}
              label={list.names[name]}
              options={editor.options}
              selected={[]}
              onChange={([value = '']) => void change(editor.change(value)[0])}
              className={buttonStyle()}
            >
              {list.names[name]}
            </Picker>
          )
        );
      })}
      <Button onClick={() => setDeleting(true)}>{texts.common.delete}</Button>
      <Button look="quiet" className="ml-auto" onClick={onDone}>
        {list.clear}
      </Button>
      {isDeleting && (
        <Confirm
          action={texts.common.delete}
          question={list.deleteQuestion(texts.common.tasks(ids.length))}
          onClose={() => setDeleting(false)}
          onConfirm={remove}
        />
      )}
    </div>
  );
}
