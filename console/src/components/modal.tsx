import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import type { DialogPopupProps } from './dialog-popup.tsx';
import { texts } from '../lib/texts.ts';

const DialogPopup = lazy(() => import('./dialog-popup.tsx'));

/** A dialog while it is rendered; named by what opened it. Focus comes back to that by itself. */
export function Modal(props: DialogPopupProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 p-4">{children}</div>;
}

/** The buttons at the foot of a dialog: "Cancel", then what it is for. */
export function DialogFoot({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 pt-1">
      <Button onClick={onCancel}>{texts.common.cancel}</Button>
      {children}
    </div>
  );
}
