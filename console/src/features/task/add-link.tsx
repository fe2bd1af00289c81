import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import FindTask from '../../components/find-task.tsx';
import type { TaskDetail } from '../../lib/model.ts';
import { page as words } from '../../lib/texts/task.texts.ts';
import type { Link } from './queries.ts';

const TYPES = Object.entries(words.linkTypes).map(([value, label]) => ({ value, label }));

interface AddLinkProps {
  task: TaskDetail;
  onFound: (taskId: string, type: Link['type']) => void;
  onClose: () => void;
}

/** What kind of link it is to be, and to which task. */
export default function AddLink({ task, onFound, onClose }: AddLinkProps) {
  const [type, setType] = useState<Link['type']>('relates');
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={words.linkKind}
        choices={TYPES}
        value={type}
        onChange={({ target }) => setType(target.value as Link['type'])}
      />
      <FindTask not={[task.id]} firstOf={task.projectId} onFound={(id) => onFound(id, type)} onClose={onClose} />
    </div>
  );
}
