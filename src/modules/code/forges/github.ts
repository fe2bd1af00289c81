import type { CheckState, ReviewState } from '#schema/code.js';
import { momentAt, textAt } from './body.js';
import type { Forge, ForgeEvent } from './forge-event.js';
import { accountAt, askedReview, branchEventOf, pullRequestOf, pushOf, reviewed } from './github-form.js';

const REVIEWS: Readonly<Record<string, ReviewState>> = { approved: 'approved', changes_requested: 'changes' };
const PASSED = ['success', 'neutral', 'skipped'];
const STATUSES: Readonly<Record<string, CheckState>> = { pending: 'pending', success: 'passed' };

function reviewOf(body: object): ReviewState | null | undefined {
  const action = textAt(body, 'action');
  if (action === 'dismissed') return null;
  return action === 'submitted' ? REVIEWS[(textAt(body, 'review.state') ?? '').toLowerCase()] : undefined;
}

function suiteOf(body: object): ForgeEvent[] {
  const [sha, repository] = [textAt(body, 'check_suite.head_sha'), textAt(body, 'repository.full_name')];
  const at = momentAt(body, 'check_suite.updated_at', 'check_suite.created_at');
  if (sha === undefined || repository === undefined || at === undefined) return [];
  const conclusion = textAt(body, 'check_suite.conclusion');
  const isOver = textAt(body, 'check_suite.status') === 'completed' && conclusion !== undefined;
  const state = isOver ? (PASSED.includes(conclusion) ? 'passed' : 'failed') : 'pending';
  const name = `suite ${textAt(body, 'check_suite.app.slug', 'check_suite.app.id', 'check_suite.id') ?? ''}`;
  return [{ kind: 'check', at, by: accountAt(body, 'sender'), repository, sha, name, state }];
}

/** A status of a commit, which Gitea and Forgejo tell alike. */
export function statusOf(body: object): ForgeEvent[] {
  const [sha, repository] = [textAt(body, 'sha'), textAt(body, 'repository.full_name')];
  const at = momentAt(body, 'updated_at', 'created_at');
  const told = textAt(body, 'state');
  if (sha === undefined || repository === undefined || at === undefined || told === undefined) return [];
  const name = `status ${textAt(body, 'context') ?? ''}`;
  const state = STATUSES[told] ?? 'failed';
  return [{ kind: 'check', at, by: accountAt(body, 'sender'), repository, sha, name, state }];
}

export const GITHUB: Forge = {
  name: 'GitHub',
  deliveryHeaders: ['x-github-delivery'],
  signatures: [{ header: 'x-hub-signature-256', prefix: 'sha256=' }],
  eventHeaders: ['x-github-event'],
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
      case 'pull_request':
        return pullRequestOf(body, askedReview(body, textAt(body, 'action')));
      case 'pull_request_review':
        return pullRequestOf(
          body,
          reviewed(reviewOf(body), momentAt(body, 'review.submitted_at', 'pull_request.updated_at')),
        );
      case 'check_suite':
        return suiteOf(body);
      case 'status':
        return statusOf(body);
      default:
        return [];
    }
  },
};
