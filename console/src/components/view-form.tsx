import { useNavigate } from '@tanstack/react-router';
import { client } from '../lib/api.ts';
import { mayAs } from '../lib/model.ts';
import { useUser } from '../lib/queries.ts';
import { texts } from '../lib/texts.ts';
import { views as words } from '../lib/texts/views.ts';
import { SelectField, TextArea, TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './form.tsx';
import { refreshViews, type View } from './view-queries.ts';

type Visibility = View['visibility'];

interface ViewFormProps {
  onClose: () => void;
}

/** Only who may share with the company is offered it. */
function useVisibilities(): { value: string; label: string }[] {
  const mayShare = mayAs(useUser()?.role, 'MEMBER');
  return Object.entries(words.visibilities)
    .filter(([value]) => value === 'private' || mayShare)
    .map(([value, label]) => ({ value, label }));
}

/** "Save view": what the screen shows, under a name. */
export default function SaveView({
  shown,
  onClose,
}: ViewFormProps & { shown: Omit<NonNullable<Parameters<typeof client.createView>[0]['body']>, 'name'> }) {
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
      <TextField label={words.name} {...form.field('name')} />
      <SelectField label={words.visibleTo} choices={choices} {...form.field('visibility')} />
    </FormDialog>
  );
}

/** The name of a view, what it is for, and who sees it. */
export function EditView({ view, onClose }: ViewFormProps & { view: View }) {
  const choices = useVisibilities();
  const form = useForm(
    { name: view.name, description: view.description ?? '', visibility: view.visibility },
    ({ name, description, visibility }) =>
      client.updateView({
        path: { id: view.id },
        body: { name, description: description || null, visibility: visibility as Visibility },
      }),
    () => {
      onClose();
      void refreshViews();
    },
  );
  return (
    <FormDialog title={texts.common.edit} action={texts.common.edit} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} {...form.field('name')} />
      <TextArea label={words.description} {...form.field('description')} />
      <SelectField label={words.visibleTo} choices={choices} {...form.field('visibility')} />
    </FormDialog>
  );
}
