import type { ReviewState } from '#schema/code.js';
import { isTrueAt, momentAt, textAt } from './body.js';
import type { Forge, ForgeEvent } from './forge-event.js';
import { statusOf } from './github.js';
import { askedReview, branchEventOf, pullRequestOf, pushOf, reviewed } from './github-form.js';

/** Older versions say by the title alone that it is a draft. */
const DRAFT_TITLE = /^(?:\[WIP\]|WIP:)/i;

const REVIEW_TYPES: Readonly<Record<string, ReviewState>> = {
  pull_request_review_approved: 'approved',
  pull_request_review_rejected: 'changes',
  pull_request_approved: 'approved',
  pull_request_rejected: 'changes',
};

function pullRequest(event: string, body: object): ForgeEvent[] {
  const isDraft = isTrueAt(body, 'pull_request.draft') || DRAFT_TITLE.test(textAt(body, 'pull_request.title') ?? '');
  const state = REVIEW_TYPES[textAt(body, 'review.type') ?? event] ?? REVIEW_TYPES[event];
  const at = momentAt(body, 'review.submitted_at', 'pull_request.updated_at');
  const review = state ? reviewed(state, at) : askedReview(body, textAt(body, 'action'));
  return pullRequestOf(body, review, { isDraft });
}

export const GITEA: Forge = {
  name: 'Gitea',
  deliveryHeaders: ['x-gitea-delivery', 'x-github-delivery'],
  signatures: [
    { header: 'x-hub-signature-256', prefix: 'sha256=' },
    { header: 'x-gitea-signature', prefix: '' },
    { header: 'x-forgejo-signature', prefix: '' },
  ],
  eventHeaders: ['x-gitea-event', 'x-github-event'],
  read: (event, body) => {
    switch (event) {
      case 'ping':
        return [{ kind: 'ping' }];
      case 'push':
        return pushOf(body);
      case 'create':
        return branchEventOf(body, 'made');
      case 'delete':
        return branchEventOf(body, 'deleted');
      case 'status':
        return statusOf(body);
      default:
        return event.startsWith('pull_request') ? pullRequest(event, body) : [];
    }
  },
};
