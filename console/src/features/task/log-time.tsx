import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { closeOnEscape } from '../../components/close-on-escape.ts';
import { Confirm } from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { FormNote, useForm } from '../../components/form.tsx';
import { HoursField } from '../../components/hours-input.tsx';
import { client } from '../../lib/api.ts';
import { showHours } from '../../lib/figures.ts';
import { dayOf } from '../../lib/format.ts';
import { hoursOf } from '../../lib/hours.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';

/** More than a day holds: most likely a slip. */
const DAY_HOURS = 24;

/** Time spent on a task, written down. */
export default function LogTime({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const initial = { hours: '', note: '', spentOn: dayOf(new Date()) };
  const send = ({ hours, note, spentOn }: typeof initial) =>
    client.createTimeEntry({
      path: { id: taskId },
      body: { hours: hoursOf(hours) ?? 0, note: note || null, spentOn },
    });
  const form = useForm(initial, send, () => {
    void refreshTasks();
    onClose();
  });
  const hours = hoursOf(form.values.hours) ?? 0;
  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (hours > DAY_HOURS) setAsking(true);
          else void form.submit(event);
        }}
        onKeyDown={closeOnEscape(onClose)}
      >
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_10rem_1fr]">
          <HoursField label={taskTexts.page.hours} isRequired autoFocus {...form.field('hours')} />
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
      {isAsking && (
        <Confirm
          action={taskTexts.page.log}
          question={taskTexts.page.logQuestion(showHours(hours))}
          isDangerous={false}
          onClose={() => setAsking(false)}
          onConfirm={form.submit}
        />
      )}
    </>
  );
}
