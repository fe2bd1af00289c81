import type { AttachmentResponse } from 'project-management-sdk';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { TaskDetail } from '../lib/model.ts';

/** What the texts of a task can show, and whether they take more. */
interface TaskFiles {
  taskId: string;
  attachments: readonly AttachmentResponse[];
  mayAttach: boolean;
}

const Context = createContext<TaskFiles | null>(null);

/** Around all texts of a task. */
export function TaskFilesProvider({
  task,
  mayAttach,
  children,
}: {
  task: TaskDetail;
  mayAttach: boolean;
  children: ReactNode;
}) {
  const { id: taskId, attachments } = task;
  const value = useMemo(() => ({ taskId, attachments, mayAttach }), [taskId, attachments, mayAttach]);
  return <Context value={value}>{children}</Context>;
}

/** Null where no task is shown. */
export const useTaskFiles = (): TaskFiles | null => useContext(Context);
