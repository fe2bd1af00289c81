import { client, messageOf } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Project } from '../../lib/model.ts';
import { queryOf, type TaskFilters } from '../../lib/tasks.ts';
import type { Sort } from './use-pages.ts';

const FORGET_MS = 60_000;

/** The list as it is filtered and sorted, as the service writes it. */
export async function downloadCsv(project: Project, filters: TaskFilters, sort: Sort): Promise<void> {
  try {
    const query = { projectId: [project.id], ...sort, ...queryOf(filters) };
    const csv = (await client.listTasks({
      query: query as never,
      headers: { Accept: 'text/csv' },
    })) as unknown as string;
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${project.key}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), FORGET_MS);
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}
