import { onDemand } from '../lib/on-demand.tsx';

/** Asks once, and says what is lost (console 1.13). */
export const Confirm = onDemand(() => import('./confirm-dialog.tsx'));
