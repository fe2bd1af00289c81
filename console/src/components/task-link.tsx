import type { MouseEvent, ReactNode } from 'react';
import { useAddress, useChangeAddress } from '../lib/address.ts';

/**
 * Opens a task in the drawer over the present screen; its address can be sent. Long lists have many: it is lighter than the
 * router's own link.
 */
export function TaskLink({ tid, className, children }: { tid: string; className?: string; children: ReactNode }) {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const given = Object.entries({ ...address, task: tid }).filter((entry): entry is [string, string] => !!entry[1]);
  const open = (event: MouseEvent) => {
    // With these keys a browser opens a tab, a window, or saves.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    changeAddress({ task: tid });
  };
  return (
    <a
      href={`?${new URLSearchParams(given).toString()}`}
      onClick={open}
      draggable={false}
      data-task-link
      className={`rounded-sm ${className ?? ''}`}
    >
      {children}
    </a>
  );
}
