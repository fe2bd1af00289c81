import type { UseQueryResult } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { EmptyPart } from './empty-part.tsx';
import { messageOf } from '../../lib/api.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { showToast } from '../../lib/toasts.ts';

/** Another task, and what the row of it is known by. */
export interface Related {
  id: string;
  task: ComponentProps<typeof TaskRow>['task'];
  /** What the two have to do with each other. */
  kind?: string;
}

/** How such tasks are added and taken away. */
interface Editing {
  add: string;
  remove: (tid: string) => string;
  /** The box in which another one is found; what it adds is sent by `send`. */
  adder: (send: (write: Promise<unknown>) => void, close: () => void) => ReactNode;
  onRemove: (id: string) => Promise<unknown>;
}

interface RelatedTasksProps<Item> {
  title: string;
  query: UseQueryResult<Item[]>;
  relatedOf: (item: Item) => Related;
  /** False for who only reads. */
  editing: Editing | false;
}

/** A region of tasks that a task has to do with: they are found, shown and taken away. */
export function RelatedTasks<Item>({ title, query, relatedOf, editing }: RelatedTasksProps<Item>) {
  const [isAdding, setAdding] = useState(false);
  const wasAdding = useWasOpen(isAdding);
  /** The reader has taken the last one away: the focus goes to the button that adds one. */
  const [isEmptied, setEmptied] = useState(false);
  const close = () => setAdding(false);
  const send = async (write: Promise<unknown>) => {
    close();
    await write.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    void refreshTasks();
  };
  if (!isAdding && !query.error && (query.data ?? []).length === 0)
    return (
      editing &&
      query.data && (
        <EmptyPart
          text={editing.add}
          wasOpen={wasAdding || isEmptied}
          onAdd={() => {
            setEmptied(false);
            setAdding(true);
          }}
        />
      )
    );
  return (
    <Section
      title={title}
      actions={
        editing &&
        !isAdding && (
          <Button data-adds look="quiet" autoFocus={wasAdding} onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            {editing.add}
          </Button>
        )
      }
    >
      <Read query={query} rows={1}>
        {(items) => (
          <>
            <ul className="-mx-2">
              {items.map(relatedOf).map(({ id, task, kind }) => (
                <TaskRow key={id} task={task}>
                  {kind && <span className="text-xs whitespace-nowrap text-muted">{kind}</span>}
                  {editing && (
                    <IconButton
                      ref={passFocus}
                      label={editing.remove(task.tid)}
                      onClick={() => {
                        setEmptied(items.length === 1);
                        void send(editing.onRemove(id));
                      }}
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
      {isAdding && editing && editing.adder((write) => void send(write), close)}
    </Section>
  );
}
