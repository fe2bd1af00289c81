import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client } from '../../lib/api.ts';
import { showHours } from '../../lib/figures.ts';
import { showDate } from '../../lib/format.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { useMay, useUser } from '../../lib/queries.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { EmptyPart } from './empty-part.tsx';
import { type TimeEntry, timeQuery } from './queries.ts';
import type { TaskPartProps } from './property.tsx';

const LogTime = overlay(() => import('./log-time.tsx'));

export function TimeLog({ task, mayWrite }: TaskPartProps) {
  const entries = useQuery(timeQuery(task.id));
  const user = useUser();
  const isAdmin = useMay('ADMIN');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  const { estimatedHours } = task;
  if (!isOpen && !entries.error && (entries.data ?? []).length === 0 && !task.loggedHours)
    return (
      mayWrite &&
      entries.data && <EmptyPart text={taskTexts.page.logTime} wasOpen={wasOpen} onAdd={() => setOpen(true)} />
    );
  return (
    <Section
      title={taskTexts.page.time}
      actions={
        mayWrite &&
        !isOpen && (
          <Button look="quiet" autoFocus={wasOpen} onClick={() => setOpen(true)}>
            {taskTexts.page.logTime}
          </Button>
        )
      }
    >
      <p className="text-muted">
        {taskTexts.page.logged(
          showHours(task.loggedHours ?? 0),
          estimatedHours === null ? null : showHours(estimatedHours),
        )}
      </p>
      <Read query={entries} rows={1}>
        {(all) => (
          <ul className="flex flex-col">
            {all.map((entry) => (
              <li key={entry.id} className="flex min-h-8 items-start gap-2 text-sm">
                <p className="flex min-w-0 grow flex-wrap gap-x-2 py-1.5 break-words">
                  <span className="font-medium whitespace-nowrap">{showHours(entry.hours)}</span>
                  <span className="text-muted">{`${entry.user?.name ?? taskTexts.history.someone}, ${showDate(entry.spentOn)}`}</span>
                  <span className="min-w-0">{entry.note}</span>
                </p>
                {mayWrite && (entry.userId === user?.id || isAdmin) && <DeleteTime entry={entry} />}
              </li>
            ))}
          </ul>
        )}
      </Read>
      {isOpen && <LogTime taskId={task.id} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** What was logged is gone for good: so it asks. */
function DeleteTime({ entry: { id, hours, spentOn } }: { entry: TimeEntry }) {
  const [isAsking, setAsking] = useState(false);
  const what = `${showHours(hours)} ${showDate(spentOn)}`;
  const action = taskTexts.page.deleteTime(what);
  return (
    <>
      <IconButton label={action} onClick={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
      {isAsking && (
        <Confirm
          action={action}
          question={taskTexts.page.deleteTimeQuestion(what)}
          onClose={() => setAsking(false)}
          onConfirm={() => client.deleteTimeEntry({ path: { id } }).then(refreshTasks)}
        />
      )}
    </>
  );
}
