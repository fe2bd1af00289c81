import { client, messageOf } from '../../lib/api.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { queryOf } from '../../lib/tasks.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';

/** The list as it is filtered and sorted, as the service writes it. */
export async function downloadCsv(name: string, { projectId, filters, sort }: ShownTasks): Promise<void> {
  try {
    const query = { ...(projectId && { projectId: [projectId] }), ...sort, ...queryOf(filters) };
    const csv: unknown = await client.listTasks({ query, headers: { Accept: 'text/csv' } });
    saveCsv(name, String(csv));
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}
