import { useChangeAddress } from '../lib/address.ts';
import type { Task } from '../lib/model.ts';
import { useOpen } from '../lib/opening.ts';
import { mayWriteTask, readLanes } from '../lib/queries.ts';
import { actedOnText, actedTasks, changeActedOn, removeActedOn } from '../lib/acted-on.ts';
import { texts } from '../lib/texts.ts';
import { ActionsMenu, type MenuEntry } from './menu.tsx';

/** What can be done with a task of a list: what dragging does on a board is in it. */
export function TaskMenu({
  task,
  places,
}: {
  task: Pick<Task, 'id' | 'tid' | 'title' | 'status' | 'projectId' | 'labels'>;
  /** Where it can be moved to; left out, into another lane. */
  places?: () => readonly MenuEntry[];
}) {
  const changeAddress = useChangeAddress();
  const open = useOpen();
  const entries = (): MenuEntry[] => [
    { text: texts.common.open, run: () => changeAddress({ task: task.tid }) },
    ...(mayWriteTask(task)
      ? [
          { separator: true } as const,
          ...(places?.() ??
            readLanes()
              .filter((lane) => lane !== task.status || actedOnText(task))
              .map((lane) => ({
                text: texts.common.moveTo(lane),
                run: () => void changeActedOn(task, () => [{ status: lane }]),
              }))),
          { separator: true } as const,
          { text: texts.common.duplicate, run: () => open({ what: 'duplicate', tasks: actedTasks(task) }) },
          { text: texts.common.moveToProject, run: () => open({ what: 'transfer', tasks: actedTasks(task) }) },
          { text: texts.common.delete, isDangerous: true, run: () => void removeActedOn(task) },
        ]
      : []),
  ];
  return <ActionsMenu of={task.tid} description={task.title} about={() => actedOnText(task)} entries={entries} />;
}
