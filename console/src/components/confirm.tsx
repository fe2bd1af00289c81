import { overlay } from '../lib/on-demand.tsx';

/** Asks once, and says what is lost (console 1.13). */
export const Confirm = overlay(() => import('./confirm-dialog.tsx'));
