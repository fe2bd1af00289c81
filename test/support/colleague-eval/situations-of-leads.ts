import type { Situation, SituatedTask } from './situation.js';

const late: SituatedTask = { due: -2, assignee: 'max' };
const soon: SituatedTask = { due: 1, assignee: 'max' };
const urgent: SituatedTask = { priority: 'Urgent' };

/** What leads hear, and what is reported. */
export const SITUATIONS_OF_LEADS: readonly Situation[] = [
  // Escalations.
  {
    name: 'leads hear of it, but not the one who has it',
    tasks: [{ due: -2, assignee: 'lea' }],
    leads: ['lea', 'xenia'],
    says: { project_lead: ['task.overdue to lea: 0 3', 'task.escalated to xenia: 4 7'] },
  },
  {
    name: 'the only lead has it, so the owner hears of it',
    tasks: [{ due: -2, assignee: 'lea' }],
    leads: ['lea'],
    says: { project_lead: ['task.overdue to lea: 0 3', 'task.escalated to olga: 4 7'] },
  },
  {
    name: 'the owner has it and leads it: there is nobody to tell',
    tasks: [{ due: -2, assignee: 'olga' }],
    says: { project_lead: ['task.overdue to olga: 0 3'] },
  },
  {
    name: 'a change begins the count of chases anew',
    tasks: [late],
    leads: ['lea'],
    acts: [{ day: 4, by: 'mia', sets: { title: 'New title' } }],
    days: 7,
    says: { project_lead: ['task.overdue to max: 0 3 6'] },
  },
  {
    name: 'patience with chases',
    tasks: [late],
    leads: ['lea'],
    settings: { escalation: { afterChases: 1 } },
    days: 4,
    says: { project_lead: ['task.overdue to max: 0 3', 'task.escalated to lea: 1'] },
  },
  // Moved again.
  {
    name: 'a date that is moved three times',
    tasks: [soon],
    leads: ['lea'],
    acts: [0, 1, 2].map((day) => ({ day, by: 'max', dueIn: 20 + day })),
    says: {
      scrum_master: ['task.slipping to lea: 2'],
      project_lead: ['task.slipping to lea: 2'],
      manager: ['task.slipping to lea: 2'],
      member: [],
    },
  },
  {
    name: 'each further move is said once',
    tasks: [soon],
    leads: ['lea'],
    acts: [0, 1, 2, 5].map((day) => ({ day, by: 'max', dueIn: 20 + day })),
    says: { project_lead: ['task.slipping to lea: 2 5'] },
  },
  {
    name: 'a date that is taken away and set later counts',
    tasks: [soon],
    leads: ['lea'],
    settings: { escalation: { afterMoves: 1 } },
    acts: [
      { day: 0, by: 'max', dueIn: null },
      { day: 1, by: 'max', dueIn: 20 },
    ],
    says: { project_lead: ['task.slipping to lea: 1'] },
  },
  {
    name: 'a date that is moved to an earlier day does not',
    tasks: [{ due: 20, assignee: 'max' }],
    leads: ['lea'],
    settings: { escalation: { afterMoves: 1 } },
    acts: [{ day: 0, by: 'max', dueIn: 15 }],
    days: 2,
    says: { project_lead: [] },
  },
  {
    name: 'the lead who moves it is not told',
    tasks: [soon],
    leads: ['lea', 'xenia'],
    settings: { escalation: { afterMoves: 1 } },
    acts: [{ day: 0, by: 'lea', dueIn: 20 }],
    days: 2,
    says: { scrum_master: ['task.slipping to xenia: 0'] },
  },
  {
    name: 'nobody hears of moves where they are allowed',
    tasks: [soon],
    leads: ['lea'],
    settings: { escalation: { afterMoves: 0 } },
    acts: [0, 1, 2, 3].map((day) => ({ day, by: 'max', dueIn: 20 + day })),
    says: { project_lead: [] },
  },
  // Reports.
  {
    name: 'an urgent task that nobody has is news once',
    tasks: [urgent],
    says: {
      product_owner: ['task.unassigned: 0 3'],
      project_lead: ['task.unassigned: 0 3'],
      scrum_master: [],
      customer: [],
    },
  },
  {
    name: 'and again when it comes up again',
    tasks: [urgent],
    acts: [
      { day: 1, by: 'olga', assigns: 'max' },
      { day: 2, by: 'olga', assigns: null },
    ],
    days: 4,
    says: { product_owner: ['task.unassigned: 0 2'] },
  },
  {
    name: 'a task of the sprint without an estimate',
    tasks: [{ assignee: 'max', inSprint: true }],
    sprintEnds: 20,
    says: { scrum_master: ['task.unestimated: 0 3'], product_owner: ['task.unestimated: 0 3'] },
  },
  {
    name: 'a stale task of the backlog',
    tasks: [{ unchanged: 40 }],
    says: { product_owner: ['task.stale_backlog: 0 3'], scrum_master: [] },
  },
  {
    name: 'a task that an agent could take',
    tasks: [{ hours: 3 }],
    says: { agent_orchestrator: ['task.delegate: 0 3'], scrum_master: [] },
  },
  {
    name: 'a sprint past its end',
    tasks: [{ assignee: 'max', hours: 5, inSprint: true }],
    sprintEnds: -1,
    says: { scrum_master: ['sprint.at_risk: 0 3'] },
  },
  {
    name: 'a sprint past its end without open tasks is said once, to the leads',
    tasks: [{ assignee: 'max', hours: 5, inSprint: true, status: 'Done' }],
    sprintEnds: -1,
    leads: ['lea'],
    says: { scrum_master: ['sprint.at_risk to lea: 0'] },
  },
  {
    name: 'somebody has too much to do',
    tasks: [{ assignee: 'max', hours: 50, due: 12 }],
    leads: ['lea', 'xenia'],
    says: { manager: ['user.overloaded to lea: 0 3', 'user.overloaded to xenia: 0 3'], project_lead: [] },
  },
  {
    name: 'much to do, but not now',
    tasks: [{ assignee: 'max', hours: 50, due: 60 }],
    leads: ['lea'],
    says: { manager: [] },
  },
  {
    name: 'work in progress counts, whenever it is due',
    // Of Max the lead has heard already.
    tasks: [{ assignee: 'mia', hours: 50, status: 'In Progress' }],
    leads: ['lea'],
    says: { manager: ['user.overloaded to lea: 0 3'] },
  },
];
