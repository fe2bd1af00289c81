import { TextField } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useForm } from '../form.tsx';
import { client } from '../../lib/api.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshTemplates } from './queries.ts';

interface SaveTemplateProps {
  task: { id: string; title: string };
  onClose: () => void;
}

/** Makes a template of a task, for its project. */
export default function SaveTemplate({ task, onClose }: SaveTemplateProps) {
  const send = ({ name }: { name: string }) => client.createTemplateFromTask({ body: { taskId: task.id, name } });
  const form = useForm({ name: [...task.title].slice(0, LONGEST).join('') }, send, ({ name }) => {
    void refreshTemplates();
    showToast(words.savedAs(name));
    onClose();
  });
  return (
    <FormDialog title={words.saveAs} action={words.saveAs} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}

/** Characters of a name. */
const LONGEST = 100;
