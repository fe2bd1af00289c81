import type { Forge } from './forge-event.js';
import { GITEA } from './gitea.js';

/** Speaks as Gitea, from which it comes, under its own name. */
export const FORGEJO: Forge = {
  ...GITEA,
  name: 'Forgejo',
  deliveryHeaders: ['x-forgejo-delivery', ...GITEA.deliveryHeaders],
  eventHeaders: ['x-forgejo-event', ...GITEA.eventHeaders],
};
