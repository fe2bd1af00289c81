import { z } from 'zod';
import { withNamedPeople } from '../mentioned.js';
import type { NamedTask } from '../names.js';
import { defineTool, type Desk, ownText, peoplesText, type Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { moment, task } from './parameters.js';

/** For tools that only add: nothing existing is lost. */
const ADDS = { isDestructive: false, isIdempotent: false, isOpenWorld: false };

const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a task',
  description: 'Adds a comment, which everyone who reaches the task reads under the name of the user.',
  input: z.strictObject({
    task,
    body: z
      .string()
      .describe(
        'The comment, in Markdown; @Name or @"First Last" mentions a person, or answers a virtual colleague: "@Stella ready on Friday" promises it',
      ),
  }),
  effects: ADDS,
  async run({ api, names }, { task: said, body }) {
    const named = await names.task(said);
    const text = body.includes('@') ? await withNamedPeople(names, await names.projectOf(named), body) : body;
    return peoplesText({ comment: await api.post(`/tasks/${named.id}/comments`, { body: text }) });
  },
});

const logTime = defineTool({
  name: 'log_time',
  title: 'Log time on a task',
  description: "Logs hours that the user has worked on a task; they add to the task's loggedHours.",
  input: z.strictObject({
    task,
    hours: z.number().positive().describe('Such as 1.5'),
    note: z.string().optional().describe('What was done'),
    spentOn: moment.describe('The day of the work, such as 2026-12-24; now by default').optional(),
  }),
  effects: ADDS,
  async run({ api, names }, { task: said, ...entry }) {
    const { id } = await names.task(said);
    return peoplesText({ timeEntry: await api.post(`/tasks/${id}/time-entries`, entry) });
  },
});

const setBlockers = defineTool({
  name: 'set_blockers',
  title: 'Set what a task waits for',
  description:
    'Adds or removes blockers: tasks that have to be done before this one. What is a blocker already, or is none any more, is no error. About 8 changes in a call.',
  input: z.strictObject({
    task: task.describe('The task that waits: tid or id'),
    add: z.array(task).optional().describe('Tasks that it waits for from now on: tids or ids'),
    remove: z.array(task).optional().describe('Tasks that it waits for no longer: tids or ids'),
  }),
  effects: { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  async run({ api, names }, { task: said, add = [], remove = [] }) {
    const [waiting, ...others] = await names.tasks([said, ...add, ...remove]);
    const { id } = waiting as NamedTask;
    const present = await blockersOf(api, id);
    const toAdd = unique(others.slice(0, add.length)).filter((task) => !present.has(task.id));
    const toRemove = unique(others.slice(add.length)).filter((task) => present.has(task.id));
    if (toAdd.length + toRemove.length > api.requestsLeft) {
      throw new ToolError(`Nothing was changed: make at most ${api.requestsLeft} changes in a call.`);
    }
    await change(api, id, toAdd, toRemove);
    return ownText({ added: tids(toAdd), removed: tids(toRemove) });
  },
});

async function blockersOf(api: Desk['api'], id: string): Promise<Set<string>> {
  const { data } = await api.page<{ id: string }>(`/tasks/${id}/blockers`, 200);
  return new Set(data.map((blocker) => blocker.id));
}

/** One after the other, so that an error can say what was done before it. */
async function change(api: Desk['api'], id: string, toAdd: NamedTask[], toRemove: NamedTask[]): Promise<void> {
  const done: string[] = [];
  try {
    for (const blocker of toRemove) {
      await api.delete(`/tasks/${id}/blockers/${blocker.id}`);
      done.push(`removed ${blocker.tid}`);
    }
    for (const blocker of toAdd) {
      await api.post(`/tasks/${id}/blockers`, { taskId: blocker.id });
      done.push(`added ${blocker.tid}`);
    }
  } catch (error) {
    throw error instanceof ToolError && done.length > 0 ? error.after(`Blockers: ${done.join(', ')}`) : error;
  }
}

function unique(tasks: NamedTask[]): NamedTask[] {
  return [...new Map(tasks.map((task) => [task.id, task])).values()];
}

function tids(tasks: NamedTask[]): string[] {
  return tasks.map(({ tid }) => tid);
}

export const taskWorkTools: Tool[] = [addComment, logTime, setBlockers];
