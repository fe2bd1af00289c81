import { useNavigate } from '@tanstack/react-router';
import { client } from '../lib/api.ts';
import { mayAs } from '../lib/model.ts';
import { useUser } from '../lib/queries.ts';
import { views as words } from '../lib/texts/views.texts.ts';
import { SelectField } from './choice-fields.tsx';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './form.tsx';
import { refreshViews, type View } from './view-queries.ts';

type Visibility = View['visibility'];

/** Only who may share with the company is offered it. */
export function useVisibilities(): { value: string; label: string }[] {
  const mayShare = mayAs(useUser()?.role, 'MEMBER');
  return Object.entries(words.visibilities)
    .filter(([value]) => value === 'private' || mayShare)
    .map(([value, label]) => ({ value, label }));
}

/** "Save view": what the screen shows, under a name. */
export default function SaveView({
  shown,
  onClose,
}: {
  shown: Omit<NonNullable<Parameters<typeof client.createView>[0]['body']>, 'name'>;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const choices = useVisibilities();
  const form = useForm(
    { name: '', visibility: 'private' },
    ({ name, visibility }) => client.createView({ body: { ...shown, name, visibility: visibility as Visibility } }),
    async ({ id }) => {
      onClose();
      await refreshViews();
      await navigate({ to: '/views/$id', params: { id } });
    },
  );
  return (
    <FormDialog title={words.save} action={words.save} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <SelectField label={words.visibleTo} choices={choices} {...form.field('visibility')} />
    </FormDialog>
  );
}
