import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client, messageOf } from '../../lib/api.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { refreshTasks } from '../../lib/tasks.ts';
import { page as words } from '../../lib/texts/task.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { TaskPartProps } from './property.tsx';
import { type Link, linksQuery } from './queries.ts';

const FindTask = overlay(() => import('../../components/find-task.tsx'));

const TYPES = Object.entries(words.linkTypes).map(([value, label]) => ({ value, label }));
const kindOf = ({ type, direction }: Link): string => (direction === 'in' ? words.duplicatedBy : words.linkTypes[type]);

/** What the task has to do with others. */
export function Links({ task, mayWrite }: TaskPartProps) {
  const query = useQuery(linksQuery(task.id));
  const [isAdding, setAdding] = useState(false);
  const [type, setType] = useState<Link['type']>('relates');
  const wasAdding = useWasOpen(isAdding);
  const change = async (write: Promise<unknown>) => {
    await write.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    void refreshTasks();
  };
  const add = (taskId: string) => {
    setAdding(false);
    void change(client.addTaskLink({ path: { id: task.id }, body: { taskId, type } }));
  };
  const remove = (linkId: string) => void change(client.removeTaskLink({ path: { id: task.id, linkId } }));
  return (
    <Section
      title={words.links}
      actions={
        mayWrite &&
        !isAdding && (
          <Button data-adds look="quiet" autoFocus={wasAdding} onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            {words.addLink}
          </Button>
        )
      }
    >
      <Read query={query} rows={1}>
        {(links) => (
          <>
            {links.length === 0 && !isAdding && <p className="text-muted">{words.noLinks}</p>}
            <ul className="-mx-2">
              {links.map((link) => (
                <TaskRow key={link.id} task={link.task}>
                  <span className="text-xs whitespace-nowrap text-muted">{kindOf(link)}</span>
                  {mayWrite && (
                    <IconButton ref={passFocus} label={words.removeLink(link.task.tid)} onClick={() => remove(link.id)}>
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
        <div className="flex flex-col gap-2">
          <SelectField
            label={words.linkKind}
            choices={TYPES}
            value={type}
            onChange={({ target }) => setType(target.value as Link['type'])}
          />
          <FindTask not={[task.id]} firstOf={task.projectId} onFound={add} onClose={() => setAdding(false)} />
        </div>
      )}
    </Section>
  );
}
