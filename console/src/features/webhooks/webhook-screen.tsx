import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WebhookResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Modal } from '../../components/modal.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen } from '../../components/screen.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useNames } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { isGone } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { views } from '../../lib/texts/views.texts.ts';
import { webhooks as words } from '../../lib/texts/webhooks.texts.ts';
import { Deliveries } from './deliveries.tsx';
import { hostOf, refreshWebhooks, webhookQuery } from './queries.ts';
import { WebhookForm } from './webhook-form.tsx';
import { Health } from './webhooks-screen.tsx';

export function WebhookScreen() {
  return useMay('ADMIN') ? <Found /> : <NotFound />;
}

function Found() {
  const { id = '' } = useNames();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  if (error && isGone(error)) return <NotFound />;
  if (error && !webhook) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!webhook) return <Skeleton className="p-4" rows={8} />;
  return <Webhook webhook={webhook} />;
}

function Webhook({ webhook }: { webhook: WebhookResponse }) {
  const { id, url, events, filter, broken, projectId, active } = webhook;
  const path = { id };
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const { data: projects = [] } = useQuery(projectsQuery);
  const host = hostOf(url);
  const act = async (request: Promise<unknown>, said?: string) => {
    await request.then(
      () => said && showToast(said),
      (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
    );
    await refreshWebhooks();
  };
  const toggle = () => void act(client.updateWebhook({ path, body: { active: !active } }));
  return (
    <Screen
      title={host}
      actions={
        <>
          <Button onClick={() => void act(client.pingWebhook({ path, body: {} }), words.testSent)}>
            {words.sendTest}
          </Button>
          <Button onClick={() => setDialog('rotate')}>{words.rotate}</Button>
          <ActionsMenu
            of={host}
            entries={() => [
              { text: texts.common.edit, run: () => setDialog('edit') },
              { text: active ? words.disable : words.enable, run: toggle },
              { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
            ]}
          />
        </>
      }
    >
      <div className="flex w-full max-w-5xl flex-col gap-4 p-4 pt-2">
        <p className="text-sm break-all text-muted">{url}</p>
        <Health webhook={webhook} />
        <p className="flex flex-wrap gap-1">
          {events.map((event) => (
            <Badge key={event}>{words.eventInWords(event)}</Badge>
          ))}
          {projectId && <Badge>{projects.find((project) => project.id === projectId)?.name ?? words.project}</Badge>}
        </p>
        {filter && (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="text-muted">{words.onlyMatching}</span>
            <code className="rounded-sm bg-sunken px-1.5 font-mono text-xs break-all">{filter}</code>
            {broken && <span className="text-danger">{views.broken}</span>}
          </p>
        )}
        <Deliveries webhookId={id} />
      </div>
      {dialog === 'edit' && <WebhookForm webhook={webhook} onClose={() => setDialog(undefined)} />}
      {dialog === 'rotate' && (
        <Confirm
          action={words.rotate}
          question={words.rotateQuestion}
          isDangerous={false}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            const rotated = await client.rotateWebhookSecret({ path, body: {} });
            setSecret(rotated.secret ?? undefined);
          }}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(host)}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await client.deleteWebhook({ path });
            await navigate({ to: '/webhooks' });
            await refreshWebhooks();
          }}
        />
      )}
      {secret !== undefined && (
        <Modal title={words.rotate}>
          <ShownOnce
            label={words.secret}
            value={secret}
            warning={words.once}
            copy={words.copySecret}
            copied={words.copied}
            onDone={() => setSecret(undefined)}
          />
        </Modal>
      )}
    </Screen>
  );
}
