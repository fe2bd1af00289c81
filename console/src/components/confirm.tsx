import { overlay } from '../lib/on-demand.tsx';

/** Asks once, and says what is lost. */
export const Confirm = overlay(() => import('./confirm-dialog.tsx'));
