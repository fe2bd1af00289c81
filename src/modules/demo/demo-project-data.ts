import { DEMO_ADMIN, DEMO_MEMBER, DEMO_OWNER } from './demo-data.js';

export interface DemoTask {
  title: string;
  description?: string;
  /** What its description was before, the oldest first, with the e-mail address of who changed it then. */
  described?: { text: string; changedBy: string }[];
  status: string;
  priority: 'Low' | 'Medium' | 'High' | 'Urgent';
  estimatedHours?: number;
  /** Hours that its assignee has worked on it, with what was done. */
  logged?: { hours: number; note: string }[];
  /** The e-mail address of who does it. */
  assignee?: string;
  /** In days from the first start. */
  dueInDays?: number;
  /** In days from the first start; negative when the work has begun. */
  startInDays?: number;
  /** Titles of tasks that have to be done first. */
  blockedBy?: string[];
  /** Titles of tasks that stand before it in the list and have to do with it. */
  relatesTo?: string[];
  /** The title of its parent, which stands before it in the list. */
  subtaskOf?: string;
  /** The name of a sprint of the project. */
  sprint?: string;
  /** The name of an epic of the project. */
  epic?: string;
  /** Names of `DEMO_LABELS`. */
  labels?: string[];
  comments?: DemoComment[];
  /** What its assignee has promised, in days from the first start. */
  promised?: { inDays: number; words: string };
  /** Values of `DEMO_FIELDS` by their keys. */
  custom?: Record<string, string>;
  /** Why colleagues are to say nothing of it. */
  muted?: string;
  /** It stands in the trash. */
  deleted?: true;
  /** The key of the project that it has gone to since. */
  movedTo?: string;
}

export interface DemoComment {
  /** The e-mail address of who writes it. */
  author: string;
  body: string;
}

export interface DemoSprint {
  name: string;
  goal: string;
  status: 'completed' | 'active' | 'planned';
  /** Its planned start and end, in days from the first start; completed sprints have none. */
  days?: [from: number, to: number];
}

export interface DemoProject {
  key: string;
  name: string;
  description: string;
  /** One after the other: those that are completed, the active one, those that are planned. */
  sprints?: DemoSprint[];
  epics?: { name: string; description: string; color: string; dueInDays: number }[];
  tasks: DemoTask[];
}

const OWNER = DEMO_OWNER.email;
const ADMIN = DEMO_ADMIN;
const MEMBER = DEMO_MEMBER;

