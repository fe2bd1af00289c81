export const PROVIDERS = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const CODE_KINDS = ['branch', 'commit', 'pull_request'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export const CODE_STATES = ['open', 'draft', 'merged', 'closed'] as const;
export type CodeState = (typeof CODE_STATES)[number];

export const CHECK_STATES = ['pending', 'passed', 'failed'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const REVIEW_STATES = ['asked', 'approved', 'changes'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What the filter field `code` takes. */
export const CODE_VALUES = [...CODE_STATES, 'failing', 'none'] as const;
export type CodeValue = (typeof CODE_VALUES)[number];

// In each fragment `$1` is the company.

/** The pull requests of a task, as rows `cl`: after FROM. */
function pullRequestsOf(task: string): string {
  return `code_links cl WHERE cl.company_id = $1 AND cl.task_id = ${task}.id AND cl.kind = 'pull_request' AND NOT cl.is_removed`;
}

const IS_OPEN = `cl.state IN ('open', 'draft')`;

/** Whether the pull request `cl` is open and one of its checks has failed. */
const IS_FAILING = `${IS_OPEN} AND cl.checks = 'failed'`;

/** How many pull requests of a task are open, merged and failing, as JSON. */
export function codeCountsOf(task: string): string {
  return `(SELECT json_build_object('open', count(*) FILTER (WHERE ${IS_OPEN}), 'merged', count(*) FILTER (WHERE cl.state = 'merged'),
    'failing', count(*) FILTER (WHERE ${IS_FAILING})) FROM ${pullRequestsOf(task)})`;
}

/** Whether a task has a pull request as the value says; `none`: it has none at all. Few tasks have any, so these are found first. */
export function hasCode(task: string, value: CodeValue): string {
  const ids = (condition: string) => `SELECT cl.task_id FROM code_links cl WHERE cl.company_id = $1
    AND cl.kind = 'pull_request' AND NOT cl.is_removed AND ${condition}`;
  if (value === 'none') return `${task}.id NOT IN (${ids('TRUE')})`;
  return `${task}.id IN (${ids(value === 'failing' ? IS_FAILING : `cl.state = '${value}'`)})`;
}

/** What an open pull request of a task is called, such as `acme/web#41`: the one that waits for a review first; null without one. */
export function openPullRequestOf(task: string): string {
  return `(SELECT left(cl.repository, 30) || '#' || cl.number FROM ${pullRequestsOf(task)} AND ${IS_OPEN}
    ORDER BY cl.review IS NOT DISTINCT FROM 'asked' DESC, cl.at DESC, cl.id LIMIT 1)`;
}

/** Whether a task has a pull request that is not merged. */
export function hasUnmerged(task: string): string {
  return `EXISTS (SELECT 1 FROM ${pullRequestsOf(task)} AND cl.state IS DISTINCT FROM 'merged')`;
}
