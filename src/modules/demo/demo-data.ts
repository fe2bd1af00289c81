import type { Role } from '../../core/company-scope/role.js';

export interface DemoUser {
  email: string;
  name: string;
  role: Role;
}

export interface DemoTask {
  title: string;
  description?: string;
  status: string;
  priority: 'Low' | 'Medium' | 'High' | 'Urgent';
  estimatedHours?: number;
  loggedHours?: number;
  /** The e-mail address of who does it. */
  assignee?: string;
  /** In days from the first start. */
  dueInDays?: number;
  /** Titles of tasks that have to be done first. */
  blockedBy?: string[];
  /** In the sprint of the project. */
  isInSprint?: boolean;
  /** Of the epic of the project. */
  isOfEpic?: boolean;
  /** Names of `DEMO_LABELS`. */
  labels?: string[];
  comments?: DemoComment[];
}

export interface DemoComment {
  /** The e-mail address of who writes it. */
  author: string;
  body: string;
}

export interface DemoProject {
  key: string;
  name: string;
  description: string;
  /** Active from the first start on. */
  sprint?: { name: string; goal: string; days: number };
  epic?: { name: string; description: string; color: string; dueInDays: number };
  tasks: DemoTask[];
}

export const DEMO_COMPANY = 'Demo Company';

export const DEMO_OWNER: DemoUser = { email: 'owner@demo.test', name: 'Olivia Owner', role: 'OWNER' };

export const DEMO_USERS: DemoUser[] = [
  { email: 'admin@demo.test', name: 'Adam Admin', role: 'ADMIN' },
  { email: 'member@demo.test', name: 'Mia Member', role: 'MEMBER' },
  { email: 'viewer@demo.test', name: 'Victor Viewer', role: 'VIEWER' },
];

export const DEMO_LABELS = [
  { name: 'content', color: '#8B5CF6' },
  { name: 'frontend', color: '#1F75CB' },
  { name: 'bug', color: '#D73A4A' },
];

const ADMIN = 'admin@demo.test';
const MEMBER = 'member@demo.test';

export const DEMO_PROJECTS: DemoProject[] = [
  {
    key: 'WEB',
    name: 'Website relaunch',
    description: 'The new public website, on the new design system, before the autumn fair.',
    sprint: { name: 'Sprint 1', goal: 'The start page can be shown to the board.', days: 14 },
    epic: {
      name: 'Start page',
      description: 'Everything a visitor sees first.',
      color: '#1F75CB',
      dueInDays: 21,
    },
    tasks: [
      {
        title: 'Agree on the sitemap',
        status: 'Done',
        priority: 'High',
        estimatedHours: 6,
        loggedHours: 7.5,
        assignee: ADMIN,
        isInSprint: true,
        labels: ['content'],
      },
      {
        title: 'Write the texts of the start page',
        status: 'In Review',
        priority: 'High',
        estimatedHours: 8,
        loggedHours: 6,
        assignee: MEMBER,
        dueInDays: 1,
        isInSprint: true,
        isOfEpic: true,
        labels: ['content'],
        comments: [
          { author: MEMBER, body: 'First version is in the shared folder.' },
          { author: ADMIN, body: 'Reads well. Can the second paragraph be shorter?' },
        ],
      },
      {
        title: 'Build the start page',
        status: 'In Progress',
        priority: 'High',
        estimatedHours: 16,
        loggedHours: 4,
        assignee: MEMBER,
        dueInDays: 4,
        blockedBy: ['Write the texts of the start page'],
        isInSprint: true,
        isOfEpic: true,
        labels: ['frontend'],
      },
      {
        title: 'Move the blog posts',
        status: 'To Do',
        priority: 'Medium',
        estimatedHours: 12,
        dueInDays: 9,
        description: 'About 140 posts; the old addresses must keep working.',
      },
      {
        title: 'Redirect the old addresses',
        status: 'To Do',
        priority: 'High',
        estimatedHours: 4,
        dueInDays: 10,
        blockedBy: ['Move the blog posts'],
      },
      {
        title: 'Choose a cookie banner',
        status: 'Blocked',
        priority: 'Medium',
        estimatedHours: 2,
        assignee: ADMIN,
        dueInDays: -3,
        description: 'Waiting for the answer of the data protection officer.',
        isInSprint: true,
        labels: ['frontend'],
        comments: [{ author: ADMIN, body: 'Asked again today.' }],
      },
      {
        title: 'Check the contrast of all buttons',
        status: 'Backlog',
        priority: 'Low',
        estimatedHours: 3,
        isOfEpic: true,
        labels: ['frontend'],
      },
      { title: 'Rehearse the switch-over', status: 'Backlog', priority: 'Urgent', dueInDays: 14 },
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
        loggedHours: 11,
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
      { title: 'Dark mode', status: 'Backlog', priority: 'Low' },
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
    ],
  },
];

/** What they are told besides their name and role; they watch every project. */
export interface DemoColleague {
  name: string;
  role: 'scrum_master' | 'project_lead' | 'myself' | 'customer' | 'agent_orchestrator';
  description: string;
  /** The e-mail address of whose own tasks are meant. */
  owner: string;
}

export const DEMO_COLLEAGUES: DemoColleague[] = [
  { name: 'Stella', role: 'scrum_master', description: 'Keeps the sprints moving.', owner: DEMO_OWNER.email },
  { name: 'Leo', role: 'project_lead', description: 'Sees that what is promised gets done.', owner: DEMO_OWNER.email },
  { name: 'Mia’s planner', role: 'myself', description: 'Looks after the tasks of Mia Member.', owner: MEMBER },
  { name: 'Carla', role: 'customer', description: 'Tells the client how far things are.', owner: DEMO_OWNER.email },
  { name: 'Otto', role: 'agent_orchestrator', description: 'Finds work for agents.', owner: ADMIN },
];
