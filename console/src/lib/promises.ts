import { client, messageOf } from './api.ts';
import { showPromisedDay } from './promise-days.ts';
import { refreshTasks } from './tasks.ts';
import { answer as texts } from './texts/answer.texts.ts';
import { showToast } from './toasts.ts';

/** Promises a task, and offers to take that back. @throws what the service refuses */
export async function promiseTask(id: string, until: string, words: string): Promise<void> {
  const promise = await client.makePromise({ path: { id }, body: { until, ...(words && { words }) } });
  showToast(texts.promisedFor(showPromisedDay(until)), { undo: () => void withdraw(id, promise.id) });
  await refreshTasks();
}

async function withdraw(id: string, promiseId: string): Promise<void> {
  await client
    .withdrawPromise({ path: { id, promiseId } })
    .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  await refreshTasks();
}
