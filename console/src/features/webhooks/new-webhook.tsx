import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Modal } from '../../components/modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { webhooks as words } from '../../lib/texts/webhooks.ts';
import { EventChoice } from './event-choice.tsx';
import { refreshWebhooks } from './queries.ts';

const SECRET_BYTES = 24;

/** As Standard Webhooks has them: the receiver's library decodes what follows the prefix. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [events, setEvents] = useState<string[]>(['task.*']);
  const [secret] = useState(newSecret);
  const [isMade, setMade] = useState(false);
  const form = useForm(
    { url: '', projectId: '' },
    ({ url, projectId }) =>
      client.createWebhook({ body: { url, events, secret, projectId: projectId || null } as never }),
    () => {
      setMade(true);
      void refreshWebhooks();
    },
  );
  if (isMade) {
    return (
      <Modal title={words.newWebhook} isFirm onClose={onClose}>
        <ShownOnce
          label={words.secret}
          value={secret}
          warning={words.once}
          copy={words.copySecret}
          copied={words.copied}
          onDone={onClose}
        />
      </Modal>
    );
  }
  return (
    <FormDialog
      title={words.newWebhook}
      action={words.createWebhook}
      form={form}
      shown={form.names}
      size="lg"
      onClose={onClose}
    >
      <TextField label={words.url} type="url" autoFocus {...form.field('url')} />
      <SelectField
        label={words.project}
        {...form.field('projectId')}
        choices={[
          { value: '', label: words.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <EventChoice selected={events} onChange={setEvents} />
    </FormDialog>
  );
}
