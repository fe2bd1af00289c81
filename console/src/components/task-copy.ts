import { copyText } from '../lib/clipboard.ts';
import type { Task } from '../lib/model.ts';
import { queryClient } from '../lib/query-client.ts';
import { linkTo } from '../lib/task-actions.ts';
import { taskQuery } from '../lib/task-queries.ts';
import { findShownTask } from '../lib/tasks.ts';
import { copied } from '../lib/texts/copied.texts.ts';

type Named = Pick<Task, 'tid' | 'title'>;

const LONGEST_BRANCH = 60;

/** `web-12-fix-sign-in`: the tid, then the letters and digits of the title, 60 characters in all. */
export function branchOf({ tid, title }: Named): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return [tid.toLowerCase(), ...words].join('-').slice(0, LONGEST_BRANCH).replace(/-$/, '');
}

/** `[WEB-12 Title](address)`, as a link of Markdown. */
export const markdownOf = ({ tid, title }: Named): string =>
  `[${tid} ${title.replace(/[\\[\]]/g, '\\$&')}](${linkTo(tid)})`;

export const copyMarkdown = (task: Named): Promise<void> => copyText(markdownOf(task), copied.markdown(task.tid));

/** The task that is open, else the one whose row or card has the focus. */
function presentTask(): Named | undefined {
  const open = new URLSearchParams(location.search).get('task') ?? /^\/tasks\/([^/]+)$/.exec(location.pathname)?.[1];
  const tid = open?.toUpperCase();
  if (tid) return findShownTask((task) => task.tid === tid) ?? queryClient.getQueryData(taskQuery(tid).queryKey);
  const focused = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset['task'];
  return focused === undefined ? undefined : findShownTask(({ id }) => id === focused);
}

/** Copies the tid of the present task, or the name of a branch for it. */
export async function copyPresent(what: 'tid' | 'branch'): Promise<void> {
  const task = presentTask();
  if (!task) return;
  const text = what === 'tid' ? task.tid : branchOf(task);
  await copyText(text, copied.text(text));
}
