import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Modal } from '../../components/modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { client } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { apiKeys as words } from '../../lib/texts/settings.ts';

export function NewKey({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>();
  const form = useForm(
    { name: '' },
    (body) => client.createApiKey({ body }),
    (created) => {
      setKey(created.key);
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
    },
  );
  if (key !== undefined) {
    return (
      <Modal title={words.newKey}>
        <ShownOnce
          label={words.value}
          value={key}
          warning={words.once}
          copy={words.copy}
          copied={words.copied}
          onDone={onClose}
        />
      </Modal>
    );
  }
  return (
    <FormDialog title={words.newKey} action={words.createKey} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} hint={words.nameHint} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}
