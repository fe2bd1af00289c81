import { Notifications } from '#core/database/pool/notifications.js';
import { NotifiedCache } from '#core/database/pool/notified-cache.js';

/** Services that start from now on hear no notifications of the database: only their own changes count at once. */
export function hearNothing(): void {
  jest.spyOn(Notifications.prototype, 'subscribe').mockReturnValue(undefined);
}

/** The news of what is changed by `change` is lost in this process. */
export async function withoutNews(change: () => Promise<unknown>): Promise<void> {
  const forget = jest.spyOn(NotifiedCache.prototype, 'forget').mockReturnValue(undefined);
  await change();
  forget.mockRestore();
}
