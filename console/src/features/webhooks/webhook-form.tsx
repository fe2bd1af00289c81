import { useQuery } from '@tanstack/react-query';
import type { CreateWebhook, WebhookResponse } from 'project-management-sdk';
import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Modal } from '../../components/modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Note } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { webhooks as words } from '../../lib/texts/webhooks.texts.ts';
import { EventChoice } from './event-choice.tsx';
import { refreshWebhooks } from './queries.ts';

const SECRET_BYTES = 24;

/** As Standard Webhooks has them: the receiver's library decodes what follows the prefix. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Makes a webhook, or edits one. Another receiver is told another secret. */
export function WebhookForm({ webhook, onClose }: { webhook?: WebhookResponse; onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [events, setEvents] = useState<string[]>(() => [...(webhook?.events ?? ['task.*'])]);
  const [filter, setFilter] = useState(webhook?.filter ?? '');
  const [secret] = useState(newSecret);
  const [isSecretNew, setSecretNew] = useState(false);
  const send = async ({ url, projectId }: Record<'url' | 'projectId', string>): Promise<boolean> => {
    const needsSecret = !webhook || originOf(url) !== originOf(webhook.url);
    const body = {
      url,
      events: events as CreateWebhook['events'],
      projectId: projectId || null,
      // One that stays keeps its writer, whom `me` in it means.
      ...(filter.trim() !== (webhook?.filter ?? '') && { filter: filter.trim() || null }),
    };
    await (webhook
      ? client.updateWebhook({ path: { id: webhook.id }, body: { ...body, ...(needsSecret && { secret }) } })
      : client.createWebhook({ body: { ...body, secret } }));
    return needsSecret;
  };
  const form = useForm({ url: webhook?.url ?? '', projectId: webhook?.projectId ?? '' }, send, (needsSecret) => {
    void refreshWebhooks();
    if (needsSecret) setSecretNew(true);
    else onClose();
  });
  const values = { ...form.values, events, filter };
  const restore = ({ events: kept, filter: text, ...others }: Partial<typeof values>) => {
    setEvents((latest) => kept ?? latest);
    setFilter((latest) => text ?? latest);
    form.restore(others);
  };
  const isElsewhere = webhook !== undefined && originOf(form.field('url').value) !== originOf(webhook.url);
  const title = webhook ? texts.common.edit : words.newWebhook;
  if (isSecretNew) {
    return (
      <Modal title={title}>
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
      title={title}
      action={webhook ? texts.common.save : words.createWebhook}
      form={{ ...form, values, restore }}
      shown={[...form.names, 'filter']}
      size="lg"
      onClose={onClose}
    >
      <TextField label={words.url} type="url" autoFocus {...form.field('url')} />
      {isElsewhere && <Note tone="accent">{words.otherHost}</Note>}
      <SelectField
        label={words.project}
        {...form.field('projectId')}
        choices={[
          { value: '', label: words.allProjects },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterField value={filter} hint={words.filterHint} error={form.errors.filter} onType={setFilter} />
      <EventChoice selected={events} onChange={setEvents} />
    </FormDialog>
  );
}
