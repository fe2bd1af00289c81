import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
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
  const [url, setUrl] = useState('');
  const [projectId, setProject] = useState('');
  const [events, setEvents] = useState<string[]>(['task.*']);
  const [secret] = useState(newSecret);
  const [isMade, setMade] = useState(false);
  const form = useSubmit(
    () => client.createWebhook({ body: { url, events, secret, projectId: projectId || null } as never }),
    () => {
      setMade(true);
      void refreshWebhooks();
    },
  );
  const { errors } = form;
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
      shown={['url', 'projectId']}
      size="lg"
      onClose={onClose}
    >
      <TextField
        label={words.url}
        type="url"
        autoFocus
        value={url}
        error={errors['url']}
        onChange={({ target }) => setUrl(target.value)}
      />
      <SelectField
        label={words.project}
        value={projectId}
        error={errors['projectId']}
        onChange={({ target }) => setProject(target.value)}
        choices={[
          { value: '', label: words.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <EventChoice selected={events} onChange={setEvents} />
    </FormDialog>
  );
}
