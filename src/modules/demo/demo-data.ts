import type { CreateField } from '#modules/fields/field.dto.js';
import type { CreateRecurrence } from '#modules/recurrences/recurrence.dto.js';
import type { CreateTemplate } from '#modules/templates/template.dto.js';
import type { Role } from '#core/company-scope/role.js';
import type { VirtualColleaguesService } from '#modules/virtual-colleagues/virtual-colleagues.service.js';

type ColleagueSettings = Parameters<VirtualColleaguesService['create']>[1]['settings'];

export interface DemoUser {
  email: string;
  name: string;
  role: Role;
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
  { name: 'design', color: '#D97706' },
];

export const DEMO_ADMIN = 'admin@demo.test';
export const DEMO_MEMBER = 'member@demo.test';

/** A team, of users by their e-mail addresses. */
export const DEMO_TEAM = {
  name: 'Web team',
  description: 'Builds what customers see.',
  members: [DEMO_ADMIN, DEMO_MEMBER],
};

/** What they are told besides their name and role. */
export interface DemoColleague {
  name: string;
  role: 'scrum_master' | 'project_lead' | 'myself' | 'customer' | 'agent_orchestrator';
  description: string;
  /** The e-mail address of whose own tasks are meant. */
  owner: string;
  settings?: ColleagueSettings;
  /** The keys of the projects that it watches; without, all. */
  projects?: string[];
}

/** It speaks on working days, and of no more than people can bear. */
const CONSIDERATE: ColleagueSettings = {
  quiet: { from: '18:00', to: '08:00', days: ['sat', 'sun'] },
  limits: { perRun: 200, perDay: 1_000, perPersonPerDay: 20 },
};

export const DEMO_COLLEAGUES: DemoColleague[] = [
  {
    name: 'Stella',
    role: 'scrum_master',
    description: 'Keeps the sprints moving.',
    owner: DEMO_OWNER.email,
    settings: CONSIDERATE,
  },
  { name: 'Leo', role: 'project_lead', description: 'Sees that what is promised gets done.', owner: DEMO_OWNER.email },
  { name: 'Mia’s planner', role: 'myself', description: 'Looks after the tasks of Mia Member.', owner: DEMO_MEMBER },
  {
    name: 'Carla',
    role: 'customer',
    description: 'Tells the client how far things are.',
    owner: DEMO_OWNER.email,
    projects: ['WEB', 'APP'],
  },
  { name: 'Otto', role: 'agent_orchestrator', description: 'Finds work for agents.', owner: DEMO_ADMIN },
];

/** Fields that the company has made for its tasks. */
export const DEMO_FIELDS: CreateField[] = [
  {
    name: 'Audience',
    type: 'select',
    description: 'Whom it is for',
    options: [
      { name: 'Customers', color: '#1F75CB' },
      { name: 'Shops', color: '#0E8A6B' },
    ],
  },
  { name: 'Draft', type: 'url', description: 'Where to look at it' },
];

/** Of the company: what every project can begin tasks with. */
export const DEMO_TEMPLATES: CreateTemplate[] = [
  {
    name: 'Bug report',
    description: 'What we need to know to find the cause.',
    task: {
      title: 'Bug of {{date}}',
      description: '## What happens\n\n## What should happen\n\n## How to make it happen\n\n1. ',
      status: 'To Do',
      priority: 'High',
    },
  },
  {
    name: 'Release',
    description: 'The steps of a release, in their order.',
    task: { title: 'Release of {{date}}', assigneeId: 'creator', priority: 'High', dueIn: { days: 5 } },
    subtasks: [
      { title: 'Freeze the main branch', assigneeId: 'parent', dueIn: { days: 1 } },
      { title: 'Write the release notes', assigneeId: 'parent', dueIn: { days: 3 } },
      { title: 'Announce it', assigneeId: 'parent', dueIn: { days: 5, time: '10:00' } },
    ],
  },
];

/** Of the first project. */
export const DEMO_RECURRENCE: Omit<CreateRecurrence, 'projectId'> = {
  name: 'Weekly review',
  task: {
    title: 'Review of week {{week}}',
    description: 'What was done, what is stuck, and what comes next.',
    status: 'To Do',
    assigneeId: 'creator',
    dueIn: { days: 1 },
  },
  schedule: { frequency: 'weekly', days: ['mon'], time: '08:00', timezone: 'Europe/Berlin' },
  onlyOneOpen: true,
};
