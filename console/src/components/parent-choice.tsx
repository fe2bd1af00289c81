import { useState } from 'react';
import { task as words } from '../lib/texts/work.texts.ts';
import { nameOf, useFoundTasks } from './found-tasks.ts';
import { StatusIcon } from './marks.tsx';
import type { Option } from './picker.tsx';

/** What a list offers as the task that others are subtasks of: one of the project, found as one types, or none. */
export function useParentChoice({ projectId, not }: { projectId: string; not: readonly string[] }): {
  label: string;
  options: Option[];
  onSearch: (text: string) => void;
} {
  const [text, setText] = useState<string>();
  const found = useFoundTasks({ text, projectId, not });
  const none = { value: '', label: words.noParent };
  return {
    label: words.parent,
    options: [
      ...(text ? [] : [none]),
      ...found.map((task) => ({ value: task.id, label: nameOf(task), icon: <StatusIcon status={task.status} /> })),
    ],
    onSearch: setText,
  };
}
