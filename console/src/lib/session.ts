import { client, stopRequests } from './api.ts';
import { deletePending } from './pending-deletes.ts';

const channel = new BroadcastChannel('session');
const SIGNED_OUT = 'signed out';

/** Ends the session, in all tabs of the browser. */
export async function signOut(): Promise<void> {
  await deletePending();
  stopRequests();
  try {
    await client.deleteSession();
  } catch {
    // Still signed in, on a page that asks for nothing any more.
    location.reload();
    return;
  }
  leave();
}

/** The session is over: every tab of the browser goes to the sign-in. */
export function leave(): void {
  stopRequests();
  channel.postMessage(SIGNED_OUT);
  forget();
}

/** A page that is loaded anew has nothing of its last reader in memory. */
function forget(): void {
  location.assign('/sign-in');
}

/** Hears that another tab has signed out. */
export function followSignOut(): void {
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== SIGNED_OUT) return;
    stopRequests();
    forget();
  };
}
