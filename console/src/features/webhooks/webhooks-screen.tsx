import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { WebhookResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen } from '../../components/screen.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { useMay } from '../../lib/queries.ts';
import { webhooks as words } from '../../lib/texts/webhooks.texts.ts';
import { hostOf, webhooksQuery } from './queries.ts';
import { WebhookForm } from './webhook-form.tsx';

export function WebhooksScreen() {
  return useMay('ADMIN') ? <Webhooks /> : <NotFound />;
}

function Webhooks() {
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen
      title={words.title}
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden />
          {words.newWebhook}
        </Button>
      }
    >
      {error && !webhooks && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!webhooks && !error && <Skeleton className="p-4" />}
      {webhooks?.length === 0 && <Empty text={words.none} />}
      <ul aria-label={words.title} className="flex w-full max-w-4xl flex-col gap-2 p-4 pt-2">
        {webhooks?.map((webhook) => (
          <Row key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isCreating && <WebhookForm onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function Row({ webhook }: { webhook: WebhookResponse }) {
  const { id, url, events } = webhook;
  return (
    <li className="panel relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:border-edge">
      <div className="min-w-0 grow">
        <Link to="/webhooks/$id" params={{ id }} className="font-semibold before:absolute before:inset-0">
          {hostOf(url)}
        </Link>
        <p className="truncate text-xs text-muted">{url}</p>
      </div>
      <span className="text-sm text-muted">
        {events.some((event) => event.includes('*'))
          ? events.map(words.eventInWords).join(', ')
          : words.countEvents(events.length)}
      </span>
      <Health webhook={webhook} />
    </li>
  );
}

/** Whether it is on, and how it fares. */
export function Health({ webhook: { active, disabledReason, health } }: { webhook: WebhookResponse }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={active ? 'success' : undefined}>{active ? words.active : words.inactive}</Badge>
      {disabledReason && <span className="text-danger">{disabledReason}</span>}
      {health.failingSince ? (
        <span className="text-danger">{words.failing(showAgo(health.failingSince))}</span>
      ) : (
        <span className="text-muted">
          {health.lastSuccessAt ? words.healthy(showAgo(health.lastSuccessAt)) : words.unused}
        </span>
      )}
    </span>
  );
}
