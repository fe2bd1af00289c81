import { client, messageOf } from './api.ts';
import { overScreen } from './opening.ts';
import { hide } from './pending-deletes.ts';
import { sessionQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { inBatches, refreshTasks } from './tasks.ts';
import { texts } from './texts.ts';
import { showToast } from './toasts.ts';
import { offerUndo } from './undo.ts';
import { trash as words } from './texts/trash.texts.ts';

const complain = (error: unknown) => showToast(messageOf(error), { tone: 'danger' });

const refresh = () => Promise.all([refreshTasks(), queryClient.invalidateQueries({ queryKey: ['trash'] })]);

/** Takes tasks back out of the trash. */
export async function restoreTasks(ids: readonly string[]): Promise<void> {
  try {
    for (const batch of inBatches(ids)) await client.restoreTasks({ body: { ids: batch } });
  } catch (error) {
    complain(error);
  }
  await refresh();
}

/** Says what was deleted, and offers to take it back where that is kept. */
export function tellDeleted(text: string, removal: Promise<unknown>, ids: readonly string[]): void {
  const isKept = queryClient.getQueryData(sessionQuery.queryKey)?.trashDays !== 0;
  if (!isKept) showToast(text);
  else
    offerUndo(text, () =>
      removal.then(
        () => restoreTasks(ids),
        () => undefined,
      ),
    );
}

/** Deletes tasks at once, and offers to take them back; where nothing is kept, it asks before. `name` says what goes. */
export function trashTasks(ids: readonly string[], name: string, onGone?: () => void): void {
  const remove = async () => {
    for (const batch of inBatches(ids)) await client.bulkDeleteTasks({ body: { ids: batch } });
  };
  if (queryClient.getQueryData(sessionQuery.queryKey)?.trashDays === 0) {
    const forGood = async () => {
      await remove();
      onGone?.();
      await refresh();
    };
    overScreen.open({ what: 'deletion', question: words.forGood(name), remove: forGood });
    return;
  }
  onGone?.();
  const removal = remove();
  tellDeleted(texts.common.deleted(name), removal, ids);
  const show = hide(ids);
  void removal.then(refresh).catch(complain).finally(show);
}
