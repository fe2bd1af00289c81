import { useQuery } from '@tanstack/react-query';
import type { DeliveryAttempt, WebhookDeliveryResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { DialogBody, Modal } from '../../components/modal.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { showDuration } from '../../lib/figures.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { webhooks as words } from '../../lib/texts/webhooks.texts.ts';
import { deliveriesQuery, deliveryQuery, eventTypesQuery, refreshWebhooks } from './queries.ts';

const TONES = { delivered: 'success', failed: 'danger', pending: 'accent' } as const;
const any = { value: '', label: words.any };

export function Deliveries({ webhookId }: { webhookId: string }) {
  const { status, event, delivery } = useAddress();
  const change = useChangeAddress();
  const { data: types = [] } = useQuery(eventTypesQuery);
  const query = useQuery(deliveriesQuery(webhookId, { ...(status && { status }), ...(event && { event }) }));
  const deliveries = query.data;
  const redeliverFailed = async () => {
    const body = { status: 'failed', createdAfter: new Date(0).toISOString() } as const;
    await client.redeliverFailedWebhookDeliveries({ path: { id: webhookId }, body }).then(
      ({ count }) => showToast(words.redeliveredFailed(count)),
      (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
    );
    await refreshWebhooks();
  };
  return (
    <Section title={words.deliveries}>
      <div className="grid max-w-2xl grid-cols-2 items-end gap-3 sm:grid-cols-3">
        <SelectField
          label={words.event}
          value={event ?? ''}
          onChange={({ target }) => change({ event: target.value || undefined })}
          choices={[
            any,
            ...[...types.map(({ name }) => name as string), 'ping'].map((name) => ({ value: name, label: name })),
          ]}
        />
        <SelectField
          label={words.status}
          value={status ?? ''}
          onChange={({ target }) => change({ status: target.value || undefined })}
          choices={[any, ...Object.entries(words.statuses).map(([value, label]) => ({ value, label }))]}
        />
        {deliveries?.some(({ status: now }) => now === 'failed') && (
          <Button onClick={() => void redeliverFailed()}>{words.redeliverFailed}</Button>
        )}
      </div>
      {!deliveries && (
        <Read query={query} rows={4}>
          {() => null}
        </Read>
      )}
      {deliveries?.length === 0 && <Empty text={status || event ? words.noDeliveries : words.nothingSent} />}
      {deliveries && deliveries.length > 0 && (
        <Table<WebhookDeliveryResponse>
          name={words.deliveries}
          rows={deliveries}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.event,
              cell: ({ id, event: name }) => (
                <button
                  type="button"
                  className="hit text-accent-text underline underline-offset-2"
                  onClick={() => change({ delivery: id })}
                >
                  {name}
                </button>
              ),
            },
            { name: words.status, cell: (one) => <State delivery={one} /> },
            { name: words.answer, cell: ({ attempts }) => answerOf(attempts.at(-1)) },
            { name: words.attempts, isRight: true, cell: ({ attempts }) => attempts.length },
            { name: words.created, cell: ({ createdAt }) => <time dateTime={createdAt}>{showAgo(createdAt)}</time> },
            {
              name: words.redeliver,
              isRight: true,
              isKept: true,
              cell: ({ id }) => <Button onClick={() => void redeliver(webhookId, id)}>{words.redeliver}</Button>,
            },
          ]}
        />
      )}
      {delivery && (
        <Delivery webhookId={webhookId} deliveryId={delivery} onClose={() => change({ delivery: undefined })} />
      )}
    </Section>
  );
}

const answerOf = (attempt: DeliveryAttempt | undefined) =>
  attempt && (attempt.statusCode === null ? words.noAnswer : String(attempt.statusCode));

function State({ delivery: { status, attempts, nextAttemptAt } }: { delivery: WebhookDeliveryResponse }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
      {nextAttemptAt && attempts.length > 0 && (
        <time dateTime={nextAttemptAt} className="text-muted">
          {words.nextAttempt(showAgo(nextAttemptAt))}
        </time>
      )}
    </span>
  );
}

interface DeliveryProps {
  webhookId: string;
  deliveryId: string;
  onClose: () => void;
}

async function redeliver(webhookId: string, deliveryId: string): Promise<void> {
  await client.redeliverWebhookDelivery({ path: { id: webhookId, deliveryId } }).then(
    () => showToast(words.redelivered),
    (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
  );
  await refreshWebhooks();
}

/** What was sent, and what came back at each attempt. */
function Delivery({ webhookId, deliveryId, onClose }: DeliveryProps) {
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId));
  return (
    <Modal title={delivery?.event ?? words.details} size="lg" onClose={onClose}>
      <DialogBody>
        {error && !delivery && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!delivery && !error && <Skeleton />}
        {delivery && (
          <Button className="self-start" onClick={() => void redeliver(webhookId, deliveryId)}>
            {words.redeliver}
          </Button>
        )}
        {delivery?.request && (
          <Section title={words.request}>
            <Source
              text={Object.entries(delivery.request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
            <Source text={delivery.request.body} />
          </Section>
        )}
        {delivery && (
          <Section title={words.attempts}>
            <ol className="flex flex-col gap-3">
              {delivery.attempts.map((attempt) => (
                <li key={attempt.id} className="flex flex-col gap-1">
                  <p className="flex flex-wrap gap-2 text-sm">
                    <time dateTime={attempt.at}>{showMoment(attempt.at)}</time>
                    <Badge>{attempt.statusCode ?? words.noAnswer}</Badge>
                    {attempt.durationMs !== null && (
                      <span className="text-muted">{showDuration(attempt.durationMs)}</span>
                    )}
                    {attempt.error && <span className="text-danger">{attempt.error}</span>}
                  </p>
                  {attempt.responseBody && <Source text={attempt.responseBody} />}
                </li>
              ))}
            </ol>
          </Section>
        )}
      </DialogBody>
    </Modal>
  );
}

function Source({ text }: { text: string }) {
  const [isWhole, showWhole] = useState(false);
  const longest = 4_000;
  const shown = isWhole ? text : text.slice(0, longest);
  return (
    <>
      <pre
        tabIndex={0}
        className="scroll-thin max-h-64 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {shown}
      </pre>
      {shown !== text && <Button onClick={() => showWhole(true)}>{words.details}</Button>}
    </>
  );
}
