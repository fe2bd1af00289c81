import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { refreshTasks } from '../../lib/tasks.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { blockersQuery, blockingQuery } from './queries.ts';
import type { TaskPartProps } from './property.tsx';

const FindTask = overlay(() => import('../../components/find-task.tsx'));

/** What the task waits for, and what waits for it. */
export function Blockers({ task, mayWrite }: TaskPartProps) {
  const blocked = useQuery(blockersQuery(task.id));
  const blocking = useQuery(blockingQuery(task.id));
  const blockers = blocked.data ?? [];
  const [isAdding, setAdding] = useState(false);
  const wasAdding = useWasOpen(isAdding);
  const change = async (write: Promise<unknown>) => {
    await write.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    void refreshTasks();
  };
  const add = (taskId: string) => {
    setAdding(false);
    void change(client.addTaskBlocker({ path: { id: task.id }, body: { taskId } }));
  };
  const remove = (taskId: string) => void change(client.removeTaskBlocker({ path: { id: task.id, taskId } }));
  return (
    <>
      <Section
        title={taskTexts.page.blockedBy}
        actions={
          mayWrite &&
          !isAdding && (
            <Button data-adds look="quiet" autoFocus={wasAdding} onClick={() => setAdding(true)}>
              <Plus size={14} aria-hidden />
              {taskTexts.page.addBlocker}
            </Button>
          )
        }
      >
        <Read query={blocked} rows={1}>
          {() => (
            <>
              {blockers.length === 0 && !isAdding && <p className="text-muted">{taskTexts.page.noBlockers}</p>}
              <ul className="-mx-2">
                {blockers.map((blocker) => (
                  <TaskRow key={blocker.id} task={blocker}>
                    {mayWrite && (
                      <IconButton
                        ref={passFocus}
                        label={taskTexts.page.removeBlocker(blocker.tid)}
                        onClick={() => remove(blocker.id)}
                      >
                        <X size={14} aria-hidden />
                      </IconButton>
                    )}
                  </TaskRow>
                ))}
              </ul>
            </>
          )}
        </Read>
        {isAdding && (
          <FindTask
            not={[task.id, ...blockers.map(({ id }) => id)]}
            firstOf={task.projectId}
            onFound={add}
            onClose={() => setAdding(false)}
          />
        )}
      </Section>
      <Section title={taskTexts.page.blocks}>
        <Read query={blocking} rows={1}>
          {(tasks) =>
            tasks.length === 0 ? (
              <p className="text-muted">{taskTexts.page.blocksNothing}</p>
            ) : (
              <ul className="-mx-2">
                {tasks.map((one) => (
                  <TaskRow key={one.id} task={one} />
                ))}
              </ul>
            )
          }
        </Read>
      </Section>
    </>
  );
}
