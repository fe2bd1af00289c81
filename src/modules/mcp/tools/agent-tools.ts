import { z } from 'zod';
import { defineTool, type Desk, peoplesText, type Tool } from '../tool.js';
import { ToolError } from '../tool-error.js';

/** Work is taken from others, and its end cannot be undone. */
const TAKES_WORK = { isDestructive: true, isIdempotent: false, isOpenWorld: false };

const leaseSeconds = z.int().min(60).max(14_400).optional();

const nextTask = defineTool({
  name: 'next_task',
  title: 'Take the next task',
  description:
    'For keys of an agent: takes the next task that is ready for it, and gives "work" and "brief"; both null when nothing is. Give the id of the work as "work" to every tool that writes to the task, and to report_work.',
  input: z.strictObject({
    filter: z.string().optional().describe('Only such tasks; as in find_tasks'),
    leaseSeconds: leaseSeconds.describe('How long without a report; default 1800'),
  }),
  effects: TAKES_WORK,
  async run({ api }, input) {
    const { work, brief } = await api.post<{ work: object | null; brief: object | null }>('/work/next', input);
    return peoplesText({ work, brief });
  },
});

const ACTIONS = ['heartbeat', 'say', 'plan', 'ask', 'submit', 'release', 'fail'] as const;

const reportWork = defineTool({
  name: 'report_work',
  title: 'Report on a work',
  description:
    'heartbeat: keeps the work (progress, note), brings answers and whether to stop; say: text, type; plan: steps; ask: question, options, then heartbeat until the answer comes; submit: summary, links; release: gives the task back; fail: reason.',
  input: z.strictObject({
    work: z.string().describe('Id of the work'),
    action: z.enum(ACTIONS).describe('What to report'),
    progress: z.int().min(0).max(100).optional().describe('Per cent'),
    note: z.string().optional().describe('What you do now, in a line'),
    text: z.string().optional().describe('What you did or found'),
    type: z.enum(['thought', 'action', 'result', 'error']).optional().describe('Default action'),
    steps: z
      .array(
        z.strictObject({
          title: z.string().describe('What is to be done'),
          state: z.enum(['pending', 'doing', 'done', 'skipped']).describe('How far it is'),
        }),
      )
      .optional()
      .describe('The whole plan'),
    question: z.string().optional().describe('For a person'),
    options: z.array(z.string()).optional().describe('Answers to choose from'),
    summary: z.string().optional().describe('What was done; a comment on the task'),
    links: z
      .array(z.strictObject({ title: z.string().describe('What it is'), url: z.string().describe('http or https') }))
      .optional()
      .describe('What was made'),
    reason: z.string().optional().describe('Why, in words'),
  }),
  effects: TAKES_WORK,
  async run({ api }, { work, action, progress, note, text, type = 'action', ...input }) {
    const path = `/work/${encodeURIComponent(work)}`;
    const { steps, question, options, summary, links, reason } = input;
    switch (action) {
      case 'heartbeat':
        return peoplesText(await heartbeat(api, path, { progress, note }));
      case 'say':
        return peoplesText({ activity: await api.post(`${path}/activities`, { type, text: needed('text', text) }) });
      case 'plan':
        return peoplesText({ work: await api.put(`${path}/plan`, { steps: needed('steps', steps) }) });
      case 'ask':
        return peoplesText({
          work: await api.post(`${path}/ask`, { question: needed('question', question), options }),
        });
      case 'submit':
        return peoplesText({ work: await api.post(`${path}/submit`, { summary: needed('summary', summary), links }) });
      case 'release':
        return peoplesText({ work: await api.post(`${path}/release`, { reason }) });
      case 'fail':
        return peoplesText({ work: await api.post(`${path}/fail`, { reason: needed('reason', reason) }) });
    }
  },
});

/** The answers that come with it count as seen. */
async function heartbeat(api: Desk['api'], path: string, input: object): Promise<object> {
  const beat = await api.post<{ answers: { n: number }[] }>(`${path}/heartbeat`, input);
  const seen = beat.answers.map(({ n }) => n);
  if (seen.length > 0) await api.post(`${path}/heartbeat`, { seen });
  return beat;
}

function needed<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw new ToolError(`Give "${name}" with this action.`);
  return value;
}

export const agentTools: Tool[] = [nextTask, reportWork];
