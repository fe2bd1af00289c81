import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Confirm } from '../confirm.tsx';
import { ActionsMenu } from '../menu.tsx';
import { Read } from '../read.tsx';
import { Section } from '../screen.tsx';
import { Empty } from '../states.tsx';
import { Table } from '../table.tsx';
import { templatesQuery } from '../templates/queries.ts';
import { client, messageOf } from '../../lib/api.ts';
import { showMoment } from '../../lib/format.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { templates as templateWords } from '../../lib/texts/templates.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { type Recurrence, recurrencesQuery, refreshRecurrences } from './queries.ts';
import { RecurrenceForm } from './recurrence-form.tsx';

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; recurrence: Recurrence };

interface RecurrencesProps {
  projectId: string;
  mayWrite: boolean;
  /** The one that a link led to: it is in view. */
  wanted: string | undefined;
}

/** What comes again in a project, and what is done with it. */
export function Recurrences({ projectId, mayWrite, wanted }: RecurrencesProps) {
  const read = useQuery(recurrencesQuery(projectId));
  const { data: templates = [] } = useQuery(templatesQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const place = useRef<HTMLDivElement>(null);
  const found = read.data?.find(({ id }) => id === wanted);
  useEffect(() => {
    if (found) place.current?.scrollIntoView();
  }, [found?.id]);
  const close = () => setDialog(undefined);
  const done = () => {
    void refreshRecurrences();
    close();
  };
  const titleOf = ({ task, templateId }: Recurrence) =>
    task?.title ?? templates.find(({ id }) => id === templateId)?.task.title ?? '';
  const actions = {
    name: words.actions,
    isRight: true,
    isKept: true,
    cell: (recurrence: Recurrence) => (
      <ActionsMenu
        of={recurrence.name}
        entries={() => [
          { text: texts.common.edit, run: () => setDialog({ kind: 'edit', recurrence }) },
          { text: words.runNow, run: () => void run(recurrence) },
          { text: recurrence.active ? words.pause : words.resume, run: () => void toggle(recurrence) },
          { text: texts.common.delete, isDangerous: true, run: () => setDialog({ kind: 'delete', recurrence }) },
        ]}
      />
    ),
  };
  return (
    <Section
      title={words.title}
      actions={
        mayWrite && (
          <Button data-adds onClick={() => setDialog({ kind: 'new' })}>
            <Plus size={14} aria-hidden />
            {words.newOne}
          </Button>
        )
      }
    >
      <div ref={place} className="flex scroll-mt-20 flex-col gap-2">
        <p className="text-sm text-muted">{words.hint}</p>
        <Read query={read}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={words.none} next={mayWrite && words.makeFirst} />
            ) : (
              <Table
                name={words.title}
                rows={all}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: words.name,
                    cell: ({ id, name }) => (id === wanted ? <mark className="bg-accent-soft">{name}</mark> : name),
                  },
                  { name: words.when, isProse: true, cell: ({ words: when }) => when },
                  { name: words.next, cell: nextOf },
                  { name: words.state, cell: ({ error }) => error },
                  { name: templateWords.taskTitle, cell: titleOf },
                  ...(mayWrite ? [actions] : []),
                ]}
              />
            )
          }
        </Read>
      </div>
      {dialog?.kind === 'new' && <RecurrenceForm projectId={projectId} onDone={done} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <RecurrenceForm projectId={projectId} recurrence={dialog.recurrence} onDone={done} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(dialog.recurrence.name)}
          onClose={close}
          onConfirm={() => client.deleteRecurrence({ path: { id: dialog.recurrence.id } }).then(refreshRecurrences)}
        />
      )}
    </Section>
  );
}

function nextOf({ active, nextAt, mode }: Recurrence): string {
  if (!active) return words.paused;
  if (nextAt !== null) return showMoment(nextAt);
  return mode === 'after_completion' ? words.waiting : words.over;
}

async function run({ id }: Recurrence): Promise<void> {
  try {
    const { tid } = await client.runRecurrence({ path: { id } });
    showToast(words.made(tid));
    await Promise.all([refreshRecurrences(), refreshTasks()]);
  } catch (error) {
    showToast(messageOf(error));
  }
}

async function toggle({ id, active }: Recurrence): Promise<void> {
  try {
    await client.updateRecurrence({ path: { id }, body: { active: !active } });
    await refreshRecurrences();
  } catch (error) {
    showToast(messageOf(error));
  }
}
