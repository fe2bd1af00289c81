import { client, messageOf } from '../../lib/api.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { queryOf } from '../../lib/tasks.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';

/** The list as it is filtered and sorted, as the service writes it. */
export async function downloadCsv(name: string, { projectId, filters, sort }: ShownTasks): Promise<void> {
  try {
    const query = { ...(projectId && { projectId: [projectId] }), ...sort, ...queryOf(filters) };
    const csv = (await client.listTasks({
      query: query as never,
      headers: { Accept: 'text/csv' },
    })) as unknown as string;
    saveCsv(name, csv);
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}
