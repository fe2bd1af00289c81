import { client } from './api.ts';
import { deletePending } from './pending-deletes.ts';

/** Ends the session; nothing of its reader stays in memory. */
export async function signOut(): Promise<void> {
  await deletePending();
  await client.deleteSession();
  location.assign('/sign-in');
}
