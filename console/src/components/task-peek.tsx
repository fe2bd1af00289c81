import { useContext, useEffect } from 'react';
import { hearKeys, keyOf } from '../lib/keys.ts';
import type { Task } from '../lib/model.ts';
import { TaskPaneContext } from '../lib/task-pane.ts';
import { Modal } from './modal.tsx';

/** A look at a task over its list, which stays as it is: `Space` or `Escape` ends it. */
export default function TaskPeek({ task: { tid, title }, onClose }: { task: Task; onClose: () => void }) {
  const Pane = useContext(TaskPaneContext);
  useEffect(
    () =>
      hearKeys((event) => {
        const isOnControl =
          event.target instanceof Element && event.target.matches('button,input,textarea,[role=listbox]');
        // The press that has opened it may still be on its way here.
        if (event.defaultPrevented || keyOf(event) !== ' ' || isOnControl) return;
        event.preventDefault();
        onClose();
      }),
    [onClose],
  );
  return (
    <Modal title={`${tid} ${title}`} size="lg" isTitleHidden onClose={onClose}>
      {Pane && <Pane tid={tid} />}
    </Modal>
  );
}
