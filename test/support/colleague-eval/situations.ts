import { SITUATIONS_OF_LEADS } from './situations-of-leads.js';
import type { Act, Situation, SituatedTask } from './situation.js';

const late: SituatedTask = { due: -2, assignee: 'max' };
const soon: SituatedTask = { due: 1, assignee: 'max' };
const inReview: SituatedTask = { status: 'In Review', assignee: 'max', creator: 'mia' };
const urgent: SituatedTask = { priority: 'Urgent' };

const nothing = { product_owner: [], customer: [], agent_orchestrator: [] };

const comment = (day: number): Act => ({ day, by: 'max', comments: 'Half done' });
const everyDay = (count: number) => Array.from({ length: count }, (_, day) => comment(day));

/** Each is played for each role that it names, as if nothing else were there. */
export const SITUATIONS: readonly Situation[] = [
  // Overdue tasks.
  {
    name: 'an overdue task is chased less and less',
    tasks: [late],
    leads: ['lea'],
    says: {
      ...nothing,
      scrum_master: ['task.overdue to max: 0 3'],
      member: ['task.overdue to max: 0 3'],
      project_lead: ['task.overdue to max: 0 3', 'task.escalated to lea: 4 7'],
      manager: ['task.overdue to max: 0 3', 'task.escalated to lea: 4 7'],
      myself: [],
      agent: [],
    },
  },
  {
    name: 'one’s own overdue task',
    tasks: [late],
    owner: 'max',
    says: { myself: ['task.overdue to max: 0 3'], agent: ['task.overdue to max: 0 3'] },
  },
  {
    name: 'a late task of somebody else is no matter of one’s own',
    tasks: [{ due: -2, assignee: 'mia' }],
    owner: 'max',
    says: { myself: [], agent: [] },
  },
  {
    name: 'a task that is late since today waits for a day',
    tasks: [{ due: 0, assignee: 'max' }],
    days: 2,
    says: { scrum_master: ['task.overdue to max: 1'], manager: [], agent: [] },
  },
  {
    name: 'an agent’s task is late at once',
    tasks: [{ due: 0, assignee: 'max' }],
    owner: 'max',
    days: 2,
    says: { agent: ['task.overdue to max: 0'], myself: ['task.overdue to max: 1'] },
  },
  {
    name: 'a task that is done',
    tasks: [{ ...late, status: 'Done' }],
    says: { scrum_master: [], manager: [], member: [] },
  },
  {
    name: 'a task without a date',
    tasks: [{ assignee: 'max' }],
    says: { scrum_master: [], member: [], project_lead: [] },
  },
  {
    name: 'without back-off the chase comes each day',
    tasks: [late],
    settings: { chase: { backOff: false } },
    days: 4,
    says: { scrum_master: ['task.overdue to max: 0 1 2 3'] },
  },
  {
    name: 'hours to repeat stretch the steps',
    tasks: [late],
    settings: { chase: { repeatHours: 48 } },
    says: { scrum_master: ['task.overdue to max: 0 6'] },
  },
  {
    name: 'the third step is a week later',
    tasks: [late],
    days: 12,
    says: { scrum_master: ['task.overdue to max: 0 3 10'] },
  },
  // Who acts is left in peace.
  {
    name: 'who has just commented is left in peace for a day',
    tasks: [late],
    acts: [comment(0)],
    says: { scrum_master: ['task.overdue to max: 1 4'] },
  },
  {
    name: 'who comments each day hears nothing',
    tasks: [late],
    acts: everyDay(10),
    says: { scrum_master: [], member: [] },
  },
  {
    name: 'after two weeks the leads hear of it all the same',
    tasks: [late],
    leads: ['lea'],
    acts: everyDay(16),
    days: 16,
    says: { project_lead: ['task.escalated to lea: 14'] },
  },
  {
    name: 'what others do is no act of the assignee, and begins the steps anew',
    tasks: [late],
    acts: [{ day: 4, by: 'mia', sets: { title: 'New title' } }],
    says: { scrum_master: ['task.overdue to max: 0 3 6'] },
  },
  {
    name: 'an act begins the steps anew',
    tasks: [late],
    acts: [comment(4)],
    says: { scrum_master: ['task.overdue to max: 0 3 6'] },
  },
  {
    name: 'without hours of peace an act changes nothing',
    tasks: [late],
    settings: { chase: { activeHours: 0 } },
    acts: [comment(0)],
    says: { scrum_master: ['task.overdue to max: 0 3'] },
  },
  {
    name: 'an agent’s owner is at peace for four hours',
    tasks: [late],
    owner: 'max',
    acts: [comment(0)],
    says: { agent: ['task.overdue to max: 1 4'] },
  },
  {
    name: 'being made the assignee is no act',
    tasks: [{ due: -2, assignee: 'mia' }],
    acts: [{ day: 0, by: 'olga', assigns: 'max' }],
    says: { scrum_master: ['task.overdue to max: 0 3'] },
  },
  {
    name: 'taking it is',
    tasks: [{ due: -2, assignee: 'mia' }],
    acts: [{ day: 0, by: 'max', assigns: 'max' }],
    says: { scrum_master: ['task.overdue to max: 1 4'] },
  },
  {
    name: 'a new date ends the chase',
    tasks: [late],
    acts: [{ day: 1, by: 'max', dueIn: 30 }],
    says: { scrum_master: ['task.overdue to max: 0'], manager: ['task.overdue to max: 0'] },
  },
  {
    name: 'finishing it ends the chase',
    tasks: [late],
    acts: [{ day: 2, by: 'max', sets: { status: 'Done' } }],
    says: { scrum_master: ['task.overdue to max: 0'] },
  },
  {
    name: 'a mute is heard by all',
    tasks: [late],
    acts: [{ day: 0, by: 'max', mutes: true }],
    says: { scrum_master: [], manager: [] },
  },
  {
    name: 'who is away is not chased',
    tasks: [late],
    acts: [{ day: 0, by: 'max', away: 4 }],
    says: { scrum_master: ['task.overdue to max: 5 8'] },
  },
  // One teller.
  {
    name: 'two colleagues chase as one',
    tasks: [late],
    isTwice: true,
    says: { scrum_master: ['task.overdue to max: 0 3'], member: ['task.overdue to max: 0 3'] },
  },
  {
    name: 'two colleagues remind as one',
    tasks: [soon],
    days: 1,
    isTwice: true,
    says: { scrum_master: ['task.due_soon to max: 0'], member: ['task.due_soon to max: 0'] },
  },
  {
    name: 'two colleagues count their chases together, and escalate as one',
    tasks: [late],
    leads: ['lea'],
    isTwice: true,
    says: { project_lead: ['task.overdue to max: 0 3', 'task.escalated to lea: 3 6'] },
  },
  {
    name: 'two colleagues report each for itself what is addressed to nobody',
    tasks: [urgent],
    days: 2,
    isTwice: true,
    says: { product_owner: ['task.unassigned: 0 0'] },
  },
  // Due soon.
  {
    name: 'a task that is due tomorrow, and then late',
    tasks: [soon],
    says: {
      ...nothing,
      scrum_master: ['task.due_soon to max: 0', 'task.overdue to max: 2 5'],
      member: ['task.due_soon to max: 0', 'task.overdue to max: 2 5'],
    },
  },
  {
    name: 'a lead is not reminded',
    tasks: [soon],
    days: 1,
    says: { project_lead: [], manager: [], product_owner: [] },
  },
  {
    name: 'one’s own task is due in two days',
    tasks: [{ due: 2, assignee: 'max' }],
    owner: 'max',
    days: 2,
    says: { myself: ['task.due_soon to max: 0'], agent: ['task.due_soon to max: 1'] },
  },
  {
    name: 'a task that nobody has is due tomorrow',
    tasks: [{ due: 1 }],
    leads: ['lea', 'xenia'],
    days: 1,
    says: { scrum_master: ['task.due_soon to lea: 0', 'task.due_soon to xenia: 0'], member: [] },
  },
  {
    name: 'a task in review is due tomorrow',
    tasks: [{ ...inReview, due: 1 }],
    leads: ['lea'],
    days: 1,
    says: { scrum_master: ['task.due_soon to lea: 0', 'task.due_soon to mia: 0'] },
  },
  // In review.
  {
    name: 'a task in review is late',
    tasks: [{ ...inReview, due: -2 }],
    leads: ['lea'],
    says: { scrum_master: ['task.overdue to lea: 0 3', 'task.overdue to mia: 0 3'] },
  },
  {
    name: 'a task waits for review',
    tasks: [inReview],
    leads: ['lea'],
    says: {
      member: ['task.review_waiting to lea: 0 3', 'task.review_waiting to mia: 0 3'],
      agent_orchestrator: ['task.review_waiting to lea: 0 3', 'task.review_waiting to mia: 0 3'],
      scrum_master: [],
      product_owner: [],
    },
  },
  {
    name: 'nobody else can review it',
    tasks: [{ ...inReview, creator: 'max' }],
    leads: ['max'],
    says: { member: ['task.review_waiting to max: 0 3'] },
  },
  {
    name: 'a late task in review is said once a day to each',
    tasks: [{ ...inReview, due: -2 }],
    leads: ['lea'],
    days: 1,
    says: { member: ['task.overdue to lea: 0', 'task.overdue to mia: 0'] },
  },
  {
    name: 'one’s own task waits for review',
    tasks: [inReview],
    owner: 'max',
    says: { myself: ['task.review_waiting to max: 0 3'] },
  },
  {
    name: 'a task that came to review just now waits in peace',
    tasks: [{ ...inReview, unchanged: 0 }],
    days: 1,
    says: { member: [], agent_orchestrator: [] },
  },
  // Blocked tasks.
  {
    name: 'a late task waits for somebody’s',
    tasks: [{ ...late, blockedBy: [1] }, { assignee: 'mia' }],
    says: {
      scrum_master: ['task.overdue to mia: 0 3', 'task.blocked to mia: 1 4'],
      member: ['task.overdue to mia: 0 3'],
    },
  },
  {
    name: 'who is at a blocker is not chased for it',
    tasks: [{ ...late, blockedBy: [1] }, { assignee: 'mia' }],
    acts: [{ day: 0, by: 'mia', task: 1, comments: 'On it' }],
    days: 2,
    says: { member: ['task.overdue to mia: 1'] },
  },
  {
    name: 'a late task waits for what nobody has',
    tasks: [{ ...late, blockedBy: [1] }, {}],
    leads: ['lea', 'xenia'],
    days: 1,
    says: { member: ['task.overdue to lea: 0', 'task.overdue to xenia: 0'] },
  },
  {
    name: 'a task stays blocked',
    tasks: [{ assignee: 'max', blockedBy: [1] }, { assignee: 'mia' }],
    says: { scrum_master: ['task.blocked to mia: 0 3'], agent_orchestrator: ['task.blocked to mia: 0 3'], member: [] },
  },
  {
    name: 'a task is blocked, nobody knows by what',
    tasks: [{ assignee: 'max', status: 'Blocked' }],
    says: { scrum_master: ['task.blocked to max: 0 3'], agent_orchestrator: ['task.blocked to max: 0 3'] },
  },
  {
    name: 'an escalation waits for one day only, also where each day brings a chase',
    tasks: [{ ...late, status: 'Blocked' }],
    settings: { chase: { backOff: false } },
    days: 4,
    says: { scrum_master: ['task.overdue to max: 0 2', 'task.blocked to max: 1 3'] },
  },
  {
    name: 'a blocked task that nobody has',
    tasks: [{ status: 'Blocked' }],
    leads: ['lea'],
    says: { scrum_master: ['task.blocked to lea: 0 3'] },
  },
  {
    name: 'a lead’s own blocked task goes to the other lead',
    tasks: [{ assignee: 'lea', blockedBy: [1] }, {}],
    leads: ['lea', 'xenia'],
    says: { scrum_master: ['task.blocked to xenia: 0 3'] },
  },
  {
    name: 'one’s own task waits for another',
    tasks: [{ ...late, blockedBy: [1] }, { assignee: 'mia' }],
    owner: 'max',
    days: 1,
    says: { myself: ['task.overdue to max: 0'], agent: ['task.overdue to max: 0'] },
  },
  // Nobody is not asked.
  {
    name: 'a late task that nobody has',
    tasks: [{ due: -2 }],
    leads: ['lea'],
    says: { scrum_master: ['task.overdue to lea: 0 3'], member: [] },
  },
  {
    name: 'who has time is named, but not who is asked',
    tasks: [{ due: -2, priority: 'High' }],
    leads: ['lea', 'xenia'],
    days: 1,
    says: { scrum_master: ['task.overdue to lea: 0', 'task.overdue to xenia: 0'] },
  },
  {
    name: 'without leads the owner hears of it',
    tasks: [{ due: -2 }],
    leads: [],
    says: { scrum_master: ['task.overdue to olga: 0 3'] },
  },
  ...SITUATIONS_OF_LEADS,
];