export const DEMO_PROJECTS: DemoProject[] = [
  {
    key: 'WEB',
    name: 'Website relaunch',
    description: 'The new public website, on the new design system, before the autumn fair.',
    sprints: [
      { name: 'Sprint 1', goal: 'We know what the website is for.', status: 'completed' },
      { name: 'Sprint 2', goal: 'The design system has all its parts.', status: 'completed' },
      { name: 'Sprint 3', goal: 'The start page can be shown to the board.', status: 'active', days: [0, 14] },
      { name: 'Sprint 4', goal: 'The blog has moved.', status: 'planned', days: [14, 28] },
    ],
    epics: [
      { name: 'Start page', description: 'Everything a visitor sees first.', color: '#1F75CB', dueInDays: 21 },
      {
        name: 'Switch-over',
        description: 'From the old server to the new one, in a night.',
        color: '#0E8A6B',
        dueInDays: 40,
      },
    ],
    tasks: [
      {
        title: 'Interview ten customers',
        custom: { audience: 'Customers' },
        status: 'Done',
        priority: 'High',
        estimatedHours: 13,
        assignee: OWNER,
        sprint: 'Sprint 1',
      },
      {
        title: 'Decide what the relaunch is for',
        status: 'Done',
        priority: 'Urgent',
        estimatedHours: 5,
        assignee: OWNER,
        sprint: 'Sprint 1',
      },
      {
        title: 'Choose colours and type',
        status: 'Done',
        priority: 'Medium',
        estimatedHours: 8,
        assignee: MEMBER,
        sprint: 'Sprint 2',
        labels: ['design'],
      },
      {
        title: 'Build the 25 components',
        status: 'Done',
        priority: 'High',
        estimatedHours: 20,
        assignee: MEMBER,
        sprint: 'Sprint 2',
        labels: ['frontend', 'design'],
      },
      {
        title: 'Agree on the sitemap',
        status: 'Done',
        priority: 'High',
        estimatedHours: 6,
        logged: [{ hours: 7.5, note: 'Two rounds with sales' }],
        assignee: ADMIN,
        sprint: 'Sprint 3',
        epic: 'Start page',
        labels: ['content'],
      },
      {
        title: 'Write the texts of the start page',
        status: 'In Review',
        priority: 'High',
        estimatedHours: 8,
        logged: [{ hours: 6, note: 'First version' }],
        assignee: MEMBER,
        startInDays: -3,
        dueInDays: 1,
        sprint: 'Sprint 3',
        epic: 'Start page',
        labels: ['content'],
        comments: [
          { author: MEMBER, body: 'First version is in the shared folder.' },
          { author: ADMIN, body: 'Reads well. Can the second paragraph be shorter?' },
        ],
      },
      {
        title: 'Build the start page',
        custom: { audience: 'Customers', draft: 'https://relaunch.example.com/start' },
        described: [
          { text: 'The new start page, as the board has seen it.', changedBy: ADMIN },
          {
            text: 'What a visitor sees within **two seconds**:\n\n- [ ] the header\n- [ ] the three offers\n- [ ] the news',
            changedBy: MEMBER,
          },
        ],
        description:
          'What a visitor sees within **two seconds**:\n\n- [x] the header with the new navigation\n- [ ] the three offers\n- [ ] the map of our shops\n\nThe drafts are in [the design folder](https://example.com/design).',
        status: 'In Progress',
        priority: 'High',
        estimatedHours: 16,
        logged: [
          { hours: 2.5, note: 'Header and navigation' },
          { hours: 1.5, note: 'Grid of the offers' },
        ],
        assignee: MEMBER,
        promised: { inDays: 4, words: 'half done, the map comes last' },
        startInDays: 1,
        dueInDays: 4,
        blockedBy: ['Write the texts of the start page'],
        sprint: 'Sprint 3',
        epic: 'Start page',
        labels: ['frontend'],
        comments: [{ author: ADMIN, body: 'The map may come a week later, if that helps.' }],
      },
      {
        title: 'Draw the map of our shops',
        custom: { audience: 'Shops' },
        status: 'To Do',
        priority: 'Medium',
        estimatedHours: 5,
        assignee: OWNER,
        startInDays: 3,
        dueInDays: 5,
        subtaskOf: 'Build the start page',
        sprint: 'Sprint 3',
        epic: 'Start page',
        labels: ['design'],
      },
      {
        title: 'Show the draft to the board',
        status: 'In Progress',
        priority: 'Urgent',
        estimatedHours: 3,
        assignee: OWNER,
        dueInDays: 2,
        blockedBy: ['Build the start page'],
        sprint: 'Sprint 3',
      },
      {
        title: 'Move the blog posts',
        status: 'To Do',
        priority: 'Medium',
        estimatedHours: 12,
        dueInDays: 9,
        description: 'About 140 posts; the old addresses must keep working.',
        sprint: 'Sprint 4',
        epic: 'Switch-over',
        labels: ['content'],
      },
      {
        title: 'Redirect the old addresses',
        status: 'To Do',
        priority: 'High',
        estimatedHours: 4,
        dueInDays: 10,
        blockedBy: ['Move the blog posts'],
        sprint: 'Sprint 4',
        epic: 'Switch-over',
      },
      {
        title: 'Choose a cookie banner',
        status: 'Blocked',
        priority: 'Medium',
        estimatedHours: 2,
        assignee: ADMIN,
        dueInDays: -3,
        description: 'Waiting for the answer of the data protection officer.',
        sprint: 'Sprint 3',
        labels: ['frontend'],
        comments: [{ author: ADMIN, body: 'Asked again today.' }],
        muted: 'The answer is promised for Friday.',
      },
      {
        title: 'Sign off the photographs',
        status: 'In Review',
        priority: 'Medium',
        estimatedHours: 1,
        assignee: OWNER,
        dueInDays: -1,
        labels: ['content'],
      },
      {
        title: 'Check the contrast of all buttons',
        status: 'Backlog',
        priority: 'Low',
        estimatedHours: 3,
        epic: 'Start page',
        labels: ['frontend', 'design'],
      },
      {
        title: 'Menu covers the search box on tablets',
        status: 'Backlog',
        priority: 'High',
        estimatedHours: 2,
        labels: ['bug'],
      },
      {
        title: 'Measure how fast pages load',
        status: 'Backlog',
        priority: 'Medium',
        estimatedHours: 5,
        movedTo: 'APP',
      },
      {
        title: 'Rehearse the switch-over',
        status: 'Backlog',
        priority: 'Urgent',
        estimatedHours: 8,
        dueInDays: 14,
        epic: 'Switch-over',
      },
    ],
  },
  {
    key: 'APP',
    name: 'Mobile app',
    description: 'Order, track and return from the phone.',
    tasks: [
      {
        title: 'Log in with a passkey',
        status: 'In Progress',
        priority: 'High',
        estimatedHours: 20,
        logged: [{ hours: 11, note: 'Works on the test phones' }],
        assignee: MEMBER,
        dueInDays: 2,
      },
      {
        title: 'Show the state of an order',
        status: 'To Do',
        priority: 'Medium',
        estimatedHours: 10,
        assignee: MEMBER,
        dueInDays: 7,
      },
      {
        title: 'Crash when the camera is denied',
        status: 'To Do',
        priority: 'Urgent',
        estimatedHours: 3,
        dueInDays: -1,
        description: 'Only on the first start after the update.',
        labels: ['bug'],
        comments: [{ author: MEMBER, body: 'Happens on every phone I could get hold of.' }],
      },
      { title: 'Return labels as PDF', status: 'Backlog', priority: 'Medium', estimatedHours: 8 },
      { title: 'Dark mode', status: 'Backlog', priority: 'Low', relatesTo: ['Return labels as PDF'] },
      {
        title: 'Send the beta to 50 customers',
        status: 'Backlog',
        priority: 'High',
        estimatedHours: 2,
        dueInDays: 12,
        blockedBy: ['Crash when the camera is denied', 'Log in with a passkey'],
      },
    ],
  },
  {
    key: 'MOVE',
    name: 'Office move',
    description: 'From the second floor to the new building.',
    tasks: [
      { title: 'Sign the lease', status: 'Done', priority: 'Urgent', assignee: ADMIN },
      {
        title: 'Order the fibre connection',
        status: 'In Progress',
        priority: 'High',
        estimatedHours: 1,
        assignee: ADMIN,
        dueInDays: -5,
        description: 'The provider needs about six weeks.',
      },
      { title: 'Plan the seats', status: 'To Do', priority: 'Medium', estimatedHours: 4, dueInDays: 20 },
      {
        title: 'Tell customers the new address',
        status: 'Backlog',
        priority: 'Medium',
        estimatedHours: 3,
        dueInDays: 30,
      },
      {
        title: 'Hire a van',
        description: 'The movers bring their own.',
        status: 'Backlog',
        priority: 'Low',
        deleted: true,
      },
    ],
  },
];
