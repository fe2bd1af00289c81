import type { PastAction } from '#modules/virtual-colleagues/runs/past-runs.service.js';
import { DEMO_ADMIN, DEMO_MEMBER, DEMO_OWNER } from './demo-data.js';

/** What a colleague has said before the first start, of tasks and to people of the demo company. */
export interface DemoRun {
  /** The name of the colleague. */
  colleague: string;
  hoursAgo: number;
  actions: DemoAction[];
}

export interface DemoAction extends Pick<PastAction, 'type' | 'rule' | 'why'> {
  /** The title of the task. */
  task: string;
  /** The e-mail address of whom it spoke to. */
  to: string;
  /** With `{task}` for the tid and title. */
  message: string;
  /** The e-mail addresses of those who found it useful, or not. */
  useful?: string[];
  notUseful?: string[];
}

const OWNER = DEMO_OWNER.email;

const TEXTS = 'Write the texts of the start page';
const BANNER = 'Choose a cookie banner';
const PASSKEY = 'Log in with a passkey';
const FIBRE = 'Order the fibre connection';
const PHOTOGRAPHS = 'Sign off the photographs';
const CRASH = 'Crash when the camera is denied';

const overdue = (task: string, to: string, days: number): DemoAction => ({
  type: 'chase',
  rule: 'task.overdue',
  task,
  to,
  message: `{task} was due ${days === 1 ? 'yesterday' : `${days} days ago`}. When do you think it will be ready?`,
  why: { overdueHours: days * 24, chasedBefore: 0, threshold: { name: 'chase.afterHours', value: 24 } },
});

const dueSoon = (task: string, to: string, hours: number): DemoAction => ({
  type: 'reminder',
  rule: 'task.due_soon',
  task,
  to,
  message: `{task} is due ${hours <= 24 ? 'tomorrow' : 'in two days'}. Does that still work for you?`,
  why: { threshold: { name: 'reminder.beforeHours', value: 48 } },
});

const blocked = (task: string, to: string): DemoAction => ({
  type: 'escalation',
  rule: 'task.blocked',
  task,
  to,
  message: '{task} has been blocked for two days. What does it wait for, and can somebody help?',
  why: { unchangedHours: 48, threshold: { name: 'escalation.blockedHours', value: 24 } },
});

const unassigned = (task: string, to: string): DemoAction => ({
  type: 'report',
  rule: 'task.unassigned',
  task,
  to,
  message: '{task} is of priority Urgent and nobody has it. Who could take it?',
  why: {},
});

/** The oldest first. What somebody did about it within 48 hours are the comments and hours that the tasks begin with. */
export const DEMO_RUNS: DemoRun[] = [
  {
    colleague: 'Stella',
    hoursAgo: 122,
    actions: [blocked(BANNER, DEMO_ADMIN), { ...overdue(FIBRE, DEMO_ADMIN, 1), notUseful: [DEMO_ADMIN] }],
  },
  {
    colleague: 'Stella',
    hoursAgo: 98,
    actions: [{ ...overdue(FIBRE, DEMO_ADMIN, 2), notUseful: [DEMO_ADMIN] }, dueSoon(TEXTS, DEMO_MEMBER, 47)],
  },
  {
    colleague: 'Leo',
    hoursAgo: 74,
    actions: [overdue(FIBRE, DEMO_ADMIN, 3), overdue(PHOTOGRAPHS, OWNER, 1)],
  },
  {
    colleague: 'Stella',
    hoursAgo: 44,
    actions: [
      { ...blocked(BANNER, DEMO_ADMIN), useful: [DEMO_ADMIN, DEMO_MEMBER] },
      { ...dueSoon(TEXTS, DEMO_MEMBER, 46), useful: [DEMO_MEMBER] },
      { ...dueSoon(PASSKEY, DEMO_MEMBER, 47), useful: [DEMO_MEMBER] },
    ],
  },
  {
    colleague: 'Leo',
    hoursAgo: 27,
    actions: [
      { ...unassigned(CRASH, OWNER), useful: [OWNER, DEMO_ADMIN] },
      { ...overdue(BANNER, DEMO_ADMIN, 2), useful: [DEMO_ADMIN] },
    ],
  },
  {
    colleague: 'Mia’s planner',
    hoursAgo: 26,
    actions: [{ ...dueSoon(TEXTS, DEMO_MEMBER, 24), useful: [DEMO_MEMBER] }, dueSoon(PASSKEY, DEMO_MEMBER, 46)],
  },
  {
    colleague: 'Stella',
    hoursAgo: 25,
    actions: [{ ...overdue(BANNER, DEMO_ADMIN, 2), useful: [DEMO_MEMBER] }, overdue(FIBRE, DEMO_ADMIN, 4)],
  },
];
