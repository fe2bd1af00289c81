import type { CodeLinkResponse, CodeConnectionResponse } from 'project-management-sdk';

/** The code of a task. */
export const code = {
  title: 'Code',
  linkPullRequest: 'Link pull request',
  address: 'Address of the pull request',
  link: 'Link',
  copyBranch: 'Copy branch name',
  copied: (name: string) => `Copied ${name}`,
  unlink: (name: string) => `Unlink ${name}`,
  unlinkQuestion: 'No event brings it back; link it by hand if you want it again.',
  commits: (count: number) => (count === 1 ? '1 commit' : `${count} commits`),
  closes: 'Closes the task',
  states: { open: 'Open', draft: 'Draft', merged: 'Merged', closed: 'Closed' } satisfies Record<
    NonNullable<CodeLinkResponse['state']>,
    string
  >,
  checks: { pending: 'Checks run', passed: 'Checks passed', failed: 'Checks failed' } satisfies Record<
    NonNullable<CodeLinkResponse['checks']>,
    string
  >,
  reviews: { asked: 'Review asked', approved: 'Approved', changes: 'Changes asked' } satisfies Record<
    NonNullable<CodeLinkResponse['review']>,
    string
  >,
  unknown: 'No event yet',
  branch: 'Branch',
} as const;

export const PROVIDERS: Record<CodeConnectionResponse['provider'], string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
  bitbucket: 'Bitbucket',
};

/** The screen of connections. */
export const connections = {
  title: 'Code',
  table: 'Connections',
  hint: 'A forge tells of branches, commits and pull requests. Tasks that are named there show them, and move with those that close them.',
  none: 'No connection yet. Make one, and paste its address and secret at your forge.',
  newConnection: 'New connection',
  name: 'Name',
  forge: 'Forge',
  projects: 'Projects',
  allProjects: 'All projects',
  rules: 'What it does',
  lastEvent: 'Last event',
  actions: 'Actions',
  never: 'Never',
  inactive: 'Inactive',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  next: 'Next',
  back: 'Back',
  create: 'Create connection',
  stepOf: (step: number) => `Step ${step} of 3`,
  projectsHint: 'Choose none for tasks of every project.',
  address: 'Address',
  secret: 'Secret',
  copyAddress: 'Copy address',
  copySecret: 'Copy secret',
  copiedAddress: 'Address copied',
  copiedSecret: 'Secret copied',
  once: 'Copy the secret now: it is not shown again.',
  where: {
    github:
      'At GitHub: Settings of the repository or organization, Webhooks, Add webhook. Content type application/json. Events: pushes, branch creation and deletion, pull requests, reviews, check suites, statuses.',
    gitlab:
      'At GitLab: Settings of the project or group, Webhooks, Add new webhook. The secret is the signing token or the secret token. Triggers: push, merge request and pipeline events.',
    gitea:
      'At Gitea: Settings of the repository or organization, Webhooks, Add webhook, Gitea. Events: push, create, delete, pull requests with reviews, statuses.',
    forgejo:
      'At Forgejo: Settings of the repository or organization, Webhooks, Add webhook, Forgejo. Events: push, create, delete, pull requests with reviews, statuses.',
    bitbucket:
      'At Bitbucket: Repository settings, Webhooks, Add webhook. Triggers: push, build status created and updated, all of pull requests but comments.',
  } satisfies Record<CodeConnectionResponse['provider'], string>,
  deliveries: 'Last deliveries',
  noDeliveries: 'Nothing came in the last 7 days.',
  event: 'Event',
  when: 'When',
  outcome: 'Outcome',
  tasks: 'Tasks',
  applied: 'Applied',
  ignored: (reason: string) => `Ignored: ${reason}`,
  showDeliveries: 'Deliveries',
  refused: (error: string) => `Last refused: ${error}`,
  deleteQuestion: (name: string) =>
    `What ${name} sends is refused then. What it has linked stays. This cannot be undone.`,
  rulesInWords: ({ onOpen, onReview, onMerge, branches }: CodeConnectionResponse['rules']): string => {
    const named = branches.map((branch) => (branch === 'default' ? 'the default branch' : branch)).join(', ');
    const words = [
      ...(onOpen ? [`opened: ${onOpen}`] : []),
      ...(onReview ? [`review asked: ${onReview}`] : []),
      ...(onMerge ? [`merged into ${named}: ${onMerge}`] : []),
    ];
    return words.length > 0 ? `Pull requests ${words.join('; ')}` : 'Moves nothing';
  },
} as const;
