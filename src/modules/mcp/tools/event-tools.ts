import { z } from 'zod';
import { defineTool, peoplesText, type Tool } from '../tool.js';
import { limit, project } from './parameters.js';

interface Events {
  readonly data: readonly object[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

const getEvents = defineTool({
  name: 'get_events',
  title: 'Get events',
  description:
    'What has changed, the oldest first. Without "after": from the oldest event kept; "latest" gives no events, only where they end now. Keep "next" and give it as "after" to read on.',
  input: z.strictObject({
    after: z.string().optional().describe('"next" of the answer before, "0" or "latest"'),
    event: z.string().optional().describe('Such as task.completed; several separated by commas'),
    project: project.optional(),
    limit: limit.optional(),
  }),
  async run({ api, names }, { project: said, ...query }) {
    const projectId = said === undefined ? undefined : await names.project(said);
    const { data, meta } = await api.get<Events>('/events', { ...query, projectId });
    return peoplesText({ events: data, next: meta.next, hasMore: meta.hasMore });
  },
});

export const eventTools: Tool[] = [getEvents];
