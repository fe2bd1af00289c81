import type { DeliveryAttempt } from '#modules/webhooks/log/webhook-delivery.dto.js';
import { eventually } from '../support/eventually.js';
import type { TestUser } from './company.factory.js';

export interface TestWebhook {
  id: string;
  url: string;
  events: string[];
  projectId: string | null;
  filter: string | null;
  broken: boolean;
  active: boolean;
  headers: Record<string, string>;
  retryCount: number;
  retryDelay: number;
  backoff: boolean;
  disabledReason: string | null;
  disabledAt: string | null;
  health: { lastSuccessAt: string | null; lastFailureAt: string | null; failingSince: string | null };
  createdAt: string;
  updatedAt: string;
}

export interface TestDelivery {
  id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: DeliveryAttempt[];
  createdAt: string;
  nextAttemptAt: string | null;
}

export const WEBHOOK_SECRET = 'It is a secret to everybody';

/** Makes a webhook over the API: every event of tasks, retries without delay, unless told otherwise. */
export async function createWebhook(admin: TestUser, input: object): Promise<TestWebhook> {
  const created = await admin.api.post<TestWebhook>('/webhooks', {
    url: 'https://example.org/hook',
    events: ['task.created', 'task.updated', 'task.completed', 'task.assigned', 'task.deleted'],
    secret: WEBHOOK_SECRET,
    retryDelay: 0,
    ...input,
  });
  if (created.status !== 201) throw new Error(`create webhook: ${JSON.stringify(created.body)}`);
  return created.body;
}

/** The delivery log of a webhook, the newest first. */
export async function deliveriesOf(admin: TestUser, { id }: { id: string }): Promise<TestDelivery[]> {
  return (await admin.api.get<TestDelivery[]>(`/webhooks/${id}/deliveries`)).body;
}

/** The delivery log once nothing in it is pending and there is that much. */
export async function finishedDeliveriesOf(
  admin: TestUser,
  webhook: { id: string },
  count: number,
): Promise<TestDelivery[]> {
  let deliveries: TestDelivery[] = [];
  await eventually(
    `${count} finished deliveries`,
    async () => {
      deliveries = await deliveriesOf(admin, webhook);
      return deliveries.length >= count && deliveries.every(({ status }) => status !== 'pending');
    },
    20_000,
  );
  return deliveries;
}

/** The delivery that a webhook has, once its first attempt is in the log. */
export async function attemptedDeliveryOf(admin: TestUser, webhook: { id: string }): Promise<TestDelivery> {
  let delivery: TestDelivery | undefined;
  await eventually('the first attempt is in the log', async () => {
    [delivery] = await deliveriesOf(admin, webhook);
    return delivery?.attempts.length === 1;
  });
  return delivery!;
}
