import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { code as words } from '../../lib/texts/code.texts.ts';
import { codeQuery } from './queries.ts';

/** Links a pull request by its address. */
export default function LinkPullRequest({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const send = ({ url }: { url: string }) =>
    client.linkPullRequest({ path: { id: taskId }, body: { url: url.trim() } });
  const form = useForm({ url: '' }, send, () => {
    void queryClient.invalidateQueries({ queryKey: codeQuery(taskId).queryKey });
    onClose();
  });
  return (
    <FormDialog title={words.linkPullRequest} action={words.link} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.address} type="url" autoFocus {...form.field('url')} />
    </FormDialog>
  );
}
