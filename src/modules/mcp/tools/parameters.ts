import { z } from 'zod';

/** What tools are given; each is described once. The API decides what is valid: a schema here says what to send. */

export const PRIORITIES = ['None', 'Low', 'Medium', 'High', 'Urgent'] as const;

export const task = z.string().describe('tid such as WEB-12, or id');
export const project = z.string().describe('Key, name or id');
export const person = z.string().describe('Name, e-mail, id, "me" or "none"');
export const sprint = z.string().describe('Name or id; "none": in no sprint');
export const epic = z.string().describe('Name or id; "none": in no epic');
export const colleague = z.string().describe('Name or id');
export const moment = z.string().describe('ISO 8601, such as 2026-12-24 or 2026-12-24T09:00:00Z');
export const limit = z.int().min(1).max(200).describe('Default 50');

/** A text that can be cleared. */
export function clearable(text: z.ZodString): z.ZodNullable<z.ZodString> {
  const { description } = text;
  return z
    .string()
    .nullable()
    .describe(description === undefined ? 'null clears' : `${description}; null clears`);
}

/** Of the tools that write. */
export const work = z.string().optional().describe('As an agent: id of the work (next_task)');

/** The fields of a task that can be set. */
export const taskFields = {
  title: z.string().describe('What is to be done, in one line'),
  description: clearable(z.string().describe('Markdown')),
  status: z.string().describe('A lane (get_context); any other text makes a status of its own'),
  priority: z.enum(PRIORITIES).describe('How urgent it is'),
  assignee: clearable(person),
  sprint: clearable(sprint),
  epic: clearable(epic),
  parent: clearable(task),
  labels: z.array(z.string()).describe('Names or ids; the whole new set'),
  dueDate: clearable(moment),
  startDate: clearable(moment),
  estimatedHours: z.number().min(0).nullable().describe('Hours of work; null clears'),
  custom: z.record(z.string(), z.unknown()).describe('Own fields of the company by key (get_context); null clears one'),
};

/** All of them, each optional. */
export const someTaskFields = z.strictObject(taskFields).partial();
export type SomeTaskFields = z.output<typeof someTaskFields>;

/** The language in at most 1,200 bytes. */
export const filter = z
  .string()
  .describe(
    'Which tasks, e.g. status in ("To Do", "In Progress") and priority >= High and (assignee = me or assignee is empty) and due < today+7d and label != wontfix and not blocked and text ~ "sign in". ' +
      'Operators: = != < <= > >= ~ (contains) !~, in (…), not in (…), is empty, is not empty; and, or, not, brackets. Quote texts with spaces. ' +
      'Fields: project team tid status priority (None<Low<Medium<High<Urgent) assignee creator watcher (me, name, e-mail) delegate work (working, asking, submitted, stuck, none) sprint (name, active, planned) epic label parent (tid) title description text due start created updated completed promised estimate logged remaining comments subtasks attachments external (jira:WEB-12); flags: blocked done overdue subtask duplicate archived. ' +
      'Own fields of the company by key (get_context). ' +
      'Dates: 2026-12-24, now, today, tomorrow, yesterday, week, month, with +3d -2w (h d w m).',
  );
