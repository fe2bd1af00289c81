import { client, messageOf } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';
import { queryOf } from '../../lib/tasks.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';

const FORGET_MS = 60_000;

/** The list as it is filtered and sorted, as the service writes it. */
export async function downloadCsv(name: string, { projectId, filters, sort }: ShownTasks): Promise<void> {
  try {
    const query = { ...(projectId && { projectId: [projectId] }), ...sort, ...queryOf(filters) };
    const csv = (await client.listTasks({
      query: query as never,
      headers: { Accept: 'text/csv' },
    })) as unknown as string;
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), FORGET_MS);
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}
