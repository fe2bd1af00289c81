import { client } from '../../lib/api.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { TextArea } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useForm } from '../form.tsx';
import { refreshWork } from './work-queries.ts';

/** Asks what is to be better, and hands the work back to its agent. */
export default function ReturnDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm(
    { comment: '' },
    ({ comment }) =>
      client.reviewWork({ path: { id }, body: { decision: 'return', ...(comment.trim() && { comment }) } }),
    () => {
      showToast(words.returned);
      void refreshWork();
      onClose();
    },
  );
  return (
    <FormDialog title={words.return} action={words.return} form={form} shown={form.names} onClose={onClose}>
      <TextArea label={words.comment} hint={words.returnHint} autoFocus {...form.field('comment')} />
    </FormDialog>
  );
}
