import { Button } from '../../components/button.tsx';
import { closeOnEscape } from '../../components/close-on-escape.ts';
import { TextField } from '../../components/field.tsx';
import { FormNote, useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { dayOf } from '../../lib/format.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.ts';

/** Time spent on a task, written down. */
export default function LogTime({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const initial = { hours: '', note: '', spentOn: dayOf(new Date()) };
  const send = ({ hours, note, spentOn }: typeof initial) =>
    client.createTimeEntry({
      path: { id: taskId },
      // Without a number it is `null` in JSON, and the service says what is missing.
      body: { hours: Number(hours || NaN), note: note || null, spentOn },
    });
  const form = useForm(initial, send, () => {
    void refreshTasks();
    onClose();
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => void form.submit(event)}
      onKeyDown={closeOnEscape(onClose)}
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6rem_10rem_1fr]">
        <TextField label={taskTexts.page.hours} type="number" min={0} step="any" autoFocus {...form.field('hours')} />
        <TextField label={taskTexts.page.spentOn} type="date" {...form.field('spentOn')} />
        <TextField label={taskTexts.page.note} className="max-sm:col-span-full" {...form.field('note')} />
      </div>
      <FormNote {...form} shown={form.names} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {taskTexts.page.log}
        </Button>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
      </div>
    </form>
  );
}
