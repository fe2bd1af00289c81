import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useArrivingKeys } from '../lib/awaited.tsx';
import { overlay } from '../lib/on-demand.tsx';
import type { DialogPopupProps } from './dialog-popup.tsx';
import { texts } from '../lib/texts.ts';

const DialogPopup = overlay<DialogPopupProps>(() => import('./dialog-popup.tsx'));

/** What had the focus before the first of the dialogs that follow each other, such as a form and the key that it has made. */
let firstOpener: Element | null = null;

/** The focus comes back to what had it, unless it has gone elsewhere. */
function useReturnedFocus(): void {
  const [openers] = useState(() => {
    const { activeElement } = document;
    if (!activeElement?.closest('[data-modal]')) firstOpener = activeElement;
    return [activeElement, firstOpener];
  });
  useEffect(
    () => () => {
      // Once the dialog has gone from the document.
      requestAnimationFrame(() => {
        // What opened it may be gone, such as the thing that was deleted.
        const around = document.querySelector('[role=dialog]') ?? document.getElementById('content');
        const opener = openers.find((element) => element?.isConnected) ?? around;
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    },
    [openers],
  );
}

/** A dialog while it is rendered; named by what opened it. */
export function Modal(props: DialogPopupProps) {
  useReturnedFocus();
  useArrivingKeys();
  return <DialogPopup {...props} />;
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 p-4">{children}</div>;
}

/** The buttons at the foot of a dialog, in view however long it is: "Cancel", then what it is for. */
export function DialogFoot({
  beside,
  onCancel,
  children,
}: {
  /** At the other end. */
  beside?: ReactNode;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 bg-raised px-4 py-3">
      {beside && <div className="mr-auto">{beside}</div>}
      <Button onClick={onCancel}>{texts.common.cancel}</Button>
      {children}
    </div>
  );
}
