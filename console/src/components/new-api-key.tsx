import { type ReactNode, useState } from 'react';
import { client } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './form.tsx';
import { Modal } from './modal.tsx';
import { ShownOnce } from './shown-once.tsx';

interface NewApiKeyProps {
  words: Readonly<Record<'newKey' | 'createKey' | 'name' | 'nameHint' | 'value' | 'once' | 'copy' | 'copied', string>>;
  /** The agent that it is for; without one it is for the user. */
  colleagueId?: string;
  /** What stands below the new key. */
  children?: (key: string) => ReactNode;
  onClose: () => void;
}

/** Makes an API key and shows it, once. */
export function NewApiKey({ words, colleagueId, children, onClose }: NewApiKeyProps) {
  const [key, setKey] = useState<string>();
  const form = useForm(
    { name: '' },
    ({ name }) => client.createApiKey({ body: { name, ...(colleagueId !== undefined && { colleagueId }) } }),
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
        >
          {children?.(key)}
        </ShownOnce>
      </Modal>
    );
  }
  return (
    <FormDialog title={words.newKey} action={words.createKey} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} hint={words.nameHint} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}
