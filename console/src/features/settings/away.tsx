import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FormNote, useForm } from '../../components/form.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { settings as words } from '../../lib/texts/settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';

interface Away {
  from: string;
  until: string;
  note: string | null;
}

const FIELDS = ['away.from', 'away.until', 'away.note'];

/** When the reader is not there: chases and reminders wait. */
export function AwayForm({ away }: { away: Away | null }) {
  const [isClearing, setClearing] = useState(false);
  const done = () => void queryClient.invalidateQueries();
  const form = useForm(
    { from: away?.from ?? '', until: away?.until ?? '', note: away?.note ?? '' },
    ({ from, until, note }) =>
      client.updateMe({ body: { away: { from, until, ...(note.trim() !== '' && { note }) } } }),
    () => {
      done();
      showToast(words.saved);
    },
  );
  const field = (name: 'from' | 'until' | 'note') => ({ ...form.field(name), error: form.errors[`away.${name}`] });
  const back = async () => {
    setClearing(true);
    await client
      .updateMe({ body: { away: null } })
      .then(form.clear, (error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    setClearing(false);
    done();
  };
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <fieldset className="panel flex min-w-0 flex-col gap-3 p-4">
        <legend className="px-1 text-sm font-semibold">{words.away}</legend>
        <p className="text-xs text-muted">{words.awayHint}</p>
        <div className="grid grid-cols-2 gap-3">
          <TextField label={words.awayFrom} type="date" {...field('from')} />
          <TextField label={words.awayUntil} type="date" {...field('until')} />
        </div>
        <TextField label={words.awayNote} {...field('note')} />
        <FormNote {...form} shown={FIELDS} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={form.isBusy}>
            {words.setAway}
          </Button>
          {away && (
            <Button look="quiet" isBusy={isClearing} onClick={() => void back()}>
              {words.endAway}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}
