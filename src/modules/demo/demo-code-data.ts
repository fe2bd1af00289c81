import type { CheckState, ReviewState } from '#schema/code.js';
import type { PastDeliveries } from '#modules/code/receiving/past-deliveries.service.js';
import { DEMO_ADMIN, DEMO_MEMBER } from './demo-data.js';

export type ForgeEvent = Parameters<PastDeliveries['applyEvents']>[2][number];
export type PullRequestSeen = Extract<ForgeEvent, { kind: 'pull_request' }>;

/** What people did at the forge about a task. Its texts have `{tid}` for the task. */
interface DemoCodeOfTask {
  /** The title of the task. */
  task: string;
  /** The name of the repository. */
  repository: string;
  branch: string;
  /** The e-mail address of who did it. */
  author: string;
}

export interface DemoPullRequest extends DemoCodeOfTask {
  number: number;
  title: string;
  body: string;
  /** What the checks of its commits came to. */
  checks: CheckState;
  isDraft?: true;
  /** What the forge told of it, the oldest first. */
  told: { hoursAgo: number; phase: PullRequestSeen['phase']; review?: ReviewState }[];
}

/** A commit that was pushed. */
export interface DemoCommit extends DemoCodeOfTask {
  message: string;
  hoursAgo: number;
}

export const DEMO_FORGE = { name: 'GitHub', provider: 'github' } as const;

const START_PAGE = 'Build the start page';

/** No task moves by them: each has the status that they give. */
export const DEMO_PULL_REQUESTS: DemoPullRequest[] = [
  {
    task: 'Build the 25 components',
    repository: 'website',
    number: 31,
    title: 'Add the 25 components of the design system',
    body: 'Closes {tid}. Each has a page of its own in the style guide.',
    branch: 'components',
    author: DEMO_MEMBER,
    checks: 'passed',
    told: [{ hoursAgo: 169, phase: 'merged', review: 'approved' }],
  },
  {
    task: START_PAGE,
    repository: 'website',
    number: 36,
    title: 'Try the offers as a carousel',
    body: 'An idea for {tid}.',
    branch: 'carousel',
    author: DEMO_ADMIN,
    checks: 'passed',
    told: [
      { hoursAgo: 95, phase: 'open' },
      { hoursAgo: 71, phase: 'closed' },
    ],
  },
  {
    task: START_PAGE,
    repository: 'website',
    number: 41,
    title: 'Header and navigation of the start page',
    body: 'A part of {tid}; the offers come next.',
    branch: 'header',
    author: DEMO_MEMBER,
    checks: 'passed',
    told: [
      { hoursAgo: 51, phase: 'open' },
      { hoursAgo: 50, phase: 'review', review: 'asked' },
      { hoursAgo: 48, phase: 'review', review: 'approved' },
      { hoursAgo: 47, phase: 'merged' },
    ],
  },
  {
    task: 'Write the texts of the start page',
    repository: 'website',
    number: 43,
    title: 'The texts of the start page',
    body: 'Closes {tid}.',
    branch: 'start-page-texts',
    author: DEMO_MEMBER,
    checks: 'passed',
    told: [{ hoursAgo: 29, phase: 'review', review: 'asked' }],
  },
  {
    task: 'Log in with a passkey',
    repository: 'app',
    number: 128,
    title: 'Sign in with a passkey',
    body: 'Fixes {tid} on Android; iOS follows.',
    branch: 'passkeys',
    author: DEMO_MEMBER,
    checks: 'failed',
    told: [{ hoursAgo: 26, phase: 'open' }],
  },
  {
    task: START_PAGE,
    repository: 'website',
    number: 44,
    title: 'The three offers',
    body: 'Closes {tid}.\n\n- [x] the grid\n- [ ] the pictures',
    branch: 'offers',
    author: DEMO_MEMBER,
    checks: 'pending',
    isDraft: true,
    told: [{ hoursAgo: 5, phase: 'open' }],
  },
];

export const DEMO_COMMITS: DemoCommit[] = [
  {
    task: 'Crash when the camera is denied',
    repository: 'app',
    branch: '{tid}-camera-crash',
    message: 'Ask for the camera before it is used\n\nThe new test makes the crash of {tid}.',
    author: DEMO_ADMIN,
    hoursAgo: 3,
  },
];
