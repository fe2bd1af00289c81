import { z } from 'zod';
import { defineTool, ownText, peoplesText, type Tool } from '../tool.js';
import { colleague } from './parameters.js';

/** How many of its last runs are shown of a colleague. */
const NEWEST_RUNS = 10;

type Colleague = Record<
  'id' | 'name' | 'role' | 'active' | 'schedule' | 'nextRunAt' | 'lastRunAt' | 'lastRunStatus',
  unknown
>;

const getColleagues = defineTool({
  name: 'get_colleagues',
  title: 'Get virtual colleagues',
  description: `The virtual colleagues: assistants that look at projects on a schedule and chase, remind, escalate and report. With "colleague": that one, with its newest actions and its last ${NEWEST_RUNS} runs.`,
  input: z.strictObject({ colleague: colleague.optional() }),
  async run({ api, names }, { colleague: said }) {
    if (said === undefined) {
      const { data } = await api.page<Colleague>('/virtual-colleagues', 200);
      return peoplesText({ colleagues: data.map(brief) });
    }
    const id = await names.colleague(said);
    const [found, runs] = await Promise.all([
      api.get(`/virtual-colleagues/${id}`),
      api.page(`/virtual-colleagues/${id}/scan-history`, NEWEST_RUNS),
    ]);
    return peoplesText({ colleague: found, runs: runs.data });
  },
});

function brief({ id, name, role, active, schedule, nextRunAt, lastRunAt, lastRunStatus }: Colleague): Colleague {
  return { id, name, role, active, schedule, nextRunAt, lastRunAt, lastRunStatus };
}

const runColleague = defineTool({
  name: 'run_colleague',
  title: 'Run a virtual colleague',
  description:
    'Runs a virtual colleague now, and waits for it. "scan" (default) applies its rules and sends messages to its chat; "ai_check" asks a language model about its tasks, and says what it finds only where its settings want that. get_colleagues shows what either has said.',
  input: z.strictObject({ colleague, kind: z.enum(['scan', 'ai_check']).optional().describe('Default scan') }),
  effects: { isDestructive: false, isIdempotent: false, isOpenWorld: true },
  async run({ api, names }, { colleague: said, kind = 'scan' }) {
    const id = await names.colleague(said);
    if (kind === 'scan') return ownText({ scan: await api.post(`/virtual-colleagues/${id}/scan`) });
    return peoplesText({ aiCheck: await api.post(`/virtual-colleagues/${id}/ai-check`) });
  },
});

export const colleagueTools: Tool[] = [getColleagues, runColleague];
