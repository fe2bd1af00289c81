import type { ComponentProps, MouseEvent } from 'react';
import { useAddress, useChangeAddress } from '../lib/address.ts';

/** What makes a link open a task in the drawer over the present screen; its address can be sent. */
export function useTaskAddress(tid: string): Required<Pick<ComponentProps<'a'>, 'href' | 'onClick' | 'draggable'>> {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const given = Object.entries({ ...address, task: tid }).filter((entry): entry is [string, string] => !!entry[1]);
  const open = (event: MouseEvent) => {
    // With these keys a browser opens a tab, a window, or saves.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    changeAddress({ task: tid });
  };
  return { href: `?${new URLSearchParams(given).toString()}`, onClick: open, draggable: false };
}

interface TaskLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'draggable'> {
  tid: string;
}

/** The link of a task, where keys find it. Long lists have many: it is lighter than the router's own link. */
export function TaskLink({ tid, className, ...rest }: TaskLinkProps) {
  return <a {...rest} {...useTaskAddress(tid)} data-task-link className={`rounded-sm ${className ?? ''}`} />;
}
