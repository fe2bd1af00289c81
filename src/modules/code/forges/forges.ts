import type { Provider } from '#schema/code.js';
import { BITBUCKET } from './bitbucket.js';
import type { Forge } from './forge-event.js';
import { FORGEJO } from './forgejo.js';
import { GITEA } from './gitea.js';
import { GITHUB } from './github.js';
import { GITLAB } from './gitlab.js';

export const FORGES: Readonly<Record<Provider, Forge>> = {
  github: GITHUB,
  gitlab: GITLAB,
  gitea: GITEA,
  forgejo: FORGEJO,
  bitbucket: BITBUCKET,
};
