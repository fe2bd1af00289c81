import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { useVisibilities } from '../../components/view-form.tsx';
import { refreshViews, type View } from '../../components/view-queries.ts';
import { client } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { views as words } from '../../lib/texts/views.texts.ts';

/** The name of a view, what it is for, and who sees it. */
export default function EditView({ view, onClose }: { view: View; onClose: () => void }) {
  const choices = useVisibilities();
  const form = useForm(
    { name: view.name, description: view.description ?? '', visibility: view.visibility },
    ({ name, description, visibility }) =>
      client.updateView({
        path: { id: view.id },
        body: { name, description: description || null, visibility: visibility as View['visibility'] },
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
