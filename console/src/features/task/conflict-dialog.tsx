import { fetchWhenIdle } from '../../lib/idle.ts';
import { onDemand } from '../../lib/on-demand.tsx';

/** Two people have written the same text: which one stays is chosen, never decided by Escape. */
export const ConflictDialog = onDemand(() => import('./conflict-versions.tsx'));

fetchWhenIdle(ConflictDialog.prepare);
