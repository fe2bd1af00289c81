import { indexOrder, type Order } from '#core/database/lists/keyset.js';
import { TASK_GROUPS, type TaskSort } from '#schema/tasks.js';

export type FirstTasks = (order: Order, rows: string, condition: string) => string;

/** Of a large company, the first tasks in orders that would take long to sort. `$1` is the company. */
export const FIRST_TASKS: Partial<Record<TaskSort, FirstTasks>> = {
  title: (order, rows, condition) =>
    `SELECT t.* FROM tasks t WHERE t.company_id = $1 AND ${condition} ORDER BY ${indexOrder(order)} LIMIT ${rows}`,
  priority: inGroups('priority'),
  status: inGroups('status'),
};

/** Those that come first in each group, and of these the first: an index has the tasks of a group in order. */
function inGroups(column: keyof typeof TASK_GROUPS): FirstTasks {
  return (order, rows, condition) => `SELECT t.* FROM (
      SELECT t.id FROM (${TASK_GROUPS[column]}) g CROSS JOIN LATERAL (
        SELECT t.id, t.${column} FROM tasks t WHERE t.company_id = $1 AND t.${column} = g.value AND ${condition}
        ORDER BY t.id ${order.direction} LIMIT ${rows}
      ) t ORDER BY ${indexOrder(order)} LIMIT ${rows}
    ) f JOIN tasks t ON t.company_id = $1 AND t.id = f.id`;
}
